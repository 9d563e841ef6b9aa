import GasPrices
import LectureKit
import Operations
import Primitives
import Terminal

extension GasSource {
  /// The place that the settings name.
  init(of nodes: Nodes) async throws { try await self.init(nodes.settings) { try await nodes.connection() } }

  /// A network's place, to be watched by a daemon.
  ///
  /// - Parameter book: The book that knows which chain it was before.
  init(of network: Network, watchedBy nodes: Nodes, _ book: GasBook) async throws {
    try await self.init(
      of: network, watchedBy: nodes.settings, orOn: { try await nodes.gasChain(book, of: network) }
    ) { try await nodes.connection(on: network) }
  }

  /// A price in gwei, or in the unit behind it.
  static func price(_ text: String, of option: String) throws(CommandFailure) -> UInt256 {
    let text = text.trimmed
    return try CommandFailure.explaining(.usage, InputRefusal.gasPrice(option)) {
      try (text.contains(where: \.isLetter) ? Amount(parsing: text) : Amount(parsing: text, unit: .gwei)).wei
    }
  }
}

extension Nodes {
  /// The chain that the network in use is, with a line where that is not as before.
  func gasChain(_ book: GasBook) async throws -> UInt256 { try await gasChain(book, of: try settings.network()) }

  /// The chain that a network is, likewise.
  func gasChain(_ book: GasBook, of network: Network) async throws -> UInt256 {
    let chain = try await GasChain(of: network, book) { try await connection(on: network) }
    switch chain.origin {
    case .told: break
    case .changed(let known):
      console.warn(
        "\(network.name) was chain \(known) before, and is chain \(chain.id) now: this is about the latter."
      )
    case .kept:
      let line =
        "The node of \(network.name) does not answer; this is about chain \(chain.id), which it was before."
      if patience?.isNew(line) ?? true { console.note(StyledText(line)) }
    }
    return chain.id
  }
}
