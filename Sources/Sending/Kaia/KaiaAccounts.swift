import Keys
import NodeRPC
import Primitives
import Transactions

/// The accounts of Kaia, whose keys can be changed and whose fees others can pay; of other chains it knows that they
/// have no such accounts.
public struct KaiaAccounts: SenderPart {
  let context: SenderContext

  /// Kaia and its testnet: there every node reports an account's key.
  private static let kaiaChains: Set<UInt256> = [8217, 1001]

  /// An account's key on a chain of Kaia's kind, legacy for an account that does not exist yet; nil on other chains.
  public func accountKey(of account: Address) async throws -> AccountKey? {
    do throws(NodeError) {
      return try await node.kaiaAccountKey(account) ?? .legacy
    } catch {
      guard error.code == .rpc, !Self.kaiaChains.contains(chainID) else { throw error }
      return nil
    }
  }

  /// The parts that make the request one of Kaia's own types: a key that was changed, somebody else who pays, or an
  /// operation of these types alone; nil if nothing does.
  func envelope(
    of request: SendRequest, _ state: AccountState, _ delegation: FeeDelegation?
  ) async throws -> KaiaEnvelope? {
    guard let accountKey = state.accountKey else {
      guard delegation == nil, request.operation == nil else {
        throw SendingError(
          .noFeeDelegation,
          delegation == nil
            ? "This chain has no such transactions." : "Nobody else can pay the fee on this chain.",
          reason: "Only Kaia has them, and this node knows none of its methods.", call: request.label)
      }
      return nil
    }
    guard accountKey != .legacy || delegation != nil || request.operation != nil else { return nil }
    if let percent = delegation?.percent, !(1...99).contains(percent) {
      throw SendingError(
        .noFeeDelegation, "A fee payer cannot pay \(percent) per cent of the fee.",
        reason: "Kaia knows 1 to 99, and all of it without a ratio.", call: request.label,
        advice: "Leave the ratio away to have all of it paid.")
    }
    let payer = delegation?.address
    var payerKey: AccountKey?
    if let payer { payerKey = try await self.accountKey(of: payer) }
    return KaiaEnvelope(
      operation: try await operation(of: request), payment: delegation?.payment ?? .sender,
      feePayer: payer, accountKey: accountKey, feePayerKey: payerKey)
  }

  /// Kaia distinguishes calls from transfers by the transaction's type, and wants code at the former alone.
  ///
  /// - Parameter known: The receivers of which it is known whether they have code.
  func operation(
    of request: SendRequest, known: [Address: Bool] = [:]
  ) async throws -> KaiaTransaction.Operation {
    if let operation = request.operation { return operation }
    guard let to = request.to else { return .deploy(request.data, value: request.value.wei) }
    let hasCode: Bool
    if let known = known[to] { hasCode = known } else { hasCode = try await !node.code(of: to, at: .latest).isEmpty }
    if hasCode {
      return .execution(to: to, value: request.value.wei, input: request.data)
    }
    return request.data.isEmpty
      ? .valueTransfer(to: to, value: request.value.wei)
      : .memo(to: to, value: request.value.wei, memo: request.data)
  }

  /// Checks that a known fee payer has its part of the fee.
  func checkFeePayer(of prepared: PreparedTransaction) async throws {
    // A sender that pays for itself has this in its own cost.
    guard let payer = prepared.kaia?.feePayer, payer != prepared.request.from,
      let needed = prepared.maximumDelegatedFee
    else { return }
    let balance = try await node.balance(of: payer, at: .latest)
    guard balance < needed else { return }
    throw SendingError(
      .feePayerCannotPay,
      "\(context.missing(of: needed, balance)) for the gas that another pays: up to \(context.text(needed)) may be needed, \(context.text(balance)) are there.",
      reason: "The fee payer is \(payer).", call: prepared.request.label, facts: .account(payer))
  }
}
