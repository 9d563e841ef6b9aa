import Localization

/// The texts of an index's events and consumers.
enum HookText: Phrase {
  case noEvents, takenBack, consumer, sent, none, all, finalOnly, gone, hasAll
  /// The cursor of what follows.
  case more(String)
  /// An event that no interface fits: its name, how much it has, and why not.
  case raw(String, topics: Int, bytes: Int, String)
  /// An event of an interface that cannot be read, and why not.
  case unusable(String, String)
  case added(Int64)
  case removed(Int64)
  /// The number of entries, whether there are more, and the blocks that the first of them is back.
  case waiting(Int, isMore: Bool, behind: UInt64)
  case problem(String, attempts: Int64)

  var english: String {
    switch self {
    case .noEvents: "No events of the kind."
    case .takenBack: "taken back:"
    case .consumer: "Consumer"
    case .sent: "Sent"
    case .none: "Nobody is told."
    case .all: "all"
    case .finalOnly: "final ones only"
    case .gone: "The receiver said that it is gone."
    case .hasAll: "has all"
    case .more(let cursor): "There are more: --after \(cursor)"
    case .raw(let name, let topics, let bytes, let problem):
      "\(name.isEmpty ? "unknown event" : name): topics \(topics), data \(bytes) bytes (\(problem))"
    case .unusable(let name, let problem): "The event \(name) of the interface is left out: \(problem)"
    case .added(let number): "Consumer \(number) is told while lectures index run writes the index."
    case .removed(let number): "Consumer \(number) is told nothing more."
    case .waiting(let count, let isMore, let blocks):
      "\(count)\(isMore ? " or more" : "") waiting, the first \(blocks) blocks back"
    case .problem(let problem, let attempts): "(failed \(attempts) times: \(problem))"
    }
  }

  var korean: String {
    switch self {
    case .noEvents: "해당하는 이벤트가 없습니다."
    case .takenBack: "취소됨:"
    case .consumer: "수신자"
    case .sent: "보냄"
    case .none: "수신자가 없습니다."
    case .all: "전체"
    case .finalOnly: "확정된 것만"
    case .gone: "수신자가 더는 받지 않는다고 답했습니다."
    case .hasAll: "모두 받음"
    case .more(let cursor): "더 있습니다: `--after \(cursor)`"
    case .raw(let name, let topics, let bytes, let problem):
      "\(name.isEmpty ? "알 수 없는 이벤트" : "`\(name)`"): 토픽 \(topics)개, 데이터 \(bytes)바이트 (`\(problem)`)"
    case .unusable(let name, let problem): "인터페이스의 이벤트 `\(name)`은(는) 제외합니다: `\(problem)`"
    case .added(let number): "`lectures index run`이 색인을 쓰는 동안 수신자 \(number)에게 알립니다."
    case .removed(let number): "수신자 \(number)에게 더는 알리지 않습니다."
    case .waiting(let count, let isMore, let blocks):
      "\(count)개\(isMore ? " 이상" : "") 대기 중, 첫 항목은 \(blocks)블록 전"
    case .problem(let problem, let attempts): "(\(attempts)번 실패: `\(problem)`)"
    }
  }

  var ukrainian: String {
    switch self {
    case .noEvents: "Таких подій немає."
    case .takenBack: "скасовано:"
    case .consumer: "Отримувач"
    case .sent: "Надіслано"
    case .none: "Отримувачів немає."
    case .all: "усі"
    case .finalOnly: "лише остаточні"
    case .gone: "Отримувач відповів, що його більше немає."
    case .hasAll: "має все"
    case .more(let cursor): "Є ще: `--after \(cursor)`"
    case .raw(let name, let topics, let bytes, let problem):
      "\(name.isEmpty ? "невідома подія" : "`\(name)`"): тем — \(topics), байтів даних — \(bytes) (`\(problem)`)"
    case .unusable(let name, let problem): "Подію `\(name)` інтерфейсу пропущено: `\(problem)`"
    case .added(let number): "Отримувач \(number) одержує події, поки `lectures index run` записує індекс."
    case .removed(let number): "Отримувачу \(number) більше нічого не надсилають."
    case .waiting(let count, let isMore, let blocks):
      "чекають: \(count)\(isMore ? " або більше" : ""), перша — \(blocks) блоків тому"
    case .problem(let problem, let attempts): "(невдалих спроб — \(attempts): `\(problem)`)"
    }
  }
}
