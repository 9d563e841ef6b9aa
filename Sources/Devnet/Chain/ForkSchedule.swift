import EVM

/// When a chain's forks begin.
///
/// The DAO fork is none of them: it changed the state in one block, and no rule; `Genesis.daoFork` has it.
public struct ForkSchedule: Sendable, Hashable {
  /// The first block of a fork.
  public enum Beginning: Sendable, Hashable {
    /// The block with this number.
    case block(UInt64)
    /// The first block at this time or after it, in seconds since 1970.
    case time(UInt64)
  }

  /// The forks in their order, each with its beginning; before them all is Frontier.
  public let forks: [Fork]
  private let beginnings: [Fork: Beginning]
  /// The blocks of upgrades that changed no execution, such as those that delayed the difficulty bomb.
  public var otherBlocks: [UInt64] = []

  /// A schedule with a single fork, from the genesis on.
  public init(_ fork: Fork) { self.init([fork: .block(0)]) }

  /// Forks by their beginnings.
  public init(_ beginnings: [Fork: Beginning]) {
    self.beginnings = beginnings
    forks = beginnings.keys.sorted()
  }

  /// When a fork begins; nil if it never does.
  public func beginning(of fork: Fork) -> Beginning? { beginnings[fork] }

  /// The forks with their beginnings.
  var description: String {
    forks.map { fork in
      switch beginnings[fork] {
      case .block(let number)?: "\(fork) from block \(number)"
      case .time(let time)?: "\(fork) from time \(time)"
      case nil: "\(fork)"
      }
    }.joined(separator: ", ")
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
