import Localization

/// The label of a transaction of an exchange that lets somebody move tokens, makes tokens of coins, or cancels orders:
/// `let the exchange move 3 TKA`, `wrap 3 KLAY`, `cancel the order 0x3d2bc9ce…39281706: 5 TKA for 10 WKLAY`.
struct TradeLabel: Phrase {
  private enum Kind {
    /// The account that may move how much; nil is the exchange.
    case allowance(mover: Substring?, amount: Substring)
    case revocation(token: Substring)
    case wrapping(Substring)
    case unwrapping(Substring)
    /// An order by its hash, with its terms where they are known.
    case order(Substring, gives: Substring?, asks: Substring?)
    case orders(count: UInt64)
    case pair(gives: Substring, asks: Substring)
  }

  private let kind: Kind
  /// The label as the outbox has it.
  let english: String

  /// - Returns: nil for another label.
  init?(_ label: String) {
    english = label
    func rest(after opening: String) -> Substring? {
      label.hasPrefix(opening) ? label.dropFirst(opening.count) : nil
    }
    if let token = rest(after: "take back the allowance of ") {
      kind = .revocation(token: token)
    } else if let all = rest(after: "let "), let middle = Self.parts(all, by: " move ") {
      kind = .allowance(mover: middle.0 == "the exchange" ? nil : middle.0, amount: middle.1)
    } else if let amount = rest(after: "unwrap ") {
      kind = .unwrapping(amount)
    } else if let amount = rest(after: "wrap ") {
      kind = .wrapping(amount)
    } else if let order = rest(after: "cancel the order ") {
      let (hash, terms) = Self.parts(order, by: ": ") ?? (order, "")
      let amounts = Self.parts(terms, by: " for ")
      kind = .order(hash, gives: amounts?.0, asks: amounts?.1)
    } else if let orders = rest(after: "cancel all orders of "), let tokens = Self.parts(orders, by: " for ") {
      kind = .pair(gives: tokens.0, asks: tokens.1)
    } else if let orders = rest(after: "cancel "), orders.hasSuffix(" orders"), let count = UInt64(orders.dropLast(7)) {
      kind = .orders(count: count)
    } else {
      return nil
    }
  }

  /// A text before and behind the first place of a mark.
  private static func parts(_ text: Substring, by mark: String) -> (Substring, Substring)? {
    guard let place = text.indices.first(where: { text[$0...].hasPrefix(mark) }) else { return nil }
    return (text[..<place], text[place...].dropFirst(mark.count))
  }

  var korean: String {
    switch kind {
    case .allowance(let mover, let amount):
      "\(mover.map { "\($0) 주소" } ?? "거래소")에 이동 허가: \(Self.all(of: amount).map { "\($0) 전부" } ?? String(amount))"
    case .revocation(let token): "사용 허가 철회: \(token)"
    case .wrapping(let amount): "토큰으로 바꾸기: \(amount)"
    case .unwrapping(let amount): "코인으로 되돌리기: \(amount)"
    case .order(let hash, let gives?, let asks?): "주문 취소: \(hash), \(gives) → \(asks)"
    case .order(let hash, _, _): "주문 취소: \(hash)"
    case .orders(let count): "주문 \(count)개 취소"
    case .pair(let gives, let asks): "주문 모두 취소: \(gives) → \(asks)"
    }
  }

  var ukrainian: String {
    func decimal(_ amount: Substring) -> String { Language.ukrainian.decimal(String(amount)) }
    return switch kind {
    case .allowance(let mover, let amount):
      "дозвіл \(mover ?? "біржі") переказувати \(Self.all(of: amount).map { "усі \($0)" } ?? decimal(amount))"
    case .revocation(let token): "відкликання дозволу на \(token)"
    case .wrapping(let amount): "обгортання \(decimal(amount)) у токени"
    case .unwrapping(let amount): "повернення \(decimal(amount)) у монети"
    case .order(let hash, let gives?, let asks?):
      "скасування ордера \(hash): \(decimal(gives)) за \(decimal(asks))"
    case .order(let hash, _, _): "скасування ордера \(hash)"
    case .orders(let count):
      "скасування \(count) \(Plural.ukrainian(count, "ордера", "ордерів", "ордерів"))"
    case .pair(let gives, let asks): "скасування всіх ордерів \(gives) за \(asks)"
    }
  }

  /// The token of `all TKA`.
  private static func all(of amount: Substring) -> Substring? {
    amount.hasPrefix("all ") ? amount.dropFirst(4) : nil
  }
}
