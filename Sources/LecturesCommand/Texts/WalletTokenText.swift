import Localization
import Terminal

/// The words on tokens in wallets.
enum WalletTokenText: Phrase {
  /// A contract that does not tell what an account holds.
  case untold
  case token

  var english: StyledText {
    switch self {
    case .untold: "not told"
    case .token: "token"
    }
  }

  var korean: StyledText {
    switch self {
    case .untold: "알 수 없음"
    case .token: "토큰"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .untold: "не відомо"
    case .token: "токен"
    }
  }
}
