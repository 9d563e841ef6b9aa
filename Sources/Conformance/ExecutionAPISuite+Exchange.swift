import Devnet
import Primitives
import StrictJSON

extension ExecutionAPISuite {
  /// A request of the suite and the answer expected.
  struct Exchange {
    let request: JSON
    let answer: JSON
    /// Whether the suite itself looks only at the answer's form ("speconly").
    let isAboutForm: Bool

    var method: String { request["method"]?.string ?? "" }

    /// Reads a file: lines that begin with `>>`, each followed by one that begins with `<<`, and comments.
    ///
    /// - Throws: `JSONError`.
    static func read(_ bytes: Bytes) throws -> [Exchange] {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      let isAboutForm = lines.contains { $0.hasPrefix("//") && $0.contains("speconly") }
      var exchanges: [Exchange] = []
      var request: JSON?
      for line in lines {
        if line.hasPrefix(">>") { request = try JSON(parsing: String(line.dropFirst(2))) }
        guard line.hasPrefix("<<"), let asked = request else { continue }
        let answer = try JSON(parsing: String(line.dropFirst(2)))
        exchanges.append(Exchange(request: asked, answer: answer, isAboutForm: isAboutForm))
        request = nil
      }
      return exchanges
    }

    /// Compares an answer with the recorded one: results must be equal, or of one form where the suite asks for the
    /// form alone, errors equal in code and data. A method that the devnet doesn't have agrees only where the suite
    /// expects that.
    func judge(_ found: JSON) -> Verdict {
      if let error = answer["error"] {
        if found["error"]?["code"] == error["code"], found["error"]?["data"] == error["data"] { return .agreed }
      } else if let result = answer["result"], found["result"] == result {
        return .agreed
      }
      if !Devnet.methodNames.contains(method) { return .notOffered }
      guard isAboutForm, let result = found["result"], let expected = answer["result"] else { return .disagreed }
      return result.hasForm(of: expected) ? .agreedInForm : .disagreed
    }

    /// The first place where an answer is another one.
    func difference(_ found: JSON) -> String {
      if let error = found["error"], answer["error"] == nil { return "answers the error \(error)" }
      if let error = answer["error"], found["error"] != error { return "answers \(found) instead of \(error)" }
      return found["result"]?.difference(from: answer["result"] ?? .null, at: "result") ?? "answers no result"
    }
  }
}

extension JSON {
  /// Whether this could be another answer of the same kind: all the members, with values of the same kinds. Null stands
  /// for any value, a list without items for any list; names of members that are numbers or bytes are themselves values.
  func hasForm(of other: JSON) -> Bool {
    switch (self, other) {
    case (.null, _), (_, .null), (.bool, .bool), (.number, .number): return true
    case (.string(let mine), .string(let theirs)): return mine.hasPrefix("0x") == theirs.hasPrefix("0x")
    case (.array(let mine), .array(let theirs)):
      return theirs.isEmpty || mine.allSatisfy { item in theirs.contains { item.hasForm(of: $0) } }
    case (.object(let mine), .object(let theirs)):
      let names = theirs.keys
      if names.allSatisfy({ ($0.utf8.first ?? 0x7b) < 0x3a }) {
        return names.isEmpty || mine.allSatisfy { member in theirs.contains { member.value.hasForm(of: $0.value) } }
      }
      return theirs.allSatisfy { member in mine[member.key]?.hasForm(of: member.value) ?? false }
    default: return false
    }
  }

  /// The first place where this differs from what was expected, with both values; nil if it doesn't.
  func difference(from expected: JSON, at place: String) -> String? {
    switch (self, expected) {
    case (.array(let mine), .array(let theirs)) where mine.count == theirs.count:
      for (index, (left, right)) in zip(mine, theirs).enumerated() where left != right {
        return left.difference(from: right, at: "\(place)[\(index)]")
      }
      return nil
    case (.object(let mine), .object(let theirs)):
      for (name, value) in theirs where mine[name] != value {
        guard let found = mine[name] else { return "\(place).\(name) is missing instead of \(value.excerpt)" }
        return found.difference(from: value, at: "\(place).\(name)")
      }
      return mine.first { theirs[$0.key] == nil }.map { "\(place).\($0.key) should not be there: \($0.value.excerpt)" }
    default: return self == expected ? nil : "\(place) is \(excerpt) instead of \(expected.excerpt)"
    }
  }

  private var excerpt: String {
    let text = description
    return text.utf8.count > 200 ? text.prefix(200) + "…" : text
  }
}
