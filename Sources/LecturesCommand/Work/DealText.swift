import Exchange
import Localization
import Operations
import Primitives
import Terminal
import Tokens

/// A deal as the fields of a review: what is paid and got, prices, the balances of both sides, and what to think twice
/// about.
struct DealText: Sendable {
  private let reviewed: ReviewedDeal
  private let money: Money

  init(_ deal: ReviewedDeal, money: Money) { (reviewed, self.money) = (deal, money) }

  private var language: Language { money.language }
  private var plan: DealPlan { reviewed.deal.plan }

  /// The fields.
  var fields: Fields {
    var fields: Fields = [:]
    fields.add(language[ExchangeLabel.give], StyledText(reviewed.pays.text(in: language), .strong))
    fields.add(language[ExchangeLabel.get], StyledText(reviewed.gets.text(in: language), .strong))
    fields.add(language[ExchangeLabel.average], reviewed.average.map { StyledText($0.text(in: language)) })
    fields.add(language[ExchangeLabel.best], StyledText(reviewed.best.text(in: language)))
    let bound: ExchangeLabel = plan.request.side == .buy ? .highestAllowed : .lowestAllowed
    fields.add(language[bound], StyledText(reviewed.bound.text(in: language)))
    fields.add(
      language[ExchangeLabel.orders], StyledText("\(plan.parts.count)" + (reserves > 0 ? " + \(reserves)" : "")))
    let tokens = [reviewed.pays.token, reviewed.gets.token]
    let fees = DealFees(plan.fees, first: tokens, knowing: reviewed.tokens)
    for fee in fees.notes(on: plan, in: language) { fields.add(language[ExchangeLabel.fees], StyledText(fee)) }
    fields.addUnlisted(tokens, in: language)
    for change in reviewed.deal.simulation.changes where change.before != change.after {
      guard let token = reviewed.tokens[change.token] else { continue }
      let isOwn = change.account == plan.request.taker
      let amounts =
        "\(language.decimal(token.unit.text(change.before))) → \(language.decimal(token.unit.text(change.after)))"
      // An address among the names would leave the values no room.
      fields.add(
        isOwn ? language[ExchangeLabel.own(token.shown)] : token.shown,
        StyledText(isOwn ? amounts : "\(amounts) (\(change.account))"))
    }
    for amount in reviewed.approved {
      fields.add(
        language[Label.mind], StyledText(language[DealNoteText.allowedFirst(amount.text(in: language))], .warning))
    }
    if plan.legs.count > 1 {
      fields.add(
        language[Label.mind], StyledText(language[DealNoteText.severalTransactions(plan.legs.count)], .warning))
    }
    if plan.request.retries > 0 {
      fields.add(language[Label.mind], StyledText(language[DealRetryText.further(plan.request.retries)]))
    }
    for warning in reviewed.deal.warnings {
      fields.add(language[Label.mind], StyledText(language[DealWarningText(warning, of: reviewed)], .warning))
    }
    return fields
  }

  private var reserves: Int { plan.legs.reduce(0) { $0 + $1.reserves.count } }
}

extension Fields {
  /// Adds the addresses of those tokens that nobody but their own contracts vouches for: anybody can give a token any
  /// name.
  mutating func addUnlisted(_ tokens: [DirectoryToken], in language: Language) {
    for token in tokens where !token.isVouchedFor {
      let note = DealNoteText.unlisted(token.shown, token.address)
      add(language[Label.token], StyledText(language[note], .warning))
    }
  }
}
