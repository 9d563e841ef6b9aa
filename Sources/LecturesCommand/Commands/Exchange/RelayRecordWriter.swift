import Exchange
import Localization
import Operations
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// Writes what relays show of own orders for people and scripts.
struct RelayRecordWriter: Sendable {
  /// The records; nil where no relay was asked.
  let records: RelayRecords?
  let market: ExchangeMarket
  let language: Language

  /// The records of an order for scripts.
  func json(_ hash: Hash32) -> JSON {
    .array(
      (records?.records[hash] ?? []).map { record in
        [
          "relay": .string(record.relay), "there": .bool(record.isThere), "state": .text(record.state),
          "remaining": .text(record.remaining.map { $0.description }), "difference": .text(record.difference?.rawValue),
        ]
      })
  }

  /// The orders that the journal does not have, for scripts.
  var unknown: JSON {
    .array(
      (records?.strangers ?? []).map { stranger in
        [
          "orderHash": .string(stranger.order.hash.hex), "order": stranger.order.signed.json,
          "relays": .array(stranger.relays.map { .string($0) }),
        ]
      })
  }

  /// The records for people.
  func blocks(of orders: [OwnOrder]) -> [Report.Block] {
    // Of relays that did not answer nothing is known.
    guard let records, !records.records.isEmpty || records.failures.isEmpty else { return [] }
    var table = Table(
      .address(language[ExchangeLabel.order]), .text(language[ExchangeLabel.relay], .important),
      .name(language[ExchangeLabel.state], .useful), .text(language[RelayRecordText.difference].plain, .important),
      placeholder: language[RelayRecordText.none])
    for order in orders {
      for record in records.records[order.order.hash] ?? [] {
        table.add(
          StyledText(order.order.hash.hex), StyledText(record.relay),
          StyledText(record.state ?? language[record.isThere ? RelayRecordWord.there : .absent]),
          record.difference.map { StyledText(language[RelayRecordWord.different($0)], .warning) } ?? "")
      }
    }
    var blocks: [Report.Block] = [.table(table)]
    for stranger in records.strangers {
      let order = stranger.order.signed.order
      blocks.append(
        .line(
          language[
            RelayRecordText.unknown(
              stranger.order.hash.hex, gives: text(order.makerAmount, order.makerToken),
              gets: text(order.takerAmount, order.takerToken), stranger.relays.joined(separator: ", "))]))
    }
    return blocks
  }

  private func text(_ units: UInt256, _ address: Address) -> String {
    market.tokens[address].map { TokenAmount(units, of: $0).text(in: language) } ?? "\(units) (\(address))"
  }
}
