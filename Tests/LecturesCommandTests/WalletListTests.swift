import Database
import Foundation
import Localization
import NodeDoubles
import Primitives
import StrictJSON
import Terminal
import Testing

@testable import LecturesCommand
@testable import WalletBook

@Suite("lectures wallet list with balances, watch and network")
struct WalletListTests {
  private static let student = WalletHome.student.lowercased()

  private func fixture() async throws -> (WalletHome, StubNode) {
    let home = await WalletHome.withOwner()
    let node = try StubNode { $0.balances = [WalletHome.owner.lowercased(): 12, Self.student: 3] }
    home.use(node)
    return (home, node)
  }

  @Test("asks for all in three requests, tokens included, and knows afterwards what they held")
  func balances() async throws {
    let (home, node) = try await fixture()
    _ = await home.run("wallet watch cold \(Self.student)")
    let run = await home.run("wallet list")
    #expect(
      run.output == """
        Wallet  Address                                     Balance  As of  Network  Kind
        cold    \(WalletHome.student)   3 KLAY  now    local    watch-only
        owner   \(WalletHome.owner)  12 KLAY  now    local    version 3

        """)
    #expect(node.exchanges == 3)
    let kept = try await home.json("wallet list --offline")
    let owner = kept["accounts"]?[1]
    #expect(owner?["balance"] == ["wei": "12000000000000000000", "value": "12", "symbol": "KLAY"])
    #expect(owner?["stale"] == true && owner?["balanceTime"]?.int != nil)
    #expect(node.exchanges == 3)
    let fresh = try await home.json("wallet list")
    #expect(fresh["accounts"]?[0]?["stale"] == false)
    #expect(fresh["accounts"]?[0]?["kind"] == "watch" && fresh["accounts"]?[0]?["file"] == .null)
  }

  @Test("marks which of several accounts acts, and the question for one names the choice")
  func acting() async throws {
    let (home, _) = try await fixture()
    #expect(try await home.json("wallet list --offline")["accounts"]?[0]?["acts"] == true)
    home.directory.write(String(repeating: "2", count: 64), to: "second.key")
    let second = await home.run("wallet import second --light --private-key-file \(home.file("second.key"))")
    #expect(second.status == .success, "\(second.errors)")
    let open = await home.run("wallet show")
    #expect(open.errors.contains("lectures wallet use NAME"), "\(open.errors)")
    let accounts = try await home.json("wallet list --offline")["accounts"]?.array ?? []
    #expect(accounts.map { $0["acts"] } == [false, false])
    let unmarked = await home.run("wallet list --offline")
    #expect(!unmarked.output.contains("(acts)"), "\(unmarked.output)")
    _ = await home.run("wallet use second")
    let list = await home.run("wallet list --offline")
    #expect(list.output.contains("second (acts)") && !list.output.contains("owner (acts)"), "\(list.output)")
    let marked = try await home.json("wallet list --offline")["accounts"]?.array ?? []
    #expect(marked.map { $0["acts"] } == [false, true])
  }

  @Test("leaves out all but the balance where a long name and a large balance have no room, as balance does")
  func narrow() async throws {
    let home = await WalletHome.withOwner()
    let held = try UInt256(parsing: "1000000000000000123456789012345678")
    home.use(
      try StubNode { chain in
        chain.answers["eth_getBalance"] = { _, _ in .result(.string(held.quantity)) }
      })
    let name = "student-" + String(repeating: "x", count: 32)
    #expect(await home.run("wallet watch \(name) \(Self.student)").status == .success)
    _ = await home.run("wallet list")
    for (width, isNamed) in [(80, true), (60, true), (40, false)] {
      let run = await home.run("balance \(name) --no-color", terminal: width)
      #expect(run.output.contains("1000000000000000.123456789012345678 KLAY\n"), "\(width): \(run.output)\(run.errors)")
      #expect(run.output.contains("student-") == isNamed, "\(width): \(run.output)")
    }
    for width in [80, 60, 40] {
      let run = await home.run("wallet list --offline --no-color", terminal: width)
      #expect(run.output.contains("1,000,000,000,000,000 KLAY"), "\(width): \(run.output)\(run.errors)")
      #expect(run.output.contains("\nstudent-"), "\(width): \(run.output)")
    }
  }

  @Test("is as narrow as the terminal in what it shows of one wallet, the path of its file included")
  func narrowFile() async throws {
    let (home, _) = try await fixture()
    let run = await home.run("wallet show owner --no-color", terminal: 40)
    let lines = run.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 40 || $0.contains(WalletHome.owner) }, "\(run.output)")
    let joined = lines.map { $0.drop { $0 == " " } }.joined()
    #expect(joined.contains(home.file("lectures/keystores/owner.json")), "\(run.output)")
  }

  @Test("always tells the age of balances that were kept, and breaks its notes to the terminal")
  func ages() async throws {
    let (home, node) = try await fixture()
    let held = try UInt256(parsing: "1000000000000000123456789012345678")
    node.change { $0.answers["eth_getBalance"] = { _, _ in .result(.string(held.quantity)) } }
    let name = "student-" + String(repeating: "x", count: 32)
    _ = await home.run("wallet watch \(name) \(Self.student)")
    _ = await home.run("wallet list")
    for (width, hasColumn) in [(100, true), (60, true), (40, false)] {
      let run = await home.run("wallet list --endpoint http://127.0.0.1:1 --no-color", terminal: width)
      let lines = (run.output.components(separatedBy: "\u{1B}[J").last ?? "").split(separator: "\n")
      #expect(lines.first?.contains("As of") == hasColumn, "\(width): \(lines)")
      #expect(lines.contains { $0.hasPrefix("Balances kept") }, "\(width): \(lines)")
      #expect(lines.allSatisfy { $0.count <= width }, "\(width): \(lines)")
    }
    for (language, words) in [
      ("en", "Balances kept from before: local ("), ("ko", "이전에 저장된 잔액: local ("),
      ("uk", "Збережені раніше баланси: local ("),
    ] {
      let run = await home.run("wallet list --offline --language \(language)")
      #expect(run.output.contains(words), "\(run.output)")
    }
    let fresh = await home.run("wallet list")
    #expect(!fresh.output.contains("Balances kept"), "\(fresh.output)")
  }

  @Test("shows an address as one wallet on all networks where it holds something, with the sum on each")
  func severalNetworks() async throws {
    let (home, node) = try await fixture()
    let other = try StubNode { $0.balances = [WalletHome.owner.lowercased(): 5, Self.student: 0] }
    // The networks of the world are not asked by a test.
    let away = ["kaia", "kairos", "mainnet", "sepolia"].map { "\"\($0)\": {\"endpoint\": \"http://127.0.0.1:1\"}" }
    home.directory.write(
      "{\"networks\": {\"mine\": {\"endpoint\": \"\(other.url)\", \"symbol\": \"MINE\"}, \(away.joined(separator: ", "))}}",
      to: "lectures/config.json")
    _ = await home.run("wallet watch cold \(Self.student)")
    #expect(!(await home.run("wallet list").output.contains("MINE")) && other.exchanges == 0)
    let run = await home.run("wallet list --all-networks")
    #expect(run.status == .success, "\(run.errors)")
    let rows = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(
      rows.count { $0.first == "owner" } == 1 && rows.count { $0.contains(WalletHome.owner) } == 1, "\(run.output)")
    #expect(rows.contains(["5", "MINE", "now", "mine"]), "\(run.output)")
    #expect(run.output.contains("In all: 15 KLAY (local), 5 MINE (mine)."), "\(run.output)")
    #expect(run.output.contains("kaia: "), "\(run.output)")
    // Known from now on; what is 0 elsewhere is no row.
    let kept = try await home.json("wallet list --offline")
    let owner = kept["accounts"]?[1]
    #expect(owner?["elsewhere"]?[0]?["network"] == "mine" && owner?["elsewhere"]?[0]?["balance"]?["value"] == "5")
    #expect(kept["accounts"]?[0]?["elsewhere"]?.array?.isEmpty == true, "\(kept)")
    #expect(kept["sums"]?[1]?["balance"]?["value"] == "5", "\(kept)")
    let shown = await home.run("wallet show owner --language uk")
    #expect(
      shown.output.contains("5 MINE у мережі mine, ") && shown.output.contains("вузол зараз не питали"),
      "\(shown.output)")
    other.change { $0.balances[WalletHome.owner.lowercased()] = 6 }
    let fresh = try await home.json("wallet show owner --refresh")
    #expect(fresh["stale"] == false && fresh["elsewhere"]?[0]?["balance"]?["value"] == "6", "\(fresh)")
    // Listed on the other network, too, it is a row of the same wallet.
    _ = await home.run("wallet watch purse \(WalletHome.owner) --network mine --yes")
    let both = await home.run("wallet list --offline").output
    #expect(both.components(separatedBy: WalletHome.owner).count == 2, "\(both)")
    #expect(both.contains("purse") && both.components(separatedBy: "6 MINE").count == 3, "\(both)")
    #expect(await home.run("wallet list --offline --all-networks").status == .usage)
    _ = node
  }

  @Test("names networks that nobody has used in one line where they gave no answer, and the others with the reason")
  func unanswered() {
    var balances = WalletBalances([:], [:])
    balances.add(CommandFailure(.other, "It is away."), network: "campus")
    balances.add(unanswered: "sepolia")
    balances.add(unanswered: "kairos")
    #expect(
      balances.problemLines(in: .english).map(\.plain) == [
        "campus: It is away.", "No answer, and nothing of yours is known there: kairos, sepolia.",
      ])
    #expect(balances.problemLines(in: .korean).last?.plain.hasSuffix(": kairos, sepolia") == true)
    #expect(balances.problemLines(in: .ukrainian).last?.plain.hasPrefix("Не відповіли") == true)
  }

  @Test("asks a network that is not in use at the profile's endpoint")
  func endpointOfProfile() async throws {
    let (home, node) = try await fixture()
    let other = try StubNode { $0.balances = [Self.student: 5] }
    home.directory.write(
      """
      {"networks": {"mine": {"endpoint": "http://127.0.0.1:1", "symbol": "MINE"}},
       "profiles": {"default": {"networks": {"mine": {"endpoint": "\(other.url)"}}}}}
      """, to: "lectures/config.json")
    _ = await home.run("wallet watch purse \(Self.student) --network mine --yes")
    let list = await home.run("wallet list")
    #expect(list.status == .success && list.output.contains("5 MINE"), "\(list.output)\(list.errors)")
    let shown = try await home.json("wallet show purse --refresh")
    #expect(shown["stale"] == false && shown["balance"]?["value"] == "5", "\(shown)")
    _ = node
  }

  @Test("asks for a thousand wallets in at most ten requests")
  func thousand() async throws {
    let home = WalletHome()
    let node = try StubNode()
    home.use(node)
    let book = try Self.book(of: home)
    try await book.file.write { database in
      for number in 0..<1000 {
        try Book.insert(Self.watched(number, network: number % 2 == 0 ? nil : "mine"), in: database)
      }
    }
    home.directory.write(
      #"{"networks": {"mine": {"endpoint": "\#(node.url)", "symbol": "MINE"}}}"#, to: "lectures/config.json")
    let json = try await home.json("wallet list")
    #expect(json["accounts"]?.array?.count == 1000)
    #expect(json["accounts"]?.array?.allSatisfy { $0["stale"] == false } ?? false)
    #expect(node.exchanges <= 10)
  }

  @Test("is drawn from the book first, and again in its place")
  func redraws() async throws {
    let (home, node) = try await fixture()
    _ = await home.run("wallet list")
    node.change { $0.balances[WalletHome.owner.lowercased()] = 13 }
    let run = await home.run("wallet list --no-color", terminal: 120)
    let parts = run.output.components(separatedBy: "\r\u{1B}[2A\u{1B}[J")
    #expect(parts.count == 2)
    #expect(parts.first?.contains("12 KLAY") ?? false && parts.first?.contains(" ago") ?? false)
    #expect(parts.last?.contains("13 KLAY  now") ?? false)
  }

  @Test("shows and keeps what each network tells while another hangs")
  func hanging() async throws {
    let (home, _) = try await fixture()
    let hung = try HostileServer { _ in [.hang] }
    home.directory.write(
      #"{"networks": {"hung": {"endpoint": "\#(hung.url)", "symbol": "MINE"}}}"#, to: "lectures/config.json")
    let book = try Self.book(of: home)
    try await book.add(Self.watched(7, network: "hung"))
    let run = Task { await home.run("wallet list --no-color", terminal: 120) }
    let place = BalancePlace(network: "local", address: try Address(WalletHome.owner))
    for _ in 0..<600 {
      if try await book.balances(of: [place])[place] != nil, !hung.requests.isEmpty { break }
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(try await book.balances(of: [place])[place]?.amount == .klay(12))
    hung.stop()
    let parts = await run.value.output.components(separatedBy: "\r\u{1B}[3A\u{1B}[J")
    #expect(parts.count == 3 && parts[0].contains("12 KLAY") == false)
    #expect(parts.dropFirst().allSatisfy { $0.contains("12 KLAY  now") }, "\(parts)")
    #expect(parts.last?.contains("hung: ") == true)
  }

  @Test("longer than the screen is followed by what has changed")
  func long() async throws {
    let (home, node) = try await fixture()
    let book = try Self.book(of: home)
    for number in 0..<30 { try await book.add(Self.watched(number, network: nil)) }
    _ = await home.run("wallet list")
    node.change { $0.balances[WalletHome.owner.lowercased()] = 13 }
    let run = await home.run("wallet list --no-color", terminal: 120)
    #expect(!run.output.contains("\u{1B}["))
    let parts = run.output.components(separatedBy: "What has changed:\n")
    #expect(parts.first?.split(separator: "\n").count == 32)
    #expect(parts.last?.split(separator: "\n").count == 2)
    #expect(parts.last?.contains("owner") ?? false && parts.last?.contains("13 KLAY") ?? false)
    #expect(await home.run("wallet list --no-color", terminal: 120).output.contains("No balance has changed."))
  }

  @Test("lists all the same when the node is down, or on another chain")
  func down() async throws {
    let (home, node) = try await fixture()
    _ = await home.run("wallet list")
    let down = await home.run("wallet list --endpoint http://127.0.0.1:1")
    #expect(down.status == .success)
    #expect(down.output.contains("12 KLAY  ") && down.output.contains(" ago"))
    #expect(down.output.contains("\nlocal: "))
    node.change { $0.chainID = 1 }
    node.change { $0.balances[WalletHome.owner.lowercased()] = 99 }
    let other = await home.run("wallet list")
    #expect(other.status == .success && other.output.contains("12 KLAY") && !other.output.contains("99 KLAY"))
    #expect(other.output.contains("local: The node is on the public chain mainnet."))
  }

  @Test("says why a node tells one balance and not another, and keeps what it knew")
  func partly() async throws {
    let (home, node) = try await fixture()
    _ = await home.run("wallet watch cold \(Self.student)")
    _ = await home.run("wallet list")
    node.change {
      $0.balances[Self.student] = 4
      $0.answers["eth_getBalance"] = { call, _ in
        guard call.params.first?.string == WalletHome.owner.lowercased() else { return nil }
        return .result("0x\u{1B}[2J")
      }
    }
    let run = await home.run("wallet list")
    #expect(run.status == .success)
    #expect(run.output.contains("4 KLAY  now") && run.output.contains("12 KLAY  "))
    #expect(run.output.contains(" ago") && run.output.contains("\nlocal: "), "\(run.output)")
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test("asks for each wallet on its own network")
  func networks() async throws {
    let (home, node) = try await fixture()
    #expect(await home.run("wallet network owner kairos").output == "owner is listed on kairos.\n")
    #expect(try await home.json("wallet show owner")["network"] == "kairos")
    #expect(await home.run("wallet network owner kairs").errors.contains("Did you mean 'kairos'?"))
    #expect(await home.run("wallet network owner").status == .usage)
    #expect(await home.run("wallet network owner --any").output == "owner is listed on local, the network in use.\n")
    _ = await home.run("wallet list")
    #expect(node.calls(of: "eth_getBalance").count == 1)
    let shown = await home.run("wallet show owner")
    #expect(shown.output.contains("Balance    12 KLAY on local, "))
  }

  @Test("watch takes no name that is taken, and nothing is sent from what is watched")
  func watch() async throws {
    let (home, _) = try await fixture()
    let run = await home.run("wallet watch cold \(Self.student)")
    #expect(run.output == "cold is watched on local.\nAddress  \(WalletHome.student)\n")
    for name in ["owner", "cold"] {
      let taken = await home.run("wallet watch \(name) \(Self.student)")
      #expect(taken.status == .failure, "\(name)")
      #expect(taken.errors.contains("There is already a"), "\(name)")
    }
    #expect(await home.run("wallet watch 0xab \(Self.student)").status == .usage)
    #expect(await home.run("wallet new cold --light").errors.contains("There is already a watched wallet cold."))
    let sending = await home.run("wallet transfer --from cold --to owner --amount 1 --yes")
    #expect(sending.status == .locked)
    #expect(sending.errors.contains("There is no key of cold here."))
    #expect(await home.run("balance cold").output.contains("3 KLAY"))
    #expect(await home.run("wallet rename cold colder").output == "cold is called colder now.\n")
    #expect(await home.run("wallet rename owner colder").status == .failure)
    let removed = await home.run("wallet remove colder", answers: ["colder"])
    #expect(removed.output == "The wallet colder is no longer watched.\n")
    #expect(removed.questions.first?.contains("no key is lost") ?? false)
    #expect(await home.run("wallet show colder").status == .locked)
  }

  @Test("a backup has the book in it, and a restore adds what is not there")
  func backup() async throws {
    let (home, _) = try await fixture()
    _ = await home.run("wallet watch cold \(Self.student)")
    _ = await home.run("contact add school 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB")
    _ = await home.run("wallet list")
    #expect(await home.run("wallet backup \(home.file("all")) --light").output.contains(", and the wallet book."))
    #expect(await home.run("wallet restore \(home.file("all")) --list").output.contains("The wallet book is in it."))

    let other = WalletHome()
    _ = await other.run("contact add cold 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB")
    let json = try await other.json("wallet restore \(home.file("all"))")
    #expect(json["restored"]?[0]?["name"] == "owner")
    #expect(json["book"]?["added"] == ["owner", "school"])
    #expect(json["book"]?["conflicts"] == ["cold"])
    #expect(try await other.json("wallet show owner")["balance"]?["value"] == "12")
    #expect(try await other.json("wallet list --offline")["accounts"]?.array?.count == 1)
    let again = try await home.json("wallet restore \(home.file("all"))")
    #expect(again["book"]?["unchanged"] == ["cold", "owner", "school"])
  }
}
