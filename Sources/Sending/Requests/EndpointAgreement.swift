import NodeRPC

/// The endpoints that told a receipt alike, where several had to.
public struct EndpointAgreement: Sendable, Hashable {
  /// The number of endpoints that told it alike.
  public let agreeingEndpoints: Int
  /// The number of endpoints that were asked.
  public let asked: Int
  /// The number of operators that those run that told it, as far as their names and hosts show.
  public let operators: Int
  /// Whether one of them is the user's own node.
  public let isOwn: Bool

  init(of agreeingEndpoints: Set<Endpoint>, among asked: [Endpoint], by trust: TrustPolicy) {
    (self.agreeingEndpoints, self.asked) = (agreeingEndpoints.count, Set(asked).count)
    operators = trust.groups(of: asked).count { !$0.isDisjoint(with: agreeingEndpoints) }
    isOwn = !trust.own.isDisjoint(with: agreeingEndpoints)
  }
}
