import ArgumentParser
import Keystores
import LectureKit
import Operations
import Outbox
import Primitives
import Terminal

extension LectureRun {
  /// As rows have it: `3` or `3/1`.
  init(parsing text: String) throws(CommandFailure) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let number: UInt256
    do {
      number = try LectureNumber(parsing: parts[0]).value
    } catch {
      throw CommandFailure(.usage, BatchRefusal.noNumber(PlainText.escaped(parts[0])), because: error)
    }
    guard parts.count > 1 else {
      self.init(number)
      return
    }
    guard parts[1].allSatisfy({ ("0"..."9").contains($0) }), let value = UInt64(parts[1]) else {
      throw CommandFailure(.usage, BatchRefusal.noRun(PlainText.escaped(parts[1])))
    }
    self.init(number, run: value)
  }
}

/// The rows of a batch file: comma-separated values after RFC 4180, one action a line.
enum BatchFile {
  /// The largest file that is read, in bytes.
  static let largest = 16 << 20

  /// - Parameter path: The file, or `-` for standard input.
  /// - Throws: `usage` with the numbers of the first ten lines that are wrong.
  static func read(_ path: String) throws(CommandFailure) -> [BatchRow] {
    let bytes: Bytes
    do {
      bytes = try PrivateFile.read(path == "-" ? "/dev/stdin" : path, limit: largest).bytes
    } catch {
      throw CommandFailure(.usage, BatchRefusal.unreadable(PlainText.escaped(path)), because: error)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, BatchRefusal.otherEncoding(PlainText.escaped(path)))
    }
    return try parse(text)
  }

  static func parse(_ text: String) throws(CommandFailure) -> [BatchRow] {
    var rows: [BatchRow] = []
    var lines: [String: Int] = [:]
    var unreadable: [UnreadableRow] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let trimmed = String(line).trimmed
      guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { continue }
      do {
        let action = try action(of: fields(in: trimmed))
        if let earlier = lines.updateValue(index + 1, forKey: action.once) {
          throw CommandFailure(.usage, BatchRefusal.repeated(earlier))
        }
        rows.append(BatchRow(line: index + 1, action: action))
      } catch {
        unreadable.append(
          UnreadableRow(line: index + 1, text: PlainText.escaped(trimmed), cause: CommandFailure(error)))
      }
    }
    guard let first = unreadable.first else { return rows }
    guard unreadable.count > 1 else {
      throw CommandFailure(.usage, BatchRefusal.row(first.line, first.text), because: first.cause)
    }
    throw CommandFailure(.usage, BatchRefusal.rows(unreadable))
  }

  private static func action(of fields: [String]) throws -> BatchAction {
    switch fields[0].lowercased() {
    case "create":
      guard fields.count == 3, !fields[2].isEmpty else {
        throw CommandFailure(.usage, BatchRefusal.createForm)
      }
      try LectureTitle.check(fields[2])
      return .create(try Price(parsing: fields[1]), title: fields[2])
    case "settle":
      guard fields.count == 2 else { throw CommandFailure(.usage, BatchRefusal.settleForm) }
      return .settle(try LectureRun(parsing: fields[1]))
    case "evaluate":
      guard fields.count >= 2 else {
        throw CommandFailure(.usage, BatchRefusal.evaluateForm)
      }
      return .evaluate(try LectureRun(parsing: fields[1]), try Scores(parsing: fields[2...].joined(separator: ",")))
    case let verb:
      throw CommandFailure(.usage, BatchRefusal.unknownVerb(PlainText.escaped(verb)))
    }
  }

  /// Splits a line at its commas; a field in quotes may hold commas, and a doubled quote is a quote.
  private static func fields(in line: String) throws(CommandFailure) -> [String] {
    var fields = [""]
    var isQuoted = false
    var characters = line[...]
    while let character = characters.popFirst() {
      switch character {
      case "\"" where isQuoted && characters.first == "\"":
        fields[fields.count - 1].append("\"")
        characters.removeFirst()
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    guard !isQuoted else { throw CommandFailure(.usage, BatchRefusal.openQuote) }
    return fields.map(\.trimmed)
  }
}
