import ArgumentParser
import ContractClient
import Keystores
import LectureKit
import Outbox
import Primitives
import Sending
import Terminal

/// The action that a row of a batch asks for.
enum BatchAction: Sendable, Hashable {
  case create(Price, title: String)
  case settle(LectureRun)
  case evaluate(LectureRun, Scores)

  func title(on network: Network) -> String {
    switch self {
    case .create(let price, let title): "create ‘\(title)’ at \(network.text(price))"
    case .settle(let lecture): "settle lecture \(lecture)"
    case .evaluate(let lecture, let scores):
      "rate lecture \(lecture) with \(scores.values.map(String.init).joined(separator: ","))"
    }
  }

  /// The action that the chain can carry out only once: two rows with the same one are a mistake.
  fileprivate var once: String {
    switch self {
    case .create(_, let title): "create \(title)"
    case .settle(let lecture): "settle \(lecture)"
    case .evaluate(let lecture, _): "evaluate \(lecture)"
    }
  }

  /// The call, neither tried nor priced.
  func call(_ client: LectureClient) -> ContractCall<Void> {
    switch self {
    case .create(let price, let title): client.creation(price: price, title: title)
    case .settle(let lecture): client.market.acceptAdmin(lectureNumber: lecture.number)
    case .evaluate(let lecture, let scores): client.evaluation(lecture.number, scores: scores)
    }
  }

  func plan(_ client: LectureClient, _ account: Address, _ options: SendOptions) async throws -> PlannedCall {
    switch self {
    case .create(let price, let title):
      // A title is a lecture's name in a batch: an interrupted row is completed, not sent twice.
      try await client.planCreate(price: price, title: title, from: account, options: options)
        .once(IntentKey("create \(client.market.address.lowercaseHex) \(title)"))
    case .settle(let lecture): try await client.planSettlement(lecture.number, from: account, options: options)
    case .evaluate(let lecture, let scores):
      try await client.planEvaluation(lecture.number, scores: scores, from: account, options: options)
    }
  }
}

/// A lecture, and the run of it that a row means if it says so.
struct LectureRun: Sendable, Hashable, CustomStringConvertible {
  let number: UInt256
  /// From 0; nil for whichever it is in.
  let run: UInt64?

  init(_ number: UInt256, run: UInt64? = nil) {
    self.number = number
    self.run = run
  }

  /// As rows have it: `3` or `3/1`.
  init(parsing text: String) throws(CommandFailure) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    do throws(ValidationError) {
      number = try LectureNumber(parsing: parts[0]).value
    } catch {
      throw CommandFailure(.usage, "‘\(PlainText.escaped(parts[0]))’ is not the number of a lecture.", because: error)
    }
    guard parts.count > 1 else {
      run = nil
      return
    }
    guard parts[1].allSatisfy({ ("0"..."9").contains($0) }), let value = UInt64(parts[1]) else {
      throw CommandFailure(.usage, "‘\(PlainText.escaped(parts[1]))’ is not a run: 0, 1 and so on.")
    }
    run = value
  }

  var description: String { run.map { "\(number)/\($0)" } ?? "\(number)" }
}

/// The rows of a batch file: comma-separated values after RFC 4180, one action a line.
enum BatchFile {
  struct Row: Sendable, Hashable {
    /// The line in the file, from 1.
    let line: Int
    let action: BatchAction
  }

  /// The largest file that is read, in bytes.
  static let largest = 16 << 20

  /// - Parameter path: The file, or `-` for standard input.
  /// - Throws: `usage` with the number of the first line that is wrong.
  static func read(_ path: String) throws(CommandFailure) -> [Row] {
    let bytes: [UInt8]
    do throws(KeystoreError) {
      bytes = try PrivateFile.read(path == "-" ? "/dev/stdin" : path, limit: largest).bytes
    } catch {
      throw CommandFailure(
        .usage, "The file \(PlainText.escaped(path)) cannot be read.", because: error,
        advice: "Give the path of a file with one action a row.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(
        .usage, "The file \(PlainText.escaped(path)) cannot be read.",
        reason: "It is no text in UTF-8, and a title would not be what was meant.",
        advice: "Save it as UTF-8; nothing was sent.")
    }
    return try parse(text)
  }

  static func parse(_ text: String) throws(CommandFailure) -> [Row] {
    var rows: [Row] = []
    var lines: [String: Int] = [:]
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let trimmed = String(line).trimmed
      guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { continue }
      do {
        let action = try action(of: fields(in: trimmed))
        if let earlier = lines.updateValue(index + 1, forKey: action.once) {
          throw CommandFailure(.usage, "Row \(earlier) asks for the same.")
        }
        rows.append(Row(line: index + 1, action: action))
      } catch {
        throw CommandFailure(
          .usage, "Row \(index + 1) cannot be understood; nothing was sent.", because: error,
          place: PlainText.escaped(trimmed), advice: "See `lectures batch --help` for the form of a row.")
      }
    }
    return rows
  }

  private static func action(of fields: [String]) throws -> BatchAction {
    switch fields[0].lowercased() {
    case "create":
      guard fields.count == 3, !fields[2].isEmpty else {
        throw CommandFailure(.usage, "A create row is create,PRICE,TITLE; the title tells a rerun what is done.")
      }
      try LectureClient.check(title: fields[2])
      return .create(try Price(parsing: fields[1]), title: fields[2])
    case "settle":
      guard fields.count == 2 else { throw CommandFailure(.usage, "A settle row is settle,NUMBER[/RUN].") }
      return .settle(try LectureRun(parsing: fields[1]))
    case "evaluate":
      guard fields.count >= 2 else {
        throw CommandFailure(.usage, "An evaluate row is evaluate,NUMBER[/RUN],a,b,c,d,e.")
      }
      return .evaluate(try LectureRun(parsing: fields[1]), try Scores(parsing: fields[2...].joined(separator: ",")))
    case let verb:
      throw CommandFailure(.usage, "‘\(PlainText.escaped(verb))’ is none of create, settle, evaluate.")
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
    guard !isQuoted else { throw CommandFailure(.usage, "A quote is not closed.") }
    return fields.map(\.trimmed)
  }
}
