import Foundation
import Testing

@Suite("The texts of libraries")
struct LibraryTextTests {
  /// Literals that look like words of the command line and are none, by the file and the beginning of the literal.
  private static let exceptions: [(file: String, beginning: String, reason: String)] = [
    ("LectureKit/LectureMarket+Values.swift", "The contract claims to have", "prose: a count of lectures"),
    ("Simulation/Cache/CachedState.swift", "lectures state 1", "the first bytes of a file"),
    ("Alerts/Dispatch/DeliveryDispatcher.swift", "--app-name=lectures", "an option of notify-send"),
    ("Alerts/Channels/LocalNotice.swift", "LECTURES_ALERT", "what a program that is run for an alert is given"),
    ("Operations/Settings/Network+BuiltIn.swift", "a node on this machine", "the chain that the program itself can be"),
    ("WebApp/Texts/DescribePageText.swift", "lectures config", "what one does at the own machine, and no page can"),
    ("WebApp/Texts/GasPageText.swift", "lectures gas", "what one does at the own machine, and no page can"),
    ("WebApp/Texts/MinePageText.swift", "None of your lectures", "prose"),
    ("WebApp/Texts/OwnerPageText.swift", "lectures are", "prose: a count of lectures"),
    ("WebApp/Texts/OwnerPageText.swift", "Choose the lectures", "prose"),
    ("EVM/Precompiles/KZG+Cells.swift", "LECTURES_CELLS__", "the domain of a hash"),
  ]

  @Test("name no command, option or variable of the program: what to do is said where an error is shown")
  func neutral() throws {
    let sources = try #require(packageRoot()).appendingPathComponent("Sources")
    let walk = try #require(FileManager.default.enumerator(atPath: sources.path))
    var unused = Set(Self.exceptions.map(\.beginning))
    var count = 0
    for case let name as String in walk where name.hasSuffix(".swift") {
      guard !name.hasPrefix("LecturesCommand/"), !name.hasPrefix("BindingsGenerator/") else { continue }
      let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
      for literal in SwiftLiterals.read(text) {
        count += 1
        guard Self.namesCommandLine(literal) else { continue }
        let exception = Self.exceptions.first { $0.file == name && literal.hasPrefix($0.beginning) }
        if let exception { unused.remove(exception.beginning) }
        #expect(exception != nil, "\(name): \(literal)")
      }
    }
    #expect(count > 5000 && unused.isEmpty, "\(count) literals; \(unused)")
  }

  @Test(
    "are read out of the source as they stand, without comments and with what is interpolated",
    arguments: [
      (#"let a = "one" // "two" "#, ["one"]), (#"/* "a /* "b" */ */ x("c\"d")"#, [#"c\"d"#]),
      (#"x("tx \(b("in", 1)) end")"#, ["in", "tx … end"]),
      ("\"\"\"\n say \"it\"\n --b\n\"\"\"", ["\n say \"it\"\n --b\n"]),
      (##"x(#"a "b" \(c) \#(d) e"#, "f")"##, [#"a "b" \(c) … e"#, "f"]), ("\"\"", [""]),
    ])
  func literals(source: String, expected: [String]) { #expect(SwiftLiterals.read(source) == expected) }

  @Test(
    "are found out where they name the command line",
    arguments: [
      ("Look: lectures tx list", true), ("`lectures list` shows which", true), ("--again is due", true),
      ("try (--from)", true), ("add…--id", false), ("set LECTURES_NETWORK", true), ("your lectures", false),
      ("the lectures' --- prices", false), ("a lecture list", false),
    ])
  func found(text: String, isNamed: Bool) { #expect(Self.namesCommandLine(text) == isNamed) }

  private static func namesCommandLine(_ text: String) -> Bool {
    text.contains(/\blectures [a-z]/) || text.contains(/(^|[\s(‘“'"`:])--[a-z]/) || text.contains(/LECTURES_[A-Z]/)
  }
}

/// Reads the string literals out of Swift's source.
private struct SwiftLiterals {
  private let source: [Character]
  private var place = 0
  private var found: [String] = []

  /// The literals in the order in which they end; what is interpolated is `…`, and its own literals come before.
  static func read(_ text: String) -> [String] {
    var reader = SwiftLiterals(source: Array(text))
    reader.readCode(untilClosed: false)
    return reader.found
  }

  private init(source: [Character]) { self.source = source }

  private func begins(_ text: String) -> Bool { source[place...].starts(with: text) }

  /// Reads code: all of it, or as far as the parenthesis that closes an interpolation.
  private mutating func readCode(untilClosed: Bool) {
    var depth = 1
    while place < source.count {
      if begins("//") {
        while place < source.count, !source[place].isNewline { place += 1 }
      } else if begins("/*") {
        skipComment()
      } else if source[place] == "\"" || source[place] == "#" {
        readLiteral()
      } else {
        if source[place] == "(" { depth += 1 }
        if source[place] == ")" { depth -= 1 }
        place += 1
        if untilClosed, depth == 0 { return }
      }
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if begins("/*") {
        (depth, place) = (depth + 1, place + 2)
      } else if begins("*/") {
        (depth, place) = (depth - 1, place + 2)
      } else {
        place += 1
      }
    } while depth > 0 && place < source.count
  }

  private mutating func readLiteral() {
    let marks = String(source[place...].prefix { $0 == "#" })
    place += marks.count
    guard place < source.count, source[place] == "\"" else { return }
    let isLong = begins("\"\"\"")
    let quotes = isLong ? "\"\"\"" : "\""
    place += quotes.count
    var text = ""
    while place < source.count, !begins(quotes + marks), isLong || !source[place].isNewline {
      if begins("\\" + marks + "(") {
        place += marks.count + 2
        readCode(untilClosed: true)
        text += "…"
      } else if begins("\\" + marks) {
        text += String(source[place..<min(place + marks.count + 2, source.count)])
        place += marks.count + 2
      } else {
        text.append(source[place])
        place += 1
      }
    }
    place += quotes.count + marks.count
    found.append(text)
  }
}
