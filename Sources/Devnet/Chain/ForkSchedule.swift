import EVM

/// When a chain's forks begin.
///
/// The DAO fork is none of them: it changed the balances of accounts of one chain in one block, and no rule.
public struct ForkSchedule: Sendable, Hashable {
  /// The first block of a fork.
  public enum Beginning: Sendable, Hashable {
    case block(UInt64)
    /// The first block at this time or after it, in seconds since 1970.
    case time(UInt64)
  }

  /// The forks in their order, each with its beginning; before them all is Frontier.
  public let forks: [Fork]
  private let beginnings: [Fork: Beginning]

  /// One fork from the genesis on.
  public init(_ fork: Fork) { self.init([fork: .block(0)]) }

  /// Forks by their beginnings.
  public init(_ beginnings: [Fork: Beginning]) {
    self.beginnings = beginnings
    forks = beginnings.keys.sorted()
  }

  /// The fork of a block.
  public func fork(number: UInt64, timestamp: UInt64) -> Fork {
    let begun = forks.last { fork in
      switch beginnings[fork] {
      case .block(let first): number >= first
      case .time(let first): timestamp >= first
      case nil: false
      }
    }
    return begun ?? .frontier
  }
}
