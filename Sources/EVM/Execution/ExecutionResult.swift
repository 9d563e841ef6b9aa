import Primitives

/// The result of a transaction.
public struct ExecutionResult: Sendable, Hashable {
  /// Its end.
  public var outcome: CallResult.Outcome
  /// The gas that the sender paid for.
  public var gasUsed: UInt64
  /// The gas that was given back, which `gasUsed` doesn't contain.
  public var gasRefunded: UInt64
  /// The data that the called contract returned; for a revert its reason, for a creation the code.
  public var output: [UInt8]
  /// The events, none unless it ended well.
  public var logs: [Log]
  /// The contract that it created, if it was to and ended well.
  public var createdAddress: Address?
  /// The price of a unit of gas, in wei.
  public var gasPrice: UInt256
  /// The gas of its blobs, 131,072 each (EIP-4844).
  public var blobGasUsed: UInt64

  /// Whether it ended well.
  public var isSuccess: Bool { outcome == .success }
}
