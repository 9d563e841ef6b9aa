import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures exchange: trades with an idempotency key", .timeLimit(.minutes(10)))
struct NamedTradeTests {
  @Test("The key is the trade's own: none of the approvals on the way to it has it, so that each is sent")
  func approvals() async throws {
    let home = try await ExchangeHome()
    for (version, price) in [("v4", "0.30"), ("v1", "0.31")] {
      let made = try await home.json(
        "exchange order TKA/WKLAY --sell 10 --price \(price) --protocol \(version) --from teacher --yes")
      #expect(made["state"] == "posted", "\(made)")
    }
    try await home.settle()
    // The exchange of each version is let move what it takes.
    let line = "exchange buy TKA/WKLAY 20 --slippage 5% --from student --yes --id shares"
    let bought = try await home.json(line)
    #expect(bought["complete"] == true && bought["transactions"]?.array?.count == 2, "\(bought)")
    let keys = try await keys(home)
    let approvals = keys.filter { $0.hasPrefix("approve ") }
    let named = keys.filter { $0.contains("id shares") }
    #expect(keys.count == 4 && Set(approvals).count == 2 && Set(named).count == 2, "\(keys)")
    #expect(Set(approvals).isDisjoint(with: named), "\(keys)")
    // The same key is the same trade, which needs no approval any more.
    let again = try await home.json(line)
    #expect(again["complete"] == true && again["received"] == bought["received"], "\(again)")
    #expect(try await self.keys(home) == keys)
    let one = UInt256(1_000_000_000_000_000_000)
    #expect(try await home.balance(home.base, home.student) == 20 * one)
  }

  /// The keys of all that `student` sent, the newest first.
  private func keys(_ home: ExchangeHome) async throws -> [String] {
    let listed = try await home.json("tx list --from student")
    return try #require(listed["intents"]?.array, "\(listed)").map { $0["key"]?.string ?? "" }
  }
}
