import ChainSupport
import Foundation
import Keys
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import WalletBook

@testable import LecturesCommand

@Suite("What is told of fees and moves", .timeLimit(.minutes(20)))
struct FeeStatementTests {
  private func wei(_ json: JSON?) throws -> UInt256 { try UInt256(parsing: #require(json?["wei"]?.string)) }

  private func sum(_ entries: [JSON], _ member: String) throws -> UInt256 {
    try entries.reduce(0) { sum, entry in
      entry[member] == .null || entry[member] == nil ? sum : sum + (try wei(entry[member]))
    }
  }

  @Test("history, wallet history and tx export book to an account what it paid itself, to the last peb")
  func shared() async throws {
    let home = try await MarketHome(kaia: true)
    try await home.done("create --price 10 --from teacher --yes")
    let before = try await home.chain.node.balance(of: home.student.address)
    try await home.done(
      "purchase 0 --price 10 --from student --fee-payer owner --fee-ratio 80 --yes",
      "wallet transfer --to teacher --amount 1 --from student --fee-payer owner --yes",
      "wallet transfer --to teacher --amount 2 --from student --fee-payer student --fee-ratio 30 --yes",
      "evaluate 0 --scores 1,2,3,4,5 --from student --yes")
    let after = try await home.chain.node.balance(of: home.student.address)
    let paid = before.wei - after.wei - Amount.klay(13).wei
    let history = try await home.json("history --from student")
    let entries = try #require(history["entries"]?.array)
    #expect(try wei(history["fees"]) == paid && entries.count == 4, "\(history)")
    #expect(try sum(entries, "fee") == paid)
    #expect(entries.map { $0["feePayerPaid"] == .null } == [false, false, true, true], "\(history)")
    #expect(try wei(entries[0]["feePayerPaid"]) > wei(entries[0]["fee"]) && wei(entries[1]["fee"]) == 0)
    let others = try sum(entries, "feePayerPaid")
    let text = await home.run("history --from student").output
    #expect(text.contains("Fees in all: ") && text.contains("Others paid "), "\(text)")
    // The same from the outbox alone.
    let moves = try #require(try await home.json("wallet history student --offline")["transfers"]?.array)
    #expect(try sum(moves, "fee") == paid && sum(moves, "feePayerPaid") == others, "\(moves)")
    let exported = try #require(try await home.json("tx export")["intents"]?.array).filter {
      $0["account"]?.string == home.student.address.checksummed
    }
    #expect(try sum(exported, "fee") == paid && sum(exported, "feePayerPaid") == others, "\(exported)")
    let rows = await home.run("tx export").output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    // Who is its own fee payer pays both parts: that is what left it.
    let own2 = try #require(
      try await home.json("tx list")["intents"]?.array?.first { $0["value"]?["value"] == "2" })
    #expect(try wei(own2["cost"]) == Amount.klay(2).wei + wei(own2["fee"]), "\(own2)")
    let column = try #require(rows.first?.firstIndex(of: "fee"))
    let own = try rows.filter { $0[3] == home.student.address.checksummed }.reduce(0 as UInt256) {
      try $0 + UInt256(parsing: String($1[column]))
    }
    #expect(own == paid, "\(rows)")
    // And from the chain alone, of what leaves an event.
    let chain = try await home.json("history \(home.student.address.checksummed) --outbox \(home.file("other.sqlite"))")
    #expect(chain["entries"]?[0]?["fee"] == entries[0]["fee"], "\(chain)")
    #expect(chain["entries"]?[0]?["feePayerPaid"] == entries[0]["feePayerPaid"], "\(chain)")
  }

  @Test("wallet history of a fee payer names the fees it paid for others, and its balance is explained by them")
  func feePayer() async throws {
    let home = try await MarketHome(kaia: true)
    try await home.done("wallet history owner")
    // A balance is kept once a second: what is sent in the same one changes nothing between two.
    try await Task.sleep(for: .milliseconds(1_100))
    try await home.done(
      "wallet transfer --to teacher --amount 1 --from student --fee-payer owner --yes",
      "wallet transfer --to teacher --amount 2 --from student --fee-payer owner --fee-ratio 40 --yes")
    let told = try await home.json("wallet history owner")
    let fees = try #require(told["transfers"]?.array).filter { $0["direction"]?.string == "fee" }
    #expect(fees.count == 2 && fees.allSatisfy { $0["from"]?.string == home.student.address.checksummed }, "\(told)")
    let change = try #require(told["changes"]?.array?.last)
    #expect(change["cause"] == "here" && change["gain"] == false, "\(told)")
    #expect(try wei(change["amount"]) == sum(fees, "feePayerPaid"), "\(told)")
    let text = await home.run("wallet history owner --offline").output
    #expect(text.contains("fee paid for transfer of 1 KLAY") && !text.contains("spent elsewhere"), "\(text)")
  }

  @Test("a node that tells no price with a receipt is asked for that of the transaction; what is not known is never 0")
  func noEffectivePrice() async throws {
    let home = try await MarketHome()
    let node = FaultProxy.node(port: try #require(UInt16(home.chain.url.split(separator: ":").last ?? "")))
    // As before London: one price, and none with a receipt.
    let old = try FaultProxy({ body in
      let asked = String(decoding: body, as: UTF8.self).replacing("eth_feeHistory", with: "eth_noHistory")
      guard let answer = node(Array(asked.utf8)) else { return nil }
      return Array(String(decoding: answer, as: UTF8.self).replacing("effectiveGasPrice", with: "unknown").utf8)
    })
    try await home.done("create --price 10 --from teacher --yes")
    let before = try await home.chain.node.balance(of: home.student.address)
    try await home.done(
      "purchase 0 --price 10 --from student --yes --endpoint \(old.url)",
      "wallet transfer --to teacher --amount 1 --from student --yes --endpoint \(old.url)")
    let paid = before.wei - (try await home.chain.node.balance(of: home.student.address)).wei - Amount.klay(11).wei
    let history = try await home.json("history --from student --endpoint \(old.url)")
    #expect(try wei(history["fees"]) == paid, "\(history)")
    let hash = try #require(history["entries"]?[1]?["hash"]?.string)
    let shown = try await home.json("tx show \(hash) --endpoint \(old.url)")
    #expect(shown["fee"] == history["entries"]?[1]?["fee"], "\(shown)")

    // The outbox has it without another question, and counts no more than what was paid.
    let exported = try #require(try await home.json("tx export")["intents"]?.array).filter {
      $0["account"]?.string == home.student.address.checksummed
    }
    #expect(try sum(exported, "fee") == paid && sum(exported, "cost") == paid + Amount.klay(11).wei, "\(exported)")

    // One with a tip pays less than it offers, and this node does not tell how much.
    let rated = await home.run("evaluate 0 --scores 1,2,3,4,5 --from student --yes")
    #expect(rated.status == .success, "\(rated.errors)")
    let unknown = try await home.json("history --from student --endpoint \(old.url)")
    #expect(unknown["fees"] == .null && unknown["entries"]?[2]?["fee"] == .null, "\(unknown)")
    let text = await home.run("history --from student --endpoint \(old.url)").output
    #expect(text.contains("Fees in all: not known") && text.contains("what 1 transaction cost"), "\(text)")
  }

  @Test("wallet history knows a key change from a deployment, shows no -0, and takes a transfer to oneself for no loss")
  func moves() async throws {
    let home = try await MarketHome(kaia: true)
    try await home.done(
      "create --price 10 --from teacher --yes", "purchase 0 --price 10 --from student --yes",
      "evaluate 0 --scores 1,2,3,4,5 --from student --yes",
      "wallet transfer --to student --amount 3 --from student --yes",
      "account update --key 2:teacher,owner,student --from student --yes")
    let text = await home.run("wallet history student --offline").output
    #expect(!text.contains("a new contract") && !text.contains("-0 "), "\(text)")
    #expect(text.contains("sent to itself") && !text.contains("-3 KLAY") && text.contains("-10 KLAY"), "\(text)")
    let moves = try await home.json("wallet history student --offline")["transfers"]?.array
    #expect(moves?.map { $0["direction"]?.string } == ["sent", "sent", "self", "sent"], "\(String(describing: moves))")
    #expect(await home.run("wallet history owner --offline").output.contains("a new contract"))
  }

  @Test("wallet show tells how old a balance is, and that nobody was asked")
  func stale() async throws {
    let home = await WalletHome.withOwner()
    let book = try WalletListTests.book(of: home)
    try await book.record(
      [Address(WalletHome.owner): .klay(40)], network: "local", time: LocalTime.now() - 5 * 86_400)
    let shown = await home.run("wallet show owner").output
    #expect(shown.contains("40 KLAY on local, 5 d ago; no node was asked now"), "\(shown)")
    let json = try await home.json("wallet show owner")
    #expect(json["stale"] == true && json["balance"]?["value"] == "40", "\(json)")
  }
}
