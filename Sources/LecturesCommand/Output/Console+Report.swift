import StrictJSON
import Terminal

/// A command's outcome on the console.
///
/// With `--json` standard output gets exactly one JSON value, a failure included; without, a failure goes to standard
/// error.
extension Console {
  /// Prints the result of a command, for people or as JSON; people read a problem with it on standard error.
  func print(_ report: Report, sent: SentTransactions) {
    if outputMode.json {
      printJSON(result: report.result, failure: report.failure, sent: sent)
    } else {
      print(report.lines(width: screen.fittingWidth, in: language) + sent.rebroadcastLines(in: language))
      if let failure = report.failure { say(failure.styledLines(in: language)) }
    }
  }

  /// Prints a failure where it belongs, with the transactions sent before it.
  func print(_ failure: CommandFailure, sent: SentTransactions) {
    if outputMode.json {
      printJSON(result: nil, failure: failure, sent: sent)
    } else {
      if failure.status == .interrupted { eraseInterruptMark() }
      say(failure.styledLines(in: language) + sent.lines(in: language))
    }
  }

  /// Prints the one value of `--json`: `ok`, then `error` unless all is well, `result` if the command came to its end,
  /// the transactions `sent` before a failure, and those `alsoSent` for an interrupted run.
  private func printJSON(result: JSON?, failure: CommandFailure?, sent: SentTransactions) {
    var object: JSONObject = ["ok": .bool(failure == nil)]
    if let failure { object["error"] = failure.json }
    if let result { object["result"] = result }
    if failure != nil, !sent.entries.isEmpty { object["sent"] = sent.json }
    if let along = sent.rebroadcastJSON { object["alsoSent"] = along }
    print(json: .object(object))
  }

  /// The failure to write results; nil if they were written.
  var outputFailure: CommandFailure? {
    outputFailureReason.map { CommandFailure(.output, CommandRefusal.outputFailed(reason: $0)) }
  }
}
