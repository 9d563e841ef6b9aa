import ChainSupport
import Keystores
import Localization
import Operations
import Primitives
import Terminal
import Testing

@testable import LecturesCommand

@Suite("The commands for wallets, networks, settings and services speak Korean and Ukrainian", .timeLimit(.minutes(20)))
struct KeepingLanguageTests {
  static let languages = EverydayLanguageTests.languages

  @Test("with accounts that are made, renamed, exported, backed up and removed", arguments: languages)
  func wallets(language: Language) async throws {
    let home = WalletHome()
    let listener = LanguageListener(language: language, environment: home.environment)
    await listener.said("wallet new student --light", besides: ["json"])
    await listener.said(
      "wallet new teacher --words 12 --phrase-language korean --show-phrase --no-confirm --light", besides: ["json"])
    home.directory.write(WalletHome.ownerKey, to: "key")
    await listener.said("wallet import owner --light --private-key-file \(home.file("key"))", besides: ["json"])
    await listener.said("wallet watch watched 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB")
    await listener.said("wallet network student local")
    await listener.said("wallet export student --output \(home.file("student.json"))")
    await listener.said("wallet export student --output \(home.file("student.json"))", ends: .failure)
    await listener.said(
      "wallet export student --private-key --output \(home.file("student.key"))", answers: ["student"])
    await listener.said("wallet export student --private-key", ends: .usage, terminal: 100)
    await listener.said("wallet backup \(home.file("all.backup")) --light", besides: ["list"])
    await listener.said("wallet restore \(home.file("all.backup")) --list")
    await listener.said("wallet restore \(home.file("all.backup"))", besides: ["json"])
    await listener.said("wallet rename student other", besides: ["json"])
    await listener.said("wallet password other --light --new-password-file \(home.file("password"))")
    await listener.said("wallet remove watched", answers: ["watched"])
    await listener.said("wallet remove other", answers: ["other"])
    await listener.said("wallet remove owner", ends: .notConfirmed, answers: ["x"])
  }

  @Test("with the questions for a phrase, and with what is refused", arguments: languages)
  func refusals(language: Language) async throws {
    let home = WalletHome()
    let listener = LanguageListener(language: language, environment: home.environment)
    let phrase = "wallet new teacher --words 12 --phrase-language korean --light"
    await listener.said(phrase, ends: .usage)
    let run = await listener.said(phrase, ends: .notConfirmed, answers: ["", "ㄱ", "ㄴ", "ㄷ"], terminal: 100)
    #expect(run.questions.count == 4, "\(run.questions)")
    await listener.said("wallet import other --private-key-file /none", ends: .locked)
    await listener.said("wallet import other --keystore /none", ends: .locked)
    await listener.said("wallet import other", ends: .locked, besides: ["Klaytn"])
    await listener.said("wallet backup \(home.file("all.backup"))", ends: .locked)
    await listener.said("receipt check /none", ends: .usage)
    home.directory.write("{", to: "genesis")
    await listener.said("devnet --genesis \(home.file("genesis"))", ends: .usage)
    await listener.said("devnet --balance ㄱ", ends: .usage)
  }

  @Test("with contacts, and the objections to a name", arguments: languages)
  func contacts(language: Language) async throws {
    let home = WalletHome()
    let listener = LanguageListener(language: language, environment: home.environment)
    let address = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB"
    await listener.said("contact list")
    await listener.said("contact add other \(address)")
    await listener.said("contact add owner \(address)", answers: ["네"])
    await listener.said(
      "contact add 0ther 0x5cb00000000000000000000000000000000007fb", ends: .notConfirmed, answers: ["ні"],
      besides: ["ther"])
    await listener.said("contact add teacher.eth \(WalletHome.student)", answers: ["так"], besides: ["eth"])
    await listener.said("contact list", besides: ["eth"])
    await listener.said("contact rename other campus")
    await listener.said("contact remove campus")
  }

  @Test("with networks and settings", arguments: languages)
  func settings(language: Language) async throws {
    let home = WalletHome()
    let listener = LanguageListener(language: language, environment: home.environment)
    let known: Set = ["kaia", "kairos", "mainnet", "sepolia", "Klaytn", "Cypress", "Baobab", "Ethereum"]
    await listener.said("network list", besides: known)
    await listener.said(
      "network use campus --endpoint http://127.0.0.1:9 --chain-id 5 --symbol KLAY", besides: known)
    await listener.said("config set account student")
    await listener.said("config set account student")
    await listener.said("config set account owner")
    let got = await listener.said("config get account")
    #expect(got.output == "owner\n" && got.errors.contains("profiles.default.account"), "\(got.errors)")
    await listener.said("config get site")
    await listener.said("config unset account")
    await listener.said("config unset account")
    await listener.said("config get profiles.default", ends: .usage)
    await listener.said("config unset profiles.default", answers: ["так"])
    let list = await home.run("config list --language \(language.rawValue)")
    let shown = await home.run("network show --language \(language.rawValue)")
    for text in [list.output, shown.output] {
      #expect(!text.contains("Setting") && !text.contains("not set") && !text.contains("Profile"), "\(text)")
    }
  }

  @Test("with a check of everything, which JSON tells in English", arguments: languages)
  func doctor(language: Language) async throws {
    let home = try await MarketHome()
    let listener = LanguageListener(language: language, environment: home.environment)
    let good = await listener.said("doctor --from student")
    #expect(good.output.contains(language[DoctorSubject.newestBlock]), "\(good.output)")
    await listener.said("doctor --from student --endpoint http://127.0.0.1:1", ends: .failure)
    await LanguageListener(language: language, environment: WalletHome().environment).said(
      "doctor --endpoint \(home.chain.url)", ends: .failure)
    let english = await home.run("doctor --from student --json")
    #expect(english.output.contains("Newest block"), "\(english.output)")
    let other = await home.run("doctor --from student --json --language \(language.rawValue)")
    // The clock goes on between both.
    func withoutAges(_ run: CommandRun) -> String {
      run.output.replacing(/, \d+ s ahead of this machine's clock/, with: "").replacing(/\d+ \w+ old/, with: "old")
    }
    #expect(withoutAges(other) == withoutAges(english))
  }

  @Test("with a lecture's students and ratings, and with money that waits", arguments: languages)
  func lectures(language: Language) async throws {
    let home = try await MarketHome()
    let listener = LanguageListener(language: language, environment: home.environment)
    try await home.done("create --price 10 --title 가나다 --from teacher --yes")
    await listener.said("students 0")
    try await home.done(
      "purchase 0 --price 10 --from student --yes", "evaluate 0 --scores 1,2,3,4,5 --from student --yes")
    for line in ["students 0", "points 0", "students 0 --check student", "withdraw --from teacher --yes"] {
      await listener.said(line)
    }
    await listener.said("students 0 --check owner", ends: .failure)
  }

  @Test("with services as they start", arguments: languages)
  func services(language: Language) async throws {
    let home = try await MarketHome(kaia: true)
    let listener = LanguageListener(language: language, environment: home.environment)
    let names: Set = ["WebSocket", "ws"]
    await listener.saidAtStart("devnet --port 0", besides: names)
    await listener.saidAtStart("devnet --port 0 --kaia --state \(home.file("chain.log"))", besides: names)
    await listener.said("devnet fund student --amount 1.5")
    await listener.said("devnet fund student --amount ㄱ", ends: .usage)
    await listener.said("devnet fund student --network kairos", ends: .usage, besides: ["kairos"])
    await listener.said("web --new-link", ends: .failure)
    await listener.said("web --lock-after 7h", ends: .usage)
    await listener.said("web --platform", ends: .usage)
    await listener.saidAtStart("web --no-open --port 0")
    await listener.saidAtStart(
      "web --platform --port 0 --public-url http://school.localhost:7789 --database \(home.file("platform.db"))")
    try await PrivateFile.write(
      Array(
        """
        {"chainId": \(home.chain.chainID), "maxGasPrice": "750 ston", "maxGas": 500000, "perDay": "10 kaia",
         "perSenderPerDay": "1 kaia", "transfers": {"maxValue": "1 kaia"}, "anonymous": true}
        """.utf8), to: home.file("rules.json"))
    let rules = home.file("rules.json")
    await listener.said("fee-payer rules --check \(rules)", besides: ["API"])
    await listener.saidAtStart(
      "fee-payer serve --port 0 --from owner --rules \(rules) --journal \(home.file("fees.journal"))", besides: ["API"])
    let shown = await listener.said("fee-payer show \(home.file("fees.journal")) --rules \(rules)")
    #expect(shown.output.contains("10 KLAY"), "\(shown.output)")
  }
}

@Suite("Texts that say what services do") struct ServiceTextTests {
  @Test("say that more is spent of a fee payer's budget than there is since it was lowered")
  func overBudget() throws {
    let network = try #require(Network.builtIn("kairos"))
    #expect(FeePayerText.overBudget(.kaia(2), of: .kaia(2), on: network, in: .english) == nil)
    let over = try #require(FeePayerText.overBudget(.kaia(3), of: .kaia(2), on: network, in: .ukrainian))
    #expect(Language.english[over].plain.hasPrefix("More is spent today (3 KAIA) than the day's budget (2 KAIA)"))
    for language in EverydayLanguageTests.languages {
      #expect(ForeignWords.of(language[over].plain) == [], "\(language[over].plain)")
    }
  }
}
