import Exchange
import Keystores
import Localization

extension OrderJournalErrors {
  static func korean(_ error: OrderJournalError) -> FailureWords? {
    switch (error.code, error.facts) {
    case (.fileFailed, .file(let path, let trouble)):
      FailureWords("주문 기록을 사용할 수 없습니다: \(path). 아무것도 서명되지 않았습니다.", advice: koreanRepair(trouble))
    case (.fileFailed, _):
      FailureWords("주문 기록을 사용할 수 없습니다. 아무것도 서명되지 않았습니다.", advice: "파일과 폴더의 권한을 확인하십시오.")
    case (.duplicate, .order(let hash, _, let ending)):
      FailureWords(
        "같은 주문을 이미 만들었습니다. 두 번째 주문은 만들지 않았습니다.", reason: "주문 \(hash): \(koreanEnding(ending))",
        advice: "다른 주문이라면 `--again`을 붙이십시오. 주문 목록: `lectures exchange orders`")
    case (.duplicate, _):
      FailureWords("같은 주문이나 거래를 이미 만들었습니다.", advice: "다른 것이라면 `--again`을 붙이십시오.")
    case (.wrongStep, .order(let hash, .ended, let ending)):
      FailureWords("이미 끝난 주문입니다.", reason: "주문 \(hash): \(koreanEnding(ending))")
    case (.wrongStep, _):
      FailureWords("주문 기록의 상태에 맞지 않는 단계입니다.", advice: "주문 목록: `lectures exchange orders`")
    case (.wrongSignature, _):
      FailureWords("이 서명은 쓰지 않습니다.", reason: "다른 주문의 서명이거나 서명할 수 없는 계정의 것입니다.")
    case (.orderFile, _) where error.isOfFile(.exists):
      FailureWords("그런 이름의 파일이 이미 있고 내용이 달라 그대로 두었습니다.", advice: "주문 파일에 다른 이름을 지정하십시오.")
    case (.orderFile, _) where error.isOfFile(.damaged):
      FailureWords("주문 파일이 아니라 폴더나 장치입니다.", advice: "주문이 들어 있는 파일을 지정하십시오.")
    case (.orderFile, _):
      FailureWords("주문 파일을 사용할 수 없습니다.", advice: "파일의 내용과 권한을 확인하십시오.").because(of: error.cause, in: .korean)
    default: nil
    }
  }

  static func ukrainian(_ error: OrderJournalError) -> FailureWords? {
    switch (error.code, error.facts) {
    case (.fileFailed, .file(let path, let trouble)):
      FailureWords("Журнал ордерів непридатний: \(path); нічого не підписано.", advice: ukrainianRepair(trouble))
    case (.fileFailed, _):
      FailureWords(
        "Журнал ордерів непридатний; нічого не підписано.", advice: "Перевірте права доступу до файлу й теки.")
    case (.duplicate, .order(let hash, _, let ending)):
      FailureWords(
        "Такий ордер уже створено; другого не створено.", reason: "Ордер \(hash): \(ukrainianEnding(ending))",
        advice: "Якщо потрібен ще один, додайте `--again`. Перелік: `lectures exchange orders`")
    case (.duplicate, _):
      FailureWords("Такий ордер або таку угоду вже створено.", advice: "Якщо йдеться про інше, додайте `--again`.")
    case (.wrongStep, .order(let hash, .ended, let ending)):
      FailureWords("Цей ордер уже завершено.", reason: "Ордер \(hash): \(ukrainianEnding(ending))")
    case (.wrongStep, _):
      FailureWords(
        "Цей крок не відповідає станові в журналі ордерів.", advice: "Перелік: `lectures exchange orders`")
    case (.wrongSignature, _):
      FailureWords(
        "Цей підпис не використано.", reason: "Він від іншого ордера або від рахунку, який не може підписувати.")
    case (.orderFile, _) where error.isOfFile(.exists):
      FailureWords("Файл з такою назвою вже є, і вміст у нього інший; його не змінено.", advice: "Вкажіть інший файл.")
    case (.orderFile, _) where error.isOfFile(.damaged):
      FailureWords("Це не файл з ордером, а тека чи пристрій.", advice: "Вкажіть файл, у якому є ордер.")
    case (.orderFile, _):
      FailureWords("Файл з ордером непридатний.", advice: "Перевірте вміст файлу й права доступу.")
        .because(of: error.cause, in: .ukrainian)
    default: nil
    }
  }

  private static func koreanEnding(_ ending: JournalOrder.Ending?) -> String {
    switch ending {
    case .filled: "모두 체결됨."
    case .cancelled: "취소됨."
    case .expired: "유효 기간이 끝남."
    case .abandoned: "서명 전에 포기함."
    case nil: "아직 끝나지 않음."
    }
  }

  private static func ukrainianEnding(_ ending: JournalOrder.Ending?) -> String {
    switch ending {
    case .filled: "виконано повністю."
    case .cancelled: "скасовано."
    case .expired: "строк скінчився."
    case .abandoned: "не підписано."
    case nil: "ще не завершено."
    }
  }

  private static func koreanRepair(_ trouble: FileProblem) -> String {
    switch trouble {
    case .otherChain: "다른 체인의 기록입니다. 체인마다 다른 파일을 쓰십시오."
    case .foreign: "다른 프로그램의 파일입니다. 다른 파일을 쓰십시오."
    case .newer: "이 프로그램의 이후 버전을 쓰거나 다른 파일을 쓰십시오."
    case .busy: "다른 프로세스가 오래 쓰고 있습니다. 다시 시도하십시오."
    case .full: "디스크 공간을 확보하십시오."
    case .notWritable: "파일과 폴더의 권한을 확인하십시오."
    case .damaged: "열려 있는 주문이 들어 있습니다. 옮기기 전에 사본을 찾아보십시오."
    }
  }

  private static func ukrainianRepair(_ trouble: FileProblem) -> String {
    switch trouble {
    case .otherChain: "Це журнал іншої мережі: для кожної мережі потрібен свій файл."
    case .foreign: "Це файл іншої програми: візьміть інший."
    case .newer: "Скористайтеся новішою версією програми або іншим файлом."
    case .busy: "Його довго тримає інший процес: спробуйте ще раз."
    case .full: "Звільніть місце на диску."
    case .notWritable: "Перевірте права доступу до файлу й теки."
    case .damaged: "У ньому відкриті ордери: пошукайте копію, перш ніж прибирати його."
    }
  }
}

extension OrderJournalError {
  /// Whether a file with an order is not used for that reason; `damaged` is said of what is no regular file.
  fileprivate func isOfFile(_ code: KeystoreError.Code) -> Bool { (cause as? KeystoreError)?.code == code }
}
