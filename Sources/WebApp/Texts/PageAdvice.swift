import Localization

/// The next step after a failure, in the words of pages: those of the terminal name commands.
enum PageAdvice: Phrase {
  case choosesAccount, makesAccount, startsNode, getsInvitation, getsMoney, mendsSettings, looksFirst, password

  /// The step after a failure of this kind; nil where the failure's own words are enough.
  init?(_ failure: FailureText) {
    switch failure.code {
    case "severalAccounts": self = .choosesAccount
    case "noAccount": self = .makesAccount
    case "noContractConfigured", "settings.noContract": self = .getsInvitation
    case "keystore.wrongPassword": self = .password
    default:
      switch failure.kind {
      case .node: self = .startsNode
      case .settings: self = .mendsSettings
      case .unknownOutcome: self = .looksFirst
      case .refused where failure.code.contains("notEnough"): self = .getsMoney
      default: return nil
      }
    }
  }

  /// A sentence that names no command; nil for one that does.
  static func withoutCommands(_ advice: String) -> String? {
    advice.contains("lectures ") || advice.contains("--") ? nil : advice
  }

  var english: String {
    switch self {
    case .choosesAccount: "Choose the account that acts, under Settings."
    case .makesAccount: "Make a wallet first, or import one, under Wallets."
    case .startsNode: "Is the node reachable? What is known stays here; try again in a moment."
    case .getsInvitation: "Ask your school for an invitation and take it under Settings."
    case .getsMoney: "Receive what is missing: the QR code is under Wallets."
    case .mendsSettings: "Look at it under Settings."
    case .looksFirst: "Look under Transactions before you send it again."
    case .password: "Type the password of this account again."
    }
  }

  var korean: String {
    switch self {
    case .choosesAccount: "설정에서 사용할 계정을 고르세요."
    case .makesAccount: "먼저 지갑에서 지갑을 만들거나 가져오세요."
    case .startsNode: "노드에 연결할 수 있는지 확인하세요. 알려진 내용은 남아 있습니다. 잠시 후 다시 시도하세요."
    case .getsInvitation: "학교에 초대 링크를 요청하고 설정에서 사용하세요."
    case .getsMoney: "부족한 금액을 받으세요. QR 코드는 지갑에 있습니다."
    case .mendsSettings: "설정에서 확인하세요."
    case .looksFirst: "다시 보내기 전에 트랜잭션을 확인하세요."
    case .password: "이 계정의 비밀번호를 다시 입력하세요."
    }
  }

  var ukrainian: String {
    switch self {
    case .choosesAccount: "Виберіть рахунок у налаштуваннях."
    case .makesAccount: "Спершу створіть або імпортуйте гаманець."
    case .startsNode: "Чи доступний вузол? Відоме лишається тут; спробуйте за мить."
    case .getsInvitation: "Попросіть у школи запрошення й прийміть його в налаштуваннях."
    case .getsMoney: "Отримайте те, чого бракує: QR-код у гаманцях."
    case .mendsSettings: "Перевірте це в налаштуваннях."
    case .looksFirst: "Перегляньте транзакції, перш ніж надсилати знову."
    case .password: "Введіть пароль цього рахунку ще раз."
    }
  }
}
