import Localization
import Primitives
import Tokens

extension TokenErrors {
  static func korean(_ error: TokenError) -> FailureWords? {
    let name = error.subject.map { ": `\(quotable($0))`" } ?? ""
    return switch (error.code, error.facts) {
    // Names.
    case (.unknownToken, .names(let names)) where !names.isEmpty:
      FailureWords(
        "그런 토큰이 없습니다\(name)", reason: "비슷한 이름: \(list(names))",
        advice: "주소를 지정하거나 그 토큰이 있는 목록을 `--token-lists`로 지정하십시오. 토큰 목록: `lectures exchange tokens`")
    case (.unknownToken, .token):
      FailureWords("그런 토큰이 없습니다\(name)", advice: "주소를 확인하십시오. 토큰의 계약은 소수 자릿수를 알려 줍니다.")
    case (.unknownToken, _):
      FailureWords(
        "그런 토큰이 없습니다\(name)",
        advice: "주소를 지정하거나 그 토큰이 있는 목록을 `--token-lists`로 지정하십시오. 토큰 목록: `lectures exchange tokens`")
    case (.ambiguousToken, .addresses(let addresses)):
      FailureWords(
        "여러 토큰을 뜻할 수 있는 이름입니다\(name)", reason: "주소: \(addresses.prefix(4).map(\.checksummed).joined(separator: ", "))",
        advice: "뜻하는 토큰의 주소를 지정하십시오.")
    case (.ambiguousToken, _):
      FailureWords("여러 토큰을 뜻할 수 있는 이름입니다\(name)", advice: "뜻하는 토큰의 주소를 지정하십시오.")
    case (.invalidPair, .token):
      FailureWords("같은 토큰끼리는 거래쌍이 되지 않습니다\(name)", advice: "`TKA/WKAIA`와 같이 서로 다른 토큰 두 개를 쓰십시오.")
    case (.invalidPair, _):
      FailureWords("거래쌍이 아닙니다\(name)", advice: "`TKA/WKAIA`와 같이 토큰 두 개를 `/`로 이어 쓰십시오.")

    // Amounts.
    case (.tooManyDigits, .digits(let given, let decimals)):
      FailureWords("소수점 아래 자릿수가 너무 많습니다\(name)", reason: "\(given)자리인데, 이 토큰은 \(decimals)자리까지입니다.")
    case (.tooManyDigits, _): FailureWords("소수점 아래 자릿수가 너무 많습니다\(name)")
    case (.invalidAmount, _):
      FailureWords("수량이 아닙니다\(name)", reason: "숫자와 소수점 하나로 쓰며, 256비트를 넘을 수 없습니다.")

    // Lists.
    case (.malformedList, _): FailureWords("토큰 목록을 읽을 수 없습니다\(name)", advice: "`--token-lists`를 확인하십시오.")
    case (.listTooLarge, _): FailureWords("토큰 목록이 너무 큽니다\(name)", advice: "더 작은 목록을 지정하십시오: `--token-lists`")
    case (.unreadableList, .status(let status)):
      FailureWords(
        "토큰 목록을 가져올 수 없습니다\(name)", reason: "HTTP 상태가 \(status)번입니다.", advice: "`--token-lists`를 확인하십시오.")
    case (.unreadableList, _):
      FailureWords("토큰 목록을 가져올 수 없습니다\(name)", advice: "`--token-lists`를 확인하십시오.")

    // Contracts.
    case (.notAToken, _):
      FailureWords("그 주소에는 토큰이 없습니다\(name)", advice: "주소와 `--network`를 확인하십시오.")
    case (.notARegistry, _): FailureWords("그 주소에는 토큰 등록부가 없습니다\(name)", advice: "주소와 `--network`를 확인하십시오.")
    case (.decimalsChanged, .decimals(_, let known, let told)):
      FailureWords(
        "토큰의 소수 자릿수가 바뀌었습니다\(name)",
        reason: "이전: \(known.map { "\($0)자리" } ?? "없음"). 지금: \(told.map { "\($0)자리" } ?? "없음")",
        advice: "까닭을 알기 전에는 이 토큰을 거래하지 마십시오.")
    case (.decimalsChanged, _):
      FailureWords("토큰의 소수 자릿수가 바뀌었습니다\(name)", advice: "까닭을 알기 전에는 이 토큰을 거래하지 마십시오.")
    case (.chainMoved, _): FailureWords("토큰을 읽는 동안 체인이 거듭 바뀌었습니다.", advice: "다시 시도하십시오.")
    case (.unknownBlock, _):
      FailureWords("토큰을 읽을 수 없습니다.", reason: "노드에 그 블록이 없습니다.", advice: "다시 시도하거나 `--endpoint`로 다른 노드를 지정하십시오.")
    default: nil
    }
  }

  static func ukrainian(_ error: TokenError) -> FailureWords? {
    let name = error.subject.map { ": `\(quotable($0))`" } ?? ""
    let lists = "Вкажіть адресу або перелік, у якому він є: `--token-lists`. Відомі токени: `lectures exchange tokens`"
    return switch (error.code, error.facts) {
    // Names.
    case (.unknownToken, .names(let names)) where !names.isEmpty:
      FailureWords("Такого токена немає\(name)", reason: "Схожі назви: \(list(names))", advice: lists)
    case (.unknownToken, .token):
      FailureWords(
        "Такого токена немає\(name)", advice: "Звірте адресу: контракт токена повідомляє кількість десяткових знаків.")
    case (.unknownToken, _): FailureWords("Такого токена немає\(name)", advice: lists)
    case (.ambiguousToken, .addresses(let addresses)):
      FailureWords(
        "Ця назва може означати кілька токенів\(name)",
        reason: "Адреси: \(addresses.prefix(4).map(\.checksummed).joined(separator: ", "))",
        advice: "Вкажіть адресу того, про який ідеться.")
    case (.ambiguousToken, _):
      FailureWords(
        "Ця назва може означати кілька токенів\(name)", advice: "Вкажіть адресу того, про який ідеться.")
    case (.invalidPair, .token):
      FailureWords("Токен не утворює пари сам із собою\(name)", advice: "Вкажіть два різні токени, як-от `TKA/WKAIA`.")
    case (.invalidPair, _):
      FailureWords("Це не пара токенів\(name)", advice: "Вкажіть два токени через `/`, як-от `TKA/WKAIA`.")

    // Amounts.
    case (.tooManyDigits, .digits(let given, let decimals)):
      FailureWords("Забагато цифр після коми\(name)", reason: "Їх \(given), а цей токен має щонайбільше \(decimals).")
    case (.tooManyDigits, _): FailureWords("Забагато цифр після коми\(name)")
    case (.invalidAmount, _):
      FailureWords(
        "Це не кількість\(name)", reason: "Потрібні цифри й щонайбільше одна кома, і число має вміститися у 256 бітів.")

    // Lists.
    case (.malformedList, _):
      FailureWords("Перелік токенів не вдалося прочитати\(name)", advice: "Перевірте `--token-lists`.")
    case (.listTooLarge, _):
      FailureWords("Перелік токенів завеликий\(name)", advice: "Вкажіть менший: `--token-lists`")
    case (.unreadableList, .status(let status)):
      FailureWords(
        "Перелік токенів недоступний\(name)", reason: "Статус HTTP — \(status).", advice: "Перевірте `--token-lists`.")
    case (.unreadableList, _):
      FailureWords("Перелік токенів недоступний\(name)", advice: "Перевірте `--token-lists`.")

    // Contracts.
    case (.notAToken, _):
      FailureWords("За цією адресою немає токена\(name)", advice: "Перевірте адресу й `--network`.")
    case (.notARegistry, _):
      FailureWords("За цією адресою немає реєстру токенів\(name)", advice: "Перевірте адресу й `--network`.")
    case (.decimalsChanged, .decimals(_, let known, let told)):
      FailureWords(
        "Змінилася кількість знаків після коми в токена\(name)",
        reason: "Було: \(known.map(String.init) ?? "немає"). Тепер: \(told.map(String.init) ?? "немає")",
        advice: "Не торгуйте цим токеном, доки не з’ясуєте чому.")
    case (.decimalsChanged, _):
      FailureWords(
        "Змінилася кількість знаків після коми в токена\(name)",
        advice: "Не торгуйте цим токеном, доки не з’ясуєте чому.")
    case (.chainMoved, _):
      FailureWords("Мережа раз у раз змінювалася, поки читали токени.", advice: "Спробуйте ще раз.")
    case (.unknownBlock, _):
      FailureWords(
        "Токени не вдалося прочитати.", reason: "У вузла немає цього блока.",
        advice: "Спробуйте ще раз або вкажіть інший вузол через `--endpoint`.")
    default: nil
    }
  }

  /// Names in a row, each to be copied.
  private static func list(_ names: [String]) -> String {
    names.map { "`\(quotable($0))`" }.joined(separator: ", ")
  }

  /// A text without the marks that stand around it.
  private static func quotable(_ text: String) -> String { text.filter { !"`\"".contains($0) } }
}
