import NodeRPC
import Primitives

/// The sources whose word is proof to a sender.
///
/// A lone node proves nothing: it may say that a transaction failed, or that another took its nonce, and keep the bytes. So
/// what would free a nonce, a key or a limit is believed of the user's own node, of several operators, or of whoever shows
/// the seals of validators that follow from a block that the user trusts.
public struct TrustPolicy: Sendable, Hashable {
  /// The user's own nodes, on this machine: what they say is proof.
  public var own: Set<Endpoint>
  /// The block of one of Kaia's chains from which validators' seals are followed; nil follows none.
  public var checkpoint: TrustedCheckpoint?

  /// No node's word alone is proof, unless some are the user's own, or seals are followed from a checkpoint.
  public init(own: Set<Endpoint> = [], checkpoint: TrustedCheckpoint? = nil) {
    self.own = own
    self.checkpoint = checkpoint
  }

  /// The operators of some endpoints, each with what it runs. Those without a name count as one; those on one host, or in
  /// one network of addresses (IPv4 /24, IPv6 /48), are of one operator whatever they are called, but for this machine's
  /// own, which may be the ends of ways to several.
  func groups(of endpoints: [Endpoint]) -> [Set<Endpoint>] {
    var groups: [(names: Set<String>, members: Set<Endpoint>)] = []
    for endpoint in Set(endpoints) {
      var (names, members): (Set<String>, Set<Endpoint>) = (
        ["host \(endpoint.networkOfHost)", "operator \(endpoint.operatorName ?? "")"], [endpoint]
      )
      groups.removeAll { group in
        guard !group.names.isDisjoint(with: names) else { return false }
        names.formUnion(group.names)
        members.formUnion(group.members)
        return true
      }
      groups.append((names, members))
    }
    return groups.map(\.members)
  }

  /// The number of so many operators that have to agree: two thirds, and two at least.
  static func quorum(of operators: Int) -> Int { max(2, (2 * operators + 2) / 3) }
}

extension Endpoint {
  /// The host, or of an address the network that it is in.
  fileprivate var networkOfHost: String {
    if isLoopback, let operatorName { return operatorName }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    if numbers.count == 4, numbers.allSatisfy({ UInt8($0) != nil }) { return numbers.prefix(3).joined(separator: ".") }
    guard host.contains(":") else { return host }
    return host.split(separator: ":", omittingEmptySubsequences: false).prefix(3).joined(separator: ":")
  }
}
