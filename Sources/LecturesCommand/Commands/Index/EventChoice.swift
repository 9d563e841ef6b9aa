import ChainIndex
import ContractABI
import Operations
import Primitives
import Terminal

/// The choice of events among those of an index's contracts.
struct EventChoice {
  private let sources: [EventSource]

  init(_ sources: [EventSource]) { self.sources = sources }

  /// The events of a contract, of a name or a signature, and with values of indexed parameters.
  ///
  /// - Throws: `anotherContract`; the errors of the interface for an event that it has not; `usage` for a condition that is
  ///   none.
  func filter(
    contract: Address?, _ event: String?, _ conditions: [String] = [], in context: CommandContext
  ) async throws -> EventFilter {
    let chosen = contract.map { address in sources.filter { $0.address == address } } ?? sources
    if let contract, chosen.isEmpty {
      throw ChainIndexError(
        .anotherContract, "The index is of another contract.", reason: "It has no events of \(contract).",
        facts: .contract(contract))
    }
    var filter = EventFilter(contract: contract)
    guard let event else { return filter }
    let events = chosen.flatMap(\.interface.events)
    if conditions.isEmpty, events.contains(where: { $0.name == event }) {
      filter.kind = event
      return filter
    }
    // An event that several contracts have is a single choice.
    let interface = ContractABI(events: events)
    let found = try CommandFailure.typed { try interface.event(event) }
    filter.kind = found.name
    let selection = EventSelection(found, of: interface)
    let values = try await selection.filters(conditions, in: context)
    let topics = try CommandFailure.typed { try selection.narrowed(by: values).topics }
    for (place, allowed) in topics.enumerated() { filter.topics[place] = allowed?.first }
    return filter
  }
}
