import ArgumentParser
import Terminal

/// A command that does something and returns what there is to say about it; printing is not its business.
///
///     struct Average: ReportingCommand {
///       static let configuration = CommandConfiguration(
///         abstract: "Tell the average of a lecture's ratings.",
///         discussion: Help.examples(["lectures average 0": "the average of lecture 0"]))
///
///       @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
///       @Argument(help: "The lecture's number.") var lecture: UInt64
///
///       func run(in context: CommandContext) async throws -> Report {
///         let average = try await context.progress("Reading the average") { _ in … }
///         return Report(["lecture": .integer(lecture), "average": .integer(average)]) {
///           "Lecture \(lecture, .strong) averages \(average, .strong) points."
///         }
///       }
///     }
protocol ReportingCommand: AsyncParsableCommand {
  var global: GlobalOptions { get }

  /// True for a command that makes the configuration file or profile it names.
  static var writesConfiguration: Bool { get }

  /// Does the work.
  ///
  /// - Throws: a ``CommandFailure``, or any error of a lower room: ``CommandFailure/init(_:)`` knows them.
  func run(in context: CommandContext) async throws -> Report
}

extension ReportingCommand {
  static var writesConfiguration: Bool { false }
}
