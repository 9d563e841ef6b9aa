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

  /// The worth of the network's coin in the money of the settings; nil where none is set, or nobody knows.
  ///
  /// - Throws: `SettingsError` for a setting that cannot be read; a rate that is missing is no error.
  func valuation() async throws -> FiatValuation? {
    if let manual = try settings.manualValuation() { return manual }
    guard try settings.fiat() != nil else { return nil }
    return await (try? rates())?.valuation(of: try settings.network())
  }
}

extension FiatValuation {
  /// The price of a coin with its source and age; one that was written by hand is told as it is.
  func words(at now: Int64, in language: Language) -> String {
    rate.kind == .manual ? price : "\(price) (\(source), \(language.age(now - rate.asOf)))"
  }
}
