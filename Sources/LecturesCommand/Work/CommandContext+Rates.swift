import Localization
import Operations
import Rates

extension CommandContext {
  /// The rates with the settings of this run.
  func rates() throws -> RatesOperations {
    try RatesOperations(settings, program: "lectures/\(Version.text)", clock: LocalTime.now)
  }

  var language: Language { .ofSystem(settings.environment) }
}
