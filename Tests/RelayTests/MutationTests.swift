import FixtureSupport
import OrderBook
import Orders
import Primitives
import StrictJSON
import Testing

@testable import Relay

@Suite("Bodies and messages that are broken in every way")
struct MutationTests {
  private func mutated(_ text: [UInt8], _ random: inout Seeded) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...3, using: &random) where !text.isEmpty {
      let place = Int.random(in: 0..<text.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: text[place] = UInt8.random(in: 0...255, using: &random)
      case 1: text.remove(at: place)
      case 2: text.insert(contentsOf: Array("0123456789\"{}[],:x".utf8).shuffled(using: &random).prefix(1), at: place)
      default: text.removeSubrange(place..<min(text.count, place + 20))
      }
    }
    return text
  }

  /// The refusal of what a body throws; nil where it is taken.
  private func refusal(_ body: () throws(RelayRefusal) -> Void) -> RelayRefusal? {
    do throws(RelayRefusal) {
      try body()
      return nil
    } catch { return error }
  }

  @Test("an order is read as it is, or refused with a code and the fields that are wrong")
  func orders() async throws {
    let chain = try await RelayChain.shared.value
    let (old, new) = (try await chain.signed(chain.orderV1()), try await chain.signed(try chain.limitOrder()))
    var random = Seeded(7)
    var codes: Set<Int> = []
    for round in 0..<3_000 {
      let isOld = round.isMultiple(of: 2)
      let text = mutated(isOld ? old.json.serializedBytes() : new.json.serializedBytes(), &random)
      let found = refusal { () throws(RelayRefusal) in
        let json = try PostedOrderReader.json(text)
        if isOld {
          let signed = try PostedOrderReader.read(json, as: OrderV1.self)
          // Digits may have changed, or the case of letters; the signature tells.
          if signed != old { _ = try TermChecks.signed(.v1(signed)) }
        } else {
          let signed = try PostedOrderReader.read(json, as: LimitOrder.self)
          if signed != new, try TermChecks.signed(.v4(signed)).signer == nil { throw .notFound }
        }
      }
      guard let found else { continue }
      #expect(found.status == 400 && [100, 101].contains(found.code))
      #expect((found.code == 100) != found.errors.isEmpty)
      codes.insert(found.code ?? 0)
    }
    #expect(codes == [100, 101])
  }

  @Test("a message of WebSocket is a subscription, or refused with the fields that are wrong")
  func messages() {
    let address = Address(truncating: 7).lowercaseHex
    let texts = [
      #"{"channel":"orderbook","payload":{"baseTokenAddress":"\#(address)","quoteTokenAddress":"\#(address)","limit":5}}"#,
      #"{"channel":"candles","payload":{"base":"\#(address)","quote":"\#(address)","interval":"1h","since":7}}"#,
      #"{"channel":"orders","payload":{"makerToken":"\#(address)","snapshot":true,"extended":true}}"#,
    ]
    var random = Seeded(11)
    var taken = 0
    for round in 0..<3_000 {
      guard let json = try? JSON(parsing: mutated(Array(texts[round % 3].utf8), &random)) else { continue }
      let found = refusal { () throws(RelayRefusal) in _ = try SubscriptionRequest(json) }
      if found == nil { taken += 1 } else { #expect(found?.code == 100 && found?.errors.count == 1) }
    }
    #expect(taken > 0)
  }
}
