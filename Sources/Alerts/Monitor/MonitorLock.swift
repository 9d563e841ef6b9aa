import Database
import Files
import Platform

/// The right to watch a scope for a book: one process at a time has it.
///
/// The lock is the kernel's, on a file beside the book, and ends with the process however that ends. Of a book on a server,
/// which several machines share, it is that of this machine; of the machines one watches, by a lease, and the others stand by
/// until it gives no sign of life any more.
public final class MonitorLock: Sendable {
  private let lock: FileLock
  /// The keeper of the lease between machines; nil for a book in a file.
  let keeper: LeaseKeeper?

  /// - Throws: `watchedAlready`; `bookFailed`.
  public convenience init(book: String, scope: String, topic: AlertTopic) throws(AlertsError) {
    try self.init(beside: book, scope: scope, topic: topic, server: nil)
  }

  /// - Parameters:
  ///   - path: The book's file, or one of this machine that stands for a book on a server.
  ///   - server: The book's database on a server, with the table of leases; nil for a book in a file.
  /// - Throws: `watchedAlready` on this machine; `bookFailed`.
  package init(
    beside path: String, scope: String, topic: AlertTopic, server: (any SQLDatabase)?
  ) throws(AlertsError) {
    let name = Self.path(path, scope)
    do {
      if server != nil { try Folder(of: name).make() }
      lock = try FileLock(name, isPatient: false)
    } catch {
      guard error.number == EWOULDBLOCK else {
        throw AlertsError(
          .bookFailed, "The \(topic.name) monitor's lock cannot be taken.", about: topic, reason: "\(name): \(error)",
          advice: "Is the folder yours, and on a disk that knows locks?", facts: .lock(path: name))
      }
      let watcher = Self.holder(book: path, scope: scope)
      throw AlertsError(
        .watchedAlready, "Another process watches \(topic.watched) already.", about: topic,
        reason: watcher.map { "It is process \($0)." }, facts: .watcher(process: watcher))
    }
    keeper = server.map { LeaseKeeper(Self.lease(scope), as: "process \(getpid())", in: $0) }
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(lock.descriptor, 0)
    _ = pwrite(lock.descriptor, text, text.count, 0)
  }

  /// The tables of a book as the holder alone changes them.
  package func fenced(_ database: any SQLDatabase) -> any SQLDatabase {
    keeper.map { FencedDatabase(database, by: $0) } ?? database
  }

  /// Whether a machine watches a scope for a book on a server.
  package static func isHeld(_ scope: String, on server: any SQLDatabase) async throws -> Bool {
    try await server.read { try Lease.holder(of: lease(scope), in: $0) != nil }
  }

  private static func lease(_ scope: String) -> String { "watch \(scope)" }

  /// The time since when a process watches, in seconds since 1970: that at which it wrote its number down; nil if none does.
  public static func start(book: String, scope: String) -> Int64? {
    guard holder(book: book, scope: scope) != nil, let file = try? NamedFile(path(book, scope)) else { return nil }
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else { return nil }
    #if canImport(Darwin)
      return Int64(status.st_mtimespec.tv_sec)
    #else
      return Int64(status.st_mtim.tv_sec)
    #endif
  }

  /// The process that watches; nil if none does.
  public static func holder(book: String, scope: String) -> Int? {
    guard let file = try? NamedFile(path(book, scope)) else { return nil }
    // A process that gets the lock finds no other owner.
    guard flock(file.descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
    var text = [UInt8](repeating: 0, count: 32)
    let count = pread(file.descriptor, &text, text.count, 0)
    let digits = text.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }

  private static func path(_ book: String, _ scope: String) -> String { "\(book)-\(scope).lock" }
}
