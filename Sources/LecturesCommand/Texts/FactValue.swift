import Localization
import StrictJSON
import Terminal

/// The value of a fact, as an endpoint tells it.
enum FactValue: Sendable, Hashable {
  /// None is told.
  case absent
  case flag(Bool)
  /// A number or a text, as it is.
  case text(String)
  /// An amount in whole coins or tokens.
  case amount(String, symbol: String)

  init(_ json: JSON) {
    switch json {
    case .bool(let flag): self = .flag(flag)
    case .number(let text): self = .text(text)
    case .string(let text): self = .text(PlainText.escaped(text))
    default: self = .absent
    }
  }

  /// The value as it is told, for one whose words do not tell it from others.
  var exact: String {
    switch self {
    case .absent: "–"
    case .flag(let flag): "\(flag)"
    case .text(let text): text
    case .amount(let number, let symbol): "\(number) \(symbol)"
    }
  }

  /// The words for the value of a fact.
  func words(of fact: FactWord?, in language: Language) -> String {
    switch self {
    case .absent: exact
    case .flag(let flag) where fact == .open: language[flag ? LectureText.open : .settled].plain
    case .flag(let flag): language[FlagText(flag)]
    case .text(let text): fact?.isTime == true ? Int64(text).map { LocalTime.text($0, in: language) } ?? text : text
    case .amount(let number, let symbol): "\(language.decimal(number)) \(PlainText.escaped(symbol))"
    }
  }
}

/// Yes or no.
private struct FlagText: Phrase {
  private let flag: Bool

  init(_ flag: Bool) { self.flag = flag }

  var english: String { flag ? "yes" : "no" }
  var korean: String { flag ? "예" : "아니요" }
  var ukrainian: String { flag ? "так" : "ні" }
}
