import ContractClient
import Orders
import Primitives

/// The transactions that let an exchange move an amount of a token, in their order; none where it may already.
public struct ApprovalPlan: Sendable {
  /// The token.
  public let token: Address
  /// The account that may move it then.
  public let spender: Address
  /// The amount that it may move now, in the token's smallest unit.
  public let before: UInt256
  /// The amount that it may move at the end.
  public let after: UInt256
  /// The transactions, each to be confirmed before the next: zero first where the token wants that.
  public let steps: [ExchangeCall]

  /// Whether the allowance is zero for a time between the first and the second transaction.
  public var goesByZero: Bool { steps.count > 1 }
}

extension ExchangeCalls {
  /// Plans what lets the exchange of a version move at least an amount of an account's tokens.
  ///
  /// - Parameters:
  ///   - amount: The amount, in the token's smallest unit; the largest number never has to be approved again.
  ///   - isKnownSpender: Whether the spender takes tokens by the account's own orders alone: else an allowance that is
  ///     not zero is changed by way of zero, as the spender could take both.
  /// - Throws: `noContract`; `unsupportedToken` for a contract that is no token; a `NodeError`.
  public func approval(
    of token: Address, amount: UInt256, for version: OrderVersion, by owner: Address, isKnownSpender: Bool = true
  ) async throws -> ApprovalPlan {
    guard let spender = contracts.spender(of: version) else { throw ExchangeError.noContract(version) }
    let allowance = Allowance(token: token, connection: connection)
    let before = try await allowance.amount(of: owner, for: spender)
    guard before < amount else {
      return ApprovalPlan(token: token, spender: spender, before: before, after: before, steps: [])
    }
    var amounts = [amount]
    if before > 0 {
      let takesChange = try await accepts(try allowance.approve(spender, amount), from: owner)
      if !isKnownSpender || !takesChange { amounts.insert(0, at: 0) }
    }
    return ApprovalPlan(
      token: token, spender: spender, before: before, after: amount,
      steps: try amounts.map { try approve(allowance, spender, $0) })
  }

  /// The transaction that takes back what an account let another move.
  ///
  /// - Throws: `ContractABIError` for arguments that do not fit the ABI.
  public func revocation(of token: Address, for spender: Address) throws -> ExchangeCall {
    try approve(Allowance(token: token, connection: connection), spender, 0)
  }

  private func approve(_ allowance: Allowance, _ spender: Address, _ amount: UInt256) throws -> ExchangeCall {
    ExchangeCall(
      .approve, "let \(spender) move \(amount) of \(allowance.token)", try allowance.approve(spender, amount),
      key: "approve \(allowance.token.lowercaseHex) \(spender.lowercaseHex) \(amount)", repetition: .whenDone)
  }

  private func accepts(_ call: ContractCall<Void>, from owner: Address) async throws -> Bool {
    do {
      try await call.call(from: owner)
      return true
    } catch let error as ContractError where error.code == .reverted || error.code == .unexpectedAnswer {
      return false
    }
  }
}
