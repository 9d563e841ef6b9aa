import LectureKit
import Localization
import NodeRPC
import Operations
import Primitives
import Rates

extension CommandContext {
  /// The rates with the settings of this run; the price feeds are those of the chain in use.
  func rates() throws -> RatesOperations {
    try RatesOperations(
      settings, program: "lectures/\(Version.text)",
      chain: { [nodes] in
        let place = try await nodes.connection()
        return try await ChainFeeds(knownOn: place.session.chainID).read(from: place.node, at: LocalTime.now()).findings
      }, clock: LocalTime.now)
  }

  var language: Language { .ofSystem(settings.environment) }
}
