import GasPrices
import LectureKit
import Operations
import Primitives
import Terminal

extension GasPlace {
  /// The place that the settings name.
  init(of nodes: Nodes) async throws { try await self.init(nodes.settings) { try await nodes.connection() } }

  /// The place that the settings name, to be watched by a daemon.
  ///
  /// - Parameter book: The book that knows which chain was watched the last time.
  init(watchedBy nodes: Nodes, _ book: GasBook) async throws {
    try await self.init(watchedBy: nodes.settings, orOn: { try await nodes.gasChain(book) }) {
      try await nodes.connection()
    }
  }

  /// A price in gwei, or in the unit behind it.
  static func price(_ text: String, of option: String) throws(CommandFailure) -> UInt256 {
    let text = text.trimmed
    return try CommandFailure.explaining(
      .usage, "The price of \(option) cannot be read.", advice: "Without a unit it is in gwei, which Kaia calls ston."
    ) { try (text.contains(where: \.isLetter) ? Amount(parsing: text) : Amount(parsing: text, unit: .gwei)).wei }
  }
}

extension Nodes {
  /// The chain that the network in use is, with a line where that is not as before.
  func gasChain(_ book: GasBook) async throws -> UInt256 {
    let chain = try await GasChain(settings, book) { try await connection() }
    let name = try settings.network().name
    switch chain.origin {
    case .told: break
    case .changed(let known):
      console.warn(
        "\(name) was chain \(known) when it was last watched, and is chain \(chain.id) now: this is about the latter.")
    case .kept:
      console.note(
        "The node of \(name) does not answer; this is about chain \(chain.id), which it was when it was last watched.")
    }
    return chain.id
  }
}

extension CommandContext {
  /// The actions of the account in use on the contract in use.
  func lectureActions(on place: Connection?) async -> [UsualAction] {
    let account = (try? settings.account()) == nil ? nil : try? await accounts.address(of: nil)
    return await LectureActions.of(place, by: account)
  }
}
