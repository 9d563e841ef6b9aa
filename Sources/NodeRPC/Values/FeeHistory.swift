import JSONFields
import Primitives
import StrictJSON

/// The fees of past blocks (`eth_feeHistory`).
///
/// The arrays come from the node; their counts are usual but not sure, so go by `zip` and `last`.
public struct FeeHistory: Sendable, Hashable, NodeReply {
  /// The first block of the history.
  public let oldestBlock: UInt64
  /// Wei for each gas, one a block and one more: the last is the next block's. Zero or empty before London.
  public let baseFeePerGas: [UInt256]
  /// The fullness of each block; 1 is full. On Kaia a share of 60,000,000 gas.
  public let gasUsedRatio: [Double]
  /// For each block the tips in wei at the percentiles asked for; nil if none were.
  public let reward: [[UInt256]]?
  /// Wei for each blob gas in the next block (EIP-4844); nil where the node tells none.
  public let nextBlobBaseFee: UInt256?

  /// Takes the parts as they are; their counts are not compared.
  public init(
    oldestBlock: UInt64, baseFeePerGas: [UInt256], gasUsedRatio: [Double], reward: [[UInt256]]?,
    nextBlobBaseFee: UInt256? = nil
  ) {
    self.oldestBlock = oldestBlock
    self.baseFeePerGas = baseFeePerGas
    self.gasUsedRatio = gasUsedRatio
    self.reward = reward
    self.nextBlobBaseFee = nextBlobBaseFee
  }

  /// Reads a fee history as a node gives it.
  public init(reply json: JSON) throws(JSONFieldProblem) {
    let fields = try JSONFields(json)
    oldestBlock = try fields.required("oldestBlock", .quantity)
    baseFeePerGas = try fields.optional("baseFeePerGas", .listOrNull(of: .quantity)) ?? []
    gasUsedRatio = try fields.optional("gasUsedRatio", .listOrNull(of: .ratio)) ?? []
    reward = try fields.optional("reward", .list(of: .listOrNull(of: .quantity)))
    nextBlobBaseFee = try fields.optional("baseFeePerBlobGas", .listOrNull(of: .quantity))?.last
  }
}
