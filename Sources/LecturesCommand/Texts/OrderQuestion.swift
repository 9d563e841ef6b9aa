import Localization
import Operations
import Terminal

/// The question whether a limit order is to be signed.
struct OrderQuestion: Phrase {
  private let plan: LimitOrderPlan

  init(_ plan: LimitOrderPlan) { self.plan = plan }

  var english: StyledText {
    "Sign an order that gives \(plan.gives.text(in: .english)) for \(plan.wants.text(in: .english))?"
  }

  var korean: StyledText {
    "\(plan.gives.text(in: .korean)) 수량을 주고 \(plan.wants.text(in: .korean)) 수량을 받는 주문에 서명하시겠습니까?"
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
