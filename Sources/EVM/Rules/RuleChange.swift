/// A change of the rules by one EIP, at one fork.
public struct RuleChange: Sendable {
  /// The fork that brought it.
  public let fork: Fork
  /// The EIP; nil for what the Yellow Paper had before there were any.
  public let eip: Int?
  /// The change in a few words.
  public let summary: String
  let apply: @Sendable (inout RuleSet) -> Void

  init(
    _ fork: Fork, _ eip: Int?, _ summary: String, _ operations: Operation...,
    and change: @escaping @Sendable (inout RuleSet) -> Void = { _ in }
  ) {
    (self.fork, self.eip, self.summary) = (fork, eip, summary)
    apply = { rules in
      for operation in operations { rules.add(operation) }
      change(&rules)
    }
  }

  /// All that Ethereum's forks changed, in order.
  public static let ethereum = proofOfWork + proofOfStake
}

extension RuleSet {
  /// Ethereum's rules at a fork: all changes up to it, one after the other.
  public init(_ fork: Fork) {
    self.init()
    for change in RuleChange.ethereum where change.fork <= fork { change.apply(&self) }
    name = "\(fork)"
    precompiles = Precompile.table(for: fork)
  }
}
