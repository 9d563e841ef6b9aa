import Localization

/// A command line that is not understood: the parser's words, which are English, and the same in other languages as far
/// as its phrases are known.
struct UsageErrorText: Phrase {
  let english: String
  private let problem: Problem?

  private enum Problem {
    case unknownOption(String, nearest: String?)
    case missingValue(of: String)
    case missingArgument(String)
    case missingOneOf(String)
    case unexpected(String)
    case needlessValue(String, of: String)
    case invalid(String, of: String, choices: String?)
    case negative(String)
    case rule(UsageRule)
    case invalidByRule(String, UsageRule)
  }

  /// - Parameters:
  ///   - message: The words of the parser.
  ///   - rule: The rule that was broken, where it is one of a command.
  init(_ message: String, rule: UsageRule? = nil) {
    english = message.hasSuffix(".") || message.hasSuffix("?") ? message : message + "."
    let invalid = message.prefixMatch(of: /The value '(.*?)' is invalid for '/)
    problem =
      rule.map { rule in invalid.map { .invalidByRule(String($0.1), rule) } ?? .rule(rule) } ?? Self.problem(message)
  }

  /// The problem that a phrase of the parser is about; nil for one that is not known.
  private static func problem(_ message: String) -> Problem? {
    if let match = message.prefixMatch(of: /Unknown option '(.+?)'(?:\. Did you mean '(.+?)'\?)?/) {
      return .unknownOption(String(match.1), nearest: match.2.map(String.init))
    }
    if let match = message.prefixMatch(of: /Missing value for '(.+?)'/) { return .missingValue(of: String(match.1)) }
    if let match = message.prefixMatch(of: /Missing expected argument '(.+)'/) {
      return .missingArgument(String(match.1))
    }
    if let match = message.prefixMatch(of: /Missing one of: '(.+)'/) { return .missingOneOf(list(match.1)) }
    if let match = message.prefixMatch(of: /(?:Unexpected argument|[0-9]+ unexpected arguments:) '(.*)'/) {
      return .unexpected(list(match.1))
    }
    if let match = message.prefixMatch(of: /The option '(.+?)' does not take any value, but '(.*)' was specified/) {
      return .needlessValue(String(match.2), of: String(match.1))
    }
    if let match = message.prefixMatch(
      of: /The value '(.*?)' is invalid for '(.+?)'(?:\. Please provide one of '(.*)')?/)
    {
      return .invalid(String(match.1), of: String(match.2), choices: match.3.map { list($0) })
    }
    if let match = message.prefixMatch(of: /The value '(.+)' is a negative number/) {
      return .negative(String(match.1))
    }
    return nil
  }

  /// The words of `'a', 'b' or 'c'` without the outer quotes, as in `a`, `b`, `c`.
  private static func list(_ text: Substring) -> String {
    String(text).replacing(/', '|' or '|' and '/, with: "`, `")
  }

  var korean: String {
    switch problem {
    case .unknownOption(let option, let nearest):
      "그런 옵션이 없습니다: `\(option)`." + (nearest.map { " `\($0)`을(를) 찾으십니까?" } ?? "")
    case .missingValue(let option): "값이 없습니다: `\(option)`."
    case .missingArgument(let name): "인수가 없습니다: `\(name)`."
    case .missingOneOf(let names): "다음 가운데 하나가 필요합니다: `\(names)`."
    case .unexpected(let words): "필요 없는 인수가 있습니다: `\(words)`."
    case .needlessValue(let value, let option): "`\(option)` 옵션에는 값을 쓰지 않습니다: `\(value)`."
    case .invalid(let value, let name, nil): "`\(name)`에 쓸 수 없는 값입니다: `\(value)`."
    case .invalid(let value, let name, let choices?):
      "`\(name)`에 쓸 수 없는 값입니다: `\(value)`. 다음 가운데 하나를 쓰십시오: `\(choices)`."
    case .negative(let value): "음수는 쓸 수 없습니다: `\(value)`."
    case .rule(let rule): rule.korean
    case .invalidByRule(let value, let rule): "쓸 수 없는 값입니다: `\(value)`. \(rule.korean)"
    case nil: english
    }
  }

  var ukrainian: String {
    switch problem {
    case .unknownOption(let option, let nearest):
      "Такого параметра немає: `\(option)`." + (nearest.map { " Можливо, ви мали на увазі `\($0)`?" } ?? "")
    case .missingValue(let option): "Бракує значення: `\(option)`."
    case .missingArgument(let name): "Бракує аргументу: `\(name)`."
    case .missingOneOf(let names): "Потрібне щось одне з цього: `\(names)`."
    case .unexpected(let words): "Зайві аргументи: `\(words)`."
    case .needlessValue(let value, let option): "Параметр `\(option)` не має значення, а вказано `\(value)`."
    case .invalid(let value, let name, nil): "Непридатне значення для `\(name)`: `\(value)`."
    case .invalid(let value, let name, let choices?):
      "Непридатне значення для `\(name)`: `\(value)`. Можливі: `\(choices)`."
    case .negative(let value): "Від’ємне число тут не підходить: `\(value)`."
    case .rule(let rule): rule.ukrainian
    case .invalidByRule(let value, let rule): "Непридатне значення: `\(value)`. \(rule.ukrainian)"
    case nil: english
    }
  }
}

/// The commands that take an option which another does not know.
struct CommandsWithOption: Phrase {
  private let names: [String]

  /// - Parameter names: All of them; nil is returned where there are none.
  init?(_ names: [String]) {
    guard !names.isEmpty else { return nil }
    self.names = names
  }

  private var shown: ArraySlice<String> { names.prefix(names.count > 8 ? 3 : 8) }
  private var others: Int { names.count - shown.count }
  private var quoted: String { shown.map { "`\($0)`" }.joined(separator: ", ") }

  var english: String {
    let others = others > 0 ? " and \(others) others" : ""
    return names.count == 1
      ? "Only '\(names[0])' takes it." : "These commands take it: \(shown.joined(separator: ", "))\(others)."
  }

  var korean: String { "이 옵션을 쓰는 명령: \(quoted)" + (others > 0 ? " 외 \(others)개" : "") }

  var ukrainian: String {
    "Його мають команди: \(quoted)" + (others > 0 ? " та ще \(others)" : "")
  }
}
