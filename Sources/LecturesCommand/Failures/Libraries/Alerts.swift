import Alerts

extension AlertsErrors: CommandFailureDomain {
  static let subject = "alert"

  static func status(of error: AlertsError) -> ExitStatus {
    switch error.code {
    case .invalidAlert, .unknownAlert: .usage
    default: .failure
    }
  }

  /// The kind of alerts has commands of its own, and codes that begin with its name.
  static func code(of error: AlertsError) -> CommandFailure.Code {
    .init("\(error.subject?.name ?? subject).\(error.code)", status(of: error))
  }

  static func nextStep(after error: AlertsError) -> String? {
    guard let topic = error.subject else { return nil }
    let command = topic.name
    return switch (error.code, error.facts) {
    case (.invalidAlert, .threshold): "As in: --below 25"
    case (.unknownAlert, _): "Those there are: lectures \(command) alert list"
    case (.watchedAlready, _): "See how it does: \(topic.daemon) --status"
    default: nil
    }
  }
}

extension AlertTopic {
  /// The command that watches for alerts of this kind.
  var daemon: String { self == DaemonNotice.topic ? "lectures daemon" : "lectures \(name) daemon" }
}
