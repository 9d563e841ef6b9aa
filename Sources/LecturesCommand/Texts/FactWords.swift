import LectureKit
import Localization
import Operations
import Primitives
import Terminal

extension DisputedFact {
  /// The sentence about it: its name, and who tells what.
  func words(in language: Language, quoting quote: String) -> String {
    let values = answers.map { $0.value.words(of: name.kind, in: language) }
    let isExact = Set(values).count < values.count
    func word(_ value: FactValue) -> String { isExact ? value.exact : value.words(of: name.kind, in: language) }
    let told = answers.map { EndpointAnswer(word($0.value), by: $0.agreeingEndpoints) }
    return "\(name.words(in: language, quoting: quote)): \(told.words(agreed: agreed.map(word), quoting: quote))"
  }
}

extension FactName {
  /// The words, names of others in quotes.
  func words(in language: Language, quoting quote: String) -> String {
    func quoted(_ text: String) -> String { quote + text + quote }
    guard let kind else { return quoted(place) }
    switch language {
    case .english:
      let owners = [
        token.map { " of the token \($0)" }, run.map { " of run \($0)" }, lecture.map { " of lecture \($0)" },
        account.map { " of \($0)" },
      ]
      return "The \(kind.english)" + owners.compactMap { $0 }.joined()
    case .korean:
      return Self.word(
        language[kind],
        of: [lecture.map { "강의 \($0)" }, run.map { "회차 \($0)" }, account.map(quoted), token.map(quoted)])
    case .ukrainian:
      let name = language[kind]
      return Self.word(
        name.prefix(1).uppercased() + name.dropFirst(),
        of: [lecture.map { "лекція \($0)" }, run.map { "набір \($0)" }, account.map(quoted), token.map(quoted)])
    }
  }

  private static func word(_ name: String, of owners: [String?]) -> String {
    let owners = owners.compactMap { $0 }
    return owners.isEmpty ? name : "\(name) (\(owners.joined(separator: ", ")))"
  }
}

extension FactValue {
  /// The words for the value of a fact; an amount has six digits, as in a list.
  func words(of fact: FactKind?, in language: Language) -> String {
    switch self {
    case .absent: exact
    case .flag(let flag) where fact == .open: language[flag ? LectureText.open : .settled].plain
    case .flag(let flag): language[FlagText(flag)]
    case .text(let text): fact?.isTime == true ? Int64(text).map { LocalTime.text($0, in: language) } ?? text : text
    case .amount(let number, let symbol):
      "\(language.decimal((try? Amount(parsing: number, unit: .ether))?.rounded(in: .ether) ?? number)) "
        + PlainText.escaped(symbol)
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
