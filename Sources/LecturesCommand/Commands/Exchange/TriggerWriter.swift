import Exchange
import Localization
import Operations
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// Writes conditional orders for people and scripts.
struct TriggerWriter: Sendable {
  /// The market, which knows the tokens; nil where no node answers.
  let market: ExchangeMarket?
  let language: Language

  /// As in `bid <= 0.29 WKLAY`.
  func condition(_ terms: TriggerTerms) -> String {
    "\(terms.condition.side.rawValue) \(terms.condition.comparison.rawValue) \(price(terms.condition.limit, terms))"
  }

  func price(_ price: Fraction, _ terms: TriggerTerms) -> String {
    market?.pair(of: terms.pair).map { PairPrice(price, of: $0).text(in: language) } ?? "\(price)"
  }

  /// As in `sell 100 TKA, not below 0.28 WKLAY`.
  func action(_ terms: TriggerTerms, _ firing: JournalTrigger.Firing? = nil) -> String {
    let pair = market?.pair(of: terms.pair)
    let amount = pair.map { TokenAmount(terms.amount, of: $0.base).text(in: language) } ?? "\(terms.amount)"
    var worst = firing?.worst.map { price($0, terms) }
    var percent: String?
    switch terms.action {
    case .post: worst = nil
    case .deal(.price(let bound)): worst = worst ?? price(bound, terms)
    case .deal(.slippage(let share)): if worst == nil { percent = share.percentText.map { language.decimal($0) } }
    }
    let deal: ExchangeTriggerText =
      terms.side == .buy ? .buys(amount, worst: worst) : .sells(amount, worst: worst)
    if let percent { return language[ExchangeTriggerText.worseBy(language[deal], percent: percent)] }
    if case .post = terms.action { return language[ExchangeTriggerText.posts(language[deal])] }
    return language[deal]
  }

  /// A conditional order in the output of `--json`.
  func json(_ trigger: JournalTrigger, gaps: [TriggerGap] = [], present: Fraction? = nil) -> JSON {
    let state: [(String, JSON)] = [
      ("id", .integer(trigger.id)), ("state", .string(trigger.state.rawValue)), ("fired", fired(trigger)),
      ("outcome", .text(trigger.outcome?.hex)), ("problem", .text(trigger.problem)),
      ("created", .integer(trigger.created)), ("changed", .integer(trigger.changed)),
      ("present", present.map { json($0, trigger.terms) } ?? .null),
      ("distance", .text(present.flatMap { trigger.terms.condition.distance(from: $0) }?.percentText)),
      ("gaps", .array(gaps.map { ["from": .integer($0.from), "to": .integer($0.to)] })),
    ]
    return .object(JSONObject(state + members(trigger.terms)))
  }

  /// The terms for scripts.
  func members(_ terms: TriggerTerms) -> [(String, JSON)] {
    let pair = market?.pair(of: terms.pair)
    var (way, worst, slippage, order): (String, JSON, String?, Int64?) = ("deal", .null, nil, nil)
    switch terms.action {
    case .deal(.price(let bound)): worst = json(bound, terms)
    case .deal(.slippage(let share)): slippage = share.percentText
    case .post(let number): (way, order) = ("post", number)
    }
    return [
      ("account", .string(terms.account.checksummed)), ("pair", pair.map { .pair($0) } ?? .null),
      (
        "condition",
        [
          "side": .string(terms.condition.side.rawValue), "comparison": .string(terms.condition.comparison.rawValue),
          "price": json(terms.condition.limit, terms),
        ]
      ),
      ("way", .string(way)), ("side", .string(terms.side.rawValue)),
      ("amount", pair.map { .token(terms.amount, $0.base) } ?? .null), ("worst", worst), ("slippage", .text(slippage)),
      ("order", .integer(order)), ("expires", .integer(terms.expiry)), ("oneCancelsOther", .integer(terms.other)),
    ]
  }

  private func fired(_ trigger: JournalTrigger) -> JSON {
    guard let firing = trigger.firing else { return .null }
    return [
      "block": .integer(firing.block), "price": json(firing.price, trigger.terms),
      "worst": firing.worst.map { json($0, trigger.terms) } ?? .null,
    ]
  }

  private func json(_ price: Fraction, _ terms: TriggerTerms) -> JSON {
    market?.pair(of: terms.pair).map { .price(PairPrice(price, of: $0)) } ?? .null
  }
}

extension Fraction {
  /// The per cent of a share, with two digits at most; nil where they cannot be computed.
  var percentText: String? {
    guard let hundred = Fraction(100, over: 1), let percent = try? multiplied(by: hundred) else { return nil }
    if let exact = percent.decimal, exact.isExact { return exact.text }
    return percent.text(digits: 2)
  }
}
