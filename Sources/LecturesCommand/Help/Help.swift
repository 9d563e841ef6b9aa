import ArgumentParser
import Primitives
import Terminal

extension CommandConfiguration {
  /// The configuration of a command whose help shows examples.
  ///
  /// - Parameters:
  ///   - examples: the lines to type, each with a remark, which may be empty.
  ///   - after: the text above the examples.
  init(
    _ name: String, _ abstract: String, examples: KeyValuePairs<String, String>, after text: String = "",
    shouldDisplay: Bool = true, subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    // With a command above it, the parser takes it for a part of a program, and does not parse each line two times before
    // to see whether its own scripts of completions are asked for.
    self.init(
      commandName: name, _superCommandName: "lectures", abstract: abstract,
      discussion: Help.examples(examples, after: text),
      shouldDisplay: shouldDisplay, subcommands: subcommands, defaultSubcommand: defaultSubcommand)
  }
}

/// The text of `--help`: examples for the commands to use, and the order of its sections.
enum Help {
  /// Examples for a command's `discussion`: the line to type and a remark on it, which may be empty.
  static func examples(_ examples: KeyValuePairs<String, String>, after text: String = "") -> String {
    let lines = examples.map { ($1.isEmpty ? "" : "  # \($1)\n") + "  \(broken($0))" }
    let section = heading + lines.joined(separator: "\n")
    // Byte by byte: this is done in each run for every command that is looked at.
    let hard = Array(String(hardSpace).utf8)
    var bytes: [UInt8] = []
    for byte in section.utf8 {
      if byte == UInt8(ascii: " ") { bytes += hard } else { bytes.append(byte) }
    }
    return (text.isEmpty ? "" : text + "\n\n") + String(decoding: bytes, as: UTF8.self)
  }

  /// The parts of a discussion that ``examples(_:after:)`` made: the text, and the lines of the examples.
  static func parts(of discussion: String) -> (text: String, examples: [String]) {
    let plain = discussion.replacing(String(hardSpace), with: " ")
    guard let mark = plain.firstRange(of: heading) else { return (plain, []) }
    let lines = plain[mark.upperBound...].split(separator: "\n").map { String($0.dropFirst(2)) }
    return (String(plain[..<mark.lowerBound]).trimmed, lines)
  }

  /// A line to type, over as many lines as keep it within 80 columns: it is broken as a shell lets it be, in front of
  /// an option if one stands there, and never within quotes.
  private static func broken(_ line: String) -> String {
    // No character takes less than a byte.
    guard line.utf8.count > 78 else { return line }
    var (lines, rest) = ([String](), "  " + line)
    while rest.count > 80 {
      var (isQuoted, breaks) = (false, [(place: String.Index, isOption: Bool)]())
      for place in rest.indices.dropFirst(6).prefix(73) {
        if rest[place] == "'" { isQuoted.toggle() }
        guard rest[place] == " ", !isQuoted else { continue }
        breaks.append((place, rest[place...].hasPrefix(" --")))
      }
      guard let place = (breaks.last(where: \.isOption) ?? breaks.last)?.place else { break }
      lines.append("\(rest[..<place]) \\")
      rest = "    " + rest[place...].dropFirst()
    }
    return (lines + [rest]).joined(separator: "\n").trimmed
  }

  private static let heading = "EXAMPLES:\n"

  /// The library wraps a discussion at blanks, and an example is to be copied in one piece.
  private static let hardSpace: Unicode.Scalar = "\u{A0}"

  /// A text behind a label, over as many lines of at most `columns` columns as it takes, all but the first indented so
  /// far as the label reaches.
  static func hanging(_ text: String, behind label: String, columns: Int) -> String {
    var lines: [String] = []
    var line = label
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty && DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > columns {
        lines.append(line)
        line = String(repeating: " ", count: DisplayWidth.of(label))
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }

  /// Puts the sections into the order in which they are looked for: the line to type first, the options that
  /// commands share behind their own, those of every command last.
  ///
  /// - Parameters:
  ///   - usage: the line to type, in place of the library's, which has brackets around some of what is optional only.
  ///   - more: a section for the end.
  static func arranged(_ text: String, usage: String, appending more: String = "") -> String {
    var sections: [(title: String, lines: [Substring])] = [("", [])]
    var trailer: [Substring] = []
    let text = text.replacing(String(hardSpace), with: " ")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  See '") {
        trailer.append(line)
      } else if let title = title(of: line) {
        // "LECTURE SUBCOMMANDS:", as the library calls a group, says the same twice.
        let heading = title.hasSuffix(" SUBCOMMANDS") ? title.replacing(" SUBCOMMANDS", with: " COMMANDS") + ":" : nil
        sections.append((title, [heading.map { $0[...] } ?? (title == "USAGE" ? "USAGE: \(usage)" : line)]))
      } else {
        sections[sections.count - 1].lines.append(line)
      }
    }
    let ordered = sections.enumerated().sorted { left, right in
      (rank(left.element.title), left.offset) < (rank(right.element.title), right.offset)
    }
    let texts = ordered.map { Help.withoutBlankEnds($0.element.lines) } + [more.split(separator: "\n"), trailer]
    return texts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// `USAGE: …`, `GLOBAL OPTIONS:`
  private static func title(of line: Substring) -> String? {
    for title in ["OVERVIEW", "USAGE"] where line.hasPrefix("\(title): ") { return title }
    guard line.hasSuffix(":"), line.count > 1 else { return nil }
    let title = line.dropLast()
    guard title.allSatisfy({ $0.isUppercase || $0 == " " }), title.first != " " else { return nil }
    return String(title)
  }

  private static func rank(_ title: String) -> Int {
    switch title {
    case "": 0
    case "OVERVIEW": 1
    case "USAGE": 2
    case "EXAMPLES": 3
    case "ARGUMENTS": 4
    case _ where title.hasSuffix("SUBCOMMANDS"): 5
    case "OPTIONS": 7
    case "GLOBAL OPTIONS": 9
    case "EXIT STATUS": 10
    default: 8
    }
  }

  private static func withoutBlankEnds(_ lines: [Substring]) -> [Substring] {
    let tail = lines.drop { $0.allSatisfy(\.isWhitespace) }
    return tail.reversed().drop { $0.allSatisfy(\.isWhitespace) }.reversed()
  }
}
