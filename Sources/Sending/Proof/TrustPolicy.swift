import NodeRPC

/// The sources whose answers are proof to a sender.
///
/// A lone node proves nothing: it may say that a transaction failed, or that another took its nonce, and keep the
/// bytes. So what would free a nonce, a key or a limit is believed of the user's own node, of several operators, or of
/// whoever shows the seals of validators that follow from a block that the user trusts.
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

  /// The operators of some endpoints, each with what it runs. Those without a name count as one; those on one host, or
  /// in one network of addresses (IPv4 /24, IPv6 /48), are of one operator whatever they are called. Ports of this
  /// machine may be the ends of tunnels to several: there a name for each port tells them apart.
  func groups(of endpoints: [Endpoint]) -> [Set<Endpoint>] {
    var groups: [(names: Set<String>, members: Set<Endpoint>)] = []
    for endpoint in Set(endpoints) {
      var (names, members): (Set<String>, Set<Endpoint>) = (endpoint.identities, [endpoint])
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
  /// The traits that it shares with others of its operator: the name, and the host or its network. Of this machine's
  /// own it is the port, and the host only of those without a name.
  fileprivate var identities: Set<String> {
    let name = "operator \(operatorName ?? "")"
    guard isLoopback else { return [name, "host \(networkOfHost)"] }
    return operatorName == nil ? [name, "port \(port)", "this machine"] : [name, "port \(port)"]
  }

  private var networkOfHost: String {
    let host = host.hasSuffix(".") ? String(host.dropLast()) : host
    return NumericHost.network(of: host) ?? host
  }
}
