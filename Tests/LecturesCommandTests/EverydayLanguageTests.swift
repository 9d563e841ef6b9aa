import Keystores
import Localization
import QRCodes
import Testing

@testable import LecturesCommand

@Suite("The everyday commands speak Korean and Ukrainian", .timeLimit(.minutes(20))) struct EverydayLanguageTests {
  static let languages = [Language.korean, .ukrainian]

  /// Runs a command in a language, and checks that nothing of what it says is English.
  @discardableResult
  private func said(
    _ line: String, in language: Language, by home: MarketHome, ends status: LecturesCommand.ExitStatus = .success,
    answers: [String]? = nil, besides names: Set<String> = [], at location: SourceLocation = #_sourceLocation
  ) async -> CommandRun {
    let run = await home.run("\(line) --language \(language.rawValue)", answers: answers)
    let all = run.output + run.errors + run.questions.joined(separator: "\n")
    #expect(run.status == status, "\(line): \(all)", sourceLocation: location)
    #expect(!all.isEmpty, "\(line)", sourceLocation: location)
    #expect(ForeignWords.of(all, besides: names) == [], "\(line): \(all)", sourceLocation: location)
    return run
  }

  @Test("with what they list, show, ask and report", arguments: languages)
  func outcomes(language: Language) async throws {
    let home = try await MarketHome()
    for line in ["list", "mine --from student", "mine --teaching --from teacher", "average --all"] {
      await said(line, in: language, by: home)
    }
    try await home.done("create --price 10 --title 가나다 --from teacher --yes", "create --price 3 --from teacher --yes")
    await said("list", in: language, by: home)
    await said("list --open", in: language, by: home)
    await said("list --search ㄱ", in: language, by: home)
    await said("show 0", in: language, by: home)
    await said("average 0", in: language, by: home)
    await said("purchase 0 --from student --dry-run", in: language, by: home)
    await said("purchase 0 --from student", in: language, by: home, answers: ["так", WalletHome.password])
    // Once more: told, and nothing paid.
    await said("purchase 0 --price 10 --from student --yes", in: language, by: home)
    await said("mine --from student", in: language, by: home)
    await said(
      "evaluate 0 --scores 100,80,34,77,99 --from student", in: language, by: home, answers: ["네", WalletHome.password])
    for line in ["show 0", "average 0", "average --all", "mine --from student", "balance student", "wallet list"] {
      await said(line, in: language, by: home)
    }
    await said("wallet list --offline", in: language, by: home)
    let shown = await said(
      "wallet show student", in: language, by: home, besides: ["scrypt", "n", "r", "p", "aes", "ctr"])
    for label in [Label.account, .address, .kind, .balance, .encrypted, .file] {
      #expect(shown.output.contains(language[label]), "\(shown.output)")
    }
    try await home.done("settle 0 --from owner --yes")
    await said("show 0", in: language, by: home)
    await said("list", in: language, by: home)
  }

  @Test("with what teachers do, with transfers and with histories", arguments: languages)
  func others(language: Language) async throws {
    let home = try await MarketHome()
    await said("create --price 10 --title 가나다 --from teacher --yes", in: language, by: home)
    await said("history student", in: language, by: home)
    await said("purchase 0 --price 10 --from student --yes", in: language, by: home)
    await said("settle 0 --from owner --yes", in: language, by: home)
    await said("reopen 0 --price 12 --from teacher --yes", in: language, by: home)
    await said("wallet transfer --from student --to teacher --amount 1,5 --yes", in: language, by: home)
    let history = await said("history student", in: language, by: home)
    #expect(history.output.contains(language == .korean ? "0번 강의 구매" : "куплено лекцію 0"), "\(history.output)")
    await said("history teacher", in: language, by: home)
    await said("history owner", in: language, by: home)
    await said("mine --teaching --from teacher", in: language, by: home)
  }

  @Test("with batches and what is wrong in them", arguments: languages)
  func batches(language: Language) async throws {
    let home = try await MarketHome()
    let file = home.file("rows")
    // The row that is wrong is told as it stands.
    let verbs: Set = ["create", "settle", "evaluate", "buy", "x"]
    func rows(_ text: String) async throws {
      try await PrivateFile.write(Array(text.utf8), to: file, replacing: true)
    }
    try await rows("create,10,가나다\n")
    await said("batch \(file) --from teacher --dry-run", in: language, by: home)
    await said("batch \(file) --from teacher", in: language, by: home, answers: ["네", WalletHome.password])
    await said("batch \(file) --from teacher --yes", in: language, by: home)
    try await rows("create,12,가나다\ncreate,5,라마\nsettle,0/7\n")
    await said("batch \(file) --from teacher --yes", in: language, by: home, ends: .failure)
    await said("batch \(file) --from teacher --yes --keep-going", in: language, by: home, ends: .failure)
    for row in ["create,10", "settle", "evaluate", "buy,0", "create,10,\"가", "settle,0/x", "settle,0\nsettle,0"] {
      try await rows(row)
      await said("batch \(file) --from teacher --yes", in: language, by: home, ends: .usage, besides: verbs)
    }
  }

  @Test("with codes that ask for a payment", arguments: languages)
  func codes(language: Language) async throws {
    let home = try await MarketHome()
    let (code, school) = (home.file("code.png"), "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB")
    func draw(_ text: String) async throws {
      try await PrivateFile.write(try QRCode(text).picture(scale: 4).png(), to: code, replacing: true)
    }
    try await draw("ethereum:\(school)?value=1500000000000000000")
    await said("wallet scan \(code) --read", in: language, by: home)
    for line in ["", "--amount 1,5", "--to student --amount 1,5", "--to \(school) --amount 2", "--token \(school)"] {
      await said("wallet scan \(code) --from student --yes \(line)", in: language, by: home, ends: .usage)
    }
    await said(
      "wallet scan \(code) --from student", in: language, by: home, answers: ["네", WalletHome.password],
      besides: ["ethereum", "value"])
    try await draw("ethereum:\(school)@8217?value=1")
    await said("wallet scan \(code) --from student", in: language, by: home, ends: .wrongChain)
    try await draw("ethereum:\(school)/transfer?address=\(school)&uint256=7")
    await said("wallet scan \(code) --read", in: language, by: home)
    await said(
      "wallet scan \(code) --from student --yes --amount 7 --to \(school)", in: language, by: home, ends: .usage)
    try await draw(school)
    await said("wallet scan \(code) --from student", in: language, by: home, ends: .usage)
  }

  @Test("with the refusals of the contract", arguments: languages)
  func contractRefusals(language: Language) async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --from teacher --yes", "create --price 3 --from teacher --yes",
      "purchase 0 --price 10 --from student --yes", "evaluate 0 --scores 1,2,3,4,5 --from student --yes",
      "settle 1 --from owner --yes")
    let refused = [
      "show 99", "purchase 99 --price 10 --from student --yes", "purchase 0 --price 10 --from teacher --yes",
      "purchase 1 --price 10 --from student --yes", "purchase 0 --price 10 --again --from student --yes",
      "evaluate 0 --scores 9,9,9,9,9 --from student --yes",
      "evaluate 0 --scores 9,9,9,9,9 --again --from student --yes",
      "evaluate 0 --scores 1,2,3,4,5 --from owner --yes",
    ]
    for line in refused { await said(line, in: language, by: home, ends: .refused) }
    let limited = [
      "purchase 0 --price 9 --from owner --yes", "purchase 0 --price 12 --max-price 9 --from owner --yes",
      "purchase 0 --price 10 --max-total-fee 0.0000000001 --from owner --yes",
      "purchase 0 --price 10 --limit-per-command 1 --from owner --yes",
    ]
    for line in limited { await said(line, in: language, by: home, ends: .overLimit) }
  }

  @Test("with the refusals of money, keys, nodes, settings and the command line", arguments: languages)
  func otherRefusals(language: Language) async throws {
    let home = try await MarketHome()
    try await home.done("create --price 10 --from teacher --yes", "create --price 1000000000 --from teacher --yes")
    let rows: [(line: String, status: LecturesCommand.ExitStatus, answers: [String]?)] = [
      ("purchase 1 --price 1000000000 --from student --yes", .insufficientFunds, nil),
      ("purchase 0 --from student --yes", .usage, nil),
      ("purchase 0 --price 0,5 --from student --yes", .usage, nil),
      ("evaluate 0 --scores 1,2,3 --from student --yes", .usage, nil),
      ("evaluate 0 --scores 1,2,3,4,101 --from student --yes", .usage, nil),
      ("evaluate 0 --scores 1,2,3,4,ㄱ --from student --yes", .usage, nil),
      ("purchase 0 --price 10", .settings, nil),
      ("purchase 0 --price 10 --from nobody --yes", .locked, nil),
      ("purchase 0 --price 10 --from student", .notConfirmed, nil),
      ("purchase 0 --from student", .notConfirmed, ["ні"]),
      ("purchase 0 --from student", .notConfirmed, ["아니요"]),
      ("purchase 0 --from student", .locked, ["y", "wrong"]),
      ("purchase 0 --from student", .locked, ["y"]),
      ("purchase 0 --price 10 --from student --yes --password-file /none", .locked, nil),
      ("balance nobody", .locked, nil), ("balance 0x12", .usage, nil),
      ("list --endpoint http://127.0.0.1:1", .nodeUnavailable, nil),
      ("purchase 0 --price 10 --from student --yes --endpoint http://127.0.0.1:1", .nodeUnavailable, nil),
      ("list --chain-id 5", .wrongChain, nil), ("list --network campus", .settings, nil),
      ("list --network kairos --endpoint http://127.0.0.1:1", .nodeUnavailable, nil),
      ("list --contract 0x0000000000000000000000000000000000000009", .wrongChain, nil),
      ("list --timeout ㄱ", .usage, nil), ("list --profile other", .settings, nil), ("purchaze 0", .usage, nil),
      ("list --opne", .usage, nil), ("show", .usage, nil), ("show ㄱ", .usage, nil),
    ]
    for row in rows { await said(row.line, in: language, by: home, ends: row.status, answers: row.answers) }
  }

  @Test("and JSON is the same in every language")
  func json() async throws {
    let home = try await MarketHome()
    try await home.done("create --price 10 --title 가나다 --from teacher --yes")
    for line in ["list", "show 0", "show 99", "balance student", "purchase 0 --from student --yes", "lst"] {
      let english = await home.run("\(line) --json")
      for language in Self.languages {
        let other = await home.run("\(line) --json --language \(language.rawValue)")
        #expect(other.output == english.output && other.status == english.status, "\(line)")
      }
    }
  }
}

@Suite("The language of a run") struct LanguageChoiceTests {
  @Test("is that of the flag, else of the variable, else of the profile, else of the system")
  func order() async {
    let home = WalletHome()
    func heading() async -> String { await home.run("wallet list --offline").output }
    #expect(await heading().contains("There is no account"))
    home.environment["LANG"] = "uk_UA.UTF-8"
    #expect(await heading().contains("ще немає рахунків"))
    #expect(await home.run("config set language ko").status == .success)
    #expect(await heading().contains("아직 계정이 없습니다"))
    home.environment["LECTURES_LANGUAGE"] = "en"
    #expect(await heading().contains("There is no account"))
    #expect(await home.run("wallet list --offline --language uk").output.contains("ще немає рахунків"))
  }

  @Test("decides the words of what cannot be parsed, before any setting is read")
  func misuse() async {
    let home = WalletHome()
    for line in ["--language ko lst", "lst --language=ko"] {
      #expect(await home.run(line).errors.hasPrefix("오류: 그런 명령이 없습니다"), "\(line)")
    }
    #expect(await home.run("lst -- --language ko").errors.hasPrefix("error: "))
  }

  @Test("is refused where it is none of the three, and config mends it")
  func unknown() async {
    let home = WalletHome()
    let refused = await home.run("wallet list --language tlh")
    #expect(refused.status == .usage && refused.errors.contains("en, ko or uk"), "\(refused.errors)")
    #expect(await home.run("config set language tlh").status == .usage)
    home.environment["LECTURES_LANGUAGE"] = "tlh"
    #expect(await home.run("wallet list").status == .settings)
    #expect(await home.run("config list").status == .success)
  }
}
