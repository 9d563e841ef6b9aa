import ChainIndex
import Database
import LectureKit
import NodeRPC
import Primitives

extension IndexView {
  /// The facts that the history of an account is made of; ``LectureHistory`` asks a node for the fees.
  ///
  /// - Parameter contract: The contract that the index is of.
  package func historySource(of account: Address, at contract: Address) throws -> HistorySource {
    let own = account.bytes
    var times: [UInt64: UInt64] = [:]
    for (sql, count) in Self.blocksOfAccount {
      for row in try db.rows(sql, [(any Storable)?](repeating: own, count: count)) {
        times[try row.value("block")] = try row.value("time")
      }
    }
    var logs = try times.keys.sorted().flatMap { block in
      try EventTable(database: db).events(in: block...block)
    }
    logs += try EventTable(database: db).events(of: "WithdrawingCredit")
    let lectures = try lectures(
      where: """
        teacher = ? OR number IN (
          SELECT lecture FROM purchase WHERE student = ?
        )
        """, [own, own])
    return HistorySource(logs: try logs.map { try $0.log(of: contract) }, lectures: lectures, times: times)
  }

  /// The blocks in which something of an account was logged, but for withdrawals, and the number of places for its
  /// address.
  private static let blocksOfAccount: [(sql: String, count: Int)] = [
    ("SELECT run.block AS block, run.time AS time FROM lecture JOIN run ON run.lecture = number WHERE teacher = ?", 1),
    ("SELECT block, time FROM purchase WHERE student = ?", 1),
    (
      """
      SELECT reclaimedBlock AS block, reclaimedTime AS time FROM purchase
      WHERE student = ? AND reclaimedBlock IS NOT NULL
      """, 1
    ),
    (
      """
      SELECT rating.block AS block, rating.time AS time FROM purchase
      JOIN rating ON rating.lecture = purchase.lecture AND rating.run = purchase.run AND rating.student = purchase.student
      WHERE purchase.student = ?
      """, 1
    ),
    ("SELECT block, time FROM settlement WHERE teacher = ? OR owner = ?", 2),
  ]
}

extension StoredEvent {
  /// The event as a node would tell it, but for the hash of its block.
  fileprivate func log(of contract: Address) throws -> Log {
    Log(
      address: contract, topics: try words(), data: data, blockNumber: block, transactionHash: transaction,
      logIndex: place)
  }
}
