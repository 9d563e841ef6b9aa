import EVM
import Primitives

/// A step of what a devnet keeps. A record of the log is a list of them that happened together.
enum LogEntry: Sendable {
  /// The block that follows the head, with what it changes.
  case block(DevnetBlock, StateChanges)
  /// A change by hand.
  case edit(StateChanges)
  /// Back to when the chain had so many steps.
  case back(toStep: Int)
  /// A transaction that waits.
  case waiting(DevnetTransaction)
  /// Transactions that wait no more, and are in no block.
  case dropped([Hash32])
  /// All transactions that wait, in the order in which they came.
  case pool([DevnetTransaction])
  /// The settings of time and of the block to come.
  case plans(BlockClock.Setting, NextBlock)
}

/// The identity of the chain that a log is of: its first record.
struct LogIdentity: Sendable, Hashable {
  var chainID: UInt256
  /// The first block's.
  var hash: Hash32
  /// The first block's, in seconds since 1970.
  var timestamp: UInt64
  /// The forks with their beginnings.
  var forks: String

  init(_ chain: Chain) {
    chainID = chain.chainID
    hash = chain.blocks[0].hash
    timestamp = chain.blocks[0].header.timestamp
    forks = chain.forks.description + chain.kind.identityMark
    if let dao = chain.rules(of: .frontier).daoFork, dao.isSupported { forks += ", the DAO fork in block \(dao.block)" }
  }
}
