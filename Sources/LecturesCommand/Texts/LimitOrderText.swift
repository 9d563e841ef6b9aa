import Localization
import Operations
import Primitives
import Terminal
import Tokens

/// A limit order before it is signed, as fields: what is given and got, the price, and how long it stands.
struct LimitOrderText: Sendable {
  let plan: LimitOrderPlan
  let language: Language

  /// The fields.
  func fields(by account: ActingAccount) -> Fields {
    var fields: Fields = [:]
    fields.add(language[ExchangeLabel.give], StyledText(plan.gives.text(in: language), .strong))
    fields.add(language[ExchangeLabel.get], StyledText(plan.wants.text(in: language), .strong))
    fields.add(language[ExchangeLabel.price], StyledText(plan.price.text(in: language)))
    fields.add(language[ExchangeLabel.fees], plan.makerFee.map { StyledText($0.text(in: language), .warning) })
    fields.add(language[ExchangeLabel.takersFee], plan.takerFee.map { StyledText($0.text(in: language)) })
    fields.addUnlisted([plan.gives.token, plan.wants.token], in: language)
    fields.add(language[ExchangeLabel.onlyBy], plan.sender.map { StyledText($0.checksummed, .warning) })
    fields.add(language[ExchangeLabel.expires], StyledText(LocalTime.text(plan.expiry, in: language)))
    fields.add(language[Label.from], "\(account.name) \(account.address)")
    return fields
  }
}
