import ChainSupport
import Keys
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand
@testable import WalletBook

@Suite("lectures wallet history")
struct WalletHistoryTests {
  @Test("draws what was kept, tells what changed, and what was sent from here")
  func history() async throws {
    let home = await WalletHome.withOwner()
    let node = try StubNode { $0.balances = [WalletHome.owner.lowercased(): 100] }
    home.use(node)
    let empty = await home.run("wallet history owner --offline")
    #expect(empty.output.contains("Nobody asked yet") && empty.output.contains("Nothing, as far as the outbox knows."))
    let book = try WalletListTests.book(of: home)
    let now = LocalTime.now()
    _ = await home.run("wallet watch student \(WalletHome.student)")
    let owner = try Address(WalletHome.owner)
    try await book.record([owner: .klay(40)], network: "local", time: now - 5 * 86_400)
    try await book.record([owner: .klay(70)], network: "local", time: now - 3 * 86_400)
    _ = await home.run("wallet transfer --to student --amount 1 --yes")
    let run = await home.run("wallet history owner")
    #expect(run.status == .success)
    #expect(run.output.hasPrefix("owner on local: 100 KLAY, "))
    #expect(run.output.contains("100 ┤") && run.output.contains("+30 KLAY") && run.output.contains("-1 KLAY"))
    #expect(run.output.contains("student \(WalletHome.student)"))
    let other = try await home.json("wallet history student --offline")
    #expect(other["transfers"]?[0]?["direction"] == "received")
    #expect(other["transfers"]?[0]?["amount"]?["value"] == "1")
    let json = try await home.json("wallet history owner --offline --days 4")
    #expect(json["samples"]?.array?.count == 3)
  }

  @Test("the scale of the chart has the decimals of the language")
  func scale() async throws {
    let home = await WalletHome.withOwner()
    let book = try WalletListTests.book(of: home)
    let (now, owner) = (LocalTime.now(), try Address(WalletHome.owner))
    for (hours, peb) in [(50, 100_500_000_000_000_000_000), (20, 101_500_000_000_000_000_000)] as [(Int64, UInt256)] {
      try await book.record([owner: Amount(wei: peb)], network: "local", time: now - hours * 3600)
    }
    for (language, decimal) in [("en", "."), ("uk", ",")] {
      let run = await home.run("wallet history owner --offline --language \(language)")
      let ticks = run.output.split(separator: "\n").filter { $0.contains("┤") }
      #expect(ticks.contains { $0.contains("1\(decimal)5") }, "\(run.output)\(run.errors)")
      #expect(!ticks.contains { $0.contains(decimal == "." ? "," : ".") }, "\(run.output)")
    }
  }

  @Test("a day of far more than usual does not flatten the chart, and is told")
  func outlier() async throws {
    let home = await WalletHome.withOwner()
    let book = try WalletListTests.book(of: home)
    let (now, owner) = (LocalTime.now(), try Address(WalletHome.owner))
    for (days, coins) in [(28, 1_000), (20, 1_015), (15, 90_000), (14, 1_005), (3, 1_010)] as [(Int64, UInt256)] {
      try await book.record([owner: .klay(coins)], network: "local", time: now - days * 86_400)
    }
    let run = await home.run("wallet history owner --offline")
    let ticks = run.output.split(separator: "\n").filter { $0.contains("┤") }
    #expect(ticks.contains { $0.contains("1010") } && !ticks.contains { $0.contains("100000") }, "\(run.output)")
    #expect(ticks.first?.contains("▲") == true, "\(run.output)\(run.errors)")
    #expect(run.output.contains("▲ is above the scale: up to 90000 KLAY."), "\(run.output)")
  }

  @Test("the scale of the chart has round labels that are right to their last digit")
  func roundScale() async throws {
    for (before, after, labels) in [
      (
        "5000", "5000.000005",
        ["5000.000000 ┤", "5000.000002 ┤", "5000.000006 ┤", "The scale begins at 4999.999998 KLAY."]
      ), ("10000", "10013.17", ["10000 ┤", "10005 ┤", "10010 ┤", "10015 ┤", "The scale begins at 9995 KLAY."]),
      ("0.000000000000000001", "0.000000000000000005", ["2e-18 ┤", "6e-18 ┤"]),
    ] as [(String, String, [String])] {
      let home = await WalletHome.withOwner()
      let book = try WalletListTests.book(of: home)
      let (now, owner) = (LocalTime.now(), try Address(WalletHome.owner))
      for (hours, amount) in [(50, before), (20, after)] as [(Int64, String)] {
        try await book.record(
          [owner: Amount(parsing: amount, unit: .klay)], network: "local", time: now - hours * 3600)
      }
      let run = await home.run("wallet history owner --offline --no-color", terminal: 40)
      for label in labels { #expect(run.output.contains(label), "\(label): \(run.output)\(run.errors)") }
      #expect(run.output.split(separator: "\n").allSatisfy { !$0.contains("┤") || $0.count <= 40 }, "\(run.output)")
    }
  }

  /// A payment that somebody else made: from block 4 on the student holds 5 more.
  ///
  /// - Parameter later: So much more from block 5 on.
  private func paid(_ home: WalletHome, forgetful: Bool = false, later: Int = 0) throws -> StubNode {
    let node = try StubNode { chain in
      chain.answers["eth_getBalance"] = { call, chain in
        guard let block = call.params.last?.string, block.hasPrefix("0x") else { return nil }
        let number = Int(block.dropFirst(2), radix: 16) ?? 0
        let isBefore = number < 4
        if forgetful && isBefore { return .error("missing trie node") }
        return .result(.string(Amount.klay(isBefore ? 0 : number < 5 ? 5 : UInt256(5 + later)).wei.quantity))
      }
      chain.answers["eth_getBlockByNumber"] = { call, chain in
        let number = call.params.first ?? .null
        let isPaying = number == "0x4" && call.params.last == true
        let paying = chain.transaction("0x" + String(repeating: "7", count: 64))
        let word = JSON.string("0x" + String(repeating: "1", count: 64))
        return .result([
          "number": number, "hash": word, "parentHash": word, "timestamp": "0x6b000000", "gasLimit": "0x1c9c380",
          "gasUsed": "0x0", "transactions": .array(isPaying ? [paying] : []),
        ])
      }
    }
    home.use(node)
    return node
  }

  /// A minute ago: of what is read within one second the book keeps the last.
  private func heldNothing(_ home: WalletHome) async throws {
    let book = try WalletListTests.book(of: home)
    try await book.record(
      [Address(WalletHome.student): .zero], network: "local", time: LocalTime.now() - 60)
  }

  @Test("tells who paid what was not sent from here, and in which block")
  func elsewhere() async throws {
    let home = await WalletHome.withOwner()
    let node = try paid(home)
    _ = await home.run("wallet watch student \(WalletHome.student)")
    try await heldNothing(home)
    #expect(await home.run("wallet history student").output.contains("It held nothing whenever it was looked at."))
    node.change { $0.balances[WalletHome.student.lowercased()] = 5 }
    let run = await home.run("wallet history student")
    #expect(run.output.contains("+5 KLAY   5 KLAY  received from elsewhere\n"), "\(run.output)")
    #expect(run.output.contains("Block 4, 2026-"), "\(run.output)")
    #expect(
      run.output.contains(
        "  1 KLAY from owner \(WalletHome.owner), transaction 0x\(String(repeating: "7", count: 64))\n"))
    let change = try await home.json("wallet history student")["changes"]?[0]
    #expect(change?["cause"] == "elsewhere" && change?["gain"] == true && change?["block"] == 4)
    #expect(change?["transactions"]?[0]?["from"] == .string(WalletHome.owner))
    let offline = try await home.json("wallet history student --offline")["changes"]?[0]
    #expect(offline?["cause"] == "elsewhere" && offline?["block"] == .null)
  }

  @Test("says of a block that made a part of a change that others made the rest")
  func severalBlocks() async throws {
    for (later, isPart) in [(0, false), (2, true)] as [(Int, Bool)] {
      let home = await WalletHome.withOwner()
      let node = try paid(home, later: later)
      _ = await home.run("wallet watch student \(WalletHome.student)")
      try await heldNothing(home)
      _ = await home.run("wallet history student")
      node.change { $0.balances[WalletHome.student.lowercased()] = 5 + later }
      let run = await home.run("wallet history student")
      #expect(run.output.contains("Block 4, 2026-") && run.output.contains(": +5 KLAY\n"), "\(run.output)")
      #expect(run.output.contains("other blocks made the rest") == isPart, "\(run.output)")
      let change = try await home.json("wallet history student")["changes"]?[0]
      #expect(change?["block"] == 4 && change?["partly"] == .bool(isPart), "\(change ?? .null)")
    }
  }

  @Test("knows what was sent from here, to the last unit, and when that is not all")
  func sentFromHere() async throws {
    let home = await WalletHome.withOwner()
    let node = try StubNode { $0.balances = [WalletHome.owner.lowercased(): 100] }
    home.use(node)
    _ = await home.run("wallet watch student \(WalletHome.student)")
    try await heldNothing(home)
    _ = await home.run("wallet transfer --to student --amount 1 --yes")
    node.change { $0.balances[WalletHome.student.lowercased()] = 1 }
    let run = await home.run("wallet history student")
    #expect(run.output.contains("+1 KLAY   1 KLAY  received from an account here\n"), "\(run.output)")
    #expect(run.output.contains("received  +1 KLAY"))
    node.change { $0.balances[WalletHome.student.lowercased()] = 4 }
    let more = try await home.json("wallet history student")["changes"]?.array?.last
    #expect(more?["cause"] == "mixed" || more?["cause"] == "elsewhere")
    #expect(more?["block"] == .null)
  }

  @Test("tells after a purchase is run again, which pays nothing, what it told before")
  func runAgain() async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 6 --from teacher --yes", "purchase 0 --price 6 --from student --yes", "wallet list")
    // Balances that are read within one second are one.
    try await Task.sleep(for: .milliseconds(2_100))
    try await home.done("wallet transfer --from student --to teacher --amount 1 --yes", "wallet list")
    let before = try await home.json("wallet history student --offline")
    #expect(before["changes"]?.array?.last?["cause"] == "here", "\(before)")
    try await Task.sleep(for: .milliseconds(1_100))
    let again = await home.run("purchase 0 --price 6 --from student --yes")
    #expect(again.output.contains("nothing was paid again"), "\(again.output)\(again.errors)")
    let after = try await home.json("wallet history student --offline")
    #expect(after == before, "\(before) \(after)")
    for (language, word) in [("en", "by accounts here"), ("ko", "이곳 계정"), ("uk", "рахунки, які є тут")] {
      let run = await home.run("wallet history teacher --offline --language \(language)")
      #expect(run.output.contains(word), "\(run.output)")
    }
  }

  @Test("does not say that nothing came where something came that no payment explains")
  func unexplained() async throws {
    let home = try await MarketHome()
    let quiet = await home.run("wallet history student --blocks 2")
    #expect(quiet.output.contains("Nothing came and nothing went."), "\(quiet.output)\(quiet.errors)")
    let address = home.student.address
    _ = try await home.chain.node.call("hardhat_setBalance", [.string(address.checksummed), "0x123456789abcdef012345"])
    try await home.chain.mine()
    let run = await home.run("wallet history student --blocks 2")
    #expect(run.output.contains("Not explained: +"), "\(run.output)\(run.errors)")
    #expect(!run.output.contains("Nothing came and nothing went."), "\(run.output)")
  }

  @Test("reads the blocks that a run with --blocks left out, and says until then that there are some")
  func leftOut() async throws {
    let home = try await MarketHome()
    try await home.done(
      "wallet history student", "create --price 6 --from teacher --yes", "purchase 0 --price 6 --from student --yes",
      "create --price 3 --from teacher --yes")
    let short = await home.run("wallet history student --blocks 1")
    for word in ["in blocks that nobody read ", "Not explained: -6", "2 blocks are still to be read."] {
      #expect(short.output.contains(word), "\(word): \(short.output)\(short.errors)")
    }
    let ledger = try #require(try await home.json("wallet history student")["ledger"])
    #expect(ledger["unexplained"] == .null && ledger["unread"] == 0 && ledger["sent"]?["value"] == "6", "\(ledger)")
    let kinds = (ledger["payments"]?.array ?? []).suffix(2).map { $0["kind"]?.string }
    #expect(kinds == ["transfer", "fee"], "\(ledger)")
  }

  @Test("names by its events what the lecture contract paid, from a node without traces")
  func paidByContract() async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Swift --from teacher --yes", "purchase 0 --price 10 --from student --yes",
      "settle 0 --from owner --yes", "create --price 4 --title Soil --from teacher --yes",
      "purchase 1 --price 4 --from student --yes")
    try await home.chain.advance(seconds: 91 * 86_400)
    try await home.done("reclaim 1 --from student --yes")
    let port = try #require(home.chain.url.split(separator: ":").last.flatMap { UInt16($0) })
    let node = FaultProxy.node(port: port)
    let proxy = try FaultProxy { body in
      node(Array(String(decoding: body, as: UTF8.self).replacing("debug_", with: "none_").utf8))
    }
    for (name, amount) in [("teacher", "9"), ("owner", "1"), ("student", "4")] {
      let ledger = try await home.json("wallet history \(name) --endpoint \(proxy.url)")["ledger"]
      let paid = (ledger?["payments"]?.array ?? []).filter { $0["kind"] == "internal" }
      #expect(paid.map { $0["amount"]?["value"]?.string } == [amount], "\(name): \(ledger ?? .null)")
      #expect(ledger?["unexplained"] == .null, "\(name): \(ledger ?? .null)")
    }
  }

  @Test("says how many older payments and changes it leaves out, and lists as many as --limit says")
  func limit() async throws {
    let home = try await MarketHome()
    try await home.done(
      "wallet history student", "create --price 6 --from teacher --yes", "purchase 0 --price 6 --from student --yes")
    let all = try #require(try await home.json("wallet history student")["ledger"])
    let payments = try #require(all["payments"]?.array)
    // What it was given, what it paid, and the fee.
    #expect(payments.count == 3 && all["older"] == 0, "\(all)")
    let newest = try await home.json("wallet history student --limit 2")["ledger"]
    #expect(newest?["older"] == 1 && newest?["payments"]?.array == Array(payments.dropFirst()), "\(newest ?? .null)")
    for (language, words) in [
      ("en", "1 older payment is not shown; --limit 3 shows all."),
      ("ko", "이전 내역 1건은 표시하지 않았습니다. 모두 보기: --limit 3"),
      ("uk", "Не показано: 1 старіший платіж; усі покаже --limit 3."),
    ] {
      let run = await home.run("wallet history student --limit 2 --language \(language)")
      #expect(run.output.contains(words), "\(run.output)\(run.errors)")
    }
    #expect(!(await home.run("wallet history student --limit 3")).output.contains("older payment"))
    #expect(await home.run("wallet history student --limit 0").status == .usage)
  }

  @Test("says how many older changes it leaves out")
  func olderChanges() async throws {
    let home = await WalletHome.withOwner()
    let book = try WalletListTests.book(of: home)
    let (now, owner) = (LocalTime.now(), try Address(WalletHome.owner))
    for hour in 0..<23 {
      try await book.record(
        [owner: .klay(UInt256(10 + hour))], network: "local", time: now - Int64(50 - hour) * 60)
    }
    for (language, words) in [
      ("en", "2 older changes are not shown; --json has all."), ("ko", "이전 변화 2건은"), ("uk", "2 старіші зміни;"),
    ] {
      let run = await home.run("wallet history owner --offline --language \(language)")
      #expect(run.output.contains(words), "\(run.output)\(run.errors)")
    }
  }

  @Test("says no more than it knows where the node has forgotten")
  func forgotten() async throws {
    let home = await WalletHome.withOwner()
    let node = try paid(home, forgetful: true)
    _ = await home.run("wallet watch student \(WalletHome.student)")
    try await heldNothing(home)
    node.change { $0.balances[WalletHome.student.lowercased()] = 5 }
    let run = await home.run("wallet history student")
    #expect(run.output.contains("received from elsewhere\n") && !run.output.contains("Block 4"))
  }

  @Test("fits into a narrow terminal, whatever a node says is held", arguments: [20, 40, 80])
  func narrow(_ columns: Int) async throws {
    let home = await WalletHome.withOwner()
    let book = try WalletListTests.book(of: home)
    let owner = try Address(WalletHome.owner)
    let now = LocalTime.now()
    try await book.record([owner: Amount(wei: .max)], network: "local", time: now - 100)
    let run = await home.run("wallet history owner --offline --no-color", terminal: columns)
    let chart = run.output.split(separator: "\n").filter { $0.contains("┤") || $0.contains("└") }
    #expect(chart.count == 9 && chart.allSatisfy { $0.count <= columns })
    #expect(run.output.contains(" ┤"))
  }
}
