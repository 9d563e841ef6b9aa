import NodeRPC
import Primitives
import StrictJSON

/// Finds what contracts paid to an account, or took from it, in the course of transactions: in the traces of blocks whose
/// own transactions do not explain the balance.
struct InternalPayments: Sendable {
  let node: NodeClient
  let address: Address

  /// So many blocks are traced at most.
  private static let mostTraces = 50
  /// So many calls of a block are looked at.
  private static let mostCalls = 100_000

  /// The payments of blocks behind one; only those by which the balance of their block is explained to the last unit.
  ///
  /// - Parameter known: The payments that are known already.
  /// - Throws: `NodeError` for a node that does not tell the balances of those blocks, or offers no traces.
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
    let blocks = try await node.batch(open.map { NodeRequest<Block?>.block(.number(heights[$0])) })
    var found: [LedgerPayment] = []
    for ((index, trace), block) in zip(zip(open, traces), blocks) {
      guard let trace = try? trace.get(), let block = try? block.get() else { continue }
      let payments = payments(in: trace, of: block)
      let sum = payments.reduce(expected[block.number, default: 0]) { $1.isGain ? $0 &+ $1.units : $0 &- $1.units }
      if sum == balances[index] &- balances[index - 1] { found += payments }
    }
    return found
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
