import ContractABI
import Primitives
import StrictJSON
import Tries

/// A contract whose events an index has, with the interface that says what they mean.
package struct EventSource: Sendable, Hashable {
  /// The contract.
  package let address: Address
  /// The events of its interface.
  package let interface: ContractABI
  private let names: [Hash32: String]
  private let hasAnonymous: Bool

  /// The events of a contract; of an interface only the events are kept.
  package init(_ address: Address, _ interface: ContractABI) {
    self.address = address
    self.interface = ContractABI(events: interface.events)
    let named = interface.events.filter { !$0.isAnonymous }
    names = Dictionary(named.map { ($0.topic0, $0.name) }) { first, _ in first }
    hasAnonymous = named.count < interface.events.count
  }

  /// A source as an index keeps it.
  init(_ address: Address, text: String) throws(ContractABIError) {
    self.init(address, try ContractABI(parsing: text))
  }

  /// The interface as JSON.
  var text: String { String(decoding: interface.json.serializedBytes(), as: UTF8.self) }

  /// The first topics of its logs; nil where an anonymous event may begin with any.
  package var topics: Set<Hash32>? { hasAnonymous ? nil : Set(names.keys) }

  /// The name that a log is kept under, which is empty where the interface has none for it; nil for one that is not kept.
  func kind(of topics: [Hash32]) -> String? {
    if let name = topics.first.flatMap({ names[$0] }) { return name }
    return hasAnonymous ? interface.event(topics: topics)?.name ?? "" : nil
  }

  /// Whether a block may have a log of it; false is certain.
  func mayHaveLogs(in block: IndexedBlock) -> Bool {
    guard let bloom = block.bloom else { return true }
    return bloom.mayContain(address.bytes) && (topics?.contains { bloom.mayContain($0.bytes) } ?? true)
  }
}

extension [EventSource] {
  /// The source at an address.
  package func source(at address: Address) -> EventSource? { first { $0.address == address } }

  /// The first topics of all logs that are asked for; empty for any.
  var topics: [Hash32] {
    var all: Set<Hash32> = []
    for source in self {
      guard let topics = source.topics else { return [] }
      all.formUnion(topics)
    }
    return all.sorted()
  }
}
