import Exchange
import Localization

/// The records of relays that are not used, as many for each kind of reason.
enum ExchangeDroppedText: Phrase {
  case lies(Int), unreadable(Int), repeated(Int), unfit(Int)

  /// A sentence for each kind that there is.
  static func sentences(_ dropped: [DroppedOrder]) -> [ExchangeDroppedText] {
    func count(_ isIncluded: (DroppedOrder.Reason) -> Bool) -> Int { dropped.count { isIncluded($0.reason) } }
    let (unreadable, repeated) = (count { $0 == .malformed }, count { $0 == .repeated })
    let lies = count(\.isLie)
    let unfit = dropped.count - lies - unreadable - repeated
    return [
      (lies, Self.lies), (repeated, Self.repeated), (unreadable, Self.unreadable), (unfit, Self.unfit),
    ].compactMap { count, text in count > 0 ? text(count) : nil }
  }

  var english: String {
    switch self {
    case .lies(let count): "\(Self.orders(count)) not used: signature, hash or exchange is wrong."
    case .unreadable(let count):
      "\(count) \(Plural.english(count, "record", "records")) of relays cannot be read."
    case .repeated(let count):
      "\(count) repeated \(Plural.english(count, "record", "records")) of relays: each order counts once."
    case .unfit(let count): "\(Self.orders(count)) not used: over, not what was asked for, or without a known signer."
    }
  }

  var korean: String {
    switch self {
    case .lies(let count): "서명, 해시 또는 거래소가 잘못되어 쓰지 않은 주문: \(count)개."
    case .unreadable(let count): "읽을 수 없는 릴레이의 기록: \(count)개."
    case .repeated(let count): "릴레이가 되풀이한 기록: \(count)개. 주문마다 한 번만 셉니다."
    case .unfit(let count): "만료되었거나, 요청과 다르거나, 서명자를 알 수 없어 쓰지 않은 주문: \(count)개."
    }
  }

  var ukrainian: String {
    switch self {
    case .lies(let count):
      "Не використано \(count) \(Plural.ukrainian(count, "ордер", "ордери", "ордерів")): хибний підпис, хеш або біржа."
    case .unreadable(let count):
      "Не прочитати \(count) \(Plural.ukrainian(count, "запис", "записи", "записів")) ретрансляторів."
    case .repeated(let count):
      "Ретранслятори повторили \(count) \(Plural.ukrainian(count, "запис", "записи", "записів")): кожен ордер рахуємо раз."
    case .unfit(let count):
      "Не використано \(count) \(Plural.ukrainian(count, "ордер", "ордери", "ордерів")): прострочені, не ті або без відомого підписанта."
    }
  }

  private static func orders(_ count: Int) -> String { "\(count) \(Plural.english(count, "order is", "orders are"))" }
}
