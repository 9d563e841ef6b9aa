import ContractABI
import ContractClient
import LectureKit
import NodeRPC
import Outbox
import Primitives
import Sending

extension Planner {
  /// Plans to send the chain's own money.
  ///
  /// - Parameter amount: nil is everything that is there, less the most that the account itself can pay for its gas.
  /// - Throws: `OperationError` `.receiver`; `ContractError` `.reverted` where a contract does not take it; the errors
  ///   of ``Sending/TransactionSender/prepare(_:options:)``.
  public func transfer(_ amount: Amount?, to recipient: Address) async throws -> Planned<CallReceipt> {
    // All there is was another amount when it was sent.
    let isSame: @Sendable (Intent) -> Bool = {
      $0.isSame(as: SendRequest(from: $0.account, to: recipient, value: amount ?? $0.value, label: ""))
    }
    if let earlier = try await earlierWithKey(isSame: isSame, outcome: { $0 }) { return earlier }
    let warnings = try await warnings { await $0.risks(of: recipient) }
    listen(.began(.checking))
    var options = options
    options.intent.isSame = isSame
    let isContract = try await !connection.node.code(of: recipient, at: .latest).isEmpty
    let prepared: PreparedTransaction
    if let amount {
      prepared = try await price(amount, to: recipient, options)
    } else {
      (prepared, options) = try await priceAll(to: recipient, options)
    }
    var work = TransactionWork(
      "send \(connection.text(prepared.request.value))", prepared, .transfer(to: recipient, isContract: isContract),
      over: connection, warnings: warnings
    ) { $0 }
    work.isReceiverChecked = true
    work.effect = await effect(of: prepared, to: recipient)
    return try await plan(work, options: options)
  }

  /// The balances after a transfer of the chain's own money.
  private func effect(of prepared: PreparedTransaction, to recipient: Address) async -> TransferEffect {
    TransferEffect(
      of: prepared.request.value.wei, sender: prepared.balance.wei, cost: ownFee(of: prepared).wei,
      receiver: try? await connection.node.balance(of: recipient, at: .latest).wei, coin: nil,
      isToSelf: recipient == account, isFirst: await receivers?.isFirstPayment(from: account, to: recipient))
  }

  /// Prices a transfer, and gives the reason for which a contract would refuse it.
  private func price(
    _ amount: Amount, to recipient: Address, _ options: SendOptions
  ) async throws -> PreparedTransaction {
    let label = "transfer of \(connection.text(amount)) to \(recipient)"
    do {
      return try await connection.sender.prepare(
        SendRequest(from: account, to: recipient, value: amount, label: label), options: options)
    } catch let error as NodeError {
      guard let data = error.revertData else { throw error }
      throw ContractError(
        .reverted, "The contract at \(recipient) does not take this payment.",
        about: .refusal(RevertReason(data, errors: LectureMarket.abi.errors)), call: label,
        advice: "Nothing was sent and nothing is spent.", cause: error)
    }
  }

  /// Prices a transfer of everything that is there.
  ///
  /// The gas is looked up with the smallest amount there is; then gas and fees are kept, so that the sum cannot change.
  private func priceAll(
    to recipient: Address, _ options: SendOptions
  ) async throws -> (PreparedTransaction, SendOptions) {
    let probe: PreparedTransaction
    do {
      probe = try await price(Amount(wei: 1), to: recipient, options)
    } catch let error as SendingError where [.notEnoughForGas, .notEnoughForValue].contains(error.code) {
      throw await nothingLeft(error, recipient)
    }
    // The trial found money enough for amount and fees, so something is left.
    let rest = try probe.balance.subtracting(ownFee(of: probe))
    var fixed = options
    fixed.gas.limit = probe.gasLimit
    fixed.fees.chosen = probe.fees
    return (try await price(rest, to: recipient, fixed), fixed)
  }

  private func nothingLeft(_ error: SendingError, _ recipient: Address) async -> SendingError {
    let balance = try? await connection.node.balance(of: account, at: .latest)
    return SendingError(
      error.code, "There is nothing to send: what the account holds does not pay for the gas.",
      reason: balance.map { "\(account) holds \(connection.text($0))." },
      call: "transfer of everything to \(recipient)",
      cause: error)
  }
}
