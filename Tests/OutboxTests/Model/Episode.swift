import Database
import DatabaseSupport
import Foundation
import Locking
import Primitives

@testable import CrashWorker
@testable import Outbox
@testable import Sending

/// A short life of an outbox, of the processes that share it, and of a chain, move by move beside a model.
///
/// The processes do with the outbox what a sender does; the chain is only counted, so that a move costs microseconds.
final class Episode {
  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  static let accounts = 2
  static let keys = 5

  let folder: URL
  private let place: DatabasePlace
  let clock = Guarded<UInt64>(1_000_000)
  var outboxes: [Outbox] = []
  /// Which life a process is in.
  var lives: [Int] = []
  /// The name of each life in the outbox.
  var owners: [String] = []
  var model = ModelOutbox()
  var chains = Array(repeating: ModelChain(), count: accounts)
  var attempts = 0
  /// How often each thing was meant to be done, by account and key.
  var wanted: [[Int]: Int] = [:]

  private init() throws {
    // In memory where there is such a folder: that it is on the disk is looked at elsewhere.
    let root =
      FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    folder = URL(fileURLWithPath: root).appendingPathComponent("model-\(UUID().uuidString)")
    place = try TestDatabases.place(folder.appendingPathComponent("outbox.sqlite").path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Plays an episode.
  ///
  /// - Returns: What went wrong and at which move; nil if nothing did.
  static func play(_ moves: [Move]) async throws -> (failure: Failure, at: Int)? {
    let episode = try Episode()
    for _ in 0..<Move.processes { try await episode.bear() }
    var found: (failure: Failure, at: Int)?
    for (index, move) in moves.enumerated() where found == nil {
      do {
        try await episode.play(move)
        try episode.checkPayments()
        if index.isMultiple(of: 16) { try await episode.compareAll() }
      } catch let failure as Failure {
        found = (failure, index)
      }
    }
    if found == nil {
      do { try await episode.end() } catch let failure as Failure { found = (failure, moves.count) }
    }
    for outbox in episode.outboxes { await outbox.close() }
    return found
  }

  // MARK: Lives

  private func bear() async throws {
    outboxes.append(open())
    lives.append(0)
    try await beginLife(of: outboxes.count - 1)
  }

  func restart(_ process: Int) async throws {
    await outboxes[process].close()
    model.dies(lives[process])
    outboxes[process] = open()
    try await beginLife(of: process)
  }

  private func open() -> Outbox {
    Outbox(
      at: place, stateFolder: folder.appendingPathComponent("state").path,
      clock: { [clock] in clock.withLock { $0 } })
  }

  private func beginLife(of process: Int) async throws {
    lives[process] = owners.count
    // A change, with which an owner on a server begins.
    owners.append(try await outboxes[process].write(.relaxed, in: .intent(0)) { _, store in store.ownerID })
    model.isBorn(lives[process])
  }

  // MARK: What must be true

  /// The row of an intent is what the model says.
  func compare(_ id: Int64) async throws {
    guard let intent = try await outboxes[0].intent(id) else {
      throw Failure("intent \(id) is not there")
    }
    try compare(intent)
  }

  func compareAll() async throws {
    let all = try await outboxes[1].intents(IntentFilter(limit: .max))
    guard all.count == model.rows.count else {
      throw Failure("\(all.count) intents instead of \(model.rows.count)")
    }
    for intent in all { try compare(intent) }
    // The mark in the state folder is never ahead of the file.
    let histories = try await outboxes[0].read { db, _ in try db.histories() }
    guard histories.values.allSatisfy({ $0.lost == nil }) else { throw Failure("rows count as lost: \(histories)") }
    for account in 0..<Self.accounts {
      for key in 0..<Self.keys {
        let found = try await outboxes[0].account(Self.address(account), on: Self.chain).find(Self.name(key))?.id
        let wanted = model.holder(of: key, account)?.id
        guard found == wanted else {
          throw Failure("key \(key) of \(account): \(told(found)) instead of \(told(wanted))")
        }
      }
    }
  }

  private func compare(_ intent: Intent) throws {
    let row = model[intent.id]
    let tries = intent.attempts.map {
      ModelOutbox.Try(number: number(of: $0.hash), nonce: $0.nonce, kind: $0.kind)
    }
    guard intent.state == row.state, intent.nonce == row.nonce,
      intent.owner == row.owner.map({ owners[$0] }),
      intent.account == Self.address(row.account), intent.key == row.key.map(Self.name),
      tries == row.attempts
    else {
      throw Failure(
        """
        intent \(intent.id) is \(intent.state), nonce \(told(intent.nonce)), of \(told(intent.owner)), \
        \(tries.map(\.number)); the model says \(row.state), \(told(row.nonce)), \(told(row.owner.map { owners[$0] })), \
        \(row.attempts.map(\.number))
        """)
    }
  }

  private func told(_ value: (some CustomStringConvertible)?) -> String {
    value.map { "\($0)" } ?? "none"
  }

  /// How often something with a key was paid.
  func payments(_ account: Int, _ key: Int) -> Int {
    chains[account].mined.count { one in
      guard let id = one.intent, let number = one.attempt, model[id].key == key else {
        return false
      }
      return !isReverted(number)
        && model[id].attempts.first { $0.number == number }?.kind != .cancellation
    }
  }

  /// Nothing was paid more often than it was meant, and no intent is on the chain twice.
  func checkPayments() throws {
    for (account, chain) in chains.enumerated() {
      var seen: Set<Int64> = []
      for id in chain.mined.compactMap(\.intent) where !seen.insert(id).inserted {
        throw Failure("intent \(id) is on the chain twice")
      }
      for key in 0..<Self.keys {
        let (paid, meant) = (payments(account, key), wanted[[account, key]] ?? 0)
        guard paid <= meant else {
          throw Failure("key \(key) of \(account) was paid \(paid) times, meant \(meant)")
        }
      }
    }
  }

  // MARK: Names

  static let chain = ChainMark(chainID: 31337)
  static func address(_ account: Int) -> Address { Address(truncating: UInt256(account + 1)) }
  static func name(_ key: Int) -> IntentKey { IntentKey("job \(key)") }
  func hash(of number: Int) -> Hash32 { Hash32(UInt256(number)) }
  private func number(of hash: Hash32) -> Int { Int(truncatingIfNeeded: UInt256(hash)) }
  /// A seventh of all calls fails on the chain.
  func isReverted(_ number: Int) -> Bool { number.isMultiple(of: 7) }
}
