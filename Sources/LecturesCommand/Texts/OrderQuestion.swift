import Localization
import Operations
import Primitives
import Terminal

/// The question whether a limit order is to be signed.
struct OrderQuestion: Phrase {
  private let plan: LimitOrderPlan

  init(_ plan: LimitOrderPlan) { self.plan = plan }

  var english: StyledText {
    "Sign an order that gives \(plan.gives.text(in: .english)) for \(plan.wants.text(in: .english))?"
  }

  var korean: StyledText {
    "주는 토큰 \(plan.gives.text(in: .korean)), 받는 토큰 \(plan.wants.text(in: .korean)): 이 주문에 서명하시겠습니까?"
  }

  var ukrainian: StyledText {
    "Підписати ордер: \(plan.gives.text(in: .ukrainian)) за \(plan.wants.text(in: .ukrainian))?"
  }
}

/// The warning of a limit order that would be filled at once.
struct OrderCrossing: Phrase {
  private let best: PairPrice

  init(_ best: PairPrice) { self.best = best }

  var english: String {
    "The other side offers \(best.text(in: .english)) already: `lectures exchange fill` takes that."
  }

  var korean: String { "반대편에 이미 \(best.text(in: .korean)) 호가가 있습니다. 체결하려면 `lectures exchange fill`을 쓰십시오." }

  var ukrainian: String {
    "З іншого боку вже пропонують \(best.text(in: .ukrainian)): це бере `lectures exchange fill`."
  }
}

/// The warning of a limit order at whose price the maker's own orders stand on the other side.
struct OwnOrderCrossing: Phrase {
  private let hashes: [Hash32]

  init(_ hashes: [Hash32]) { self.hashes = hashes }

  private var names: String { hashes.map(\.hex).joined(separator: " ") }

  var english: String {
    "Your own order\(hashes.count == 1 ? "" : "s") \(names) on the other side: nobody fills their own, but others can fill both. If that is not meant: `lectures exchange cancel \(names)`"
  }

  var korean: String {
    "반대편에 내 주문이 있습니다: \(names). 자기 주문은 체결할 수 없지만 다른 사람은 양쪽을 모두 체결할 수 있습니다. 취소: `lectures exchange cancel \(names)`"
  }

  var ukrainian: String {
    "З іншого боку стоїть ваше ж: \(names). Своїх ордерів ніхто не виконує, але інші можуть виконати обидва. Скасувати: `lectures exchange cancel \(names)`"
  }
}

/// The words for an order like one that was made before, which stands still.
struct EarlierOrder: Phrase {
  private let expiry: UInt64

  /// - Parameter expiry: The time at which it is over, in seconds since 1970.
  init(until expiry: UInt64) { self.expiry = expiry }

  var english: StyledText {
    "This order was made before; it stands until \(LocalTime.text(expiry, in: .english)). For a second one, add --again."
  }

  var korean: StyledText {
    "이 주문은 전에 만들었습니다. 만료: \(LocalTime.text(expiry, in: .korean)). 하나 더 만들려면 `--again`을 붙이십시오."
  }

  var ukrainian: StyledText {
    "Цей ордер створено раніше; він діє до \(LocalTime.text(expiry, in: .ukrainian)). Щоб створити ще один, додайте `--again`."
  }
}

/// The words for an order that is over before a relay takes it; none tells its least time, so that of this program's stands.
struct ShortOrder: Phrase {
  private let lifetime: String
  private let least: UInt64

  /// - Parameter least: The seconds that an order has to last at a relay of this program.
  init(lasting lifetime: String, least: UInt64) { (self.lifetime, self.least) = (lifetime, least) }

  var english: String {
    "The order stands for \(lifetime): a relay of this program takes none that ends within \(least) seconds, and others may refuse it, too."
  }

  var korean: String {
    "주문의 유효 시간: `\(lifetime)`. 이 프로그램의 릴레이는 \(least)초 안에 끝나는 주문을 받지 않으며, 다른 릴레이도 거절할 수 있습니다."
  }

  var ukrainian: String {
    "Ордер діє `\(lifetime)`: релей цієї програми не бере ордерів, яким лишилося не більше ніж \(least) секунд, та й інші можуть відмовити."
  }
}
