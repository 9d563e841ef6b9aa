import ArgumentParser
import Operations
import Terminal

/// A command that does something and returns its report; it does not print.
///
///     struct Average: ReportingCommand {
///       static let configuration = CommandConfiguration(
///         abstract: "Show the average rating of a lecture.",
///         examples: ["lectures average 0": "the average of lecture 0"])
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

  /// The relation to the configuration file.
  static var fileUse: Settings.FileUse { get }

  /// Does the work.
  ///
  /// - Throws: a ``CommandFailure``, or any error of a lower target: ``CommandFailure/init(_:)`` knows them.
  func run(in context: CommandContext) async throws -> Report
}

extension ReportingCommand {
  static var fileUse: Settings.FileUse { .reading }
}

extension SharedOptions {
  /// Gathers the groups of a command.
  init(of command: any ReportingCommand) { self.init(of: command, command.global) }
}
