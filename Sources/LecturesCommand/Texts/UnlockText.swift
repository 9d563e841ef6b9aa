import Localization
import Terminal

/// The words on accounts that are kept unlocked.
enum UnlockText: Phrase {
  case unlocked(String, until: String)
  /// An account whose keys a command has without a password.
  case used(String, minutes: Int64)
  case locked([String])
  case noneUnlocked

  var english: StyledText {
    switch self {
    case .unlocked(let name, let time): StyledText(name, .strong) + " is unlocked until \(time)."
    case .used(let name, let minutes):
      StyledText(name, .strong) + " is unlocked, for \(minutes) min at most: no password is asked for."
    case .locked(let names):
      StyledText(names.joined(separator: ", "), .strong) + (names.count > 1 ? " are locked." : " is locked.")
    case .noneUnlocked: "No account is unlocked."
    }
  }

  var korean: StyledText {
    switch self {
    case .unlocked(let name, let time): StyledText(name, .strong) + " 계정은 \(time)까지 잠금 해제되어 있습니다."
    case .used(let name, let minutes):
      StyledText(name, .strong) + " 계정은 최대 \(minutes)분 동안 잠금 해제되어 있어 비밀번호를 묻지 않습니다."
    case .locked(let names): StyledText(names.joined(separator: ", "), .strong) + " 계정을 잠갔습니다."
    case .noneUnlocked: "잠금 해제된 계정이 없습니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .unlocked(let name, let time): "Рахунок " + StyledText(name, .strong) + " відімкнено до \(time)."
    case .used(let name, let minutes):
      "Рахунок " + StyledText(name, .strong) + " відімкнено, щонайбільше на \(minutes) хв: пароль не потрібен."
    case .locked(let names): "Замкнено: " + StyledText(names.joined(separator: ", "), .strong) + "."
    case .noneUnlocked: "Жоден рахунок не відімкнено."
    }
  }
}
