import Orders
import Primitives

/// The states of orders at one block.
public struct OrderStates: Sendable, Hashable {
  /// The block's number.
  public let block: UInt64
  /// The block's hash.
  public let hash: Hash32
  /// The block's time, in seconds since 1970.
  public let time: UInt64
  /// The orders that were asked for, in their order, each with what can be filled of it.
  public let candidates: [DealCandidate]

  /// States at a block.
  public init(block: UInt64, hash: Hash32, time: UInt64, candidates: [DealCandidate]) {
    (self.block, self.hash, self.time, self.candidates) = (block, hash, time, candidates)
  }
}

/// Reads the states of orders from the chain, all at one block: amounts filled and cancelled, and what their makers have
/// and let the exchange take, the fee token included. No relayer's word counts.
public protocol OrderStateSource: Sendable {
  /// The states of orders at the newest block.
  ///
  /// - Throws: what keeps the chain from being read.
  func states(of orders: [AnySignedOrder]) async throws -> OrderStates
}
