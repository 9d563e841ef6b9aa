import Alerts
import ArgumentParser
import StrictJSON
import Terminal

/// The arguments of commands that snooze an alert.
struct AlertSnoozeOptions: ParsableArguments, Sendable {
  @Argument(help: "The alert's number.") var alert: Int64
  @Option(name: .customLong("for"), help: ArgumentHelp("How long to snooze it, as in 30m or 8h.", valueName: "time"))
  var time = "1h"
  @Flag(help: "End the snooze.") var off = false

  /// Snoozes the alert of a book, or wakes it.
  func report<Subject: WrittenSubject>(_ book: AlertBook<Subject>, in context: CommandContext) async throws -> Report {
    let until: Int64? = try off ? nil : LocalTime.now() + AlertOptions.seconds(time, of: "--for")
    try await book.snooze(alert, until: until)
    let writer = Subject.writer(in: context)
    return Report(["alert": .integer(alert), "snoozedUntil": .integer(until)]) {
      if let until {
        StyledText(writer[.snoozed(alert, until: LocalTime.text(until, in: writer.language))])
      } else {
        StyledText(writer[.awake(alert)])
      }
    }
  }
}

/// The argument of commands that remove an alert.
struct AlertRemovalOptions: ParsableArguments, Sendable {
  @Argument(help: "The alert's number.") var alert: Int64

  /// Removes the alert from a book.
  func report<Subject: WrittenSubject>(_ book: AlertBook<Subject>, in context: CommandContext) async throws -> Report {
    try await book.remove(alert)
    return Report(["alert": .integer(alert)]) { StyledText(Subject.writer(in: context)[.removed(alert)]) }
  }
}
