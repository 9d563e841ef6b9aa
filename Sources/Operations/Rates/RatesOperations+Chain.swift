import LectureKit
import NodeRPC
import Rates

extension RatesOperations {
  /// Opens the file of rates, with the sources that the settings name and the price feeds of the chain in use.
  ///
  /// - Parameters:
  ///   - program: The program and its version, which is sent to sources.
  ///   - patience: Seconds to wait for another process that writes into the file.
  ///   - clock: Seconds since 1970.
  ///   - connect: Connects to the network in use, when its feeds are wanted.
  /// - Throws: `SettingsError`; `RatesError` `bookFailed`.
  package init(
    _ settings: Settings, program: String, patience: Double = 10, clock: @escaping @Sendable () -> Int64,
    connect: @escaping @Sendable () async throws -> Connection
  ) throws {
    let feeds = try settings.rates.priceFeeds() ?? []
    let chain = try? NodeFeeds(of: settings.network().nodesName) {
      let place = try await connect()
      return try await ChainFeeds(knownOn: place.session.chainID, besides: feeds).read(
        from: place.node, at: clock()
      ).findings
    }
    try self.init(settings, program: program, chain: chain, patience: patience, clock: clock)
  }
}
