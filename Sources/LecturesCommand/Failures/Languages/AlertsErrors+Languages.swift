import Alerts
import Localization

extension AlertsErrors {
  static func korean(_ error: AlertsError) -> FailureWords? {
    let command = error.subject.map { "lectures \($0.name)" } ?? "lectures"
    let daemon = error.subject?.daemon ?? "lectures daemon"
    return switch (error.code, error.facts) {
    case (.invalidAlert, .threshold): FailureWords("값이 그 기준에 닿을 수 없습니다.", advice: "0보다 큰 값을 지정하십시오. 예: `--below 25`")
    case (.invalidAlert, .bounds): FailureWords("알림의 시간은 최대 1년이고, 되돌림 폭은 0%부터 1000%까지입니다.")
    case (.invalidAlert, .window): FailureWords("변동을 재는 시간은 1초부터 하루까지입니다.")
    case (.invalidAlert, .note): FailureWords("메모로 쓸 수 없는 글입니다.", reason: "비어 있지 않은 한 줄이고, 최대 400바이트입니다.")
    case (.invalidAlert, .noChannel): FailureWords("알림을 받을 방법이 없습니다.", advice: "`--terminal`과 같은 방법을 지정하십시오.")
    case (.invalidAlert, .secret(let path)): FailureWords("웹훅의 비밀이 든 파일이 비어 있습니다: \(path)")
    case (.unknownAlert, .alert(let number)):
      FailureWords("\(number)번 알림이 없습니다.", advice: "알림 목록: `\(command) alert list`")
    case (.watchedAlready, .watcher(let process)):
      FailureWords(
        "다른 프로세스가 이미 지켜보고 있습니다.", reason: process.map { "프로세스 번호는 \($0)입니다." },
        advice: "상태 보기: `\(daemon) --status`")
    case (.bookFailed, .lock(let path)):
      FailureWords("감시용 잠금 파일을 쓸 수 없습니다: \(path)", advice: "폴더의 권한과 디스크를 확인하십시오.")
    default: nil
    }
  }

  static func ukrainian(_ error: AlertsError) -> FailureWords? {
    let command = error.subject.map { "lectures \($0.name)" } ?? "lectures"
    let daemon = error.subject?.daemon ?? "lectures daemon"
    return switch (error.code, error.facts) {
    case (.invalidAlert, .threshold):
      FailureWords("Жодне значення не перетне цієї межі.", advice: "Вкажіть число, більше за 0, як-от `--below 25`")
    case (.invalidAlert, .bounds):
      FailureWords("Сповіщення чекає щонайбільше рік, а відступ — від 0 % до 1000 %.")
    case (.invalidAlert, .window): FailureWords("Зміна триває від секунди до доби.")
    case (.invalidAlert, .note):
      FailureWords("Такий текст не може бути приміткою.", reason: "Це один непорожній рядок, щонайбільше 400 байтів.")
    case (.invalidAlert, .noChannel):
      FailureWords("Про сповіщення ніхто б не дізнався.", advice: "Вкажіть спосіб, як-от `--terminal`")
    case (.invalidAlert, .secret(let path)): FailureWords("Файл із секретом вебхука порожній: \(path)")
    case (.unknownAlert, .alert(let number)):
      FailureWords("Сповіщення з номером \(number) немає.", advice: "Перелік: `\(command) alert list`")
    case (.watchedAlready, .watcher(let process)):
      FailureWords(
        "Уже стежить інший процес.", reason: process.map { "Його номер — \($0)." },
        advice: "Його стан: `\(daemon) --status`")
    case (.bookFailed, .lock(let path)):
      FailureWords(
        "Файл замка для стеження недоступний: \(path)", advice: "Перевірте права доступу до теки й диск.")
    default: nil
    }
  }
}
