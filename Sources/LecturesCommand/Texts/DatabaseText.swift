import Localization

/// The words of a service that waits for its database.
enum DatabaseText: Phrase {
  /// A server that is waited for, and the reason why it cannot be reached.
  case away(String, String)
  /// A server that has no connection left, which is waited for, and its own words.
  case full(String, String)
  /// A server that was waited for, and answers.
  case there(String)

  var english: String {
    switch self {
    case .away(let name, let problem): "The database \(name) is away, and is waited for: \(problem)"
    case .full(let name, let problem):
      "The database \(name) is there and full, and a free connection is waited for: \(problem)"
    case .there(let name): "The database \(name) is there."
    }
  }

  var korean: String {
    switch self {
    case .away(let name, let problem): "데이터베이스에 연결할 수 없어 기다립니다: `\(name)`. \(problem)"
    case .full(let name, let problem): "데이터베이스에 남은 연결이 없어 기다립니다: `\(name)`. \(problem)"
    case .there(let name): "데이터베이스에 연결되었습니다: `\(name)`"
    }
  }

  var ukrainian: String {
    switch self {
    case .away(let name, let problem): "База даних `\(name)` недоступна, її очікують: \(problem)"
    case .full(let name, let problem):
      "База даних `\(name)` працює, але вільних з’єднань немає; їх очікують: \(problem)"
    case .there(let name): "База даних `\(name)` доступна."
    }
  }
}
