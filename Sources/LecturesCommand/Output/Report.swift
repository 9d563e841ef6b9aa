import Localization
import StrictJSON
import Terminal

/// The result of a command: one value for scripts and its text for people.
///
///     return Report(["lecture": 0, "average": 78]) {
///       "Lecture \(0, .strong) averages \(78, .strong) points."
///     }
struct Report: Sendable {
  /// One piece of the text for people.
  enum Block: Sendable, Hashable {
    case line(StyledText)
    /// Sentences, in as many lines as a terminal needs for them.
    case note(StyledText)
    case fields(Fields)
    case table(Table)
  }

  /// The value that `--json` prints under `result`.
  let result: JSON
  /// The text that people read instead.
  let blocks: [Block]
  /// A problem with the result, reported after it and by the exit status, as of a batch of which a row failed.
  let failure: CommandFailure?
  /// The work that goes on once the report is printed, until the command is stopped; nil for a command that then ends.
  let service: Service?
  /// The seconds that the work may take to end after a signal; nil for the default.
  let grace: Int?

  /// Serves until the task is cancelled.
  typealias Service = @Sendable () async throws -> Void

  init(
    _ result: JSON, failure: CommandFailure? = nil, grace: Int? = nil, @ReportBuilder _ blocks: () -> [Block] = { [] },
    service: Service? = nil
  ) {
    self.result = result
    self.blocks = blocks()
    self.failure = failure
    self.service = service
    self.grace = grace
  }

  /// The text for people.
  func lines(width: Int?, in language: Language = .english) -> [StyledText] {
    blocks.flatMap { block in
      switch block {
      case .line(let text): [text]
      case .note(let text): width.map { text.wrapped(to: $0) } ?? [text]
      case .fields(let fields): fields.lines(within: width)
      case .table(let table): table.lines(width: width, in: language)
      }
    }
  }
}

/// Puts lines, fields and tables one below the other; `if` and `for` work as usual.
@resultBuilder
enum ReportBuilder {
  static func buildExpression(_ line: StyledText) -> [Report.Block] { [.line(line)] }
  static func buildExpression(_ lines: [StyledText]) -> [Report.Block] { lines.map { .line($0) } }
  static func buildExpression(_ block: Report.Block) -> [Report.Block] { [block] }
  static func buildExpression(_ blocks: [Report.Block]) -> [Report.Block] { blocks }
  static func buildExpression(_ fields: Fields) -> [Report.Block] { [.fields(fields)] }
  static func buildExpression(_ table: Table) -> [Report.Block] { [.table(table)] }
  static func buildBlock(_ parts: [Report.Block]...) -> [Report.Block] { parts.flatMap { $0 } }
  static func buildOptional(_ part: [Report.Block]?) -> [Report.Block] { part ?? [] }
  static func buildEither(first: [Report.Block]) -> [Report.Block] { first }
  static func buildEither(second: [Report.Block]) -> [Report.Block] { second }
  static func buildArray(_ parts: [[Report.Block]]) -> [Report.Block] { parts.flatMap { $0 } }
}
