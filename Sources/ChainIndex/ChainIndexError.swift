import Database
@_exported import Failures
import Primitives

/// A failure of an index: of its file, of what a node told, or of the two together.
///
/// Failures of the node itself are thrown unchanged.
package typealias ChainIndexError = DomainError<ChainIndexErrors>

/// The domain of ``ChainIndexError``.
package enum ChainIndexErrors: ErrorDomain {
  /// Facts on which the next step depends beyond the code.
  package enum Facts: Sendable, Hashable {
    /// The index's file.
    case file(String)
    /// The contract of the index.
    case contract(Address)
    /// The highest block of the index, and the oldest that it can go back to.
    case window(head: UInt64, oldest: UInt64)
    /// A block.
    case block(UInt64)
    /// The process that writes.
    case holder(String)
    /// The seconds until the process that wrote last counts as ended.
    case lease(holder: String, seconds: UInt64)
  }
}

extension ErrorCode<ChainIndexErrors> {
  /// The index has other events of its contracts than those that were asked for.
  package static var otherEvents: Self { Self("otherEvents") }
  /// The index is one of events, without the tables of lectures that were asked for.
  package static var noLectures: Self { Self("noLectures") }
  /// The interface of a contract has no event that can be read.
  package static var noEvents: Self { Self("noEvents") }
  /// The cursor is of another index, or of one that was made anew since.
  package static var otherCursor: Self { Self("otherCursor") }
  /// No consumer has the number.
  package static var unknownHook: Self { Self("unknownHook") }
  /// The consumer cannot be served as it was asked for.
  package static var invalidHook: Self { Self("invalidHook") }
  /// The file is of another chain or another contract.
  package static var anotherContract: Self { Self("anotherContract") }
  /// No block of the window is on the node's chain any more.
  package static var reorganisedTooDeep: Self { Self("reorganisedTooDeep") }
  /// The node's answer cannot be true.
  package static var badAnswer: Self { Self("badAnswer") }
  /// The node's chain changed while it was read; reading again helps.
  package static var chainMoved: Self { Self("chainMoved") }
  /// The node refuses the logs of a single block.
  package static var logsRefused: Self { Self("logsRefused") }
  /// Another process writes the index by now.
  package static var leaseLost: Self { Self("leaseLost") }
  /// Another process writes the index.
  package static var leaseHeld: Self { Self("leaseHeld") }
  /// There is no contract at the address.
  package static var noContract: Self { Self("noContract") }
  /// The contract is one whose events do not tell what an index needs.
  package static var notIndexable: Self { Self("notIndexable") }
  /// The node does not tell in which block the contract was deployed.
  package static var firstBlockUnknown: Self { Self("firstBlockUnknown") }
  /// The index begins with another block than was asked for.
  package static var begunElsewhere: Self { Self("begunElsewhere") }
  /// There is no index yet.
  package static var noIndex: Self { Self("noIndex") }
  /// The file cannot be used.
  package static var storeFailed: Self { Self("storeFailed") }
}

extension ChainIndexError {
  /// Whether the file is only kept by another process just now.
  var isBusy: Bool { code == .storeFailed && (cause as? DatabaseError)?.code == .busy }

  /// Whether the server of the index is away: its state is read anew once it is back.
  var isOfServerAway: Bool {
    code == .storeFailed && [.unreachable, .crowded, .uncertain].contains((cause as? DatabaseError)?.code)
  }

  /// An answer that cannot be true; nothing of it is written.
  package static func badAnswer(_ reason: String) -> ChainIndexError {
    ChainIndexError(.badAnswer, "The node's answer cannot be used, and nothing of it was written.", reason: reason)
  }

  /// A chain that changed while it was read.
  static func chainMoved(_ reason: String) -> ChainIndexError {
    ChainIndexError(.chainMoved, "The chain changed while it was read.", reason: reason)
  }
}
