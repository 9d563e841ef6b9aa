import Primitives

/// The most that may be spent without asking; nil is no limit.
///
/// A send under way counts with the most that it can cost, one that has ended with what it did cost. A day is the last
/// 24 hours, by this machine's clock and by the times of the chain's blocks: what is within either counts.
public struct SpendingLimits: Sendable, Hashable {
  /// By one opening of the outbox: one run of a command.
  public var perCommand: Amount?
  /// By all users of this outbox on the same chain, in a day.
  public var perDay: Amount?
  /// To one receiver on the chain, in a day.
  public var perContract: Amount?

  /// No limits but those given.
  public init(perCommand: Amount? = nil, perDay: Amount? = nil, perContract: Amount? = nil) {
    self.perCommand = perCommand
    self.perDay = perDay
    self.perContract = perContract
  }

  /// A limit by the spending that it is for.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The kind of ``SpendingLimits/perCommand``.
    case perCommand
    /// The kind of ``SpendingLimits/perDay``.
    case perDay
    /// The kind of ``SpendingLimits/perContract``.
    case perContract
  }

  /// The limits without those of a kind.
  package func without(_ kind: Kind) -> SpendingLimits {
    var limits = self
    switch kind {
    case .perCommand: limits.perCommand = nil
    case .perDay: limits.perDay = nil
    case .perContract: limits.perContract = nil
    }
    return limits
  }

  package var isEmpty: Bool { perCommand == nil && perDay == nil && perContract == nil }
}
