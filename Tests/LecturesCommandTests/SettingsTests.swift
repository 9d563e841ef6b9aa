import ArgumentParser
import Foundation
import Keystores
import LectureKit
import Localization
import NodeRPC
import Operations
import Primitives
import Testing

@testable import LecturesCommand

@Suite("Settings")
struct SettingsTests {
  private let directory = TemporaryDirectory()

  private func settings(
    _ line: String = "", environment: [String: String] = [:], file: String? = nil, use: Settings.FileUse = .reading
  ) throws -> Settings {
    var environment = environment
    environment["XDG_CONFIG_HOME"] = directory.path
    if let file {
      try PrivateFile.makeFolder(of: directory.file("lectures/config.json"))
      directory.write(file, to: "lectures/config.json")
    }
    let options = try AllSharedOptions.parse(line.split(separator: " ").map(String.init))
    return try Settings(
      SharedOptions(of: options, options.global).given, environment: environment, use: use)
  }

  /// The failure that the command line makes of an error of the settings.
  private func failure(_ body: () throws -> Void) -> CommandFailure? {
    (#expect(throws: SettingsError.self, performing: body)).map { CommandFailure($0) }
  }

  private let school = """
    {
      "profile": "school",
      "profiles": {
        "school": {
          "network": "kairos", "account": "teacher", "confirmations": 3, "max-price": 50, "max-total-fee": "0.1",
          "networks": {
            "kairos": { "contract": "0x0000000000000000000000000000000000000001", "from-block": 123 },
            "kaia": { "contract": "0x0000000000000000000000000000000000000002", "endpoint": "https://kaia.example/v1" }
          }
        },
        "other": { "network": "campus" }
      },
      "networks": {
        "campus": { "chain-id": 1337, "endpoint": ["http://a:1", "http://b:2"], "symbol": "KLAY", "kaia": true },
        "kaia": { "explorer": "https://explorer.example/" }
      }
    }
    """

  @Test("know a network that is only built in from one that somebody uses or set up")
  func onlyBuiltIn() throws {
    let names = ["kaia", "kairos", "mainnet", "sepolia", "local"]
    #expect(try names.filter(settings().isOnlyBuiltIn) == ["kaia", "kairos", "mainnet", "sepolia"])
    #expect(try names.filter(settings("--network kaia").isOnlyBuiltIn) == ["kairos", "mainnet", "sepolia", "local"])
    let school = try settings(file: school)
    #expect(names.filter(school.isOnlyBuiltIn) == ["mainnet", "sepolia", "local"])
    #expect(!school.isOnlyBuiltIn("campus") && !school.isOnlyBuiltIn("unknown"))
  }

  @Test("are what is built in when nobody says anything")
  func builtIn() throws {
    let settings = try settings()
    let network = try settings.network()
    #expect(network.name == "local" && network.endpoints == ["http://127.0.0.1:8545"] && network.chainID == nil)
    #expect(try settings.confirmations() == 1)
    #expect(try settings.timeout() == .seconds(20))
    #expect(try settings.contractIfSet() == nil)
    #expect(throws: SettingsError(.noContract, "")) { try settings.contract() }
    #expect(throws: SettingsError(.noKeystores, "")) { try settings.keystoreDirectory() }
  }

  @Test("the time limit of a request is that of all of its attempts, be it given or not; of several nodes each has it")
  func timeOfRequest() throws {
    for (line, seconds) in [("", 20), ("--timeout 8", 8), ("--timeout 2", 2), ("--timeout 60", 60)] {
      let settings = try settings(line)
      let (one, three) = (try settings.nodeOptions(), try settings.nodeOptions(endpoints: 3))
      #expect(one.requestTimeout == .seconds(seconds) && one.deadline == .seconds(seconds), "\(line)")
      #expect(three.requestTimeout == .seconds(seconds) && three.deadline == .seconds(3 * seconds), "\(line)")
      #expect(one.offerDeadline == .seconds(max(20, seconds)), "\(line)")
    }
  }

  @Test("a block to begin with is its contract's, and of no other that is given by hand")
  func fromBlockOfContract() throws {
    let (own, other) = ("0x0000000000000000000000000000000000000001", "0x0000000000000000000000000000000000000009")
    #expect(try settings("--contract \(other)", file: school).fromBlock() == nil)
    #expect(try settings(environment: ["LECTURES_CONTRACT": other], file: school).fromBlock() == nil)
    #expect(try settings("--contract \(own)", file: school).fromBlock() == 123)
    #expect(try settings("--contract \(other) --from-block 7", file: school).fromBlock() == 7)
    #expect(try settings("--from-block 7", file: school).fromBlock() == 7)
    let variables = ["LECTURES_FROM_BLOCK": "8"]
    #expect(try settings("--contract \(other)", environment: variables, file: school).fromBlock() == 8)
    let both = variables.merging(["LECTURES_CONTRACT": own]) { first, _ in first }
    #expect(try settings("--contract \(other)", environment: both, file: school).fromBlock() == nil)
  }

  @Test("come from flags, then the environment, then the profile")
  func precedence() throws {
    let variables = ["LECTURES_NETWORK": "sepolia", "LECTURES_CONFIRMATIONS": "5"]
    let all = try settings("--network mainnet --confirmations 7", environment: variables, file: school)
    #expect(try all.network().name == "mainnet")
    #expect(try all.confirmations() == 7)
    #expect(all.raw(.network)?.origin.description == "--network")

    let noFlags = try settings(environment: variables, file: school)
    #expect(try noFlags.network().name == "sepolia")
    #expect(try noFlags.confirmations() == 5)
    #expect(noFlags.raw(.network)?.origin.description == "$LECTURES_NETWORK")

    let onlyFile = try settings(file: school)
    #expect(try onlyFile.network().name == "kairos")
    #expect(try onlyFile.confirmations() == 3)
    #expect(try onlyFile.fromBlock() == 123)
    #expect(try onlyFile.spending.maxPrice()?.klay == 50)
    #expect(try onlyFile.spending.maxTotalFee() == Amount(parsing: "0.1", unit: .klay))
    #expect(onlyFile.raw(.network)?.origin.description == "profile school")

    #expect(try settings(environment: ["LECTURES_CONFIRMATIONS": ""], file: school).confirmations() == 3)
  }

  @Test("by a former name are refused with the new one: as flag, variable and in the file")
  func former() throws {
    #expect(throws: (any Error).self) { try settings("--max-fee 1") }
    #expect {
      try settings(environment: ["LECTURES_MAX_FEE": "1"])
    } throws: {
      ($0 as? SettingsError)?.message == "LECTURES_MAX_FEE is called LECTURES_MAX_TOTAL_FEE now."
    }
    #expect {
      try settings(file: #"{"profiles": {"default": {"max-fee": "0.1"}}}"#)
    } throws: {
      ($0 as? SettingsError)?.reason?.contains("t is called max-total-fee now") == true
    }
  }

  @Test("of one network are never taken for another")
  func perNetwork() throws {
    #expect(try settings(file: school).contract().bytes.last == 1)
    let kaia = try settings("--network kaia", file: school)
    #expect(try kaia.contract().bytes.last == 2)
    #expect(try kaia.fromBlock() == nil)
    #expect(try kaia.network().endpoints == ["https://kaia.example/v1"])
    #expect(try kaia.network().explorer == "https://explorer.example")
    #expect(kaia.explain(.endpoint).origin.description == "profile school")
    #expect(try settings("--network local", file: school).contractIfSet() == nil)
  }

  @Test("of a network of one's own stand in the file")
  func ownNetwork() throws {
    let settings = try settings("--profile other", file: school)
    let network = try settings.network()
    #expect(network.chainID == 1337 && network.endpoints == ["http://a:1", "http://b:2"] && network.isKaia)
    #expect(settings.explain(.endpoint).origin.description == "network campus of the configuration file")
    #expect(settings.networkNames == ["kaia", "kairos", "mainnet", "sepolia", "local", "campus"])
  }

  @Test("that nobody knows are refused with what may have been meant")
  func unknown() throws {
    let network = failure { _ = try settings("--network kairso").network() }
    #expect(network?.message == "There is no network 'kairso'. Did you mean 'kairos'?")
    #expect(network?.status == .settings)
    let profile = failure { _ = try settings("--profile scholl", file: school) }
    #expect(profile?.message == "There is no profile 'scholl'. Did you mean 'school'?")
    let key = failure { _ = try settings(file: #"{"profiles":{"a":{"max-pirce":3}}}"#) }
    #expect(
      key?.lines.prefix(2) == [
        "The configuration file is wrong at profiles.a.max-pirce.", "Nobody knows that key. Did you mean 'max-price'?",
      ])
    #expect(key?.place?.hasSuffix("config.json, line 1") == true)
    #expect(key?.advice == "Mend it there, or take it out: lectures config unset profiles.a.max-pirce")
    let file = failure { _ = try settings("--config \(directory.file("none.json"))") }
    #expect(file?.code == .settings)
    #expect(failure { _ = try settings(file: "{,}") }?.message == "The configuration file is not JSON.")
    #expect(failure { _ = try settings(file: #"{"networks":{"kaia":{"chain-id":5}}}"#) }?.code == .settings)
  }

  @Test("in a profile that the file takes and does not have are not passed over, nor is one made by its name")
  func mistypedProfile() throws {
    let mistyped = #"{"profile":"defualt","profiles":{"default":{"limit-per-command":"1klay"}}}"#
    for use in [Settings.FileUse.reading, .making] {
      let error = failure { _ = try settings(file: mistyped, use: use) }
      #expect(error?.code == .unknownProfile)
      #expect(error?.message == "There is no profile 'defualt'. Did you mean 'default'?")
      #expect(error?.place?.hasPrefix("It stands under \"profile\" in /") == true)
    }
    let swapped = #"{"profile":"default","profiles":{"defualt":{"limit-per-command":"1klay"}}}"#
    #expect(throws: SettingsError(.unknownProfile, "")) { _ = try settings(file: swapped) }
    #expect(throws: SettingsError(.unknownProfile, "")) { _ = try settings(file: #"{"profile":"school"}"#) }
    #expect(try settings("--profile default", file: mistyped).raw(.limitPerCommand)?.texts == ["1klay"])
    #expect(try settings("--profile new", file: mistyped, use: .making).profile == "new")
    #expect(try settings(file: #"{"profile":"school"}"#, use: .making).profile == "school")
    #expect(try settings(file: #"{"profile":"default"}"#).profile == "default")
  }

  @Test("may stand in a file that begins with the mark of UTF-8")
  func byteOrderMark() throws {
    #expect(try settings(file: "\u{FEFF}" + school).network().name == "kairos")
  }

  @Test("of an account that look like an address and are none are told as that")
  func mistypedAccount() async {
    let home = WalletHome()
    for line in ["mine --from 0x12", "balance --from 0x12", "history 0x12", "account show 0x12"] {
      let run = await home.run(line)
      #expect(run.status == .usage && run.errors.contains("2 digits instead of 40"), "\(line): \(run.errors)")
    }
    home.environment["LECTURES_ACCOUNT"] = "0x12"
    let run = await home.run("mine")
    #expect(run.status == .settings && run.errors.contains("$LECTURES_ACCOUNT"), "\(run.errors)")
  }

  @Test("of authorities that others may write are refused with the command that mends it", arguments: Language.allCases)
  func openAuthorities(language: Language) throws {
    let home = WalletHome()
    home.directory.write("-----BEGIN CERTIFICATE-----\n", to: "school.pem")
    let path = home.file("school.pem")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    let refused = failure { _ = try settings("--ca-file \(path)").checkedAuthorityFile() }
    let advice = refused?.words(in: language).advice
    #expect(refused?.status == .settings && advice?.contains("chmod go-w \(path)") == true, "\(advice ?? "")")
  }

  @Test("that cannot be read are told with their place; those of a flag are a misuse of the command")
  func unreadable() throws {
    let flag = failure { _ = try settings("--timeout soon").timeout() }
    #expect(flag?.status == .usage)
    #expect(flag?.message == "The value 'soon' of --timeout cannot be read.")
    let variable = failure {
      _ = try settings(environment: ["LECTURES_CONFIRMATIONS": "0"]).confirmations()
    }
    #expect(variable?.status == .settings)
    #expect(variable?.place == "'0' in $LECTURES_CONFIRMATIONS")
    let price = failure { _ = try settings("--max-price 0.5").spending.maxPrice() }
    #expect(price?.reason?.contains("whole coins") == true)
  }

  @Test(
    "of time have a unit or are seconds",
    arguments: [
      ("30", .seconds(30)), ("1.5", .milliseconds(1500)), ("500ms", .milliseconds(500)), ("2m", .seconds(120)),
      ("1h", .seconds(3600)), ("0", nil), ("-1", nil), ("", nil), ("s", nil), ("1e9", nil), ("nan", nil), ("25h", nil),
      ("0x10", nil), ("9999999999999999999999", nil),
    ] as [(String, Duration?)])
  func durations(text: String, duration: Duration?) {
    #expect(Settings.duration(text) == duration)
  }

  @Test("of endpoints are several in a variable, and shown without their keys")
  func endpoints() throws {
    let settings = try settings(environment: [
      "LECTURES_ENDPOINT": "https://a.example/v3/0123456789abcdef0123, https://u:p@b.example?key=1"
    ])
    #expect(try settings.network().endpoints.count == 2)
    let shown = settings.explained().first { $0.key == .endpoint }?.value
    #expect(shown == "https://a.example/v3/***, https://***@b.example?key=***")
  }

  @Test("say which chain a node has to be on")
  func chains() throws {
    let kairos = try settings("--network kairos").network()
    #expect(throws: Never.self) { try kairos.check(chainID: 1001, endpoint: "http://n") }
    let wrong = failure { try kairos.check(chainID: 8217, endpoint: "http://n") }
    #expect(wrong?.reason == "http://n says chain id 8217 (kaia); kairos is 1001.")
    let local = try settings().network()
    #expect(throws: Never.self) { try local.check(chainID: 31337, endpoint: "http://n") }
    #expect(throws: SettingsError(.wrongChain, "")) { try local.check(chainID: 8217, endpoint: "http://n") }
    #expect(try settings("--chain-id 1337").network().chainID == 1337)
    #expect(throws: SettingsError(.otherChainID, "")) { try settings("--network kaia --chain-id 1").network() }
  }

  @Test("have a name that is none when it is mistyped in the environment")
  func stray() throws {
    let settings = try settings(environment: ["LECTURES_NETWROK": "kaia"])
    #expect(settings.strayVariables.map(\.suggestion) == ["LECTURES_NETWORK"])
  }
}
