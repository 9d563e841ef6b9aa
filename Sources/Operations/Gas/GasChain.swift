import GasPrices
import LectureKit
import Primitives

/// The chain whose prices are kept under the name of a network.
package struct GasChain: Sendable {
  /// The source by which it is known which chain it is.
  package enum Origin: Sendable, Hashable {
    /// By the settings, or by the node as before.
    case told
    /// By the node, which reported another one before.
    case changed(from: UInt256)
    /// The network was this chain before; its node does not answer.
    case kept
  }

  /// The chain's number.
  package let id: UInt256
  /// The source by which it is known.
  package let origin: Origin

  /// The chain that a network is: as the settings have it, else as its node says; where that does not answer, the
  /// one that was watched under its name the last time, or that its newest alert is on.
  ///
  /// - Parameter connect: Connects to the network.
  /// - Throws: `GasPricesError` `bookFailed`; the objection of the node, where the book does not help.
  package init(
    of network: Network, _ book: GasBook, connect: () async throws -> Connection
  ) async throws {
    if let chainID = network.chainID {
      (id, origin) = (chainID, .told)
      return
    }
    let known = try await book.chain(ofNetwork: network.name)
    do {
      let chainID = try await connect().session.chainID
      id = chainID
      origin = known.map { $0 == chainID ? .told : .changed(from: $0) } ?? .told
    } catch {
      guard let known, (error as? SettingsError)?.code != .wrongChain else { throw error }
      (id, origin) = (known, .kept)
    }
  }
}
