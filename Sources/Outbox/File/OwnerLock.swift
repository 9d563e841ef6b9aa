import Files
import Foundation
import Locking
import Platform
import Primitives

/// The proof that an open outbox lives: a file beside it that stays locked as long as its process holds it.
///
/// The system lets go of the lock when the process dies, however it dies. So an owner whose file is gone or can be locked
/// is dead, and what it worked on may be taken up.
final class OwnerLock: Sendable {
  let id: String
  private let path: String?
  /// Below zero once it is released.
  private let descriptor: Guarded<Int32>

  /// A lock that nobody else can see: for an outbox in memory.
  init() {
    id = Self.randomID()
    path = nil
    descriptor = Guarded(-1)
  }

  /// Makes the file and locks it.
  ///
  /// - Throws: `SystemFailure`.
  init(beside outbox: String) throws {
    while true {
      let id = Self.randomID()
      let path = Self.path(of: id, beside: outbox)
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw SystemFailure(errno) }
      var (mine, there) = (stat(), stat())
      // Between the two steps somebody may have taken it for one of the dead and removed it.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &mine) == 0, stat(path, &there) == 0,
        mine.st_ino == there.st_ino, mine.st_dev == there.st_dev
      {
        (self.id, self.path, self.descriptor) = (id, path, Guarded(descriptor))
        return
      }
      close(descriptor)
    }
  }

  deinit { release() }

  /// Lets go: from now on this owner is dead.
  func release() {
    let held = descriptor.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
    guard held >= 0, let path else { return }
    unlink(path)
    close(held)
  }

  /// Whether an owner is dead; what is left of it is removed then.
  static func isDead(_ id: String, beside outbox: String) -> Bool {
    let path = path(of: id, beside: outbox)
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    // Anything but "there is none" leaves it undecided: then it lives.
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    unlink(path)
    return true
  }

  /// Removes what dead owners left.
  static func sweep(beside outbox: String) { for id in all(beside: outbox) { _ = isDead(id, beside: outbox) } }

  /// Whether any owner lives.
  static func anyLives(beside outbox: String) -> Bool { all(beside: outbox).contains { !isDead($0, beside: outbox) } }

  private static func all(beside outbox: String) -> [String] {
    let (folder, name) = Folder.split(outbox)
    let prefix = "\(name)-owner-"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  private static func path(of id: String, beside outbox: String) -> String { "\(outbox)-owner-\(id)" }

  private static func randomID() -> String {
    Hex.encode((0..<8).map { _ in UInt8.random(in: 0...255) }, prefix: false)
  }
}
