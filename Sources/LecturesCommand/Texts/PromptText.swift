import Localization
import Terminal

/// The questions to the person at the terminal.
enum PromptText: Phrase {
  case goOn
  /// The word that has to be typed where a slip would be expensive.
  case type(String)
  case password(String)
  case newPassword(String)
  case onceMore
  case differentPasswords
  /// A key that everybody has is used although others may read its file, and why that would be a problem.
  case publishedKey(String, reason: String)

  /// The answers that mean yes, in every language.
  static let agreements: Set<String> = ["y", "yes", "예", "네", "т", "так"]
  /// The answers that mean no, in every language.
  static let refusals: Set<String> = ["", "n", "no", "아니요", "아니오", "н", "ні"]

  var english: StyledText {
    switch self {
    case .goOn: "Go on? [y/N] "
    case .type(let word): "Type \(word, .strong) to go on: "
    case .password(let account): "Password of \(account, .strong): "
    case .newPassword(let account): "New password of \(account, .strong): "
    case .onceMore: "Once more, to be sure: "
    case .differentPasswords: "The two are not the same; try again."
    case .publishedKey(let name, let reason):
      "\(reason) The key of \(name) is used all the same: it is published for tests, everybody has it."
    }
  }

  var korean: StyledText {
    switch self {
    case .goOn: "진행하시겠습니까? [예/아니요] "
    case .type(let word): "계속하려면 \(word, .strong) 입력: "
    case .password(let account): "\(account, .strong)의 비밀번호: "
    case .newPassword(let account): "\(account, .strong)의 새 비밀번호: "
    case .onceMore: "확인을 위해 한 번 더: "
    case .differentPasswords: "두 비밀번호가 다릅니다. 다시 시도하십시오."
    case .publishedKey(let name, _):
      "\(name)의 키는 시험용으로 공개되어 누구나 가지고 있으므로, 다른 사용자가 파일에 접근할 수 있어도 사용합니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .goOn: "Продовжити? [т/Н] "
    case .type(let word): "Щоб продовжити, введіть \(word, .strong): "
    case .password(let account): "Пароль рахунку \(account, .strong): "
    case .newPassword(let account): "Новий пароль рахунку \(account, .strong): "
    case .onceMore: "Ще раз, для певності: "
    case .differentPasswords: "Паролі не збігаються; спробуйте ще раз."
    case .publishedKey(let name, _):
      "Ключ \(name) оприлюднено для тестів, і його мають усі, тож він придатний, хоч до файлу й мають доступ інші."
    }
  }
}
