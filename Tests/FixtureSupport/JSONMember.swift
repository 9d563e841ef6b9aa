import Foundation
import StrictJSON

/// A row of a table in `Docs/json.md`, with those of its own members below it.
struct JSONMember: Sendable {
  /// Empty for the elements of an array.
  var name: String
  var isOptional = false
  /// As the table has it, without the marks of a link: `array of lecture or null`.
  var type: String
  /// The texts in backticks in its meaning: the values of a `word`.
  var words: Set<String> = []
  var members: [JSONMember] = []

  /// The name of a row that stands for all members of a shape.
  static let all = "…"

  /// The words in backticks.
  static func words(in text: some StringProtocol) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
  }

  /// Adds a row, which may have several paths, to the members of a form.
  ///
  /// - Throws: ``JSONReference/Mismatch`` for a row without a path.
  static func add(_ cells: [String], to form: inout [JSONMember]) throws {
    let paths = cells[0] == all ? [all] : words(in: cells[0])
    guard !paths.isEmpty else { throw JSONReference.Mismatch(problems: ["a row without a member: \(cells)"]) }
    // `[address](#address)` is a link; only its text tells.
    let type = cells[1].replacing(/\[([^\]]+)\]\([^)]*\)/) { String($0.output.1) }.lowercased()
    for path in paths {
      let isOptional = path.hasSuffix("?")
      let plain = (isOptional ? String(path.dropLast()) : path).replacing("[]", with: ".")
      // An element has no name: `a[].b` is `a`, ``, `b`.
      let steps = plain.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      add(
        JSONMember(name: "", isOptional: isOptional, type: type, words: Set(words(in: cells[2]))), steps[...], to: &form
      )
    }
  }

  private static func add(_ member: JSONMember, _ steps: ArraySlice<String>, to members: inout [JSONMember]) {
    guard let name = steps.first else { return }
    var index = members.firstIndex { $0.name == name } ?? members.count
    if steps.count == 1 {
      var named = member
      named.name = name
      members.append(named)
    } else {
      if index == members.count { members.append(JSONMember(name: name, type: "object")) }
      index = min(index, members.count - 1)
      add(member, steps.dropFirst(), to: &members[index].members)
    }
  }

  // MARK: Types

  /// The types of which a value has one.
  var alternatives: [String] { type.components(separatedBy: " or ") }

  /// `hex` of `arrays of hex`; nil for what is no array of a type.
  static func element(of type: String) -> String? {
    for prefix in ["array of ", "arrays of "] where type.hasPrefix(prefix) {
      return String(type.dropFirst(prefix.count))
    }
    return nil
  }

  /// All types that it and its members name.
  var types: [String] {
    let own = alternatives.map { alternative in
      var type = alternative
      while let element = JSONMember.element(of: type) { type = element }
      return type
    }
    return own + members.flatMap(\.types)
  }

  /// Patterns of the plain types' values.
  static let scalars: [String: @Sendable (JSON) -> Bool] = [
    "any": { _ in true },
    "null": { $0 == .null },
    "boolean": { $0.bool != nil },
    "string": { $0.string != nil },
    "number": { $0.numberText != nil },
    "integer": isInteger,
    "time": isInteger,
    "digits": { $0.string?.wholeMatch(of: /[0-9]+/) != nil },
    "decimal": { $0.string?.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil },
    "quantity": { $0.string?.wholeMatch(of: /0x(0|[1-9a-f][0-9a-f]*)/) != nil },
    "hex": { $0.string?.wholeMatch(of: /0x([0-9a-f]{2})*/) != nil },
    "hash": { $0.string?.wholeMatch(of: /0x[0-9a-f]{64}/) != nil },
    "address": { $0.string?.wholeMatch(of: /0x[0-9a-fA-F]{40}/) != nil },
  ]

  /// A number without a fraction, or the digits of one that is above 2^53.
  private static func isInteger(_ value: JSON) -> Bool {
    if let number = value.numberText { return number.wholeMatch(of: /-?[0-9]+/) != nil }
    guard let digits = value.string, digits.wholeMatch(of: /-?[0-9]{16,}/) != nil else { return false }
    return true
  }
}
