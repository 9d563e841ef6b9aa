import LectureKit
import NodeRPC
import Outbox
import Primitives

/// The lecture contract of an invitation, as a node of the invited network has it.
package struct InvitedContract: Sendable, Hashable {
  /// The hash of its code.
  package let codeHash: Hash32
  /// The kind of lecture contract that the code is; nil for another program.
  package let generation: ContractGeneration?
  /// Whether its code is known to the last byte; any other may do anything with what is paid to it.
  package let isKnownCode: Bool

  private init(code: Bytes) {
    codeHash = Keccak256.hash(code)
    generation = ContractGeneration(code: code)
    isKnownCode = code == LectureMarket.deployedBytecode
  }

  /// Asks the nodes that an invitation leads to; nothing is kept.
  ///
  /// - Returns: Nil where no contract is at the address.
  /// - Throws: `SettingsError` for an invitation that cannot be taken, and `.wrongChain` for a node of another chain;
  ///   `NodeError`.
  package static func read(_ invitation: Invitation, by settings: Settings) async throws -> InvitedContract? {
    let invited = try ConfigEditor(settings).settings(taking: invitation)
    let network = try invited.network()
    let node = try Connector(invited) { .inMemory() }.node(of: network)
    try network.check(chainID: try await node.chainID(), endpoint: node.endpoints.first?.redacted ?? network.name)
    let code = try await node.code(of: invitation.contract)
    return code.isEmpty ? nil : InvitedContract(code: code)
  }
}
