import NodeRPC
import Primitives

/// The change of an account's balance since a block, beside what its transactions explain of it.
struct BalanceRise {
  private let address: Address?
  /// The balance in the block; nil where the node does not tell it.
  private let opening: UInt256?
  /// The sum that all payments together add to it, modulo 2^256.
  private var net: UInt256 = 0

  /// A rise from the balance in a block; of no account it is nothing.
  init(from block: UInt64, of address: Address?, node: NodeClient) async {
    self.address = address
    opening =
      if let address { try? await node.send(.balance(of: address, at: .number(block))).wei } else { nil }
  }

  /// Takes into account what transactions brought and took, their fees included.
  mutating func add(_ payments: [LedgerPayment]) {
    for payment in payments where payment.token == nil {
      net = payment.isGain ? net &+ payment.units : net &- payment.units
    }
  }

  /// The rise up to a block that no payment explains; zero for a fall, and where the node does not tell the balance.
  func unexplained(at block: UInt64, node: NodeClient) async -> UInt256 {
    guard let address, let opening,
      let closing = try? await node.send(.balance(of: address, at: .number(block))).wei
    else { return 0 }
    let expected = opening &+ net
    return closing > expected ? closing - expected : 0
  }
}
