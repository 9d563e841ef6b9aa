import Keys
import LectureKit
import Operations
import Outbox
import Primitives
import Sending
import Terminal

/// A review for people: fields with the names that addresses have here.
struct ReviewText: Sendable {
  let names: KnownNames
  let network: Network

  /// A review as fields.
  func fields(
    of review: Review, _ details: Fields, by account: ActingAccount
  ) async -> Fields {
    var fields = await self.details(of: review)
    for field in details.fields { fields.add(field.name, field.value) }
    if review.value > .zero { fields.add("Pays", StyledText(network.text(review.value), .strong)) }
    for field in await gasFields(of: review.gas).fields { fields.add(field.name, field.value) }
    fields.add("From", "\(account.name) \(account.address)")
    fields.add("Network", "\(network.name) (chain \(review.chainID))")
    fields.add("Call", StyledText(review.call))
    for warning in review.warnings {
      switch warning {
      case .sentBefore(let error): fields.add("Sent before", StyledText(error.message, .warning))
      case .unknownHistory(let error): fields.add("Before", Self.sentences(error))
      case .overLimit(let error): fields.add("Limit", Self.sentences(error))
      case .receiver, .contract, .nothingHeld: break
      }
    }
    return fields
  }

  static func sentences(_ error: any Error) -> StyledText {
    let failure = CommandFailure(error)
    return StyledText([failure.message, failure.reason ?? ""].joined(separator: " "), .warning)
  }

  /// The maximum fee of several equal transactions together; nil for a single one.
  private func together(_ count: Int, _ gas: GasShares) -> StyledText? {
    let (wei, overflow) = gas.maximum.wei.multipliedReportingOverflow(by: UInt256(count))
    guard count > 1, !overflow else { return nil }
    return "\(count) transactions, \(network.text(Amount(wei: wei))) of gas at most"
  }

  /// The parameters of an action that its title and its call do not show well.
  private func details(of review: Review) async -> Fields {
    var fields: Fields = [:]
    switch review.action {
    case .rating(_, let scores):
      for (question, value) in zip(Scores.questions, scores.values) {
        fields.add(CommandFailure.capitalised(question), "\(value)")
      }
    case .settlement(_, let held): fields.add("Pays out", held.map { StyledText(network.text($0)) })
    case .opening(_, let title): if !title.isEmpty { fields.add("Title", StyledText(title)) }
    case .withdrawal(let amount): fields.add("Receives", StyledText(network.text(amount)))
    case .transfer(let recipient, let isContract):
      fields.add("To", await names.text(of: recipient) + (isContract ? StyledText(" (a contract)", .warning) : ""))
    case .tokenTransfer(let amount, let token, let recipient):
      fields.add("To", await names.text(of: recipient))
      fields.add("Tokens", StyledText(token.text(amount), .strong))
      fields.add("Token", token.description)
    case .call(let contract): fields.add("Contract", "\(contract)")
    case .deployment(let constructor, let bytes):
      fields.add("Constructor", StyledText(constructor))
      fields.add("Code", "\(bytes) bytes")
    case .accountUpdate(let present, let next):
      fields.add("Key now", StyledText(present.words))
      fields.add("Key then", StyledText(next.words, .strong))
    case .replacement(let intent): fields.add("Instead of", StyledText(intent.lastAttempt?.hash.hex ?? ""))
    case .closingGaps(let count): fields.add("Together", together(count, review.gas))
    case .purchase, .reopening, .reclaim, .waiting: break
    }
    return fields
  }

  /// The maximum cost of a priced transaction in gas, and its payer.
  func gasFields(of gas: GasShares) async -> Fields {
    var fields: Fields = [:]
    guard let other = gas.other else {
      fields.add("Gas at most", StyledText(network.text(gas.maximum)))
      return fields
    }
    let payer: StyledText =
      switch other.payer {
      case .account(let address): await names.text(of: address)
      case .service(let address): "the service \(address)"
      }
    if gas.own > .zero {
      fields.add("Gas at most", StyledText(network.text(gas.own)))
    } else {
      fields.add("Gas", "nothing: another pays it")
    }
    let share = gas.percent.map { ", \($0) per cent of the fee" } ?? ""
    fields.add("Fee payer", payer + StyledText(" pays \(network.text(other.part)) at most\(share)"))
    return fields
  }
}
