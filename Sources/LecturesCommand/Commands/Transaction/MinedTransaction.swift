import ContractABI
import ContractClient
import NodeRPC
import Primitives
import Sending
import StrictJSON

/// A transaction that was mined and did what it should, for the end of a command that sent it.
struct MinedTransaction: Sendable {
  let confirmation: Confirmation
  /// What was sent with it.
  let value: Amount
  /// The call, readable.
  let call: String

  var receipt: Receipt { confirmation.receipt }

  /// How it stands in the output of `--json`; the same shape as that of a call to the lecture contract.
  func json(on network: Network) -> JSON {
    [
      "hash": .string(confirmation.hash.hex), "block": .integer(receipt.blockNumber),
      "gasUsed": .integer(receipt.gasUsed), "fee": confirmation.fee.map { .amount($0, on: network) } ?? .null,
      "value": .amount(value, on: network), "confirmations": .integer(confirmation.confirmations),
      "call": .string(call), "link": .text(network.link(toTransaction: confirmation.hash.hex)),
    ]
  }

  /// What it has to say to people.
  func fields(on network: Network) -> Fields {
    var fields: Fields = [:]
    fields.add("Gas", confirmation.fee.map { StyledText(network.roundedText($0)) })
    fields.add("Block", receipt.blockNumber.map { "\($0)" })
    fields.add("Transaction", StyledText(confirmation.hash.hex))
    fields.add("Explorer", network.link(toTransaction: confirmation.hash.hex).map { StyledText($0) })
    return fields
  }
}

extension CommandContext {
  /// Shows what a priced transaction will spend, asks, unlocks the account, sends and waits.
  ///
  /// - Parameter options: those it was priced with.
  /// - Throws: `contract.failedOnChain` with the reason when it was mined and failed.
  func carryOut(
    _ prepared: PreparedTransaction, title: String, by account: ActingAccount, at place: Workplace,
    details: Fields = [:], options: SendOptions, errors: [ABIError] = []
  ) async throws -> MinedTransaction {
    let key = try await authorise(title, prepared, by: account, at: place, details: details)
    return try await progress("Waiting for the receipt") { _ in
      let sent = try await place.connection.sender.send(prepared, signer: key, options: options)
      let confirmation = try await sent.confirmed(options)
      let request = prepared.request
      guard confirmation.receipt.status ?? true else {
        let call = CallRequest(from: request.from, to: request.to, value: request.value, data: request.data)
        let reason = await Replay.reason(
          of: call, gasLimit: prepared.gasLimit, receipt: confirmation.receipt, on: place.node, errors: errors)
        throw ContractError(
          .failedOnChain, "The transaction \(confirmation.hash) was mined, and it failed.", revert: reason,
          reason: reason == nil ? "The reason could not be found by replaying it." : nil, call: request.label,
          advice: confirmation.fee.map { "The fee of \(place.network.text($0)) is spent, nothing else." },
          transactionHash: confirmation.hash)
      }
      return MinedTransaction(confirmation: confirmation, value: request.value, call: request.label)
    }
  }
}

/// Finds out why a mined transaction failed, which no receipt tells.
enum Replay {
  /// Runs the call again on the state before its block; nil if it does not fail there.
  static func reason(
    of call: CallRequest, gasLimit: UInt64, receipt: Receipt, on node: NodeClient, errors: [ABIError]
  ) async -> RevertReason? {
    if receipt.gasUsed >= gasLimit { return .message("out of gas: all \(gasLimit) units were used") }
    let mined = receipt.blockNumber ?? 0
    do throws(NodeError) {
      _ = try await node.call(call, at: mined > 0 ? .number(mined - 1) : .latest)
      return nil
    } catch {
      return error.revertData.map { RevertReason($0, errors: errors) }
    }
  }
}
