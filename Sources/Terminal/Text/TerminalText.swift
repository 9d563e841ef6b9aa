import Localization

/// The texts of consoles and tables themselves.
enum TerminalText: Phrase {
  /// The beginning of a warning.
  case warning
  /// A table without rows.
  case nothing
  /// The beginning of the line about columns that a terminal has no room for.
  case leftOut(columns: Int)
  /// The time that something takes so far.
  case seconds(Int64)

  var english: String {
    switch self {
    case .warning: "warning: "
    case .nothing: "Nothing there."
    case .leftOut(let columns): "Left out at \(columns) columns"
    case .seconds(let count): "\(count) s"
    }
  }

  var korean: String {
    switch self {
    case .warning: "경고: "
    case .nothing: "내용이 없습니다."
    case .leftOut(let columns): "\(columns)칸 너비에서 생략된 열"
    case .seconds(let count): "\(count)초"
    }
  }

  var ukrainian: String {
    switch self {
    case .warning: "попередження: "
    case .nothing: "Тут нічого немає."
    case .leftOut(let columns): "Не вмістилося в ширину \(columns)"
    case .seconds(let count): "\(count) с"
    }
  }
}
