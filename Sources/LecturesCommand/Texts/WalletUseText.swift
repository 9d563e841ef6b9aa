import Localization
import Terminal

/// The words on the choice of the acting account.
enum WalletUseText: Phrase {
  case acts(String)
  /// Another place, by its name, gives an account that goes before it.
  case notInForce(String)

  var english: StyledText {
    switch self {
    case .acts(let name): StyledText(name, .strong) + " acts from now on."
    case .notInForce(let other): StyledText("Not now: \(other) goes before it.", .warning)
    }
  }

  var korean: StyledText {
    switch self {
    case .acts(let name): "이제부터 " + StyledText(name, .strong) + " 계정을 사용합니다."
    case .notInForce(let other): StyledText("지금은 `\(other)`이(가) 우선합니다.", .warning)
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .acts(let name): "Відтепер діє " + StyledText(name, .strong) + "."
    case .notInForce(let other): StyledText("Поки що ні: `\(other)` має перевагу.", .warning)
    }
  }
}
