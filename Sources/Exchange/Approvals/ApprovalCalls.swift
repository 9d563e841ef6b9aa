import ContractClient
import Orders
import Primitives
import Tokens

/// The transactions that let an exchange move an amount of a token, in their order; none where it may already.
public struct ApprovalCalls: Sendable {
  /// The contract of the token, which all transactions call.
  public let token: Address
  /// The account that may move it then.
  public let spender: Address
  /// The allowance as it is, and the amounts that are approved.
  public let plan: ApprovalPlan
  /// The transactions, each to be confirmed before the next.
  public let steps: [ExchangeCall]
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
  ) async throws -> ApprovalCalls {
    guard let spender = contracts.spender(of: version) else { throw ExchangeError.noContract(version) }
    return try await approval(of: token, amount: amount, for: spender, by: owner, isKnownSpender: isKnownSpender)
  }

  /// Plans what lets any account move at least an amount of an account's tokens.
  ///
  /// - Parameters:
  ///   - amount: As for an exchange.
  ///   - isKnownSpender: Whether the spender takes tokens by the account's own orders alone.
  /// - Throws: `unsupportedToken` for a contract that is no token; a `NodeError`.
  public func approval(
    of token: Address, amount: UInt256, for spender: Address, by owner: Address, isKnownSpender: Bool = false
  ) async throws -> ApprovalCalls {
    let before = try await holdings(of: owner, in: [token], for: spender)[token].allowance
    let isChange = before > 0 && before < amount
    let needsReset = isChange ? try await !accepts(approve(token, spender, amount).call, from: owner) : false
    let plan = ApprovalPlan(
      allowance: before, need: amount, isOwnExchange: isKnownSpender, needsReset: needsReset)
    return ApprovalCalls(
      token: token, spender: spender, plan: plan, steps: plan.steps.map { approve(token, spender, $0) })
  }

  /// The transaction that lets another move an amount of an account's tokens, in the place of what it could move before.
  ///
  /// - Parameter amount: The amount, in the token's smallest unit.
  public func allowance(_ amount: UInt256, of token: Address, for spender: Address) -> ExchangeCall {
    approve(token, spender, amount)
  }

  /// The transaction that takes back what an account let another move.
  public func revocation(of token: Address, for spender: Address) -> ExchangeCall { approve(token, spender, 0) }

  private func approve(_ token: Address, _ spender: Address, _ amount: UInt256) -> ExchangeCall {
    let call = ContractCall<Void>(
      to: token, calldata: TokenCalls.approve(spender, amount), function: CampusToken.Functions.approve,
      connection: connection
    ) { answer in
      // Many tokens return nothing; one that returns no refuses.
      guard answer.isEmpty || (try? UInt256(bigEndian: answer.prefix(32))) == 1 else { throw Refusal() }
    }
    return ExchangeCall(
      .approve, "let \(spender) move \(amount) of \(token)", reading: call,
      key: "approve \(token.lowercaseHex) \(spender.lowercaseHex) \(amount)", repetition: .whenDone)
  }

  private struct Refusal: Error {}

  private func accepts(_ call: ContractCall<Void>, from owner: Address) async throws -> Bool {
    do {
      try await call.call(from: owner)
      return true
    } catch let error as ContractError where error.code == .reverted || error.code == .unexpectedAnswer {
      return false
    }
  }
}
