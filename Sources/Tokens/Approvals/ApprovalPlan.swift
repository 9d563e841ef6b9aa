import Primitives

/// The approvals that bring a spender's allowance to where it has to be, one after another.
public struct ApprovalPlan: Sendable, Hashable {
  /// The allowance as it is, in the smallest unit.
  public let allowance: UInt256
  /// The amounts that are approved, in order; none where the allowance suffices.
  public let steps: [UInt256]

  /// Whether nothing has to be sent.
  public var isEmpty: Bool { steps.isEmpty }

  /// The approvals for a need.
  ///
  /// A spender that takes by the owner's own orders alone can be given another amount at once. Any other could use the old
  /// allowance before the change and the new one after it: it gets zero first, as do tokens that refuse to change an
  /// allowance otherwise (USDT).
  ///
  /// - Parameters:
  ///   - allowance: The amount that the spender may move now.
  ///   - need: The amount that it has to be able to move: an allowance of as much suffices.
  ///   - amount: The amount that is approved where the allowance does not suffice; nil for exactly the need, and never less.
  ///   - isOwnExchange: Whether the spender is the exchange whose orders the owner signs.
  ///   - needsReset: Whether the token refuses a change from one amount above zero to another.
  public init(
    allowance: UInt256, need: UInt256, amount: UInt256? = nil, isOwnExchange: Bool, needsReset: Bool
  ) {
    self.allowance = allowance
    guard allowance < need else {
      steps = []
      return
    }
    let target = max(amount ?? need, need)
    steps = allowance > 0 && (needsReset || !isOwnExchange) ? [0, target] : [target]
  }

  /// The approval that takes an allowance back.
  public init(revoking allowance: UInt256) {
    self.allowance = allowance
    steps = allowance > 0 ? [0] : []
  }

  /// The calldata of the steps.
  public func calldata(for spender: Address) -> [Bytes] { steps.map { TokenCalls.approve(spender, $0) } }
}
