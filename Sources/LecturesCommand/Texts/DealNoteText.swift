import Localization
import Primitives

/// Remarks about a deal that is shown before it is made.
enum DealNoteText: Phrase {
  /// The deal takes several transactions, and the balances are those after the first.
  case severalTransactions(Int)
  /// The exchange has to be let move an amount before.
  case allowedFirst(String)
  /// An amount for the receivers of fees is in what is paid.
  case feesWithin(String)
  /// An amount for the receivers of fees is taken of what is got.
  case feesOut(String)
  /// A token that no list has, and its contract.
  case unlisted(String, Address)

  var english: String {
    switch self {
    case .severalTransactions(let count):
      "It takes \(count) transactions, one after the other; the balances above are those after the first."
    case .allowedFirst(let amount): "The exchange may not move it yet: a transaction before lets it move \(amount)."
    case .feesWithin(let amount): "\(amount), in what you pay"
    case .feesOut(let amount): "\(amount), taken of what you get"
    case .unlisted(let token, let contract): "\(token) \(contract), unlisted: its contract alone gives it this name"
    }
  }

  var korean: String {
    switch self {
    case .severalTransactions(let count): "거래 \(count)건을 차례로 보냅니다. 위 잔액은 첫 거래 뒤의 잔액입니다."
    case .allowedFirst(let amount): "거래소가 아직 옮길 수 없어, 먼저 \(amount)을(를) 허가하는 트랜잭션을 보냅니다."
    case .feesWithin(let amount): "\(amount), 내는 금액에 포함"
    case .feesOut(let amount): "\(amount), 받는 금액에서 차감"
    case .unlisted(let token, let contract): "\(token) \(contract), 목록에 없음: 이름은 토큰 계약이 스스로 붙인 것입니다"
    }
  }

  var ukrainian: String {
    switch self {
    case .severalTransactions(let count):
      "Потрібно транзакцій: \(count), одна за одною; залишки вище — після першої з них."
    case .allowedFirst(let amount):
      "Біржа ще не може цього переказати: перед угодою транзакція дозволить їй \(amount)."
    case .feesWithin(let amount): "\(amount), входить у те, що ви платите"
    case .feesOut(let amount): "\(amount), утримується з того, що ви отримуєте"
    case .unlisted(let token, let contract):
      "\(token) \(contract), немає у списках: так його називає лише його власний контракт"
    }
  }
}
