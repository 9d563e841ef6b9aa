import ContractClient
import Localization
import NodeRPC
import Operations
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

/// A transaction that was mined and succeeded, for the end of a command that sent it.
struct MinedTransaction: Sendable {
  let confirmation: Confirmation
  /// The money sent with it.
  let value: Amount
  /// The call, readable.
  let call: String
  /// The address of the contract that it created, as it follows from sender and nonce; nil if it created none.
  var created: Address?
  /// Set if an earlier run sent it.
  var earlier: EarlierSend?

  var receipt: Receipt { confirmation.receipt }
  /// The evidence for it.
  private var endpointEvidence: EndpointEvidence { EndpointEvidence(of: confirmation) }

  init(confirmation: Confirmation, value: Amount, call: String, created: Address? = nil, earlier: EarlierSend? = nil) {
    (self.confirmation, self.value, self.call) = (confirmation, value, call)
    (self.created, self.earlier) = (created, earlier)
  }

  /// Takes the outcome of a call or a deployment.
  init(_ receipt: CallReceipt) {
    self.init(
      confirmation: receipt.confirmation, value: receipt.value, call: receipt.call, created: receipt.created,
      earlier: receipt.earlier)
  }

  /// The transaction in the output of `--json`.
  func json(on network: Network) -> JSON {
    var object: JSONObject = [
      "hash": .string(confirmation.hash.hex), "block": .integer(receipt.blockNumber),
      "gasUsed": .integer(receipt.gasUsed), "fee": confirmation.fee.map { .amount($0, on: network) } ?? .null,
      "value": .amount(value, on: network), "confirmations": .integer(confirmation.confirmations),
      "evidence": endpointEvidence.json, "endpoints": .integer(endpointEvidence.agreeingEndpoints),
      "call": .string(call),
      "link": .text(network.link(toTransaction: confirmation.hash.hex)),
    ]
    if let earlier { object["earlier"] = earlier.json }
    if !confirmation.disagreements.isEmpty {
      object["doubts"] = .array(confirmation.disagreements.map { .string($0.description) })
    }
    if let payer = confirmation.transaction.feePayer?.address, let split = confirmation.split {
      object["feePayer"] = .string(payer.checksummed)
      object["feePayerPaid"] = .amount(Amount(wei: split.feePayer), on: network)
      object["senderPaid"] = .amount(Amount(wei: split.sender), on: network)
    }
    return .object(object)
  }

  /// The transaction as fields for people.
  func fields(on network: Network, in language: Language) -> Fields {
    var fields = confirmation.gasFields(on: network, in: language)
    if let earlier { fields.add(language[Label.note], StyledText(language[EarlierText(earlier)], .good)) }
    fields.add(language[Label.block], receipt.blockNumber.map { "\($0)" })
    fields.add(language[Label.transaction], StyledText(confirmation.hash.hex))
    fields.add(language[Label.evidence], StyledText(language[EndpointEvidenceText.words(endpointEvidence)]))
    for disagreement in confirmation.disagreements {
      fields.add(language[Label.endpoint], language[WarningText.disagreement(disagreement)].styled(.warning))
    }
    fields.add(language[Label.explorer], network.link(toTransaction: confirmation.hash.hex).map { StyledText($0) })
    return fields
  }
}

extension CallReceipt {
  /// The transaction in the output of `--json`.
  func json(on network: Network) -> JSON { MinedTransaction(self).json(on: network) }

  /// The receipt as fields, for the end of every sending command.
  ///
  /// - Parameter isTold: whether it was said already that an earlier run did it.
  func fields(on network: Network, in language: Language, earlierIsTold isTold: Bool = false) -> Fields {
    var fields: Fields = [:]
    var mined = MinedTransaction(self)
    if isTold { mined.earlier = nil }
    if value > .zero { fields.add(language[Label.paid], StyledText(network.text(value, in: language))) }
    for field in mined.fields(on: network, in: language).fields { fields.add(field.name, field.value) }
    return fields
  }
}
