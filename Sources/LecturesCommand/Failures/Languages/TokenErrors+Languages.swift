import Localization
import Primitives
import Tokens

extension TokenErrors {
  static func korean(_ error: TokenError) -> FailureWords? {
    let name = error.subject ?? ""
    return switch error.code {
    case .unknownToken:
      FailureWords(
        "모르는 토큰입니다: \(name)", advice: "주소로 쓰거나 토큰이 든 목록을 지정하십시오: `--token-lists`. 아는 토큰: `lectures exchange tokens`")
    case .ambiguousToken: FailureWords("여러 토큰의 이름입니다: \(name)", reason: addresses(error), advice: "주소로 쓰십시오.")
    case .invalidPair: FailureWords("토큰 쌍이 아닙니다: \(name)", advice: "`TKA/WKAIA`와 같이 쓰십시오.")
    case .tooManyDigits: FailureWords("소수점 아래 자릿수가 토큰보다 많습니다: \(name)", reason: digits(error, .korean))
    case .invalidAmount: FailureWords("수량이 아닙니다: \(name)")
    case .malformedList: FailureWords("토큰 목록이 올바르지 않습니다: \(name)")
    case .listTooLarge: FailureWords("토큰 목록이 너무 큽니다: \(name)")
    case .unreadableList: FailureWords("토큰 목록을 읽을 수 없습니다: \(name)")
    case .notAToken: FailureWords("그 주소에는 토큰이 없습니다: \(name)")
    case .notARegistry: FailureWords("그 주소에는 토큰 등록부가 없습니다: \(name)")
    case .decimalsChanged:
      FailureWords("토큰의 소수 자릿수가 알던 것과 다릅니다: \(name)", reason: "수량이 달라지므로 이 토큰은 쓰지 않습니다.")
    case .chainMoved: FailureWords("읽는 동안 체인이 바뀌었습니다.", advice: "다시 시도하십시오.")
    case .unknownBlock: FailureWords("노드에 그 블록이 없습니다.", advice: "다시 시도하십시오.")
    default: nil
    }
  }

  static func ukrainian(_ error: TokenError) -> FailureWords? {
    let name = error.subject ?? ""
    return switch error.code {
    case .unknownToken:
      FailureWords(
        "Невідомий токен: \(name)",
        advice: "Вкажіть його адресу або список, у якому він є: `--token-lists`. Відомі: `lectures exchange tokens`")
    case .ambiguousToken:
      FailureWords(
        "Так зветься кілька токенів: \(name)", reason: addresses(error), advice: "Вкажіть адресу потрібного.")
    case .invalidPair: FailureWords("Це не пара токенів: \(name)", advice: "Пишіть як-от `TKA/WKAIA`.")
    case .tooManyDigits:
      FailureWords("Знаків після коми більше, ніж має токен: \(name)", reason: digits(error, .ukrainian))
    case .invalidAmount: FailureWords("Це не сума: \(name)")
    case .malformedList: FailureWords("Список токенів має неправильний вигляд: \(name)")
    case .listTooLarge: FailureWords("Список токенів завеликий: \(name)")
    case .unreadableList: FailureWords("Список токенів не вдається прочитати: \(name)")
    case .notAToken: FailureWords("За цією адресою немає токена: \(name)")
    case .notARegistry: FailureWords("За цією адресою немає реєстру токенів: \(name)")
    case .decimalsChanged:
      FailureWords(
        "Десяткових знаків у токена не стільки, скільки було: \(name)",
        reason: "Суми були б іншими, тож його не вживають.")
    case .chainMoved: FailureWords("Ланцюг змінився, поки його читали.", advice: "Спробуйте ще раз.")
    case .unknownBlock: FailureWords("У вузла немає цього блока.", advice: "Спробуйте ще раз.")
    default: nil
    }
  }

  private static func addresses(_ error: TokenError) -> String? {
    error.addresses.isEmpty ? nil : error.addresses.map(\.checksummed).joined(separator: ", ")
  }

  private static func digits(_ error: TokenError, _ language: Language) -> String? {
    guard case .digits(let given, let decimals)? = error.facts else { return nil }
    return language == .korean
      ? "\(given)자리를 썼고, 이 토큰에는 \(decimals)자리가 있습니다." : "Написано \(given), а в токена їх \(decimals)."
  }
}
