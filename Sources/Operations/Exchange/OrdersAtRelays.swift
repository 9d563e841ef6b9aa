import Exchange
import NodeRPC
import OrderBook
import Orders
import Primitives

/// An order of one's own as a relay shows it, beside the own record of it.
public struct RelayRecord: Sendable, Hashable {
  /// The differences of a relay's word to the own record, which is the journal's and the user's own node's.
  public enum Difference: String, Sendable, Hashable, CaseIterable {
    /// The relay took it, and does not have it now.
    case missing
    /// The order was not posted there.
    case notPosted
    /// The relay has it, though it was not posted there from here.
    case postedElsewhere
    /// The relay reports another state than the node.
    case otherState
  }

  /// The relay's address, without its secrets.
  public let relay: String
  /// Whether the relay has it.
  public let isThere: Bool
  /// The state that the relay reports, cleaned for a terminal; nil where it reports none.
  public let state: String?
  /// The remaining fillable taker amount by the relay; nil where it reports none.
  public let remaining: UInt256?
  /// The difference; nil for none.
  public let difference: Difference?
}

/// The own orders as all relays show them.
public struct RelayRecords: Sendable {
  /// The records of relays that answered, by the orders' hashes.
  public let records: [Hash32: [RelayRecord]]
  /// Open orders of the same makers that the journal does not have, with the relays that show them.
  public let strangers: [MergedOrder]
  /// The failures of relays, and their invalid orders.
  public let failures: [RelayClientError]
}

/// Asks all relays of a market for orders of one's own; none of their answers changes the own record.
public struct OrdersAtRelays: Sendable {
  private let relays: [RelayClient]

  /// The relays of a market.
  public init(of market: ExchangeMarket) { relays = market.relays }

  /// A relay's answer.
  private struct Answer: Sendable {
    let relay: RelayClient
    var records: [Hash32: RelayRecord] = [:]
    var strangers: [RelayedOrder] = []
    var failures: [RelayClientError] = []
  }

  /// Reads what the relays have of orders, and of their makers' others.
  public func read(_ own: [OwnOrder]) async -> RelayRecords {
    var records: [Hash32: [RelayRecord]] = [:]
    var (strangers, failures): ([MergedOrder], [RelayClientError]) = ([], [])
    for answer in await relays.sideBySide({ await ask($0, own) }) {
      for (hash, record) in answer.records { records[hash, default: []].append(record) }
      for order in answer.strangers {
        if let place = strangers.firstIndex(where: { $0.order.hash == order.hash }) {
          strangers[place] = MergedOrder(
            order: strangers[place].order, relays: strangers[place].relays + [answer.relay.address])
        } else {
          strangers.append(MergedOrder(order: order, relays: [answer.relay.address]))
        }
      }
      for failure in answer.failures where !failures.contains(where: { $0.hasSameFacts(as: failure) }) {
        failures.append(failure)
      }
    }
    return RelayRecords(records: records, strangers: strangers, failures: failures)
  }

  private func ask(_ relay: RelayClient, _ own: [OwnOrder]) async -> Answer {
    var answer = Answer(relay: relay)
    let suited = own.filter { $0.order.signed?.exchangeAddress == relay.exchange.address }
    var open: [Hash32: RelayedOrder] = [:]
    do throws(RelayClientError) {
      for maker in Set(own.map(\.order.unsigned.order.maker)).sorted() {
        let list = try await relay.orders(RelayFilter(maker: maker))
        if let invalidOrder = list.findings.invalidOrder { answer.failures.append(invalidOrder) }
        for order in list.orders { open[order.hash] = order }
      }
      let known = Set(own.map(\.order.hash))
      answer.strangers = open.values.filter { !known.contains($0.hash) }.sorted { $0.hash < $1.hash }
      for order in suited {
        let signers = (try? order.order.signed?.signer()).map { Set([$0].compactMap { $0 }) } ?? []
        let found: RelayedOrder?
        if let listed = open[order.order.hash] {
          found = listed
        } else {
          found = try await relay.order(order.order.hash, signers: signers)
        }
        answer.records[order.order.hash] = Self.record(
          of: order, found, isListed: open[order.order.hash] != nil, at: relay.address)
      }
    } catch { answer.failures.append(error) }
    return answer
  }

  /// The record of an order.
  ///
  /// - Parameter isListed: Whether the relay has it among the open ones.
  static func record(of own: OwnOrder, _ found: RelayedOrder?, isListed: Bool, at relay: String) -> RelayRecord {
    let posted = own.order.postings.contains { $0.relay == relay && $0.state == .posted }
    guard let found else {
      let isOver = own.order.state == .ended || own.status?.state.isEnded ?? false
      return RelayRecord(
        relay: relay, isThere: false, state: nil, remaining: nil,
        difference: isOver ? nil : posted ? .missing : .notPosted)
    }
    let state = own.status?.state
    let isOther =
      if let told = found.reportedState {
        state.map { ![$0.word, $0.rawValue].contains(told) } ?? false
      } else {
        isListed && !(state?.isInBook ?? true)
      }
    return RelayRecord(
      relay: relay, isThere: true, state: found.reportedState, remaining: found.toldRemaining,
      difference: isOther ? .otherState : posted ? nil : .postedElsewhere)
  }
}
