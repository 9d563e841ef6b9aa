import NodeRPC
import Primitives
import StrictJSON

/// Finds what contracts paid to an account, or took from it, in the course of transactions: in the traces of blocks
/// whose own transactions do not explain the balance, or else by the events of contracts that are known.
struct InternalPayments: Sendable {
  let node: NodeClient
  let address: Address
  /// The events of contracts that are known.
  let events: [PaymentEvent]

  /// The most blocks that are traced.
  private static let mostTraces = 50
  /// The most calls of a block that are looked at.
  private static let mostCalls = 100_000

  /// The payments of blocks behind one; only those that the balance of their block bears out.
  ///
  /// - Parameter known: The payments that are known already.
  /// - Throws: `NodeError` for a node that does not tell the balances of those blocks.
  func read(
    after start: UInt64, upTo last: UInt64, beside known: [LedgerPayment]
  ) async throws(NodeError) -> [LedgerPayment] {
    let heights = Array(start...last)
    var balances: [UInt256] = []
    for balance in try await node.batch(heights.map { .balance(of: address, at: .number($0)) }) {
      balances.append(try balance.get().wei)
    }
    var expected: [UInt64: UInt256] = [:]
    for payment in known where payment.token == nil && payment.kind != .unread {
      expected[payment.block, default: 0] =
        payment.isGain
        ? expected[payment.block, default: 0] &+ payment.units : expected[payment.block, default: 0] &- payment.units
    }
    let open = heights.indices.dropFirst().filter {
      balances[$0] &- balances[$0 - 1] != expected[heights[$0], default: 0]
    }.prefix(Self.mostTraces)
    let options: JSON = ["tracer": "callTracer"]
    let traces = try await node.batch(
      open.map { index in
        NodeRequest<JSON>("debug_traceBlockByNumber", [BlockTag.number(heights[index]).json, options]) { $0 }
      })
    let logs = try await node.batch(events.isEmpty ? [] : open.map { request(at: heights[$0]) })
    let blocks = try await node.batch(open.map { NodeRequest<Block?>.block(.number(heights[$0])) })
    var found: [LedgerPayment] = []
    for (place, index) in open.enumerated() {
      guard let block = try? blocks[place].get() else { continue }
      let traced = (try? traces[place].get()).map { payments(in: $0, of: block) } ?? []
      let told = logs.isEmpty ? [] : ((try? logs[place].get()) ?? []).flatMap { payments(in: $0, of: block) }
      let missing = balances[index] &- balances[index - 1] &- expected[heights[index], default: 0]
      found += [traced, told].first { Self.isExplained($0, by: missing) } ?? []
    }
    return found
  }

  /// Whether payments explain a change, modulo 2^256: to the last unit, or, if all are gains, so that a gain is left:
  /// the reward of a block is in no trace.
  private static func isExplained(_ payments: [LedgerPayment], by change: UInt256) -> Bool {
    guard !payments.isEmpty else { return false }
    if payments.reduce(change, { $1.isGain ? $0 &- $1.units : $0 &+ $1.units }) == 0 { return true }
    return AccountLedger.Change(change).isGain && payments.allSatisfy(\.isGain)
      && payments.reduce(0) { $0.addingSaturated($1.units) } <= change
  }

  /// A request for the logs of known events in a block.
  private func request(at height: UInt64) -> NodeRequest<[Log]> {
    .logs(
      LogFilter(
        fromBlock: .number(height), toBlock: .number(height), addresses: Set(events.map(\.contract)).sorted(),
        topics: [Set(events.map(\.topic)).sorted()]))
  }

  private func payments(in log: Log, of block: Block) -> [LedgerPayment] {
    events.flatMap { $0.payments(to: address, in: log, of: block) }
  }

  /// The calls below the transactions' own that carried money to the account or from it.
  private func payments(in trace: JSON, of block: Block) -> [LedgerPayment] {
    var found: [LedgerPayment] = []
    var count = 0
    for (place, transaction) in (trace.array ?? []).enumerated() {
      guard let root = transaction["result"], root["error"] == nil, block.transactionHashes.indices.contains(place)
      else { continue }
      var open = root["calls"]?.array ?? []
      while let call = open.popLast(), count < Self.mostCalls {
        count += 1
        guard call["error"] == nil else { continue }
        open += call["calls"]?.array ?? []
        guard ["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"].contains(call["type"]?.string ?? ""),
          let sender = (call["from"]?.string).flatMap({ try? Address($0) }),
          let receiver = (call["to"]?.string).flatMap({ try? Address($0) }), sender != receiver,
          [sender, receiver].contains(address),
          let units = (call["value"]?.string).flatMap({ try? UInt256(quantity: $0) }), units > 0
        else { continue }
        found.append(
          LedgerPayment(
            block: block.number, time: Int64(clamping: block.timestamp), kind: .internal, isGain: receiver == address,
            units: units, other: receiver == address ? sender : receiver,
            transaction: block.transactionHashes[place]))
      }
    }
    return found
  }
}
