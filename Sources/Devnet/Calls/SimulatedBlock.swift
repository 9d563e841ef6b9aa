import EVM
import Primitives

/// A block to try out: what is otherwise before it, and the calls in it.
public struct SimulatedBlock: Sendable, Hashable {
  /// The accounts and header fields that the block has instead of the chain's.
  public var overrides = CallOverrides()
  /// The calls in their order; unlike `Devnet.call` each leaves its changes to those after it.
  public var calls: [DevnetCall] = []
  /// EIP-4788; zero unless it is given.
  public var parentBeaconBlockRoot: Hash32?
  /// EIP-4895.
  public var withdrawals: [Withdrawal] = []

  /// Nothing.
  public init() {}
}

/// The outcome of a block that was tried out.
public struct SimulationOutcome: Sendable {
  /// A call's result.
  public struct Call: Sendable, Hashable {
    /// The data that it returned; nothing if it failed.
    public var output: Bytes
    /// Its logs with their numbers in the block, and transfers of ether if they are wanted too.
    public var logs: [LogTracer.Entry]
    /// Units of gas that it used, after what was given back.
    public var gasUsed: UInt64
    /// The gas used before some was given back.
    public var maxGasUsed: UInt64
    /// Nil if it ended well.
    public var failure: DevnetError?
  }

  /// The block, whose transactions nobody signed.
  public var block: DevnetBlock
  /// The outcomes of its calls, one for each transaction.
  public var calls: [Call]
}
