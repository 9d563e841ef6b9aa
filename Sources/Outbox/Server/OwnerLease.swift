import Database
import Locking
import Primitives

/// The proof that an outbox on a server is in use: a lease of its own, taken at its first change, with a sign of life
/// every few seconds.
final class OwnerLease: Sendable {
  /// The words for this opening, which no other has.
  let run: String
  private let database: any SQLDatabase
  private let keeper: LeaseKeeper
  private let beating = Guarded<Task<Void, Never>?>(nil)

  private static let beginning = "owner "

  init(in database: any SQLDatabase) {
    run = Hex.encode((0..<8).map { _ in UInt8.random(in: 0...255) }, prefix: false)
    self.database = database
    keeper = LeaseKeeper(Self.name(of: run), as: "outbox", in: database)
  }

  deinit { beating.withLock { $0?.cancel() } }

  /// The lease while it may be relied on; nil otherwise.
  var held: Lease? { keeper.held }

  /// Whether the server has given a lease up, or another has made it void.
  func isLost(_ lease: Lease) -> Bool {
    let token = try? database.read { try Lease.holder(of: lease.name, in: $0)?.token }
    return token != lease.token
  }

  /// The lease, which is taken if it is not held.
  func taken() throws -> Lease {
    if let held { return held }
    try sweep()
    let lease = try takenAnew()
    let keeper = keeper
    beating.withLock { task in
      if task == nil { task = Task.detached { await keeper.keep() } }
    }
    return lease
  }

  /// The lease, with another token if the server has given up the one that is thought to be held.
  func takenAnew() throws -> Lease {
    _ = try keeper.renew()
    return try keeper.required()
  }

  /// Gives the lease back for good.
  func release() throws {
    beating.withLock { task in
      task?.cancel()
      task = nil
    }
    try keeper.release()
  }

  /// Takes away what dead owners left.
  private func sweep() throws {
    let dead = try database.read { try Lease.ended(Self.beginning, in: $0) }
    guard !dead.isEmpty else { return }
    try database.write(.relaxed, turn: "owners") { db in
      for name in dead { _ = try Lease.remove(name, in: db) }
    }
  }

  // MARK: Names

  /// The words that stand in the rows of which a lease is the owner's.
  func owner(_ lease: Lease) -> String { "\(run)-\(lease.token)" }

  static func name(of run: String) -> String { beginning + run }

  /// The parts of an owner's words; nil for those of none on a server.
  static func parts(_ owner: String) -> (run: String, token: Int64)? {
    let words = owner.split(separator: "-")
    guard words.count == 2, let token = Int64(words[1]) else { return nil }
    return (String(words[0]), token)
  }
}
