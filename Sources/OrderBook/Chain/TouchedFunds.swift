import NodeRPC
import Primitives

/// The accounts whose money in a token a log of that token says to have changed.
///
/// No amount of such a log is believed: a token may log anything. That money is looked at again.
struct TouchedFunds {
  /// The owners of balances.
  private(set) var owners: Set<TokenOwner> = []

  /// Takes the owners out of a log; nobody's where it is none of the events that tell of balances and allowances.
  ///
  /// - Parameter spenders: The accounts whose allowances matter.
  mutating func add(_ log: Log, spenders: Set<Address>) {
    func add(_ place: Int) {
      guard log.topics.count > place, UInt256(log.topics[place]) >> 160 == 0 else { return }
      owners.insert(TokenOwner(owner: Address(truncating: log.topics[place]), token: log.address))
    }
    switch log.topics.first {
    case EventTopic.transfer:
      add(1)
      add(2)
    case EventTopic.approval:
      guard log.topics.count > 2, spenders.contains(Address(truncating: log.topics[2])) else { return }
      add(1)
    case EventTopic.deposit, EventTopic.withdrawal: add(1)
    default: return
    }
  }

  /// Marks an owner's money in a token.
  mutating func add(_ owner: TokenOwner) { owners.insert(owner) }
}
