import Localization

extension LocalizationErrors: CommandFailureDomain {
  static let subject = "number"

  static func status(of error: LocalizationError) -> ExitStatus { .usage }
}
