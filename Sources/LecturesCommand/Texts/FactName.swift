import Localization
import StrictJSON
import Terminal

/// The name of a fact in words: its kind, and the lecture, the run, the account or the token that it is of.
struct FactName: Sendable, Hashable {
  /// The kind; nil for one that has no word.
  var word: FactWord?
  /// The place in the output of `--json`, as in `lectures[0].price`: items of lists by the lecture's number or the account.
  private(set) var place = ""
  private var lecture: String?
  private var run: String?
  private var account: String?
  private var token: String?

  /// The name of a member of what this names.
  func member(_ name: String) -> FactName {
    var named = self
    named.place = place.isEmpty ? name : "\(place).\(name)"
    named.word = FactWord(rawValue: name)
    // What is told of the lecture itself is of no run.
    if name == "lecture" { named.run = nil }
    return named
  }

  /// The name of an item of a list that this names, by its place among the others where it has no name of its own.
  func item(_ item: JSON, at index: Int) -> FactName {
    var named = self
    let (number, run) = (Self.number(item), item["run"])
    if let number { named.lecture = number }
    var key = number
    if case .number(let run)? = run, item["number"] == nil {
      named.run = run
      if let number, item["lecture"]?["number"] != nil { key = "\(number), \(run)" }
    }
    if let address = item["address"]?.string {
      named.account = item["name"]?.string.map { PlainText.escaped($0) } ?? address
      key = key ?? address
    } else if let address = item["token"]?.string {
      named.token = address
      key = key ?? address
    }
    named.place = "\(place)[\(key ?? "\(index)")]"
    return named
  }

  /// The name of the lecture that an object is, where it is one.
  func naming(_ object: JSON) -> FactName {
    guard lecture == nil, case .number(let number)? = object["number"] else { return self }
    var named = self
    named.lecture = number
    return named
  }

  private static func number(_ item: JSON) -> String? {
    let told = item["number"] ?? item["lecture"]?["number"] ?? item["lecture"]
    return if case .number(let number)? = told { number } else { nil }
  }

  /// The words, names of others in quotes.
  func words(in language: Language, quoting quote: String) -> String {
    func quoted(_ text: String) -> String { quote + text + quote }
    guard let word else { return quoted(place) }
    switch language {
    case .english:
      let owners = [
        token.map { " of the token \($0)" }, run.map { " of run \($0)" }, lecture.map { " of lecture \($0)" },
        account.map { " of \($0)" },
      ]
      return "The \(word.english)" + owners.compactMap { $0 }.joined()
    case .korean:
      return Self.word(
        language[word],
        of: [lecture.map { "강의 \($0)" }, run.map { "회차 \($0)" }, account.map(quoted), token.map(quoted)])
    case .ukrainian:
      let name = language[word]
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
