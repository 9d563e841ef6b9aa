import Localization

/// The refusals of the one daemon that runs all the others.
enum DaemonRefusal: Phrase {
  case notRunning
  /// None runs, and nothing is configured that one would watch.
  case nothingToDo
  /// Parts that fail or do not run though they should, and the reason of the first of them.
  case failing(String, CommandFailure)
  /// A daemon that has done nothing since this time, in seconds since 1970, which is too long.
  case hangs(since: Int64)
  /// An option whose address would stand in a unit, which everybody on the machine can read, with a password or a key.
  case secretInUnit(option: String, setting: String)
  /// A node that did not answer a question for how a daemon does within this time.
  case silentNode(String)

  /// The commands that give a daemon something to do.
  private static let commands = [
    "lectures gas alert add", "lectures rates alert add", "lectures exchange trigger add",
  ]
  private static let additions = commands.joined(separator: ", ")
  private static let quotedAdditions = commands.map { "`\($0)`" }.joined(separator: ", ")

  var english: FailureWords {
    switch self {
    case .notRunning: FailureWords("The daemon does not run.", advice: "Start it: lectures daemon")
    case .nothingToDo:
      FailureWords(
        "The daemon does not run, and nothing is configured that it would watch.",
        advice: "Add an alert or a conditional order first: \(Self.additions)")
    case .failing(let parts, let first):
      FailureWords("The daemon fails: \(parts).", reason: Self.reason(of: first, in: .english))
    case .hangs(let time):
      FailureWords(
        "The daemon runs, and fails.", reason: "It has done nothing since \(LocalTime.text(time, in: .english)).",
        advice: "End its process, and start it again.")
    case .secretInUnit(let option, let setting):
      FailureWords(
        "The address of \(option) has a password or a key in it, and a unit and its process are read by everybody here.",
        advice: "Keep it in the configuration file, and leave it away here: lectures config set \(setting)")
    case .silentNode(let time):
      FailureWords("The node did not answer within \(time).", advice: "To wait longer: --timeout SECONDS")
    }
  }

  var korean: FailureWords {
    switch self {
    case .notRunning: FailureWords("데몬이 실행 중이 아닙니다.", advice: "시작하십시오: `lectures daemon`")
    case .nothingToDo:
      FailureWords(
        "데몬이 실행 중이 아니며, 감시하도록 설정된 것도 없습니다.", advice: "먼저 알림이나 조건부 주문을 추가하십시오: \(Self.quotedAdditions)")
    case .failing(let parts, let first):
      FailureWords("데몬이 실패하고 있습니다: `\(parts)`", reason: Self.reason(of: first, in: .korean))
    case .hangs(let time):
      FailureWords(
        "데몬이 실행 중이지만 실패하고 있습니다.", reason: "\(LocalTime.text(time, in: .korean))부터 아무것도 하지 않았습니다.",
        advice: "프로세스를 끝내고 다시 시작하십시오.")
    case .secretInUnit(let option, let setting):
      FailureWords(
        "`\(option)` 주소에 비밀번호나 키가 들어 있는데, 유닛과 그 프로세스는 이 컴퓨터의 누구나 볼 수 있습니다.",
        advice: "설정 파일에 두고 여기서는 빼십시오: `lectures config set \(setting)`")
    case .silentNode(let time):
      FailureWords("노드가 \(time) 안에 답하지 않았습니다.", advice: "더 기다리려면 `--timeout SECONDS` 옵션을 쓰십시오.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .notRunning: FailureWords("Служба не працює.", advice: "Запустіть: `lectures daemon`")
    case .nothingToDo:
      FailureWords(
        "Служба не працює, і немає нічого налаштованого, за чим вона стежила б.",
        advice: "Спершу додайте сповіщення чи умовну заявку: \(Self.quotedAdditions)")
    case .failing(let parts, let first):
      FailureWords("Службі не вдається: `\(parts)`.", reason: Self.reason(of: first, in: .ukrainian))
    case .hangs(let time):
      FailureWords(
        "Служба працює, але їй не вдається.",
        reason: "Від \(LocalTime.text(time, in: .ukrainian)) вона нічого не робить.",
        advice: "Завершіть її процес і запустіть її знову.")
    case .secretInUnit(let option, let setting):
      FailureWords(
        "В адресі `\(option)` є пароль або ключ, а юніт і його процес бачать усі на цій машині.",
        advice: "Запишіть її у файл налаштувань, а тут приберіть: `lectures config set \(setting)`")
    case .silentNode(let time):
      FailureWords("Вузол не відповів за \(time).", advice: "Щоб чекати довше: `--timeout SECONDS`")
    }
  }

  private static func reason(of failure: CommandFailure, in language: Language) -> String {
    let words = failure.words(in: language)
    return words.reason ?? words.message
  }
}
