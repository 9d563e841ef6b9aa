import ChainIndex
import Database
import LectureKit
import Primitives

/// The database of an index of lectures.
package enum LectureIndexFile {
  /// Opens an index to write it, and makes it if there is none.
  ///
  /// - Throws: `storeFailed`.
  package static func open(
    _ place: DatabasePlace, clock: IndexClock = .system
  ) throws(ChainIndexError) -> IndexStore {
    try IndexStore(place, LectureTables.tables, clock: clock)
  }

  /// The tables of an index of lectures.
  package static var tables: IndexTables { LectureTables.tables }

  /// Makes sure that a contract's events tell what an index needs.
  ///
  /// - Throws: `noContract`; `notIndexable` for the contracts of 2018, and for any other program.
  package static func check(code: Bytes, of contract: Address) throws(ChainIndexError) {
    guard !code.isEmpty else {
      throw ChainIndexError(
        .noContract, "There is no contract at \(contract).", reason: "The address has no code on this chain.",
        facts: .contract(contract))
    }
    let generation = ContractGeneration(code: code)
    guard generation?.hasRecords != true else { return }
    throw ChainIndexError(
      .notIndexable, "The contract at \(contract) cannot be indexed.",
      reason: generation.map {
        "It is \($0.name), which logs neither purchases nor settlements: its events do not tell who bought what."
      } ?? "It is no lecture contract.",
      facts: .contract(contract))
  }
}
