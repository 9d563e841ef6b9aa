import Platform
import Primitives

extension Sandbox {
  /// The steps of a write, between which a process may die.
  enum Step: String, Sendable, CaseIterable {
    case temporaryMade, temporaryWritten, temporarySynced, inPlace, directorySynced
  }

  static let temporaryPrefix = ".lectures-tmp-"

  /// Writes a file of a new name, whole or not at all, for its owner's eyes only.
  ///
  /// - Throws: `exists` when the name is taken, `io`.
  func writeNew(_ name: FileName, _ bytes: Bytes) throws(KeystoreError) {
    let temporary = try writeTemporary(bytes)
    do {
      try moveWithoutOverwriting(temporary, name.text)
    } catch {
      unlinkat(descriptor, temporary, 0)
      throw error
    }
    try synchronize()
  }

  /// Puts a file in another's place: whoever looks, whenever, finds the old one or the new one.
  func replace(_ name: FileName, _ bytes: Bytes) throws(KeystoreError) {
    let temporary = try writeTemporary(bytes)
    guard renameat(descriptor, temporary, descriptor, name.text) == 0 else {
      let failure = Sandbox.system("The file cannot be replaced", name.text)
      unlinkat(descriptor, temporary, 0)
      throw failure
    }
    try synchronize()
  }

  /// Gives a file another name, which must be free.
  func rename(_ old: FileName, to new: FileName) throws(KeystoreError) {
    try moveWithoutOverwriting(old.text, new.text)
    try synchronize()
  }

  func remove(_ name: FileName) throws(KeystoreError) {
    guard unlinkat(descriptor, name.text, 0) == 0 else {
      throw Sandbox.system("The file cannot be removed", name.text)
    }
    try synchronize()
  }

  /// Removes what interrupted writes left behind; only for the holder of the lock, whose writes these cannot be.
  func removeLeftovers() throws(KeystoreError) {
    for name in try names(where: { $0.hasPrefix(Sandbox.temporaryPrefix) }) { unlinkat(descriptor, name, 0) }
  }

  private func writeTemporary(_ bytes: Bytes) throws(KeystoreError) -> String {
    let name = Sandbox.temporaryPrefix + Hex.encode(try Randomness.bytes(12), prefix: false)
    let file = retrying { openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) }
    guard file >= 0 else { throw Sandbox.system("No file can be made in the folder", path) }
    checkpoint?(.temporaryMade)
    var failure: KeystoreError?
    do throws(KeystoreError) {
      // The mask of the process may have taken the owner's own rights.
      _ = fchmod(file, 0o600)
      try Sandbox.writeAll(file, bytes)
      checkpoint?(.temporaryWritten)
      guard retrying({ fsync(file) }) == 0 else { throw Sandbox.system("The file cannot be written to the disk", name) }
      checkpoint?(.temporarySynced)
    } catch {
      failure = error
    }
    // Some file systems tell of a full disk only here.
    if close(file) != 0, failure == nil { failure = Sandbox.system("The file cannot be written", name) }
    guard let failure else { return name }
    unlinkat(descriptor, name, 0)
    throw failure
  }

  private static func writeAll(_ file: Int32, _ bytes: Bytes) throws(KeystoreError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        retrying { write(file, buffer.baseAddress.map { $0 + offset }, buffer.count - offset) }
      }
      guard count >= 0 else { throw system("The file cannot be written", "temporary file") }
      offset += count
    }
  }

  private func moveWithoutOverwriting(_ old: String, _ new: String) throws(KeystoreError) {
    if ExclusiveRename.call(descriptor, old, new) == 0 { return }
    if errno == EEXIST { throw Sandbox.taken(new) }
    guard errno == EINVAL || errno == ENOSYS || errno == ENOTSUP else {
      throw Sandbox.system("The file cannot be put in place", new)
    }
    // The file system knows no exclusive renaming: our own processes are kept out by the lock that is held here.
    if faccessat(descriptor, new, F_OK, AT_SYMLINK_NOFOLLOW) == 0 { throw Sandbox.taken(new) }
    guard renameat(descriptor, old, descriptor, new) == 0 else {
      throw Sandbox.system("The file cannot be put in place", new)
    }
  }

  static func taken(_ name: String) -> KeystoreError {
    KeystoreError(
      .exists, "There is already a file \(TerminalSafe.name(name)).",
      reason: "A key file is never overwritten.", advice: "Choose another name.")
  }

  /// Makes the directory's own changes survive a power cut.
  private func synchronize() throws(KeystoreError) {
    checkpoint?(.inPlace)
    guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else {
      throw Sandbox.system("The folder cannot be written to the disk", path)
    }
    checkpoint?(.directorySynced)
  }
}

/// Renaming that fails with EEXIST instead of overwriting, in one step.
private enum ExclusiveRename {
  #if canImport(Darwin)
    static func call(_ directory: Int32, _ old: String, _ new: String) -> Int32 {
      renameatx_np(directory, old, directory, new, UInt32(RENAME_EXCL))
    }
  #else
    private typealias Function =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    // The C library has renameat2, but its header shows it only to programs that ask for GNU's extensions.
    private static let function: Function? = {
      guard let program = dlopen(nil, RTLD_NOW), let symbol = dlsym(program, "renameat2") else { return nil }
      return unsafeBitCast(symbol, to: Function.self)
    }()

    static func call(_ directory: Int32, _ old: String, _ new: String) -> Int32 {
      guard let function else {
        errno = ENOSYS
        return -1
      }
      let noReplace: UInt32 = 1
      return function(directory, old, directory, new, noReplace)
    }
  #endif
}
