import Localization

/// The words where an account has to be chosen first.
enum AccountChoiceText: Phrase {
  case choose, none, actWith(String)

  var english: String {
    switch self {
    case .choose: "No account is in use yet. Choose the one that does this."
    case .none: "There is no account here that could do this. Create a wallet first."
    case .actWith(let name): "Use \(name)"
    }
  }

  var korean: String {
    switch self {
    case .choose: "아직 고른 계정이 없습니다. 이 일을 할 계정을 고르세요."
    case .none: "이 일을 할 수 있는 계정이 없습니다. 먼저 지갑을 만드세요."
    case .actWith(let name): "사용할 계정: \(name)"
    }
  }

  var ukrainian: String {
    switch self {
    case .choose: "Рахунок ще не вибрано. Виберіть той, яким діяти."
    case .none: "Тут немає рахунку, яким це зробити. Спершу створіть гаманець."
    case .actWith(let name): "Узяти «\(name)»"
    }
  }
}
