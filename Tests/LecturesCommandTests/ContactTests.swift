import NodeDoubles
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures contact, and names in place of addresses")
struct ContactTests {
  private static let school = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB"
  /// Begins and ends like the school's.
  private static let poison = "0x5cb00000000000000000000000000000000007fb"

  private static let studentKey = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"

  @Test("add, list, rename and remove")
  func keeping() async throws {
    let home = WalletHome()
    #expect(await home.run("contact list").output.contains("There is no contact yet"))
    #expect(
      await home.run("contact add school \(Self.school)").output == "school stands for \(Self.school) now.\n")
    #expect(await home.run("contact list").output == "Name    Address\nschool  \(Self.school)\n")
    #expect(await home.run("contact rename school uni").output == "school is called uni now.\n")
    #expect(try await home.json("contact list")["contacts"]?[0]?["name"] == "uni")
    let unknown = await home.run("contact remove school")
    #expect(unknown.status == .usage && unknown.errors.contains("There is no contact school."))
    #expect(await home.run("contact remove uni").output == "The contact uni (\(Self.school)) is removed.\n")
    #expect(try await home.json("contact list")["contacts"] == [])
  }

  @Test("no name stands for two addresses")
  func taken() async throws {
    let home = await WalletHome.withOwner()
    _ = await home.run("contact add school \(Self.school)")
    for name in ["owner", "school"] {
      let run = await home.run("contact add \(name) \(WalletHome.student) --yes")
      #expect(run.status == .failure && run.errors.contains("There is already a"), "\(name)")
    }
    for line in ["wallet new school --light", "wallet rename owner school", "contact rename school owner"] {
      #expect(await home.run(line).errors.contains("There is already a"), "\(line)")
    }
    // A key file that was copied in asks nobody.
    let file = try #require(home.directory.read("lectures/keystores/owner.json"))
    home.directory.write(file, to: "lectures/keystores/school.json")
    let run = await home.run("history school")
    #expect(run.status == .usage && run.errors.contains("Two addresses are called school."))
  }

  @Test("warns of names and addresses that look like others")
  func alike() async throws {
    let home = await WalletHome.withOwner()
    _ = await home.run("contact add school \(Self.school)")
    for (line, word) in [
      ("contact add Schооl \(WalletHome.student)", "The name looks like school"),
      ("contact add 0wner \(WalletHome.student)", "The name looks like owner"),
      ("contact add teacher.eth \(WalletHome.student)", "ENS"),
      ("contact add uni \(Self.school)", "is called school already"),
      ("contact add other \(Self.poison)", "only begins and ends like school"),
    ] {
      let run = await home.run(line, answers: ["n"])
      #expect(run.status == .notConfirmed, "\(line)")
      #expect(run.questions.first?.contains(word) ?? false, "\(line): \(run.questions)")
      #expect(await home.run(line).status == .notConfirmed)
    }
    #expect(await home.run("contact add other \(Self.poison) --yes").status == .success)
    for name in ["0xabc", "5CbD…07FB", "-x", "a/b"] {
      #expect(await home.run("contact add -- \(name) \(WalletHome.student)").status == .usage, "\(name)")
    }
  }

  @Test("every command that gives a name asks about what it could be taken for, before anything is made")
  func everyCommand() async throws {
    let home = await WalletHome.withOwner()
    _ = await home.run("contact add school \(Self.school)")
    // Begins and ends like the key's.
    _ = await home.run("contact add friend 0x709000000000000000000000000000000000d9c8")
    home.directory.write(Self.studentKey, to: "student.key")
    home.directory.write(WalletHome.phrase, to: "phrase")
    let key = "--light --private-key-file \(home.file("student.key"))"
    let phrase = "--light --index 1 --mnemonic-file \(home.file("phrase"))"
    let before = try await home.json("wallet list --offline")["accounts"]
    for (line, word) in [
      ("wallet new Schооl --light", "The name looks like school, which is \(Self.school)."),
      ("wallet new 0wner --light --words 12 --no-confirm --show-phrase", "The name looks like owner"),
      ("wallet new class --light --address \(Self.poison)", "only begins and ends like school"),
      ("wallet import 0wner \(key)", "The name looks like owner"),
      ("wallet import student \(key)", "only begins and ends like friend"),
      ("wallet import student \(key) --address \(Self.poison)", "only begins and ends like school"),
      ("wallet import student \(phrase)", "only begins and ends like friend"),
      ("wallet watch 0wner \(WalletHome.student)", "The name looks like owner"),
      ("wallet watch student \(WalletHome.student)", "only begins and ends like friend"),
      ("wallet watch uni \(Self.school)", "is called school already"),
      ("wallet rename owner Schооl", "The name looks like school"),
      ("contact rename school 0wner", "The name looks like owner"),
    ] {
      let asked = await home.run(line, answers: ["n"])
      #expect(asked.status == .notConfirmed && asked.questions.count == 1, "\(line): \(asked.errors)")
      #expect(asked.questions.first?.contains(word) ?? false, "\(line): \(asked.questions)")
      #expect(await home.run(line).status == .notConfirmed, "\(line)")
    }
    #expect(try await home.json("wallet list --offline")["accounts"] == before)
    #expect(await home.run("wallet import student \(key) --yes").status == .success)
    // A name may be changed to one that looks like itself.
    #expect(await home.run("wallet rename owner 0wner").status == .success)
    #expect(await home.run("contact rename school Schооl").status == .success)
  }

  @Test("a key file from elsewhere is asked about by the address it tells")
  func keyFile() async throws {
    let home = await WalletHome.withOwner()
    let other = WalletHome()
    _ = await other.run("contact add friend 0xf390000000000000000000000000000000002266")
    let file = home.file("lectures/keystores/owner.json")
    let asked = await other.run("wallet import owner --keystore \(file)", answers: ["n"])
    #expect(asked.status == .notConfirmed)
    #expect(asked.questions.first?.contains("only begins and ends like friend") ?? false, "\(asked.questions)")
    #expect(await other.run("wallet import owner --keystore \(file)", answers: ["y"]).status == .success)
  }

  @Test("a key file that does not tell its address has a name all the same")
  func silentKeyFile() async throws {
    let home = await WalletHome.withOwner()
    let file = try #require(home.directory.read("lectures/keystores/owner.json"))
    var json = try #require(try JSON(parsing: file).object)
    json["address"] = nil
    home.directory.write(JSON.object(json).serialized(), to: "lectures/keystores/owner.json")
    let taken = await home.run("contact add owner \(Self.school) --yes")
    #expect(taken.errors.contains("There is already an account owner.") && taken.errors.contains("not told"))
    let alike = await home.run("contact add 0wner \(Self.school)", answers: ["n"])
    #expect(alike.questions.first?.contains("The name looks like owner, which is an account") ?? false)
  }

  @Test("a restored backup warns of names and addresses that look like those that are here")
  func restored() async throws {
    let home = WalletHome()
    _ = await home.run("contact add Schооl \(Self.poison)")
    _ = await home.run("wallet backup \(home.file("all")) --light")
    let other = WalletHome()
    _ = await other.run("contact add school \(Self.school)")
    let run = await other.run("wallet restore \(home.file("all"))")
    #expect(run.status == .success)
    #expect(run.errors.contains("warning: Schооl: The name looks like school, which is \(Self.school)."))
    #expect(run.errors.contains("only begins and ends like school"))
  }

  @Test("a name stands for its address wherever one is expected")
  func names() async throws {
    let home = await WalletHome.withOwner()
    let node = try StubNode {
      $0.balances = [WalletHome.owner.lowercased(): 100, Self.school.lowercased(): 7]
    }
    home.use(node)
    _ = await home.run("contact add school \(Self.school)")
    #expect(await home.run("balance school").output.contains("7 KLAY"))
    let sent = await home.run("wallet transfer --to school --amount 1", answers: ["y"])
    #expect(sent.status == .success)
    #expect(sent.questions.first?.contains("To           school \(Self.school)") ?? false)
    let near = await home.run("balance schol")
    #expect(near.status == .locked && near.errors.contains("Did you mean school?"))
    let call = await home.run(
      "contract encode", "balanceOf(address)", "school")
    #expect(call.output.contains(Self.school.dropFirst(2).lowercased()))
    let contract = await home.run("contract call", "balanceOf(address)(uint256)", "owner", "--contract", "school")
    #expect(contract.errors.contains("There is no contract at \(Self.school)."))
    node.change { $0.contracts = [Self.school.lowercased()] }
    let events = await home.run(
      "contract events --contract school --from-block 0 --where from=school", "Transfer(address indexed from, uint256)")
    #expect(events.status == .success, "\(events.errors)")
    let topics = node.calls(of: "eth_getLogs").last?.params.first?["topics"]
    #expect(topics?.serialized().contains(Self.school.dropFirst(2).lowercased()) ?? false)
  }

  @Test("what only looks like a known address is warned about before it is sent to")
  func poisoned() async throws {
    let home = await WalletHome.withOwner()
    let node = try StubNode { $0.balances = [WalletHome.owner.lowercased(): 100] }
    home.use(node)
    _ = await home.run("contact add school \(Self.school)")
    let run = await home.run("wallet transfer --to \(Self.poison) --amount 1", answers: ["n"])
    #expect(run.errors.contains("only begins and ends like school (\(Self.school)): compare every digit."))
    #expect(node.sent.isEmpty)
    let right = await home.run("wallet transfer --to \(Self.school) --amount 1 --yes")
    #expect(!right.errors.contains("warning"))
    // One that was sent to is known without a name.
    _ = await home.run("contact remove school")
    let again = await home.run("wallet transfer --to \(Self.poison) --amount 1", answers: ["n"])
    #expect(again.errors.contains("to which was sent before"))
  }

  @Test("a mistyped wallet is told from all there are, the watched ones too")
  func mistyped() async throws {
    let home = await WalletHome.withOwner()
    _ = await home.run("wallet watch savings \(WalletHome.student)")
    let run = await home.run("wallet show savngs")
    #expect(run.status == .locked && run.errors.contains("Did you mean savings?"), "\(run.errors)")
    #expect(run.errors.contains("owner, savings"), "\(run.errors)")
  }

  @Test("who was sent tokens is known by its own address, and not by the token's")
  func poisonedReceiverOfTokens() async throws {
    let home = await WalletHome.withOwner()
    let node = try StubNode {
      $0.balances = [WalletHome.owner.lowercased(): 100]
      $0.contracts = [WalletHome.student.lowercased()]
      $0.callResult = "0x" + String(repeating: "0", count: 63) + "9"
    }
    home.use(node)
    node.change {
      $0.answers["eth_call"] = { call, _ in
        let data = call.params.first?["data"]?.string ?? call.params.first?["input"]?.string ?? ""
        return .result(.string("0x" + String(repeating: "0", count: 63) + (data.hasPrefix("0xa9059cbb") ? "1" : "9")))
      }
    }
    let sent = await home.run(
      "wallet transfer --to \(Self.school) --amount 0.000000001 --token \(WalletHome.student) --yes")
    #expect(node.sent.count == 1, "\(sent.errors)")
    let run = await home.run("wallet transfer --to \(Self.poison) --amount 1", answers: ["n"])
    #expect(run.errors.contains("begins and ends like \(Self.school), to which was sent before"), "\(run.errors)")
  }

  @Test("a wallet book that cannot be read is told: nobody compared the address")
  func unreadable() async throws {
    let home = await WalletHome.withOwner()
    home.use(try StubNode { $0.balances = [WalletHome.owner.lowercased(): 100] })
    home.directory.write(
      "this is no database, and has more than a header's length of bytes: \(Self.school)\(Self.school)",
      to: "lectures/book.sqlite")
    let run = await home.run("wallet transfer --to \(Self.poison) --amount 1", answers: ["n"])
    #expect(run.errors.contains("The wallet book cannot be read ("), "\(run.errors)")
    #expect(run.errors.contains("nobody compared this address"), "\(run.errors)")
  }
}
