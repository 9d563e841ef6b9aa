import ChainIndex
import ContractABI
import Localization
import NodeRPC
import Operations
import Primitives
import Terminal

/// The contracts and interfaces that `--abi` names.
enum IndexSources {
  /// The events of each contract; of an interface without an address they are those of the contract in use.
  ///
  /// - Parameter texts: Each a file, or `0x…=FILE`.
  /// - Throws: `noEvents` for an interface without an event that can be read; the errors of files.
  static func read(_ texts: [String], in context: CommandContext) throws -> [EventSource] {
    var interfaces: [Address: ContractABI] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      let address = parts.count == 2 ? try? Address(parts[0]) : nil
      let abi = try CommandFailure.typed { try InterfaceFile.read(address == nil ? text : parts[1], in: context) }.abi
      for entry in abi.unusable where entry.kind == .event {
        context.warn(StyledText(context.language[HookText.unusable(entry.name, "\(entry.problem)")]))
      }
      let contract = try address ?? context.settings.contract()
      guard !abi.events.isEmpty else {
        throw ChainIndexError(
          .noEvents, "The interface has no event that can be read.", reason: "It is that of \(contract).",
          facts: .contract(contract))
      }
      interfaces[contract] = ContractABI(events: (interfaces[contract]?.events ?? []) + abi.events)
    }
    return interfaces.map { EventSource($0, $1) }.sorted { $0.address < $1.address }
  }

  /// Makes sure that there is code at each address.
  ///
  /// - Throws: `noContract`; a `NodeError`.
  static func check(_ sources: [EventSource], at node: NodeClient) async throws {
    for source in sources where try await node.code(of: source.address).isEmpty {
      throw ChainIndexError(
        .noContract, "There is no contract at \(source.address).", reason: "The address has no code on this chain.",
        facts: .contract(source.address))
    }
  }
}
