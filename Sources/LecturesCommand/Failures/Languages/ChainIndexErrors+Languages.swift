import ChainIndex
import Database
import Localization

extension ChainIndexErrors {
  static func korean(_ error: ChainIndexError) -> FailureWords? {
    let words: FailureWords? =
      switch (error.code, error.facts) {
      case (.anotherContract, _):
        FailureWords("다른 계약이나 다른 체인의 색인입니다.", advice: "`--database`로 다른 파일을 지정하거나, 파일을 지우고 다시 만드십시오.")
      case (.reorganisedTooDeep, .window(let head, let oldest)):
        FailureWords(
          "체인이 되돌릴 수 있는 것보다 깊이 재구성되었습니다.",
          reason: "색인은 블록 \(head)까지 있으며, 블록 \(oldest)까지 노드의 체인과 같은 블록이 없습니다.",
          advice: "파일을 지우고 다시 만드십시오: `lectures index run`")
      case (.reorganisedTooDeep, _):
        FailureWords("체인이 되돌릴 수 있는 것보다 깊이 재구성되었습니다.", advice: "파일을 지우고 다시 만드십시오: `lectures index run`")
      case (.badAnswer, _):
        FailureWords(
          "노드의 답을 사용할 수 없으며, 아무것도 쓰지 않았습니다.",
          advice: "`--endpoint`로 다른 노드를 지정하십시오. 앞선 이벤트가 빠졌다면 `--from-block`을 더 앞으로 지정하십시오.")
      case (.chainMoved, _): FailureWords("읽는 동안 체인이 바뀌었습니다.", advice: "다시 시도하십시오.")
      case (.logsRefused, .block(let block)):
        FailureWords("노드가 블록 \(block)의 로그를 주지 않습니다.", advice: "`--endpoint`로 다른 노드를 지정하십시오.")
      case (.logsRefused, _): FailureWords("노드가 로그를 주지 않습니다.", advice: "`--endpoint`로 다른 노드를 지정하십시오.")
      case (.leaseLost, _): FailureWords("이제 다른 프로세스가 색인을 쓰며, 아무것도 쓰지 않았습니다.")
      case (.leaseHeld, .holder(let name)):
        FailureWords(
          "다른 프로세스가 색인을 씁니다: `\(name)`", advice: "`--once` 없이 실행하면 대기하다가 그 프로세스가 끝날 때 이어받습니다.")
      case (.leaseHeld, _): FailureWords("다른 프로세스가 색인을 씁니다.")
      case (.noContract, .contract(let address)):
        FailureWords("\(address)에 계약이 없습니다.", advice: "`--network`와 `--contract`를 확인하십시오.")
      case (.noContract, _): FailureWords("계약이 없습니다.", advice: "`--network`와 `--contract`를 확인하십시오.")
      case (.notIndexable, .contract(let address)):
        FailureWords(
          "\(address)의 계약은 색인할 수 없습니다.", reason: "이벤트만으로는 누가 무엇을 구매했는지 알 수 없습니다.",
          advice: "`--network`와 `--contract`를 확인하십시오.")
      case (.notIndexable, _): FailureWords("이 계약은 색인할 수 없습니다.")
      case (.firstBlockUnknown, _):
        FailureWords("노드는 계약이 어느 블록에 배포되었는지 알려 주지 않습니다.", advice: "`--from-block`으로 블록을 지정하십시오.")
      case (.begunElsewhere, .block(let block)):
        FailureWords("색인은 이미 블록 \(block)부터 시작합니다.", advice: "`--from-block`을 빼거나, 파일을 지우고 다시 만드십시오.")
      case (.begunElsewhere, _):
        FailureWords("색인은 이미 다른 블록부터 시작합니다.", advice: "`--from-block`을 빼거나, 파일을 지우고 다시 만드십시오.")
      case (.otherEvents, _):
        FailureWords(
          "색인에 있는 이벤트가 다릅니다.", reason: "인터페이스의 이벤트가 색인의 것과 다릅니다.",
          advice: "`--database`로 다른 파일을 지정하거나, 파일을 지우고 다시 만드십시오.")
      case (.noLectures, _):
        FailureWords(
          "이벤트만 있는 색인이며, 비교할 강의가 없습니다.", reason: "비교할 수 있는 것은 강의 색인뿐입니다. 이 색인이 손상되었다는 뜻은 아닙니다.",
          advice: "수신자의 위치가 들어 있으므로 그대로 두십시오. 이벤트를 확인하려면 다른 노드로 색인을 하나 더 만들고 두 색인의 `lectures index events --json` 결과를"
            + " 비교하십시오: `lectures index run --once --abi FILE --database OTHER --endpoint URL`")
      case (.noEvents, _):
        FailureWords("인터페이스에 읽을 수 있는 이벤트가 없습니다.", advice: "이벤트가 있는 인터페이스를 `--abi`로 지정하십시오.")
      case (.otherCursor, _):
        FailureWords("이 색인의 커서가 아닙니다.", advice: "`--after` 없이 처음부터 다시 읽고, 같은 `id`는 한 번만 처리하십시오.")
      case (.unknownHook, _):
        FailureWords("그 번호의 수신자가 없습니다.", advice: "목록을 확인하십시오: `lectures index hook list`")
      case (.invalidHook, _):
        FailureWords(
          "이 수신자는 추가할 수 없습니다.", advice: "`https://` 주소나 이 컴퓨터의 주소를 지정하고, 필요 없는 수신자는 삭제하십시오.")
      case (.noIndex, _): FailureWords("이 계약의 색인이 아직 없습니다.", advice: "먼저 만드십시오: `lectures index run`")
      case (.storeFailed, .file(let path)) where error.ofDatabase?.code.isOfServer == true:
        FailureWords("색인이 있는 서버를 사용할 수 없습니다: \(path)")
      case (.storeFailed, .file(let path)):
        FailureWords("색인 파일을 사용할 수 없습니다: \(path)", advice: "파일과 폴더의 권한을 확인하십시오.")
      case (.storeFailed, _): FailureWords("색인 파일을 사용할 수 없습니다.", advice: "파일과 폴더의 권한을 확인하십시오.")
      default: nil
      }
    return words.map { $0.because(of: error.cause, in: .korean) }
  }

  static func ukrainian(_ error: ChainIndexError) -> FailureWords? {
    let words: FailureWords? =
      switch (error.code, error.facts) {
      case (.anotherContract, _):
        FailureWords(
          "Це індекс іншого контракту або іншого ланцюга.",
          advice: "Назвіть інший файл через `--database` або видаліть цей: індекс створюється з ланцюга.")
      case (.reorganisedTooDeep, .window(let head, let oldest)):
        FailureWords(
          "Ланцюг перебудовано глибше, ніж індекс може повернутися.",
          reason: "Індекс має блок \(head), і жодного з його блоків до \(oldest) немає в ланцюгу вузла.",
          advice: "Видаліть файл і створіть його знову: `lectures index run`")
      case (.reorganisedTooDeep, _):
        FailureWords(
          "Ланцюг перебудовано глибше, ніж індекс може повернутися.",
          advice: "Видаліть файл і створіть його знову: `lectures index run`")
      case (.badAnswer, _):
        FailureWords(
          "Відповідь вузла не можна використати, нічого не записано.",
          advice: "Назвіть інший вузол через `--endpoint`. Якщо бракує попередніх подій, дайте менший `--from-block`.")
      case (.chainMoved, _): FailureWords("Ланцюг змінився під час читання.", advice: "Спробуйте ще раз.")
      case (.logsRefused, .block(let block)):
        FailureWords("Вузол не дає записів блоку \(block).", advice: "Назвіть інший вузол через `--endpoint`.")
      case (.logsRefused, _): FailureWords("Вузол не дає записів.", advice: "Назвіть інший вузол через `--endpoint`.")
      case (.leaseLost, _): FailureWords("Індекс тепер записує інший процес, нічого не записано.")
      case (.leaseHeld, .holder(let name)):
        FailureWords(
          "Індекс записує інший процес: `\(name)`",
          advice: "Без `--once` цей процес чекає і продовжує, коли той закінчить.")
      case (.leaseHeld, _): FailureWords("Індекс записує інший процес.")
      case (.noContract, .contract(let address)):
        FailureWords("За адресою \(address) немає контракту.", advice: "Перевірте `--network` і `--contract`.")
      case (.noContract, _): FailureWords("Контракту немає.", advice: "Перевірте `--network` і `--contract`.")
      case (.notIndexable, .contract(let address)):
        FailureWords(
          "Для контракту \(address) індекс неможливий.", reason: "Його події не кажуть, хто що купив.",
          advice: "Перевірте `--network` і `--contract`.")
      case (.notIndexable, _): FailureWords("Для цього контракту індекс неможливий.")
      case (.firstBlockUnknown, _):
        FailureWords(
          "Вузол не каже, у якому блоці розгорнуто контракт.", advice: "Назвіть блок через `--from-block`.")
      case (.begunElsewhere, .block(let block)):
        FailureWords(
          "Індекс уже починається з блоку \(block).",
          advice: "Не давайте `--from-block` або видаліть файл, щоб почати знову.")
      case (.begunElsewhere, _):
        FailureWords(
          "Індекс уже починається з іншого блоку.",
          advice: "Не давайте `--from-block` або видаліть файл, щоб почати знову.")
      case (.otherEvents, _):
        FailureWords(
          "В індексі інші події цих контрактів.", reason: "Інтерфейс називає не ті події, що має індекс.",
          advice: "Назвіть інший файл через `--database` або видаліть цей: індекс створюється з ланцюга.")
      case (.noLectures, _):
        FailureWords(
          "Це індекс самих подій: лекцій для порівняння в ньому немає.",
          reason: "З контрактом порівнюють лише індекс лекцій. Про пошкодження цього індексу це нічого не каже.",
          advice:
            "Збережіть його: у ньому місця отримувачів. Щоб перевірити події, створіть ще один індекс через інший вузол"
            + " і порівняйте відповіді `lectures index events --json` обох:"
            + " `lectures index run --once --abi FILE --database OTHER --endpoint URL`")
      case (.noEvents, _):
        FailureWords(
          "В інтерфейсі немає подій, які можна прочитати.", advice: "Дайте інтерфейс із подіями через `--abi`.")
      case (.otherCursor, _):
        FailureWords(
          "Це курсор не цього індексу.", advice: "Почніть без `--after`; кожну подію беріть один раз за її `id`.")
      case (.unknownHook, _):
        FailureWords("Отримувача з таким номером немає.", advice: "Перегляньте список: `lectures index hook list`")
      case (.invalidHook, _):
        FailureWords(
          "Такого отримувача не можна додати.",
          advice: "Дайте адресу `https://` або адресу цього комп'ютера; зайвих отримувачів видаліть.")
      case (.noIndex, _):
        FailureWords("Індексу цього контракту ще немає.", advice: "Створіть його: `lectures index run`")
      case (.storeFailed, .file(let path)) where error.ofDatabase?.code.isOfServer == true:
        FailureWords("Сервер індексу не можна використати: \(path)")
      case (.storeFailed, .file(let path)):
        FailureWords("Файл індексу не можна використати: \(path)", advice: "Перевірте права доступу до файлу й теки.")
      case (.storeFailed, _):
        FailureWords("Файл індексу не можна використати.", advice: "Перевірте права доступу до файлу й теки.")
      default: nil
      }
    return words.map { $0.because(of: error.cause, in: .ukrainian) }
  }
}
