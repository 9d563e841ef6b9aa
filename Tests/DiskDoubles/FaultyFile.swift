import GRDBSQLite
import Locking

/// An open file of ``FaultyDisk``: SQLite's head, the path, and behind both the system's file.
enum FaultyFile {
  /// The methods' table, and the path's object.
  static let headSize = 16

  private typealias File = UnsafeMutablePointer<sqlite3_file>

  private final class Path {
    let text: String
    init(_ text: String) { self.text = text }
  }

  static func open(
    _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let system = FaultyDisk.system, let file else { return SQLITE_CANTOPEN }
    file.pointee.pMethods = nil
    let real = real(file)
    let code = system.pointee.xOpen(system, name, real, flags, outFlags)
    guard code == SQLITE_OK else {
      if let methods = real.pointee.pMethods { _ = methods.pointee.xClose(real) }
      return code
    }
    let path = Path(name.map { String(cString: $0) } ?? "temporary")
    UnsafeMutableRawPointer(file).storeBytes(
      of: Unmanaged.passRetained(path).toOpaque(), toByteOffset: 8, as: UnsafeMutableRawPointer.self)
    withUnsafePointer(to: &FaultyDisk.methods) { file.pointee.pMethods = $0 }
    return SQLITE_OK
  }

  /// SQLite never maps the file into memory (version 2): it would write past us.
  static let methods = sqlite3_io_methods(
    iVersion: 2,
    xClose: { file in
      guard let file else { return SQLITE_IOERR }
      Unmanaged<Path>.fromOpaque(pathPointer(file)).release()
      return table(file).xClose(real(file))
    },
    xRead: { file, bytes, count, offset in
      guard let file else { return SQLITE_IOERR }
      return table(file).xRead(real(file), bytes, count, offset)
    },
    xWrite: { file, bytes, count, offset in
      guard let file, let bytes else { return SQLITE_IOERR }
      var torn: (() -> Never)?
      switch FaultyDisk.verdict(.write, path(file)) {
      case .go: break
      case .fail(let code): return code
      case .tear(let end): torn = end
      }
      let written = torn == nil ? count : count / 2
      note(file, .write(offset: offset, bytes: Array(UnsafeRawBufferPointer(start: bytes, count: Int(written)))))
      let code = table(file).xWrite(real(file), bytes, written, offset)
      torn?()
      return code
    },
    xTruncate: { file, size in
      guard let file else { return SQLITE_IOERR }
      switch FaultyDisk.verdict(.truncate, path(file)) {
      case .go: break
      case .fail(let code): return code
      case .tear(let end): end()
      }
      note(file, .truncate(size: size))
      return table(file).xTruncate(real(file), size)
    },
    xSync: { file, flags in
      guard let file else { return SQLITE_IOERR }
      switch FaultyDisk.verdict(.sync, path(file)) {
      case .go: break
      case .fail(let code): return code
      case .tear(let end): end()
      }
      let code = table(file).xSync(real(file), flags)
      if code == SQLITE_OK {
        let path = path(file)
        FaultyDisk.unsynced.withLock { $0.forget(path) }
      }
      return code
    },
    xFileSize: { file, size in
      guard let file else { return SQLITE_IOERR }
      return table(file).xFileSize(real(file), size)
    },
    xLock: { file, level in
      guard let file else { return SQLITE_IOERR }
      return table(file).xLock(real(file), level)
    },
    xUnlock: { file, level in
      guard let file else { return SQLITE_IOERR }
      return table(file).xUnlock(real(file), level)
    },
    xCheckReservedLock: { file, result in
      guard let file else { return SQLITE_IOERR }
      return table(file).xCheckReservedLock(real(file), result)
    },
    xFileControl: { file, code, argument in
      guard let file else { return SQLITE_NOTFOUND }
      return table(file).xFileControl(real(file), code, argument)
    },
    xSectorSize: { file in file.map { table($0).xSectorSize(real($0)) } ?? 4_096 },
    xDeviceCharacteristics: { file in file.map { table($0).xDeviceCharacteristics(real($0)) } ?? 0 },
    xShmMap: { file, page, size, extends, result in
      guard let file else { return SQLITE_IOERR }
      return table(file).xShmMap(real(file), page, size, extends, result)
    },
    xShmLock: { file, offset, count, flags in
      guard let file else { return SQLITE_IOERR }
      return table(file).xShmLock(real(file), offset, count, flags)
    },
    xShmBarrier: { file in if let file { table(file).xShmBarrier(real(file)) } },
    xShmUnmap: { file, deletes in
      guard let file else { return SQLITE_OK }
      return table(file).xShmUnmap(real(file), deletes)
    },
    xFetch: nil, xUnfetch: nil)

  /// The system's file behind ours.
  private static func real(_ file: File) -> File {
    (UnsafeMutableRawPointer(file) + headSize).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// The system's methods; a file that is open has them.
  private static func table(_ file: File) -> sqlite3_io_methods {
    guard let methods = real(file).pointee.pMethods else { fatalError("SQLite uses a file that is not open") }
    return methods.pointee
  }

  private static func pathPointer(_ file: File) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(file).load(fromByteOffset: 8, as: UnsafeMutableRawPointer.self)
  }

  private static func path(_ file: File) -> String {
    Unmanaged<Path>.fromOpaque(pathPointer(file)).takeUnretainedValue().text
  }

  /// Writes down how to undo a change that is about to happen.
  private static func note(_ file: File, _ change: UnsyncedChanges.Change) {
    var size: sqlite3_int64 = 0
    _ = table(file).xFileSize(real(file), &size)
    let range = change.range(of: size)
    var old = [UInt8](repeating: 0, count: range.count)
    if !old.isEmpty { _ = table(file).xRead(real(file), &old, Int32(old.count), range.lowerBound) }
    let path = path(file)
    let (lost, before) = (old, size)
    FaultyDisk.unsynced.withLock {
      $0.add(UnsyncedChanges.Entry(change: change, offset: range.lowerBound, lost: lost, size: before), to: path)
    }
  }
}
