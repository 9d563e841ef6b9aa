import Database
import Files
import Platform
import Primitives

/// The record of every send, made before it leaves, so that none is paid twice and none is forgotten.
///
/// A file of SQLite that any number of processes on a machine share, a server of PostgreSQL that several machines
/// share, or memory. It is opened at its first use. A taken nonce and signed bytes are on the disk before anything
/// depends on them; facts that the chain can show again (that a node took it, the block it is in) may be lost. Where
/// the file cannot be written it is read, and nothing is sent.
public final class Outbox: Sendable {
  /// The place of its rows.
  package let place: DatabasePlace
  /// The folder in which its progress is noted, apart from the file; nil for none.
  let stateFolder: String?
  package let observer: (any OutboxObserver)?
  private let opener: Opener

  /// - Parameters:
  ///   - path: the file; it and its folder are made if they are not there.
  ///   - stateFolder: the folder in which its progress is noted once more, apart from the file: one that was restored
  ///     from a backup is known by that. It is made if it is not there; nil, and one that cannot be made, is none.
  ///   - observer: gets the events.
  public convenience init(path: String, stateFolder: String? = nil, observer: (any OutboxObserver)? = nil) {
    self.init(path: path, stateFolder: stateFolder, observer: observer, schema: OutboxSchema.current)
  }

  /// An outbox on a server of PostgreSQL, whose tables are made if they are not there.
  ///
  /// - Parameters:
  ///   - address: as libpq reads it: `postgres://user@host/name`, or keywords and values. A server on another machine
  ///     has to prove its name by a certificate.
  ///   - stateFolder: as of a file.
  /// - Throws: `OutboxError` `.failed` for an address that cannot be read; the server is not asked yet.
  public convenience init(
    server address: String, stateFolder: String? = nil, observer: (any OutboxObserver)? = nil
  ) throws(OutboxError) {
    let place: DatabasePlace
    do {
      place = .server(try PostgresAddress(address, isSecret: true, stateFolder: stateFolder))
    } catch {
      // The text is left out: it may have a password.
      throw OutboxError(error, at: "on a server")
    }
    self.init(at: place, stateFolder: stateFolder, observer: observer)
  }

  /// An outbox that is forgotten with the process: two sends of one process are still kept apart, two processes are
  /// not.
  public static func inMemory(observer: (any OutboxObserver)? = nil) -> Outbox {
    Outbox(path: nil, observer: observer, schema: OutboxSchema.current)
  }

  /// - Parameters:
  ///   - place: a file, memory, or the tables of a server, which are made if they are not there.
  ///   - stateFolder: as of a file.
  package convenience init(
    at place: DatabasePlace, stateFolder: String? = nil, observer: (any OutboxObserver)? = nil
  ) {
    self.init(at: place, stateFolder: stateFolder, observer: observer, clock: nil)
  }

  /// - Parameters:
  ///   - clock: seconds since 1970; nil is the wall clock of this machine, or of the server.
  ///   - patience: seconds to wait for a server; nil is half a minute.
  convenience init(
    at place: DatabasePlace, stateFolder: String? = nil, observer: (any OutboxObserver)? = nil,
    clock: (@Sendable () -> UInt64)?, patience: Double? = nil
  ) {
    switch place {
    case .memory, .file:
      let path: String? = if case .file(let path) = place { path } else { nil }
      self.init(
        path: path, stateFolder: stateFolder, observer: observer, schema: OutboxSchema.current,
        clock: clock ?? { UInt64(max(0, time(nil))) })
    case .server:
      self.init(place, stateFolder, observer) {
        try OutboxServer(place, stateFolder: stateFolder, clock: clock, patience: patience)
      }
    }
  }

  /// - Parameter clock: the wall clock, in seconds since 1970.
  convenience init(
    path: String?, stateFolder: String? = nil, observer: (any OutboxObserver)? = nil, schema: DatabaseSchema,
    clock: @escaping @Sendable () -> UInt64 = { UInt64(max(0, time(nil))) }
  ) {
    self.init(path.map { .file($0) } ?? .memory, stateFolder, observer) {
      guard let path else { return try OutboxFile(inMemory: schema, clock: clock) }
      guard !DatabaseFile.isReadOnly(at: path) else {
        return try OutboxFile(reading: path, schema: schema, clock: clock)
      }
      return try OutboxFile(path: path, stateFolder: stateFolder, schema: schema, clock: clock)
    }
  }

  private init(
    _ place: DatabasePlace, _ stateFolder: String?, _ observer: (any OutboxObserver)?,
    _ make: @escaping @Sendable () throws -> any OutboxStore
  ) {
    (self.place, self.stateFolder, self.observer) = (place, stateFolder, observer)
    opener = Opener(make)
  }

  /// The path of the file; nil in memory and on a server.
  public var path: String? { if case .file(let path) = place { path } else { nil } }

  /// An account on a chain.
  package func account(_ address: Address, on chain: ChainMark) -> OutboxAccount {
    OutboxAccount(outbox: self, address: address, chain: chain)
  }

  /// The account and the chain of a draft.
  package func account(of draft: IntentDraft) -> OutboxAccount { account(draft.account, on: draft.chain) }

  /// Whether there is a file; it is not opened.
  public static func exists(at path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether there may be one at a place; a server is not asked.
  package static func exists(at place: DatabasePlace) -> Bool { place.mayBeThere }

  /// Whether one at a place can only be read, or not be made where none is: then nothing can be sent. A server is not
  /// asked.
  package static func isReadOnly(at place: DatabasePlace) -> Bool {
    if case .file(let path) = place { DatabaseFile.isReadOnly(at: path) } else { false }
  }

  /// Opens the file now, and not at the first use.
  ///
  /// - Throws: `OutboxError` `.busy`, `.damaged`, `.newer`, `.failed`.
  public func open() async throws { _ = try await opener.store() }

  /// Reads the whole file, compares it with itself, and reads every row; of a server every row.
  ///
  /// - Throws: `OutboxError` `.damaged`; as ``open()``.
  /// - Complexity: O(file).
  public func check() async throws {
    let store = try await opener.store()
    try await BlockingWork.run { try store.check() }
  }

  /// Closes it; the next use opens it again. Others can take up its unfinished work.
  public func close() async { await opener.close() }

  /// Moves a damaged file aside, as it is, and reads every row that can be read into a new one.
  ///
  /// The chain shows what was mined in any case; labels, and what was signed and never left, cannot be had again.
  ///
  /// - Throws: `OutboxError` `.busy` while another process has it open, `.newer` for a file of a later
  ///   version, `.failed`.
  public func rebuild() async throws -> OutboxSalvage {
    guard let path else {
      if case .server = place {
        throw OutboxError(
          .failed, "The outbox \(place.name) is on a server; nothing was changed.",
          reason:
            "A damaged one is restored from the server's own backup; what was sent since then is found on the chain.")
      }
      throw OutboxError(.failed, "An outbox in memory cannot be rebuilt.", advice: "Name its file.")
    }
    await close()
    let stateFolder = stateFolder
    return try await BlockingWork.run {
      do {
        return try Salvage(path: path, state: stateFolder.flatMap { StateFolder(path: $0) }).run()
      } catch {
        throw OutboxError(error, at: path)
      }
    }
  }

  /// Moves the rows of a file to a server that has none; from then on nothing is sent from the file.
  ///
  /// - Returns: the number of intents that are at the new place.
  /// - Throws: `OutboxError` `.busy` while another process has the file open, `.failed` where the new place has rows of
  ///   another outbox; as ``open()``.
  package func move(to target: DatabasePlace) async throws -> Int {
    guard let path else {
      throw OutboxError(.failed, "The outbox \(place.name) is no file; nothing was changed.")
    }
    await close()
    let stateFolder = stateFolder
    return try await BlockingWork.run {
      do {
        return try OutboxMove(path: path, stateFolder: stateFolder, target: target).run()
      } catch {
        throw OutboxError(error, at: path)
      }
    }
  }

  // MARK: Access

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection, any OutboxStore) throws -> Value
  ) async throws -> Value {
    let store = try await opener.store()
    return try await store.threads.run { try store.read(body) }
  }

  /// Changes something in the turn of an account; it is done even if the task is cancelled meanwhile.
  func write<Value: Sendable>(
    _ durability: Durability, in turn: AccountLockKey,
    _ body: @escaping @Sendable (Connection, any OutboxStore) throws -> Value
  ) async throws -> Value {
    let store = try await opener.store()
    return try await store.threads.run { try store.write(durability, in: turn, body) }
  }

  /// Brings a mark to the disk.
  func keeping(_ sync: () async throws -> Void) async throws {
    do { try await sync() } catch { throw OutboxError(error, at: path) }
  }

  /// Puts what the log holds into the file, if it has grown large.
  func tidy() async {
    guard let store = try? await opener.store() else { return }
    try? await BlockingWork.run { store.tidy() }
  }
}

/// Opens an outbox once, however many ask for it.
private actor Opener {
  private let make: @Sendable () throws -> any OutboxStore
  private var opening: Task<any OutboxStore, any Error>?

  init(_ make: @escaping @Sendable () throws -> any OutboxStore) { self.make = make }

  func store() async throws -> any OutboxStore {
    if let opening { return try await opening.value }
    let make = make
    let task = Task { try await BlockingWork.run { try make() } }
    opening = task
    do {
      return try await task.value
    } catch {
      // The error may be mended by the next time.
      opening = nil
      throw error
    }
  }

  func close() async {
    guard let task = opening else { return }
    opening = nil
    guard let store = try? await task.value else { return }
    try? await BlockingWork.run { try store.end() }
  }
}
