import NodeRPC
import Primitives
import Tokens

/// The amounts of tokens that came to an account and left it, by the tokens' own `Transfer` events.
public struct TokenMovements: Sendable, Hashable {
  /// The amounts of one token.
  public struct Amounts: Sendable, Hashable {
    /// The sum of all that came.
    public var arrived: UInt256 = 0
    /// The sum of all that left.
    public var left: UInt256 = 0
  }

  /// The amounts, by the token's address.
  public let amounts: [Address: Amounts]

  /// Adds up the events of a transaction; sums above 256 bits stay at the largest number.
  public init(of account: Address, in logs: some Sequence<NodeRPC.Log>) {
    var amounts: [Address: Amounts] = [:]
    for log in logs where log.topics.count == 3 && log.topics[0] == TokenCalls.transferTopic && log.data.count == 32 {
      guard let value = try? UInt256(bigEndian: log.data) else { continue }
      let (from, to) = (Address(truncating: log.topics[1]), Address(truncating: log.topics[2]))
      guard from == account || to == account else { continue }
      var sum = amounts[log.address] ?? Amounts()
      if from == account { sum.left = sum.left.addingSaturated(value) }
      if to == account { sum.arrived = sum.arrived.addingSaturated(value) }
      amounts[log.address] = sum
    }
    self.amounts = amounts
  }

  /// The amounts of a token; zeros where none moved.
  public subscript(token: Address) -> Amounts { amounts[token] ?? Amounts() }
}
