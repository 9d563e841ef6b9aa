import Keys
import LectureKit
import Localization
import Operations
import Outbox
import Primitives
import Sending
import Terminal
import Tokens

/// A review for people: fields with the names that addresses have here.
struct ReviewText: Sendable {
  /// The names that addresses have here; nil where they are nobody's matter, as on a platform.
  let names: KnownNames?
  let money: Money

  private var network: Network { money.network }
  private var language: Language { money.language }

  /// An address with the name that it has here.
  private func name(of address: Address) async -> StyledText {
    await names?.text(of: address) ?? StyledText(address.checksummed)
  }

  /// A review as fields.
  func fields(
    of review: Review, _ details: Fields, by account: ActingAccount
  ) async -> Fields {
    var fields = await self.details(of: review.action)
    if case .closingGaps(let count) = review.action {
      fields.add(language[Label.together], together(count, review.gas))
    }
    for field in details.fields { fields.add(field.name, field.value) }
    if review.value > .zero {
      fields.add(language[Label.pays], money.valued(review.value, .strong, isSourced: true))
    }
    for field in await gasFields(of: review.gas, isSourced: review.value == .zero).fields {
      fields.add(field.name, field.value)
    }
    fields.add(
      language[Label.from], account.name.isEmpty ? "\(account.address)" : "\(account.name) \(account.address)")
    if let effect = review.effect {
      for field in self.fields(of: effect, review.action).fields { fields.add(field.name, field.value) }
    }
    fields.add(
      language[Label.network], language[ReviewValue.network(name: network.name, chainID: review.chainID)])
    fields.add(language[Label.call], StyledText(language[IntentLabel(Self.call(review.call, of: review.action))]))
    for warning in review.warnings {
      switch warning {
      case .sentBefore(let error):
        fields.add(language[Label.sentBefore], StyledText(CommandFailure(error).words(in: language).message, .warning))
      case .unknownHistory(let error): fields.add(language[Label.before], Self.sentences(error, in: language))
      case .overLimit(let error): fields.add(language[Label.limit], Self.sentences(error, in: language))
      case .receiver, .contract, .nothingHeld: break
      }
    }
    return fields
  }

  /// The balances after a transfer, and that it is the first one to its receiver.
  private func fields(of effect: TransferEffect, _ action: PlannedAction) -> Fields {
    func coins(_ units: UInt256) -> String { money.text(Amount(wei: units)) }
    func units(_ units: UInt256) -> String {
      guard case .tokenTransfer(_, let token, _) = action else { return coins(units) }
      return language.decimal(token.text(units))
    }
    var fields: Fields = [:]
    if effect.isFirst == true {
      fields.add(language[EffectText.firstPayment].plain, language[EffectText.nothingSentBefore])
    }
    let isOfTokens = effect.coin != nil
    let sender = effect.sender.map { side in
      isOfTokens
        ? EffectText.then(units(side.after), before: units(side.before))
        : .leftAtLeast(units(side.after), before: units(side.before))
    }
    fields.add(language[EffectText.sender].plain, sender.map { language[$0] })
    let coin = effect.coin.map { EffectText.leftAtLeast(coins($0.after), before: coins($0.before)) }
    fields.add(effect.sender == nil ? language[EffectText.sender].plain : "", coin.map { language[$0] })
    let receiver = effect.receiver.map { EffectText.then(units($0.after), before: units($0.before)) }
    fields.add(language[EffectText.receiver].plain, receiver.map { language[$0] })
    return fields
  }

  /// The call, readable; of an exchange's functions, whose orders take many lines, the name alone.
  static func call(_ call: String, of action: PlannedAction) -> String {
    switch action {
    case .deal, .cancelOrders, .cancelPair: String(call.prefix { $0 != "(" })
    default: call
    }
  }

  static func sentences(_ error: any Error, in language: Language) -> StyledText {
    StyledText(CommandFailure(error).words(in: language).sentences, .warning)
  }

  /// The maximum fee of several equal transactions together; nil for a single one.
  private func together(_ count: Int, _ gas: GasShares) -> StyledText? {
    let (wei, overflow) = gas.maximum.wei.multipliedReportingOverflow(by: UInt256(count))
    guard count > 1, !overflow else { return nil }
    return language[ReviewValue.transactions(count, gas: network.text(Amount(wei: wei), in: language))]
  }

  /// The parameters of an action that its title and its call do not show well.
  func details(of action: PlannedAction) async -> Fields {
    var fields: Fields = [:]
    switch action {
    case .purchase(_, let lecture?, let earlier):
      addTitle(of: lecture, to: &fields)
      if let teacher = lecture.teacher { fields.add(language[Label.teacher], await name(of: teacher)) }
      fields.add(language[Label.average], AverageText.of(lecture.points.average, in: language))
      if lecture.points.count > 0 { fields.add(language[Label.ratings], "\(lecture.points.count)") }
      addRun(lecture.run, to: &fields)
      if !earlier.isEmpty { fields.add(language[Label.mind], language[LectureText.boughtBefore(earlier)]) }
    case .rating(_, let scores, let lecture):
      if let lecture {
        addTitle(of: lecture, to: &fields)
        addRun(lecture.run, to: &fields)
      }
      for (index, value) in scores.values.enumerated() { fields.add(language[ScoreLabel(index)], "\(value)") }
      fields.add(language[Label.mind], language[LectureText.ratingIsFinal])
    case .settlement(_, let lecture, let shares):
      addTitle(of: lecture, to: &fields)
      addRun(lecture.run, to: &fields)
      fields.add(language[Label.paysOut], lecture.escrow.map { money.valued($0, isSourced: true) })
      if let shares {
        let teacher = await name(of: shares.teacher)
        fields.add(language[Label.teacher], StyledText(money.text(shares.teacherShare), .strong) + "  " + teacher)
        fields.add(language[Label.incentive], StyledText(money.text(shares.incentive)))
        fields.add(language[Label.owner], StyledText(money.text(shares.ownerShare), .strong))
      }
    case .opening(_, let title): if !title.isEmpty { fields.add(language[Label.title], StyledText(title)) }
    case .reopening(_, let price, let lecture?):
      addTitle(of: lecture, to: &fields)
      addRun(lecture.run.map { $0.addingSaturated(1) }, to: &fields)
      fields.add(language[Label.price], money.valued(price.amount, isSourced: true))
    case .reclaim(_, let enrolment?):
      addTitle(of: enrolment.lecture, to: &fields)
      addRun(enrolment.run, to: &fields)
      fields.add(language[Label.receives], enrolment.price.map { money.valued($0.amount, .strong, isSourced: true) })
      fields.add(language[Label.mind], language[LectureText.leavesRun(isRated: enrolment.scores != nil)])
    case .withdrawal(let amount): fields.add(language[Label.receives], money.valued(amount, isSourced: true))
    case .transfer(let recipient, let isContract):
      let address = await name(of: recipient)
      fields.add(language[Label.to], isContract ? language[ReviewValue.contractAddress(address)] : address)
    case .tokenTransfer(let amount, let token, let recipient):
      fields.add(language[Label.to], await name(of: recipient))
      fields.add(language[Label.tokens], StyledText(token.text(amount), .strong))
      fields.add(language[Label.token], token.description)
    case .call(let contract): fields.add(language[Label.contract], "\(contract)")
    case .deployment(let constructor, let bytes):
      fields.add(language[Label.constructor], StyledText(constructor))
      fields.add(language[Label.code], language[ReviewValue.bytes(bytes)])
    case .accountUpdate(let present, let next):
      fields.add(language[Label.keyNow], StyledText(language[AccountKeyText(present)]))
      fields.add(language[Label.keyThen], StyledText(language[AccountKeyText(next)], .strong))
    case .replacement(let intent, _):
      fields.add(language[Label.insteadOf], StyledText(intent.lastAttempt?.hash.hex ?? ""))
    case .deal(let deal):
      for field in DealText(deal, money: money).fields.fields { fields.add(field.name, field.value) }
    case .allowance(let amount, let token, let spender, let isExchange):
      fields.add(language[Label.token], StyledText("\(token.shown) \(token.address)"))
      fields.add(
        language[ExchangeLabel.spender], language[SpenderText(await name(of: spender), isExchange: isExchange)])
      if isExchange, let amount, amount.units > 0 {
        fields.add(language[Label.mind], language[ApprovalText.sharedByAll])
      }
    case .wrapping(_, let tokens): fields.add(language[Label.receives], StyledText(tokens.text(in: language), .strong))
    case .unwrapping(_, let coins): fields.add(language[Label.receives], money.valued(coins, isSourced: true))
    case .cancelPair(let gives, let asks, let known):
      fields.add(language[ExchangeLabel.give], StyledText(gives.shown))
      fields.add(language[ExchangeLabel.get], StyledText(asks.shown))
      fields.add(language[ExchangeLabel.orders], StyledText(language[PairText.knownOrders(known)].plain))
      fields.add(language[Label.mind], StyledText(language[PairText.cancelsUnknown].plain, .warning))
    case .cancelOrders(let orders):
      for order in orders { for field in self.fields(of: order).fields { fields.add(field.name, field.value) } }
    case .purchase, .reopening, .reclaim, .waiting, .closingGaps: break
    }
    return fields
  }

  private func addTitle(of lecture: Lecture, to fields: inout Fields) {
    fields.add(language[Label.title], lecture.title.isEmpty ? nil : StyledText(lecture.title))
  }

  private func addRun(_ run: UInt64?, to fields: inout Fields) {
    fields.add(language[Label.run], language[run.map { LectureText.runOf($0) } ?? .notKnown])
  }

  /// An order that is cancelled: its hash, and what it gives and asks for at which price.
  private func fields(of order: ReviewedOrder) -> Fields {
    var fields: Fields = [:]
    fields.add(language[ExchangeLabel.order], StyledText(order.shortHash, .strong))
    fields.add(language[ExchangeLabel.give], order.gives.map { StyledText($0.text(in: language)) })
    fields.add(language[ExchangeLabel.get], order.asks.map { StyledText($0.text(in: language)) })
    fields.add(language[ExchangeLabel.remaining], order.remaining.map { StyledText($0.text(in: language)) })
    fields.add(language[ExchangeLabel.price], order.price.map { StyledText($0.text(in: language)) })
    return fields
  }

  /// The maximum cost of a priced transaction in gas, and its payer.
  ///
  /// - Parameter isSourced: Whether the source of its value stands behind it.
  func gasFields(of gas: GasShares, isSourced: Bool = true) async -> Fields {
    var fields: Fields = [:]
    guard let other = gas.other else {
      fields.add(language[Label.gasAtMost], money.valued(gas.maximum, isSourced: isSourced))
      return fields
    }
    let payer: StyledText =
      switch other.payer {
      case .account(let address): await name(of: address)
      case .service(let address): language[ReviewValue.service(address)]
      }
    if gas.own > .zero {
      fields.add(language[Label.gasAtMost], money.valued(gas.own, isSourced: isSourced))
    } else {
      fields.add(language[Label.gas], language[ReviewValue.paidByOther])
    }
    fields.add(
      language[Label.feePayer],
      language[
        ReviewValue.feePayer(payer, part: network.text(other.part, in: language), percent: gas.percent)])
    return fields
  }
}
