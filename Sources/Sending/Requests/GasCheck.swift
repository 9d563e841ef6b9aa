import Primitives

/// An independent measure of the gas that requests need, such as an execution on a state that was read from the node.
public struct GasCheck: Sendable {
  /// The gas that an execution took.
  public struct Measure: Sendable, Hashable {
    /// Units that would be paid for.
    public let used: UInt64
    /// The lowest limit with which it succeeds: more than ``used`` where gas is given back, or kept from calls.
    public let needed: UInt64

    /// A measure; ``needed`` is never below ``used``.
    public init(used: UInt64, needed: UInt64) {
      self.used = used
      self.needed = max(used, needed)
    }

    /// The estimates that do not contradict it: from what was used to twice what is needed and 100,000.
    public var plausible: ClosedRange<UInt64> { used...needed.multipliedSaturated(by: 2).addingSaturated(100_000) }
  }

  /// A node's estimate that the measure contradicts: the measure's number is used.
  public struct Disagreement: Sendable, Hashable {
    /// Units of gas, as the node estimates them.
    public let estimate: UInt64
    /// The measure that contradicts it.
    public let measure: Measure
  }

  /// Measures a request as it would be sent by one of Ethereum's kinds; nil where that cannot be done.
  public let measure: @Sendable (SendRequest) async -> Measure?
  /// Hears of every estimate that is not used, with the request that it is of.
  public let onDisagreement: @Sendable (Disagreement, SendRequest) -> Void

  /// A check that measures in one way, and whose findings are heard.
  public init(
    measure: @escaping @Sendable (SendRequest) async -> Measure?,
    onDisagreement: @escaping @Sendable (Disagreement, SendRequest) -> Void = { _, _ in }
  ) {
    self.measure = measure
    self.onDisagreement = onDisagreement
  }
}
