import Keystores
import Operations
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("A mistake in the configuration file")
struct ConfigMendingTests {
  private let directory = TemporaryDirectory()
  private var environment: [String: String] { ["XDG_CONFIG_HOME": directory.path, "HOME": directory.path] }

  private func run(_ line: String) async -> CommandRun { await CommandRun(line, environment: environment) }

  private func write(_ text: String) throws {
    try PrivateFile.makeFolder(of: directory.file("lectures/config.json"))
    directory.write(text, to: "lectures/config.json")
  }

  /// Files with a mistake in their third line: the place that the error names, and the commands that it advises.
  private static let mistakes: [(file: String, place: String, reason: String, mended: [String])] = [
    (
      "{\"profiles\": {\n \"a\": {\"network\": \"kaia\",\n \"symbol\": \"KLAY\"}}}", "profiles.a.symbol",
      "It is not read there. Its place is networks.kaia.symbol.",
      ["config set networks.kaia.symbol KLAY", "config unset profiles.a.symbol"]
    ),
    (
      "{\"profile\": \"a\", \"profiles\": {\"a\": {}},\n \"networks\": {\"kaia\": {\n \"fiat-rate\": \"2 USD\"}}}",
      "networks.kaia.fiat-rate", "It is not read there. Its place is profiles.a.networks.kaia.fiat-rate.",
      ["config set profiles.a.networks.kaia.fiat-rate '2 USD'", "config unset networks.kaia.fiat-rate"]
    ),
    (
      "{\n\n \"max-price\": 5}", "max-price", "It is not read there. Its place is profiles.default.max-price.",
      ["config set profiles.default.max-price 5", "config unset max-price"]
    ),
    (
      "{\"profiles\": {\n\"a\": {\n \"max-fee\": \"1\"}}}", "profiles.a.max-fee", "It is called max-total-fee now.",
      ["config set profiles.a.max-total-fee 1", "config unset profiles.a.max-fee"]
    ),
    (
      "{\"networks\": {\n\"my.net\": {\n \"simbol\": \"X\"}}}", "networks.my.net.simbol",
      "Nobody knows that key. Did you mean 'symbol'?", ["config unset networks.my.net.simbol"]
    ),
    (
      "{\"networks\": {\n\"kaia\": {\n \"kaia\": \"true\"}}}", "networks.kaia.kaia",
      "It has to be true or false, without quotes.", ["config unset networks.kaia.kaia"]
    ),
    (
      "{\"networks\": {\"kaia\": {\n\n \"chain-id\": 5}}}", "networks.kaia.chain-id",
      "kaia is built in and cannot become another chain; take another name.", ["config unset networks.kaia.chain-id"]
    ),
    (
      "{\"profiles\": {\n\n \"account\": \"alice\"}}", "profiles.account",
      "It is not read there. Its place is profiles.default.account.",
      ["config set profiles.default.account alice", "config unset profiles.account"]
    ),
  ]

  @Test("is told with its line and the right place, and mended by the advised commands", arguments: mistakes.indices)
  func mended(index: Int) async throws {
    let mistake = Self.mistakes[index]
    try write(mistake.file)
    let refused = await run("network list --json")
    let error = try #require(try JSON(parsing: refused.output)["error"])
    #expect(refused.status == .settings)
    #expect(error["message"] == .string("The configuration file is wrong at \(mistake.place)."))
    #expect(error["reason"] == .string(mistake.reason))
    #expect(error["line"] == 3 && error["setting"] == .string(mistake.place))
    let advice = error["advice"]?.string ?? ""
    #expect(advice.hasSuffix(mistake.mended.map { "lectures \($0)" }.joined(separator: " && ")), "\(advice)")

    let listed = await run("config list")
    #expect(listed.status == .success && listed.errors.contains("wrong at \(mistake.place)"), "\(listed.errors)")
    for line in mistake.mended {
      let run = await CommandRun(ExampleTests.words("lectures \(line)"), environment: environment)
      #expect(run.status == .success, "\(line): \(run.errors)")
    }
    #expect(await run("network list").status == .success)
    #expect(await run("config list").errors.isEmpty)
  }

  @Test(
    "of an empty text is none to keep: what was kept is taken back instead", arguments: ["relays", "quotes", "account"])
  func nothing(setting: String) async throws {
    let refused = await CommandRun(["config", "set", setting, " "], environment: environment)
    #expect(refused.status == .usage && refused.errors.contains("nothing was changed"), "\(refused.errors)")
    #expect(refused.errors.contains("lectures config unset \(setting)"), "\(refused.errors)")
    #expect(directory.read("lectures/config.json")?.contains(setting) != true)
  }

  @Test(
    "of a list with nothing in it is none to keep either",
    arguments: ["relays", "quotes", "token-lists", "trusted-tokens", "rates-sources", "rates-currencies"])
  func emptyList(setting: String) async throws {
    let refused = await CommandRun(["config", "set", setting, " , "], environment: environment)
    #expect(refused.status == .usage && refused.errors.contains("nothing was changed"), "\(refused.errors)")
    #expect(refused.errors.contains("commas between them"), "\(refused.errors)")
    #expect(directory.read("lectures/config.json")?.contains(setting) != true)
  }

  @Test("does not keep other settings from being kept, and the others are counted")
  func several() async throws {
    try write("{\"profiles\": {\"default\": {\"symbol\": \"X\", \"max-pirce\": 3, \"chain-id\": 5}}}")
    #expect(await run("network show").errors.contains("2 more are wrong."))
    #expect(await run("config set max-price 3").status == .success)
    #expect(directory.read("lectures/config.json")?.contains("\"max-pirce\": 3") == true)
  }

  @Test("in the name of the profile to take is mended, too, and makes no profile of that name")
  func profile() async throws {
    try write(#"{"profile":"defualt","profiles":{"school":{"max-price":3}}}"#)
    let refused = await run("network show")
    #expect(refused.errors.contains("lectures config set profile NAME"))
    #expect(await run("config list").errors.contains("There is no profile 'defualt'."))
    #expect(await run("config set account alice").status == .settings)
    #expect(await run("config set profile scool").status == .settings)
    #expect(await run("config set profile school").status == .success)
    #expect(await run("network show").status == .success)
  }

  @Test("has its line whatever stands before it")
  func lines() {
    let text = """
      {
        "a\\"\\u0062": [1, {"x": "}"}, "["],
        "c": {"d": 1,
          "e.f": {
            "g": true } }
      }
      """
    func line(_ keys: String..., in text: String = text) -> Int? {
      ConfigFile(path: nil, text: Array(text.utf8)).line(of: ConfigPlace(keys: keys))
    }
    #expect(line("a\"b") == 2)
    #expect(line("c") == 3 && line("c", "d") == 3)
    #expect(line("c", "e.f") == 4 && line("c", "e.f", "g") == 5)
    #expect(line("c", "x") == nil && line("c", "d", "x") == nil && line() == nil)
    #expect(line("a", in: "") == nil && line("a", in: "{\"a\": 1") == nil && line("a", in: "[]") == nil)
  }
}
