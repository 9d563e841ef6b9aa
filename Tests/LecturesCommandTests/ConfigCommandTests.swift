import Keystores
import Operations
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures config")
struct ConfigCommandTests {
  private let directory = TemporaryDirectory()
  private var environment: [String: String] { ["XDG_CONFIG_HOME": directory.path, "HOME": directory.path] }
  private let contract = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB"

  private func write(_ text: String, mode: UInt32 = 0o600) throws {
    try PrivateFile.makeFolder(of: directory.file("lectures/config.json"))
    directory.write(text, to: "lectures/config.json", mode: mode)
  }

  private var file: JSON? { directory.read("lectures/config.json").flatMap { try? JSON(parsing: $0) } }

  @discardableResult
  private func run(_ line: String, _ more: [String: String] = [:], answers: [String]? = nil) async -> CommandRun {
    await CommandRun(line, environment: environment.merging(more) { $1 }, answers: answers)
  }

  private func json(_ line: String, _ more: [String: String] = [:]) async throws -> JSON {
    try JSON(parsing: await run("\(line) --json", more).output)["result"] ?? nil
  }

  private let school = """
    {
      "profile": "school",
      "profiles": {
        "school": {
          "network": "campus", "max-price": 50,
          "networks": { "campus": { "from-block": 5 }, "kaia": { "endpoint": "https://u:p@kaia.example" } }
        },
        "lab": { "network": "kairos" }
      },
      "networks": { "campus": { "chain-id": 1337, "endpoint": "http://10.0.0.5:8545" } }
    }
    """

  @Test(
    "a path is kept as it is meant here, whole, and one that stands relative in the file is refused",
    arguments: [
      ("outbox", "mine.sqlite"), ("keystore-dir", "keys"), ("gas-book", "@secret/place"), ("index", "a/index.sqlite"),
      ("password-file", "../password"), ("token-lists", "one.json,two.json"), ("outbox", "first,second.sqlite"),
    ])
  func paths(setting: String, text: String) async throws {
    let here = UserFolders.current
    // A comma is a letter of a path, and parts the members of a list.
    let paths = setting == "token-lists" ? text.split(separator: ",").map(String.init) : [text]
    let whole = paths.map { $0.hasPrefix("@") ? "@\(here)/\($0.dropFirst())" : "\(here)/\($0)" }.joined(separator: ",")
    let answer = await run("config set \(setting) \(text)")
    if text.hasPrefix("@") {
      // A file with a server's address is looked into, and this one is not there.
      #expect(answer.errors.contains(whole.dropFirst()))
    } else {
      #expect(answer.output.contains(" is \(whole) now."))
      #expect(await run("config get \(setting)").output.contains("/\(paths[0])"))
      #expect(await run("config set \(setting) ~/elsewhere").output.contains(" is ~/elsewhere now."))
    }
    let key = try #require(SettingKey(rawValue: setting))
    let pair = #""\#(setting)": "\#(text)""#
    let settings = key.scopes[0] == .profile ? pair : #""networks": {"local": {\#(pair)}}"#
    try write(#"{"profiles": {"default": {"network": "local", \#(settings)}}}"#)
    func problem(_ variables: [String: String] = [:]) throws -> String? {
      let settings = try Settings(
        GivenSettings(profile: nil, path: nil, naming: \.flag), environment: environment.merging(variables) { $1 })
      return (settings.explain(key).problem as? SettingsError)?.reason
    }
    #expect(try problem()?.contains("It has to begin with / or ~/") == true)
    // What is given for a session is meant from here.
    #expect(try problem([key.variable: text])?.contains("begin with") != true)
  }

  @Test("set keeps a value in the profile, for the network or in its definition, and shows the old one")
  func set() async throws {
    try write(school)
    #expect(
      await run("config set max-price 60").output == "profiles.school.max-price is 60 now.\nIt was 50.\n")
    #expect(await run("config set contract \(contract)").status == .success)
    #expect(await run("config set contract \(contract) --network kairos --profile lab").status == .success)
    #expect(await run("config set symbol KLAY").status == .success)
    #expect(await run("config set kaia true").status == .success)
    #expect(await run("config set endpoint http://a:1 http://b:2").status == .success)
    #expect(file?["profiles"]?["school"]?["max-price"] == "60")
    #expect(file?["profiles"]?["school"]?["networks"]?["campus"]?["contract"] == .string(contract))
    #expect(file?["profiles"]?["lab"]?["networks"]?["kairos"]?["contract"] == .string(contract))
    #expect(
      file?["networks"]?["campus"]
        == ["chain-id": 1337, "endpoint": ["http://a:1", "http://b:2"], "symbol": "KLAY", "kaia": true])
    #expect(file?["profiles"]?.object?.keys == ["school", "lab"])
    #expect(directory.mode(of: "lectures/config.json") == 0o600)
    #expect(try await json("network show")["network"]?["symbol"] == "KLAY")
  }

  @Test("set and unset keep what they do not change, and its order")
  func order() async throws {
    try write(school)
    await run("config set account alice")
    await run("config unset account")
    let kept = try #require(file)
    #expect(kept == (try JSON(parsing: school)))
    #expect(kept.object?.keys == ["profile", "profiles", "networks"])
  }

  @Test(
    "set refuses what no command could use",
    arguments: [
      "max-price 0.5", "confirmations many", "timeout soon", "network kairso", "contract 0x12", "own maybe",
      "chain-id 0", "symbol gwei", "symbol -", "explorer ftp://a", "explorer https://u:p@a", "kaia perhaps",
      "endpoint not-a-url", "max-price 1 2", "limit-per-day much", "fiat-rate 5", "checkpoint 5:0x12", "profile none",
      "profiles.school 5", "networks.campus.max-price 5", "kaia true --network kairos", "chain-id 5 --network kairos",
      "contract 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB --network kairso", "max-pirce 5",
      "account a --profile scholl",
    ])
  func refusals(line: String) async throws {
    try write(school)
    let run = await run("config set \(line)")
    #expect(run.status == .usage || run.status == .settings, "\(run.errors)")
    #expect(directory.read("lectures/config.json") == school, "\(line)")
  }

  @Test("unset takes back what another command kept, and tells what counts then")
  func unset() async throws {
    await run("network use kairos --contract \(contract) --from-block 5 --from alice")
    #expect(
      await run("config unset contract").output == """
        profiles.default.networks.kairos.contract is taken back; it was \(contract).
        contract is not set now.

        """)
    #expect(file?["profiles"]?["default"]?["networks"] == ["kairos": ["from-block": "5"]])
    await run("config unset from-block")
    #expect(file?["profiles"]?["default"]?.object?.keys == ["network", "account"])
    #expect(
      await run("config unset contract").output.hasPrefix("profiles.default.networks.kairos.contract was not set."))
    #expect(await run("config unset network").output.hasSuffix("network is local, from default now.\n"))
  }

  @Test("unset of a section asks, and refuses one that a profile needs")
  func sections() async throws {
    try write(school)
    #expect(await run("config unset profiles.lab").status == .notConfirmed)
    #expect(await run("config unset profiles.lab", answers: ["n"]).status == .notConfirmed)
    #expect(directory.read("lectures/config.json") == school)
    for needed in ["networks.campus", "networks.campus.endpoint", "profiles.school"] {
      let run = await run("config unset \(needed) --yes")
      #expect(run.status == .settings && run.errors.contains("nothing was changed"), "\(needed): \(run.errors)")
    }
    let asked = await run("config unset profiles.lab", answers: ["y"])
    #expect(asked.output == "profiles.lab is taken back, with 1 setting.\n")
    #expect(file?["profiles"]?.object?.keys == ["school"])
  }

  @Test("list tells of each place in the file whether it is in force, and shows no key")
  func list() async throws {
    try write(school)
    let run = await run("config list", ["LECTURES_MAX_PRICE": "70"])
    #expect(run.status == .success && run.errors.isEmpty)
    #expect(run.output.contains("\nProfile  school (others: lab)\n"))
    #expect(run.output.contains("\nmax-price              70"))
    let lines = run.output.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    #expect(lines.contains(["profiles.school.max-price", "50", "no:", "$LECTURES_MAX_PRICE"]))
    #expect(lines.contains(["profiles.school.networks.campus.from-block", "5", "yes"]))
    #expect(lines.contains(["profiles.lab.network", "kairos"]))
    #expect(lines.contains(["networks.campus.chain-id", "1337", "yes"]))
    #expect(run.output.contains("https://***@kaia.example") && !run.output.contains("u:p"))
    let result = try await json("config list", ["LECTURES_MAX_PRICE": "70"])
    #expect(result["profiles"] == ["school", "lab"] && result["problems"] == [])
    #expect(
      result["kept"]?.array?.first { $0["name"] == "max-price" } == [
        "place": "profiles.school.max-price", "name": "max-price", "profile": "school", "network": nil, "value": "50",
        "inForce": false,
      ])
    #expect(!"\(result)".contains("u:p"))
  }

  @Test("get gives the value in force or the one at a place to scripts, and tells its origin beside it")
  func get() async throws {
    try write(school)
    let told = await run("config get max-price")
    #expect(told.output == "50 ETH\n" && told.errors == "from profile school, profiles.school.max-price\n")
    #expect(try await json("config get max-price", ["LECTURES_MAX_PRICE": "7"])["origin"] == "$LECTURES_MAX_PRICE")
    #expect(try await json("config get profiles.lab.network")["value"] == "kairos")
    #expect(try await json("config get contract")["value"] == .null)
    #expect(try await json("config get endpoint")["place"] == "networks.campus.endpoint")
    #expect(await run("config get max-pirce").errors.contains("Did you mean 'max-price'?"))
    #expect(await run("config get profiles.lab").status == .usage)
  }

  @Test("set warns where a stronger value hides the kept one")
  func stronger() async throws {
    let run = await run("config set account alice", ["LECTURES_ACCOUNT": "bob"])
    #expect(run.errors == "warning: $LECTURES_ACCOUNT is stronger: the value is kept, and not in force.\n")
    #expect(file?["profiles"]?["default"]?["account"] == "alice")
    #expect(try await json("config set account carol", ["LECTURES_ACCOUNT": "bob"])["inForce"] == false)
    #expect(try await json("config set account dora")["inForce"] == true)
  }

  @Test("takes nothing from a file that others may write, nor from none that is JSON, and tells the line")
  func unusable() async throws {
    try write(school, mode: 0o666)
    #expect(await run("config set account alice").errors.contains("chmod go-w"))
    #expect(directory.read("lectures/config.json") == school)
    try write("{\n  \"profile\": \"a\",\n  \"profiles\" {}\n}")
    let broken = await run("config list")
    #expect(
      broken.status == .settings && broken.errors.contains("config.json, line 3: not valid JSON"), "\(broken.errors)")
  }
}
