import Primitives
import Rates
import StrictJSON
import Testing

/// A document of JSON with one value in it spoilt.
struct SpoiltAnswer {
  /// A step from a value to one inside it.
  enum Step: Hashable {
    case member(String)
    case item(Int)
  }

  /// The place of the value.
  let path: [Step]
  /// The way in which it was spoilt.
  let how: String
  /// The document.
  let json: JSON

  /// All documents that differ from one in a single value, however deep: missing, null, zero, empty, written as the other
  /// of number and string, huge, negative, of another kind, or with characters that turn a line around.
  static func all(of json: JSON) -> [SpoiltAnswer] { all(of: json, at: []) { $0 ?? .null } }

  private static func all(of json: JSON, at path: [Step], in whole: (JSON?) -> JSON) -> [SpoiltAnswer] {
    var all = replacements(of: json).map { SpoiltAnswer(path: path, how: $0, json: whole($1)) }
    if !path.isEmpty { all.append(SpoiltAnswer(path: path, how: "missing", json: whole(nil))) }
    for (step, value) in json.steps {
      all += Self.all(of: value, at: path + [step]) { whole(json.replacing(step, by: $0)) }
    }
    return all
  }

  private static func replacements(of json: JSON) -> [(String, JSON)] {
    var all: [(String, JSON)] = [
      ("null", .null), ("zero", 0), ("the string 0", "0"), ("the string 0.0000", "0.0000"), ("empty", ""),
      ("negative", -1), ("the string -1.5", "-1.5"), ("true", true), ("an empty list", []), ("an empty object", [:]),
      ("a list of itself", .array([json])), ("an object of itself", ["value": json]),
      ("2^64", .number("18446744073709551616")), ("10^4000", .number("1e4000")), ("10^-4000", .number("1e-4000")),
      ("400 digits", .number(String(repeating: "9", count: 400))),
      ("400 digits as a string", .string(String(repeating: "9", count: 400))), ("not a number", "NaN"),
      ("a day that is none", "2026-02-30"), ("the last second", .number("9223372036854775807")),
      ("controls", "\u{1b}[2J\u{202e}\r\n\0"), ("another address", "javascript:alert(1)"),
    ]
    if let text = json.numberText { all.append(("a string for a number", .string(text))) }
    if let text = json.string, ExactDecimal(text) != nil { all.append(("a number for a string", .number(text))) }
    if let items = json.array, let first = items.first { all.append(("an item twice", .array(items + [first]))) }
    return all
  }
}

extension JSON {
  /// The values inside it and how they are reached.
  fileprivate var steps: [(SpoiltAnswer.Step, JSON)] {
    switch self {
    case .array(let items): items.enumerated().map { (.item($0), $1) }
    case .object(let members): members.map { (.member($0.key), $0.value) }
    default: []
    }
  }

  /// The value with another one inside it; nil takes the inner one away.
  fileprivate func replacing(_ step: SpoiltAnswer.Step, by value: JSON?) -> JSON {
    switch (self, step) {
    case (.array(var items), .item(let index)):
      items.replaceSubrange(index...index, with: value.map { [$0] } ?? [])
      return .array(items)
    case (.object(var members), .member(let key)):
      members[key] = value
      return .object(members)
    default: return self
    }
  }

  fileprivate func removing(_ path: some Collection<SpoiltAnswer.Step>) -> JSON? {
    guard let step = path.first else { return nil }
    guard let inner = steps.first(where: { $0.0 == step })?.1 else { return self }
    return replacing(step, by: inner.removing(path.dropFirst()))
  }
}

extension RateSource {
  /// Reads an answer that a source gave with every value in it spoilt in every way, and answers that are none at all: each
  /// is read without a trap, says only what can be, or is refused with an error that a source may throw.
  ///
  /// - Parameter rows: The names of the members that lead to the list, or to the object, whose items stand for themselves:
  ///   where one of them is spoilt, all that the answer would say without it is still found. Nil where there is none.
  func readsSpoilt(
    _ json: JSON, to request: SourceRequest, at time: Int64, rows: [String]? = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let whole = try read(SourceAnswer(json, at: time), to: request)
    expectPossible(whole, "whole", sourceLocation)
    #expect(!whole.all.isEmpty, "nothing is found in the whole answer", sourceLocation: sourceLocation)
    for spoilt in SpoiltAnswer.all(of: json) {
      let label: Comment = "\(spoilt.how) at \(spoilt.path)"
      let found = findings(in: SourceAnswer(spoilt.json, at: time), to: request, label, sourceLocation)
      guard let rows, spoilt.path.count > rows.count,
        spoilt.path.prefix(rows.count) == rows.map(SpoiltAnswer.Step.member)[...],
        let rest = json.removing(spoilt.path.prefix(rows.count + 1)),
        let others = try? read(SourceAnswer(rest, at: time), to: request)
      else { continue }
      #expect(
        others.all.isSubset(of: found?.all ?? []), "\(label) takes other rows with it", sourceLocation: sourceLocation)
    }
    for (how, body) in Self.nonsense(of: json) {
      _ = findings(in: SourceAnswer(body, at: time), to: request, "\(how)", sourceLocation)
    }
    for (how, body) in Self.unreadable {
      #expect(throws: RatesError(.badAnswer, words: nil), "\(how)", sourceLocation: sourceLocation) {
        try read(SourceAnswer(body, at: time), to: request)
      }
    }
  }

  private func findings(
    in answer: SourceAnswer, to request: SourceRequest, _ label: Comment, _ sourceLocation: SourceLocation
  ) -> SourceFindings? {
    do {
      let found = try read(answer, to: request)
      expectPossible(found, label, sourceLocation)
      return found
    } catch {
      let known: [RatesError.Code] = [.badAnswer, .noData, .badKey, .limited, .contradictory]
      #expect(known.contains(error.code), label, sourceLocation: sourceLocation)
      #expect(!error.description.contains { $0 == "\u{1b}" || $0 == "\u{202e}" }, label, sourceLocation: sourceLocation)
      return nil
    }
  }

  private func expectPossible(_ found: SourceFindings, _ label: Comment, _ sourceLocation: SourceLocation) {
    for quote in found.quotes {
      #expect(quote.source == profile.name, label, sourceLocation: sourceLocation)
      #expect(profile.markets.contains(quote.market), label, sourceLocation: sourceLocation)
    }
    let texts =
      found.banks.flatMap {
        [$0.slug, $0.name, $0.longName, $0.phone, $0.email, $0.address, $0.rating, $0.licence, $0.site, $0.icon]
      }.compactMap { $0 } + found.news.flatMap { [$0.title, $0.summary, $0.link, $0.image ?? ""] }
    for text in texts {
      #expect(text.unicodeScalars.allSatisfy { TerminalSafe.isPrintable($0) }, label, sourceLocation: sourceLocation)
    }
    let links = found.banks.flatMap { [$0.site, $0.icon] } + found.news.flatMap { [$0.link, $0.image] }
    for link in links.compactMap({ $0 }) where !link.isEmpty {
      #expect(link.hasPrefix("https://") || link.hasPrefix("http://"), label, sourceLocation: sourceLocation)
    }
  }

  /// Documents of the right syntax with nothing, or with much too much, in them.
  private static func nonsense(of json: JSON) -> [(String, Bytes)] {
    let text = json.description
    return [
      ("null", Array("null".utf8)), ("an empty list", Array("[]".utf8)), ("an empty object", Array("{}".utf8)),
      ("a number", Array("0".utf8)), ("a string", Array("\"\"".utf8)), ("200,000 empty rows", ManyRows.empty),
      ("200,000 nulls", ManyRows.null), ("the answer inside itself", Array("[\(text),\(text)]".utf8)),
      ("a message", Array(#"{"status":500,"message":"\u001b[31mno\u202e","error":{"name":404}}"#.utf8)),
    ]
  }

  /// Bodies that are no JSON.
  private static var unreadable: [(String, Bytes)] {
    [
      ("nothing", []), ("blanks", Array(" \r\n".utf8)), ("a page", Array("<!DOCTYPE html><html>502</html>".utf8)),
      ("half an answer", Array(#"[{"cc":"USD","rate":44.5"#.utf8)), ("no text", [0xff, 0xfe, 0x00]),
      ("deep nesting", Bytes(repeating: UInt8(ascii: "["), count: 100_000)),
    ]
  }
}

/// Lists of 200,000 rows.
private enum ManyRows {
  static let empty = list(of: "{}")
  static let null = list(of: "null")

  private static func list(of row: String) -> Bytes {
    Array("[\(repeatElement(row, count: 200_000).joined(separator: ","))]".utf8)
  }
}

extension SourceFindings {
  /// All that was found, as values that compare.
  var all: Set<AnyHashable> {
    Set(quotes.map(AnyHashable.init) + banks.map(AnyHashable.init) + bankRates.map(AnyHashable.init))
      .union(news.map(AnyHashable.init))
  }
}
