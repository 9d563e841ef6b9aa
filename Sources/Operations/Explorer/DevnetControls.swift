import JSONFields
import LectureKit
import NodeRPC
import Primitives
import StrictJSON

/// The controls of a chain that is there to be tried on: a devnet of this project, or anvil.
package struct DevnetControls: Sendable {
  /// A state of the chain that can be gone back to.
  package struct Snapshot: Sendable, Hashable {
    /// Its number.
    package let id: UInt256
    /// The block that was the newest then.
    package let block: UInt64?
  }

  /// The node's name and version, cleaned for a terminal.
  package let version: String
  private let node: NodeClient

  /// The most blocks that are made at once.
  package static let mostBlocks: UInt64 = 1000
  /// The longest time that the clock is put forward at once, in seconds: ten years.
  package static let longestTime: UInt64 = 3650 * 86_400
  /// The most snapshots that are listed, the newest first.
  package static let mostSnapshots = 25

  /// The controls of a node; nil where it is no devnet, and on public chains, whatever their nodes report.
  package init?(_ place: Connection) async {
    guard Network.builtIn(ofChain: place.network.chainID) == nil,
      Network.builtIn(ofChain: place.session.chainID) == nil,
      let version = try? await place.node.clientVersion(),
      ["lectures/devnet", "anvil/"].contains(where: version.hasPrefix)
    else { return nil }
    (self.version, node) = (version, place.node)
  }

  /// Makes blocks.
  ///
  /// - Parameter count: From 1 to ``mostBlocks``.
  /// - Throws: `NodeError`.
  package func mine(_ count: UInt64) async throws(NodeError) {
    _ = try await node.call("anvil_mine", [.string(UInt256(min(max(1, count), Self.mostBlocks)).quantity)])
  }

  /// Puts the chain's clock forward and makes a block there.
  ///
  /// - Parameter seconds: From 1 to ``longestTime``.
  /// - Throws: `NodeError`.
  package func advance(by seconds: UInt64) async throws(NodeError) {
    _ = try await node.call("evm_increaseTime", [.string(UInt256(min(max(1, seconds), Self.longestTime)).quantity)])
    try await mine(1)
  }

  /// Remembers the state of the chain.
  ///
  /// - Throws: `NodeError`.
  package func snapshot() async throws(NodeError) {
    _ = try await node.call("evm_snapshot")
  }

  /// Goes back to a state that was remembered; it and those after it are forgotten.
  ///
  /// - Returns: Whether there was one of this number.
  /// - Throws: `NodeError`.
  package func revert(to id: UInt256) async throws(NodeError) -> Bool {
    try await node.call("evm_revert", [.string(id.quantity)]).bool ?? false
  }

  /// The states that can be gone back to, the newest first; empty where the node does not list them.
  package func snapshots() async -> [Snapshot] {
    guard let known = try? await node.call("anvil_metadata"), let all = known["snapshots"]?.object else { return [] }
    let snapshots = all.compactMap { id, place -> Snapshot? in
      guard let number = try? JSONReader<UInt256>.quantity(.string(id)) else { return nil }
      return Snapshot(id: number, block: place[0].flatMap { try? JSONReader<UInt64>.quantity($0) })
    }
    return Array(snapshots.sorted { $0.id > $1.id }.prefix(Self.mostSnapshots))
  }
}
