import GRDBSQLite
import Locking

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The disk under every SQLite database that this process opens from now on: it tells each of its steps before it takes it,
/// and fails, stops half-way or loses what was not synced when it is told to.
///
/// A VFS of SQLite's around the system's own, registered as the default. It stays for the life of the process, so it
/// belongs into a process of its own.
package enum FaultyDisk {
  /// Something that changes a file.
  package struct Step: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable { case write, sync, truncate, delete }
    package let kind: Kind
    /// The file's name without its folder.
    package let file: String
  }

  package enum Verdict: Sendable {
    case go
    /// Half of what is to be written is written, and then the body runs, which is not to return.
    case tear(@Sendable () -> Never)
    /// An error of SQLite's: `SQLITE_FULL`, `SQLITE_IOERR`.
    case fail(Int32)
  }

  // Written once, by `install`, before SQLite is asked for anything.
  nonisolated(unsafe) static var system: UnsafeMutablePointer<sqlite3_vfs>?
  nonisolated(unsafe) private static var vfs = sqlite3_vfs()
  nonisolated(unsafe) static var methods = FaultyFile.methods
  private static let judge = Guarded<@Sendable (Step) -> Verdict>({ _ in .go })
  static let unsynced = Guarded(UnsyncedChanges())

  /// Puts itself under SQLite.
  ///
  /// - Parameter judge: Called before each step on the thread that takes it; what it does not return from does not happen.
  package static func install(_ judge: @escaping @Sendable (Step) -> Verdict) {
    self.judge.withLock { $0 = judge }
    guard system == nil, let found = sqlite3_vfs_find(nil) else { return }
    system = found
    // All that is not said otherwise is the system's.
    vfs = found.pointee
    vfs.pNext = nil
    vfs.zName = UnsafePointer(strdup("faulty"))
    vfs.szOsFile += Int32(FaultyFile.headSize)
    vfs.xOpen = { _, name, file, flags, outFlags in FaultyFile.open(name, file, flags, outFlags) }
    vfs.xDelete = { _, name, syncsFolder in
      guard let system = FaultyDisk.system, let name else { return SQLITE_IOERR }
      let path = String(cString: name)
      if case .fail(let code) = FaultyDisk.verdict(.delete, path) { return code }
      FaultyDisk.unsynced.withLock { $0.forget(path) }
      return system.pointee.xDelete(system, name, syncsFolder)
    }
    precondition(sqlite3_vfs_register(&vfs, 1) == SQLITE_OK)
  }

  /// Leaves the disk as after a power cut: synced writes, and whichever others the disk had already written.
  ///
  /// - Parameter keeps: Whether one of the changes that were not synced is there all the same.
  package static func losePower(keeping keeps: () -> Bool = { false }) {
    let changes = unsynced.withLock { $0 }
    changes.undo(keeping: keeps)
  }

  static func verdict(_ kind: Step.Kind, _ path: String) -> Verdict {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    return judge.withLock { $0 }(Step(kind: kind, file: name))
  }
}
