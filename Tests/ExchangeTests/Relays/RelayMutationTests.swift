import FixtureSupport
import Locking
import NodeDoubles
import Orders
import Primitives
import StrictJSON
import Testing

@testable import Exchange

@Suite("Answers of a relay with bytes changed")
struct RelayMutationTests {
  /// A text with one to three bytes replaced, left out or doubled.
  private static func mutated(_ text: [UInt8], _ numbers: inout Seeded) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...3, using: &numbers) {
      let place = Int.random(in: text.indices, using: &numbers)
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: text[place] = UInt8.random(in: 0...255, using: &numbers)
      case 1: text[place] = Array("0123456789abcdef{}[]\",:".utf8).randomElement(using: &numbers) ?? 0
      case 2: text.remove(at: place)
      default: text.insert(text[place], at: place)
      }
    }
    return text
  }

  @Test("bring no order that nobody signed, and no error but one of a relay", arguments: RelayAPI.allCases)
  func mutations(api: RelayAPI) async throws {
    let orders = try await RelayOrders.asks(2, api)
    let records = orders.map { RelayDouble.State.record($0) }
    let body: JSON =
      api == .v0
      ? ["bids": [], "asks": .array(records)]
      : ["bids": RelayDouble.collection([]), "asks": RelayDouble.collection(records)]
    let numbers = Guarded(Seeded(api == .v0 ? 1 : 2))
    let relay = try RelayDouble(api) {
      $0.answers = { _, _ in
        let text = numbers.withLock { Self.mutated(body.serializedBytes(), &$0) }
        return [.send(HTTPText.reply(text, headers: ["Link: <x>"]))]
      }
    }
    let client = try relay.client()
    let good = Dictionary(uniqueKeysWithValues: orders.map { ($0.hash, $0.order.maker) })
    var (kept, dropped, failed) = (0, 0, 0)
    for _ in 0..<400 {
      do throws(RelayClientError) {
        let book = try await client.book(of: RelayOrders.pair)
        for order in book.asks + book.bids { #expect(good[order.hash] == order.signed.order.maker) }
        kept += book.asks.count
        dropped += book.findings.dropped.count
      } catch {
        #expect(error.code == .malformed, "\(error)")
        failed += 1
      }
    }
    #expect(kept > 100 && dropped > 50 && failed > 50, "\(kept), \(dropped), \(failed)")
  }
}
