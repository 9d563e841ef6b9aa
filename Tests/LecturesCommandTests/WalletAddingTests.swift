import Keys
import Keystores
import Locking
import StrictJSON
import Terminal
import Testing

@testable import LecturesCommand

@Suite("lectures wallet new and import")
struct WalletAddingTests {
  private let home = WalletHome()
  private func directory(_ name: String) -> String { "lectures/keystores/\(name)" }

  @Test("new makes a random key in a file for its owner only")
  func random() async throws {
    let run = await home.run("wallet new student1 --light")
    #expect(run.status == .success)
    let entry = try #require(await home.json("wallet list --offline")["accounts"]?.array?.first)
    let address = try #require(entry["address"]?.string)
    #expect(
      run.output == """
        Account student1 is made.
        Address  \(address)
        File     student1.json
        Who loses the file or its password loses the account: lectures wallet backup FILE

        """)
    #expect(run.errors.isEmpty)
    #expect(home.directory.mode(of: directory("student1.json")) == 0o600)
    #expect(home.directory.read(directory("student1.json"))?.contains(#""n": 4096"#) == true)
    #expect(entry["kind"] == "v3" && entry["problem"] == .null)
  }

  @Test("import reads a key behind a mark of UTF-8, and knows a phrase that was given as a key")
  func mistakenKeys() async {
    home.directory.write("\u{FEFF}\(WalletHome.ownerKey)\r\n", to: "key")
    let run = await home.run("wallet import owner --light --private-key-file \(home.file("key"))")
    #expect(run.status == .success && run.output.contains(WalletHome.owner), "\(run.errors)")
    home.directory.write(WalletHome.phrase, to: "phrase")
    let phrase = await home.run("wallet import other --light --private-key-file \(home.file("phrase"))")
    #expect(phrase.status == .locked)
    #expect(phrase.errors.contains("with --mnemonic-file") && !phrase.errors.contains("junk"), "\(phrase.errors)")
  }

  @Test("new asks twice for a password, and for none when the name is taken")
  func asks() async {
    let variable = "LECTURES_PASSWORD_FILE"
    let run = await home.run(
      "wallet new a --light", answers: ["one", "two", "open sesame", "open sesame"], without: variable)
    #expect(run.status == .success)
    #expect(run.questions.count == 4)
    let again = await home.run("wallet new a --light", answers: ["x", "x"], without: variable)
    #expect(again.status == .failure)
    #expect(again.questions.isEmpty)
    #expect(again.errors.hasPrefix("error: There is already a key a.\n  Its address is 0x"))
    for command in ["new", "import"] {
      let run = await home.run("wallet \(command) ../a --light", answers: ["x", "x"], without: variable)
      #expect(run.status == .usage && run.questions.isEmpty)
      #expect(run.errors.hasPrefix("error: `../a` cannot be the name of a key.\n"), "\(run.errors)")
    }
    #expect(await home.run("wallet new b --light", without: variable).status == .locked)
  }

  @Test("new shows a phrase once, at a terminal, and the phrase is the account", arguments: ["", " --korean"])
  func phrase(_ language: String) async throws {
    let run = await home.run("wallet new teacher --words 12 --light --no-color\(language)", terminal: 200)
    #expect(run.status == .success)
    let phrase = try #require(run.output.split(separator: "\n").first { $0.split(separator: " ").count == 12 })
    #expect(run.output.contains("These words are the account (path m/44'/60'/0'/0/0)."))
    let address = try await home.json("wallet show teacher")["address"]
    _ = await home.run("wallet rename teacher former")
    home.directory.write(String(phrase), to: "phrase")
    let file = home.file("phrase")
    let same = await home.run("wallet import teacher --light --mnemonic-file \(file)")
    #expect(same.status == .failure)
    #expect(same.errors.contains("The key of \(address?.string ?? "?") is already here."))
  }

  @Test("new keeps a phrase from everything that is no terminal unless it is asked for")
  func hidden() async throws {
    for line in ["wallet new a --words 12 --light", "wallet new a --words 12 --light --json"] {
      let run = await home.run(line, terminal: line.hasSuffix("--json") ? 80 : nil)
      #expect(run.status == .usage)
      #expect((run.output + run.errors).contains("nobody would see the phrase"))
    }
    #expect(try await home.json("wallet list --offline")["accounts"] == [])
    let shown = try await home.json("wallet new a --words 24 --light --show-phrase --coin klaytn --index 3")
    #expect(shown["phrase"]?.string?.split(separator: " ").count == 24)
    #expect(shown["path"] == "m/44'/8217'/0'/0/3")
    #expect(try await home.json("wallet new b --light")["phrase"] == nil)
  }

  /// Answers what is asked of a phrase out of what was shown of it.
  private final class Reader: Prompter {
    private let shown = Guarded<(words: [Int: String], asked: [String])>(([:], []))
    /// How often it gives a wrong word first.
    private let slips: Guarded<Int>

    init(slips: Int) { self.slips = Guarded(slips) }

    var phrase: String { shown.withLock { $0.words.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ") } }
    var asked: [String] { shown.withLock { $0.asked } }

    func answer(_ lines: [StyledText], prompt: StyledText) async throws(CommandFailure) -> String? {
      let cells = lines.flatMap { $0.plain.split(separator: " ").map(String.init) }
      shown.withLock { shown in
        shown.asked.append(prompt.plain)
        for (index, cell) in cells.enumerated() where cell.hasSuffix(".") {
          if let number = Int(cell.dropLast()) { shown.words[number] = cells[index + 1] }
        }
      }
      let number = Int(prompt.plain.filter(\.isNumber)) ?? 0
      let isSlip = slips.withLock { slips in
        guard number > 0, slips > 0 else { return false }
        slips -= 1
        return true
      }
      return isSlip ? "no such word" : shown.withLock { $0.words[number] ?? "" }
    }

    func secret(prompt: StyledText) async throws(CommandFailure) -> SecretBytes? { nil }
  }

  private func run(_ line: String, _ reader: Reader) async -> (status: LecturesCommand.ExitStatus, text: String) {
    let (output, errors) = (MemorySink(), MemorySink())
    let screen = Screen(isTerminal: true, columns: 200, hasColour: false, hasCursor: false)
    let program = Program(
      environment: Environment(
        variables: home.environment, output: output, errors: errors, screen: screen, errorScreen: screen,
        prompter: reader))
    let ending = await program.run(line.split(separator: " ").map(String.init))
    return (await program.conclude(ending), output.text + errors.text)
  }

  @Test("new asks for three words of the phrase that it has shown, and shows them nowhere else")
  func confirmed() async throws {
    let reader = Reader(slips: 2)
    let (status, text) = await run("wallet new teacher --words 24 --light", reader)
    #expect(status == .success)
    #expect(reader.asked.count == 1 + 3 + 2 && reader.phrase.split(separator: " ").count == 24)
    #expect(text.contains("Its words are on paper") && !text.contains(reader.phrase))
    // The words are those of the account.
    home.directory.write(reader.phrase, to: "phrase")
    let again = await home.run("wallet import again --light --mnemonic-file \(home.file("phrase"))")
    #expect(again.errors.contains("is already here"))
    let shown = try await home.json("wallet show teacher")
    #expect(shown["secret"] == "phrase" && shown["path"] == "m/44'/60'/0'/0/0")
  }

  @Test("new makes nothing when the words are not known")
  func unconfirmed() async throws {
    let (status, text) = await run("wallet new teacher --words 12 --light", Reader(slips: 3))
    #expect(status == .notConfirmed && text.contains("Nothing was made"))
    #expect(try await home.json("wallet list --offline")["accounts"] == [])
    let reader = Reader(slips: 0)
    let (other, words) = await run("wallet new teacher --words 12 --light --no-confirm", reader)
    #expect(other == .success && reader.asked.isEmpty && words.contains("These words are the account"))
  }

  @Test("several accounts of one phrase are made, and found again from its words on another home")
  func accounts() async throws {
    let made = try await home.json("wallet new class --words 12 --accounts 3 --light --show-phrase")
    #expect(made["accounts"]?.array?.compactMap { $0["name"]?.string } == ["class", "class-2", "class-3"])
    let other = WalletHome()
    other.directory.write(made["phrase"]?.string ?? "", to: "phrase")
    let found = try await other.json(
      "wallet import k --light --accounts 2 --index 1 --mnemonic-file \(other.file("phrase"))")
    #expect(
      found["accounts"]?.array?.map { $0["address"] } == made["accounts"]?.array?.dropFirst().map { $0["address"] })
    #expect(found["accounts"]?[1]?["path"] == "m/44'/60'/0'/0/2")
    let taken = await home.run("wallet new class --words 12 --accounts 2 --light --show-phrase")
    #expect(taken.status == .failure)
    for line in ["--accounts 0", "--accounts 101", "--accounts 2 --path m/1"] {
      #expect(await home.run("wallet new a --words 12 --show-phrase --light \(line)").status == .usage, "\(line)")
    }
  }

  @Test("new refuses what makes no sense")
  func misuse() async {
    for line in [
      "a --words 13", "a --korean", "a --show-phrase", "a --index 1", "a --words 12 --path m/1 --index 1",
      "a --words 12 --path 44/60", "a --words 12 --korean --phrase-language french",
      "a --words 12 --phrase-language klingon",
      "../a", "-a", WalletHome.ownerKey,
    ] {
      let run = await home.run("wallet new --light \(line)")
      #expect(run.status == .usage, "\(line)")
    }
  }

  @Test("import takes a private key from a file that nobody else can read")
  func privateKey() async {
    home.directory.write("\(WalletHome.ownerKey)\n", to: "key", mode: 0o644)
    let open = await home.run("wallet import owner --light --private-key-file \(home.file("key"))")
    #expect(open.status == .locked && open.errors.contains("is 644: others may read it.\n  chmod 600 "))
    home.directory.write("\(WalletHome.ownerKey)\n", to: "key")
    let run = await home.run("wallet import owner --light --private-key-file \(home.file("key"))")
    #expect(
      run.output == """
        Account owner is here.
        Address  \(WalletHome.owner)
        File     owner.json

        """)
    #expect(run.errors.isEmpty)
    let missing = await home.run("wallet import x --private-key-file \(home.file("none"))")
    #expect(missing.status == .locked)
    #expect(missing.errors.contains("\n  There is no file or folder "))
  }

  @Test(
    "import takes the key at a path of a phrase",
    arguments: [
      ("", WalletHome.owner, "m/44'/60'/0'/0/0"), ("--index 1", WalletHome.student, "m/44'/60'/0'/0/1"),
      ("--path m/44'/60'/0'/0/1", WalletHome.student, "m/44'/60'/0'/0/1"),
    ])
  func mnemonic(_ options: String, _ address: String, _ path: String) async throws {
    home.directory.write(WalletHome.phrase.replacing(" ", with: "\n"), to: "phrase")
    let entry = try await home.json("wallet import a --light --mnemonic-file \(home.file("phrase")) \(options)")
    #expect(entry["address"]?.string == address)
    #expect(entry["path"]?.string == path)
  }

  @Test("import of a phrase minds its passphrase")
  func passphrase() async throws {
    home.directory.write(WalletHome.phrase, to: "phrase")
    home.directory.write("25th word\n", to: "passphrase")
    let entry = try await home.json(
      "wallet import a --light --mnemonic-file \(home.file("phrase")) --passphrase-file \(home.file("passphrase"))")
    let address = try #require(entry["address"]?.string)
    #expect(address != WalletHome.owner)
    let asked = await home.run(
      "wallet import b --light --mnemonic --passphrase", answers: [WalletHome.phrase, "25th word"])
    #expect(asked.status == .failure)
    #expect(asked.errors.contains("The key of \(address) is already here."))
    // é in Latin-1 is no UTF-8; as another text it would be another wallet.
    try PrivateFile.replace(home.file("passphrase"), with: Array("caf".utf8) + [0xe9])
    let other = await home.run(
      "wallet import c --light --mnemonic-file \(home.file("phrase")) --passphrase-file \(home.file("passphrase"))")
    #expect(other.status != .success && other.errors.contains("It is no text in UTF-8"), "\(other.errors)")
    #expect(await home.run("wallet show c").status != .success, "nothing was imported")
  }

  @Test("import tells a mistyped word with what may have been meant, and a wrong checksum")
  func mistyped() async {
    home.directory.write(WalletHome.phrase.replacing("test test junk", with: "tset test junk"), to: "phrase")
    let word = await home.run("wallet import a --light --mnemonic-file \(home.file("phrase"))")
    #expect(word.status == .failure)
    #expect(word.errors.contains("word 10, “tset”, is not in the English list"))
    #expect(word.errors.contains("test"))
    home.directory.write(WalletHome.phrase.replacing("junk", with: "test"), to: "phrase")
    let checksum = await home.run("wallet import a --light --mnemonic-file \(home.file("phrase"))")
    #expect(checksum.errors.contains("checksum does not fit"))
  }

  @Test("import takes another program's key file, and only with its password")
  func keystore() async throws {
    let other = await WalletHome.withOwner()
    _ = await other.run("wallet export owner --output \(home.file("UTC--file"))")
    let run = await home.run("wallet import teacher --keystore \(home.file("UTC--file"))")
    #expect(run.status == .success)
    #expect(run.output.contains(WalletHome.owner))
    let wrong = await home.run(
      "wallet import again --keystore \(home.file("UTC--file"))", answers: ["wrong"], without: "LECTURES_PASSWORD_FILE")
    #expect(wrong.status == .failure || wrong.status == .locked)
    home.directory.write("{}", to: "other")
    let none = await home.run("wallet import x --keystore \(home.file("other"))", answers: [])
    #expect(none.status == .locked)
    #expect(none.errors.contains("This JSON is no key file."))
    #expect(none.questions.isEmpty)
  }

  @Test("import takes a Klaytn wallet key, also that of an account with another key than its address's")
  func walletKey() async {
    let address = WalletHome.owner.lowercased()
    home.directory.write("\(WalletHome.ownerKey)0x00\(address)\n", to: "key")
    let run = await home.run("wallet import a --light --wallet-key-file \(home.file("key"))")
    #expect(run.output.contains(WalletHome.owner))
    home.directory.write("\(WalletHome.ownerKey)0x00\(WalletHome.student.lowercased())", to: "key")
    let other = await home.run("wallet import b --light --wallet-key-file \(home.file("key"))")
    #expect(other.status == .success && other.output.contains(WalletHome.student))
    let shown = await home.run("wallet export b --wallet-key --yes --show")
    #expect(shown.output == "\(WalletHome.ownerKey)0x00\(WalletHome.student.lowercased())\n", "\(shown.errors)")
  }

  @Test(
    "import without options asks, and sees what it was given",
    arguments: [
      WalletHome.ownerKey, String(WalletHome.ownerKey.dropFirst(2)), "  \(WalletHome.phrase) ",
      "\(WalletHome.ownerKey)0x00\(WalletHome.owner.lowercased())",
    ])
  func prompt(_ secret: String) async {
    let run = await home.run("wallet import a --light", answers: [secret])
    #expect(run.status == .success)
    #expect(run.output.contains(WalletHome.owner))
    #expect(run.questions == ["Private key, Klaytn wallet key or phrase (not shown): "])
  }

  @Test("import refuses secrets among the arguments and does not repeat them")
  func arguments() async {
    for line in [
      "wallet import \(WalletHome.ownerKey)", "wallet import a \(WalletHome.ownerKey)",
      "wallet import a \(WalletHome.phrase)",
    ] {
      let run = await home.run(line)
      #expect(run.status == .usage)
      #expect(run.errors.contains("A secret must not be an argument"))
      #expect(!run.errors.contains("ac0974") && !run.errors.contains("junk"))
    }
    let file = await home.run("wallet import a key.json")
    #expect(file.errors.hasPrefix("error: 'key.json' is an argument too many"))
    #expect(await home.run("wallet import a --mnemonic --wallet-key").status == .usage)
    #expect(await home.run("wallet import a --private-key-file x --index 1").status == .usage)
  }
}
