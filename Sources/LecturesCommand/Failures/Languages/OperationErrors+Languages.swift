import Localization
import Operations
import Outbox
import Terminal

extension OperationErrors {
  static func korean(_ error: OperationError) -> FailureWords? {
    switch (error.code, error.facts) {
    case (.noAccount, _):
      FailureWords(
        "사용할 계정이 없습니다.", reason: "키 폴더에 키 파일이 없습니다.",
        advice: "`lectures wallet new NAME`으로 만들거나 `--keystore-dir`로 폴더를 지정하십시오.")
    case (.severalAccounts, _):
      FailureWords(
        "어느 계정을 사용합니까?", reason: "계정이 여러 개 있습니다.",
        advice: "`--from`으로 지정하거나 기본 계정을 고르십시오: `lectures wallet use NAME`(또는 `LECTURES_ACCOUNT`)")
    case (.noKey, _):
      FailureWords(
        "이 계정의 키가 여기에 없습니다.", reason: "지갑 목록에는 주소만 있습니다.",
        advice: "`lectures wallet import`로 키를 가져오거나 다른 계정을 `--from`으로 지정하십시오.")
    case (.ambiguousName, _):
      FailureWords("같은 이름의 주소가 두 개 있습니다.", advice: "주소를 직접 지정하거나 하나의 이름을 바꾸십시오.")
    case (.nothingToName, _):
      FailureWords("`--is`는 전송에 멱등 키가 있을 때만 쓸 수 있습니다.", advice: "`--is`를 빼거나, 명령에 `--id`가 있으면 그 키를 더하십시오.")
    case (.receiver, .risk(let risk)):
      FailureWords(
        "실행하지 않았습니다. `--yes`는 이 수신자에 대한 동의가 아닙니다.", reason: ReceiverWarning(risk).korean.plain,
        advice: risk.kind.flag.map { "그래도 보내려면 `\($0)`을(를) 더하십시오." })
    case (.notEnoughTokens, _): FailureWords("토큰이 부족합니다.", reason: "아무것도 전송되지 않았습니다.")
    case (.unknownIntent, .intent(let intent)):
      FailureWords("\(intent.id)번은 다른 계정의 것입니다. 아무것도 하지 않았습니다.", advice: "확인: `lectures tx list`")
    case (.unknownIntent, _): FailureWords("발신함에 그런 번호가 없습니다.", advice: "확인: `lectures tx list`")
    case (.otherRun, .presentRun(let lecture, let run)):
      FailureWords("\(lecture)번 강의는 그 회차가 아닙니다.", reason: "지금은 \(run)회차이며, 회차는 0부터 셉니다.")
    case (.otherRun, .runsUnknown(let lecture)):
      FailureWords("\(lecture)번 강의가 어느 회차인지 이 계약은 알려 주지 않습니다.")
    case (.otherRun, _): FailureWords("그 회차는 이미 끝났습니다.", advice: "파일에서 그 행을 빼십시오.")
    case (.receiver, _): FailureWords("이 수신자에게 보내는 데 아무도 동의하지 않았습니다. 아무것도 전송되지 않았습니다.")
    case (.notAgreed, _): FailureWords("들어 있는 금액이 없는 강의이며, 정산에 아무도 동의하지 않았습니다.")
    case (.handedOver, _):
      FailureWords("수수료 대납 서비스가 보냈는지 알 수 없습니다.", reason: "노드들은 이 트랜잭션을 모르고, 전부를 가진 것은 서비스뿐입니다.")
    case (.notPlain, .intent(let intent)):
      FailureWords(
        "\(intent.id)번은 시작한 명령으로만 이어서 진행할 수 있습니다.",
        advice: "그 명령을 그대로 다시 실행하거나 취소하십시오: `lectures tx cancel \(intent.id)`")
    case (.notPlain, _): FailureWords("시작한 명령으로만 이어서 진행할 수 있습니다.", advice: "그 명령을 그대로 다시 실행하십시오.")
    case (.notPayable, _):
      FailureWords("대납자로 서명할 수 없는 트랜잭션입니다.", advice: "내용을 확인하십시오: `lectures tx decode RAW`")
    case (.exchangePrice, _): FailureWords("이 쌍의 가격으로 읽을 수 없습니다.")
    case (.crossesBook, _):
      FailureWords(
        "주문이 바로 체결될 가격이라 만들지 않았습니다.",
        advice: "`--post-only`를 빼거나 나와 있는 주문을 체결하십시오: `lectures exchange fill PAIR`")
    case (.noRelay, _):
      FailureWords(
        "이 네트워크에 설정된 릴레이가 없습니다.", advice: "`--relay URL`로 지정하거나 저장하십시오: `lectures config set relays URL`")
    default: nil
    }
  }

  static func ukrainian(_ error: OperationError) -> FailureWords? {
    switch (error.code, error.facts) {
    case (.noAccount, _):
      FailureWords(
        "Немає рахунку, яким діяти.", reason: "У теці ключів немає жодного файлу ключа.",
        advice: "Створіть його: `lectures wallet new NAME`; або вкажіть теку через `--keystore-dir`.")
    case (.severalAccounts, _):
      FailureWords(
        "Яким рахунком діяти?", reason: "Рахунків тут кілька.",
        advice: "Вкажіть його через `--from` або виберіть назавжди: `lectures wallet use NAME` (чи `LECTURES_ACCOUNT`)")
    case (.noKey, _):
      FailureWords(
        "Ключа цього рахунку тут немає.", reason: "У книзі гаманців є лише адреса.",
        advice: "Імпортуйте ключ (`lectures wallet import`) або вкажіть інший рахунок через `--from`.")
    case (.ambiguousName, _):
      FailureWords("Дві адреси мають це ім’я.", advice: "Вкажіть саму адресу або перейменуйте одну з них.")
    case (.nothingToName, _):
      FailureWords(
        "`--is` можливе лише там, де надсилання має ключ ідемпотентності.",
        advice: "Приберіть `--is` або, якщо команда має `--id`, додайте його.")
    case (.receiver, .risk(let risk)):
      FailureWords(
        "Не виконано: `--yes` не є згодою на такого отримувача.", reason: ReceiverWarning(risk).ukrainian.plain,
        advice: risk.kind.flag.map { "Якщо саме він потрібен, додайте `\($0)`." })
    case (.notEnoughTokens, _): FailureWords("Бракує токенів.", reason: "Нічого не надіслано.")
    case (.unknownIntent, .intent(let intent)):
      FailureWords("Номер \(intent.id) — іншого рахунку; нічого не зроблено.", advice: "Подивіться: `lectures tx list`")
    case (.unknownIntent, _):
      FailureWords("Такого номера в журналі надсилань немає.", advice: "Подивіться: `lectures tx list`")
    case (.otherRun, .presentRun(let lecture, let run)):
      FailureWords("Лекція \(lecture) не в цьому наборі.", reason: "Зараз триває набір \(run); набори лічать від 0.")
    case (.otherRun, .runsUnknown(let lecture)):
      FailureWords("Цей контракт не каже, у якому наборі лекція \(lecture).")
    case (.otherRun, _): FailureWords("Цей набір уже закінчився.", advice: "Приберіть рядок із файлу.")
    case (.receiver, _): FailureWords("Ніхто не погодився на такого отримувача; нічого не надіслано.")
    case (.notAgreed, _): FailureWords("За лекцію нічого не зібрано, і на розрахунок ніхто не погодився.")
    case (.handedOver, _):
      FailureWords(
        "Невідомо, чи служба оплати комісій це надіслала.",
        reason: "Жоден вузол про це не знає, а вся транзакція є лише в служби.")
    case (.notPlain, .intent(let intent)):
      FailureWords(
        "Номер \(intent.id) може продовжити лише команда, яка його почала.",
        advice: "Виконайте ту саму команду знову або скасуйте: `lectures tx cancel \(intent.id)`")
    case (.notPlain, _):
      FailureWords("Це може продовжити лише команда, яка це почала.", advice: "Виконайте ту саму команду знову.")
    case (.notPayable, _):
      FailureWords(
        "Підписати це як платник комісії не можна.", advice: "Подивіться, що це: `lectures tx decode RAW`")
    case (.exchangePrice, _): FailureWords("Це не ціна такої пари.")
    case (.crossesBook, _):
      FailureWords(
        "Ордер виконали б одразу, тож його не створено.",
        advice: "Приберіть `--post-only` або візьміть те, що пропонують: `lectures exchange fill PAIR`")
    case (.noRelay, _):
      FailureWords(
        "Для цієї мережі не налаштовано реле.",
        advice: "Назвіть його через `--relay URL` або збережіть: `lectures config set relays URL`")
    default: nil
    }
  }
}
