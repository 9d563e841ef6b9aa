import Database
import Files
import Primitives

/// An outbox on a server that several machines share.
///
/// Its owner is a lease with a token: each change is made only while that is good, and who takes up another's work
/// makes the other's token void first. So of two machines that both think that they have an intent, one writes.
struct OutboxServer: OutboxStore {
  let database: any SQLDatabase
  let lease: OwnerLease
  /// The notes in the user's state folder; nil where there is none.
  private let mark: NonceHighWaterMark?
  let clock: @Sendable () -> UInt64
  private let place: String
  /// The lease for which a change is made; nil outside of one.
  private var held: Lease?

  /// - Parameters:
  ///   - place: A server.
  ///   - stateFolder: The folder in which it is noted how far each account came.
  ///   - own: Seconds since 1970; nil for the server's clock.
  ///   - patience: Seconds to wait for the server; nil for half a minute.
  /// - Throws: `OutboxError` `.busy`, `.damaged`, `.newer`, `.failed`.
  init(
    _ place: DatabasePlace, stateFolder: String?, clock own: (@Sendable () -> UInt64)? = nil, patience: Double? = nil
  ) throws {
    self.place = place.name
    let name = place.name
    database = try place.open("outbox", OutboxSchema.current, patience: patience) {
      OutboxError($0, at: name)
    }
    do {
      clock = try own ?? ServerClock.reading(database)
      let (database, clock) = (database, clock)
      mark = try stateFolder.flatMap { StateFolder(path: $0) }.map { folder in
        try NonceHighWaterMark.marked(database, in: folder, at: name, clock())
      }
      lease = OwnerLease(in: database)
    } catch {
      throw OutboxError(error, at: name)
    }
  }

  // MARK: Access

  var threads: BlockingThreads { database.threads }

  func read<Value>(_ body: (Connection, any OutboxStore) throws -> Value) throws -> Value {
    try database.read { try body($0, self) }
  }

  func write<Value>(
    _ durability: Durability, in turn: AccountLockKey, _ body: (Connection, any OutboxStore) throws -> Value
  ) throws -> Value {
    do {
      let taken = try lease.taken()
      do {
        return try write(durability, turn, taken, body)
      } catch let error as OutboxError where error.code == .takenForDead && lease.isLost(taken) {
        // With a new token. What was begun with the old one is not this owner's any more.
        return try write(durability, turn, try lease.takenAnew(), body)
      }
    } catch {
      throw OutboxError(error, at: place)
    }
  }

  private func write<Value>(
    _ durability: Durability, _ turn: AccountLockKey, _ lease: Lease,
    _ body: (Connection, any OutboxStore) throws -> Value
  ) throws -> Value {
    var store = self
    store.held = lease
    return try database.write(durability, turn: turn.name) { db in
      // The order is always the same: account, lease, limits. So no two wait for each other.
      try turn.take(db)
      try lease.fence(in: db)
      return try body(db, store)
    }
  }

  func mark(_ intent: Int64, _ nonce: UInt64, _ db: Connection) throws -> (@Sendable () throws -> Void)? {
    try mark?.note(intent, nonce, db, at: place)
  }

  func check() throws {
    if let reason = try database.read({ try $0.unreadableRows().reason }) {
      throw OutboxError.damagedFile(at: place, reason: reason)
    }
  }

  /// A server does that itself.
  func tidy() {}

  func end() throws {
    try? lease.release()
    try database.close()
  }

  // MARK: Owners

  var run: String { lease.run }

  var ownerID: String { (held ?? lease.held).map { lease.owner($0) } ?? run }

  var isFenced: Bool { true }

  func wasOwner(_ other: String?) -> Bool { other.flatMap { OwnerLease.parts($0)?.run } == run }

  func isFree(_ other: String?, _ db: Connection) throws -> Bool {
    guard let other else { return true }
    guard other != ownerID, let parts = OwnerLease.parts(other) else { return false }
    let name = OwnerLease.name(of: parts.run)
    // Before its work is taken up its token is made void, which waits for what it writes just now.
    if held != nil { _ = try Lease.remove(name, in: db) }
    return try Lease.holder(of: name, in: db)?.token != parts.token
  }
}
