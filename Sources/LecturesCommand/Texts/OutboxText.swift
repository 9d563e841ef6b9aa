import Localization
import Primitives
import Terminal

/// The words on an outbox that is moved to a server, or rebuilt.
enum OutboxText: Phrase {
  // Moving it.
  case move, moving
  /// The number of sends, and the name of the server.
  case moved(Int, to: String)
  case nothingFrom(String)
  case keepPlace(command: String)

  // Rebuilding it.
  case sound(String)
  case rebuild, reading, askingOfOpen, readingEvents
  case readingOf(Address)
  case chainSilent(reason: String)
  case foundLater
  /// The sends that were read, and those that the chain had.
  case rebuilt(read: Int, found: Int)
  case unreadable(Int)
  case lost, lookedUp, takenUp

  var english: StyledText {
    switch self {
    case .move: "Move the outbox? Nothing is sent from the file any more."
    case .moving: "Moving the outbox"
    case .moved(let count, let place):
      StyledText("The outbox is moved", .good) + ": \(count) sends are at \(place)."
    case .nothingFrom(let path): "Nothing is sent from \(path) any more."
    case .keepPlace(let command): "Keep the new place: \(command, .action)"
    case .sound(let path): "\(path) is sound; there is nothing to rebuild."
    case .rebuild: "Move the damaged outbox aside and make a new one of what can be read?"
    case .reading: "Reading what can be read"
    case .askingOfOpen: "Asking what became of the open ones"
    case .readingEvents: "Reading the contract's events"
    case .readingOf(let account): "Reading what \(account) did"
    case .chainSilent(let reason): "The chain could not be asked: \(reason)"
    case .foundLater: "What became of the rows is found by \("lectures tx resume", .action) once a node answers."
    case .rebuilt(let read, let found):
      StyledText("The outbox is rebuilt", .good) + ": \(read) sends were read, \(found) were found on the chain."
    case .unreadable(let count):
      StyledText("\(count) rows could not be read: they are in the kept file only.", .warning)
    case .lost: "What cannot be had again: labels of lost rows, other transactions of lost rows, and what never left."
    case .lookedUp: "What the accounts sent is looked up on the chain before their next send under a name."
    case .takenUp: "What is open is taken up by \("lectures tx resume", .action)"
    }
  }

  var korean: StyledText {
    switch self {
    case .move: "발신함을 옮기시겠습니까? 이 파일로는 더 이상 보내지 않습니다."
    case .moving: "발신함을 옮기는 중"
    case .moved(let count, let place):
      StyledText("발신함을 옮겼습니다", .good) + ". 새 위치 `\(place)`에 있는 기록: \(count)건."
    case .nothingFrom(let path): "이 파일로는 더 이상 보내지 않습니다: `\(path)`"
    case .keepPlace(let command): "새 위치를 저장하십시오: \("`\(command)`", .action)"
    case .sound(let path): "발신함이 온전하여 다시 만들 것이 없습니다: `\(path)`"
    case .rebuild: "손상된 발신함을 따로 두고, 읽을 수 있는 것으로 새 발신함을 만드시겠습니까?"
    case .reading: "읽을 수 있는 것을 읽는 중"
    case .askingOfOpen: "진행 중이던 것의 결과를 묻는 중"
    case .readingEvents: "계약의 이벤트를 읽는 중"
    case .readingOf(let account): "계정이 한 일을 읽는 중: \(account)"
    case .chainSilent(let reason): "체인에 물을 수 없었습니다. \(reason)"
    case .foundLater: "노드가 답하게 되면 다음 명령으로 결과를 알 수 있습니다: \("`lectures tx resume`", .action)"
    case .rebuilt(let read, let found):
      StyledText("발신함을 다시 만들었습니다", .good) + ". 읽은 기록 \(read)건, 체인에서 찾은 기록 \(found)건."
    case .unreadable(let count): StyledText("\(count)줄은 읽을 수 없어 보관한 파일에만 남아 있습니다.", .warning)
    case .lost: "되찾을 수 없는 것: 잃은 줄의 이름, 잃은 줄의 다른 트랜잭션, 보낸 적 없는 것."
    case .lookedUp: "다음에 이름을 붙여 보내기 전에 계정이 보낸 것을 체인에서 확인합니다."
    case .takenUp: "진행 중인 것을 이어 가려면: \("`lectures tx resume`", .action)"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .move: "Перенести журнал надсилань? З файлу більше нічого не надсилатимуть."
    case .moving: "Переношу журнал надсилань"
    case .moved(let count, let place):
      StyledText("Журнал надсилань перенесено", .good) + ": записів у `\(place)` — \(count)."
    case .nothingFrom(let path): "З `\(path)` більше нічого не надсилають."
    case .keepPlace(let command): "Збережіть нове місце: \("`\(command)`", .action)"
    case .sound(let path): "Журнал `\(path)` цілий; відновлювати нічого."
    case .rebuild: "Відкласти пошкоджений журнал і створити новий з того, що читається?"
    case .reading: "Читаю все, що читається"
    case .askingOfOpen: "Запитую, чим скінчилося незавершене"
    case .readingEvents: "Читаю події контракту"
    case .readingOf(let account): "Читаю, що робив рахунок \(account)"
    case .chainSilent(let reason): "Мережу не вдалося запитати. \(reason)"
    case .foundLater:
      "Чим це скінчилося, покаже \("`lectures tx resume`", .action), щойно вузол відповість."
    case .rebuilt(let read, let found):
      StyledText("Журнал надсилань відновлено", .good) + ": прочитано записів — \(read), знайдено в мережі — \(found)."
    case .unreadable(let count):
      StyledText("Не читається рядків: \(count). Вони лишилися тільки в збереженому файлі.", .warning)
    case .lost: "Не повернути: назви втрачених рядків, інші їхні транзакції та те, чого не надсилали."
    case .lookedUp: "Перед наступним іменованим надсиланням надіслане рахунками перевірять у мережі."
    case .takenUp: "Незавершене продовжить \("`lectures tx resume`", .action)"
    }
  }
}
