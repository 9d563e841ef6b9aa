import ContractABI
import ContractClient
import LectureKit
import NodeRPC
import Primitives
import Sending

/// Money on its way from one account to another, with no call.
struct NativeTransfer: Sendable {
  let place: Connection
  let from: Address
  let to: Address

  /// Prices a transfer, and says why a contract would refuse it.
  func prepare(_ amount: Amount, _ options: SendOptions) async throws -> PreparedTransaction {
    let label = "transfer of \(place.network.text(amount)) to \(to)"
    do {
      return try await place.connection.sender.prepare(
        SendRequest(from: from, to: to, value: amount, label: label), options: options)
    } catch let error as NodeError {
      guard let data = error.revertData else { throw error }
      throw ContractError(
        .reverted, "The contract at \(to) does not take this payment.",
        revert: RevertReason(data, errors: LectureMarket.abi.errors), call: label,
        advice: "Nothing was sent and nothing is spent.", cause: error)
    }
  }

  /// Prices a transfer of everything that is there, less the most that the account itself can pay for its gas.
  ///
  /// The gas is looked up with the smallest amount there is; then gas and fees are kept, so that the sum cannot change.
  func prepareAll(_ options: SendOptions) async throws -> (PreparedTransaction, SendOptions) {
    let probe: PreparedTransaction
    do {
      probe = try await prepare(Amount(wei: 1), options)
    } catch let error as SendingError where [.notEnoughForGas, .notEnoughForValue].contains(error.code) {
      throw await nothingLeft(error)
    }
    // An account that is its own fee payer pays both parts.
    let ownFee = probe.kaia?.feePayer == from ? probe.maximumFee : probe.maximumOwnFee
    // It can pay for itself, so that something is left.
    let rest = try probe.balance.subtracting(ownFee)
    var fixed = options
    fixed.gasLimit = probe.gasLimit
    fixed.fees = probe.fees
    return (try await prepare(rest, fixed), fixed)
  }

  private func nothingLeft(_ error: SendingError) async -> SendingError {
    let balance = try? await place.node.balance(of: from, at: .latest)
    return SendingError(
      error.code, "There is nothing to send: what the account holds does not pay for the gas.",
      reason: balance.map { "\(from) holds \(place.network.text($0))." }, call: "transfer of everything to \(to)",
      cause: error)
  }
}
