import Files
import Foundation
import Platform
import Primitives

/// The progress of the nonces of an outbox's accounts, kept in the user's state folder: apart from the outbox, so that
/// one that was restored from a backup, with all that lies beside it, is known.
///
/// One file for each outbox by its own name, so that a copy finds that of the first; and one for each place, so that an
/// outbox that is gone is missed. A mark is on the disk no later than what was signed. It lags where one with another
/// state folder uses the outbox; it is never ahead of the outbox.
struct NonceHighWaterMark: Sendable {
  /// The nonces of an account that are known to a mark.
  struct Reach: Sendable, Hashable {
    /// The account's count when it was used from the outbox first.
    var first: UInt64
    /// The one above the highest that was signed.
    var next: UInt64
  }

  let folder: StateFolder
  let name: StoreName

  /// The file.
  var path: String { "\(folder.path)/\(name)" }

  /// One sector, so that it is written as a whole or not at all.
  private static let recordSize = 512

  // MARK: Reading

  /// Nothing where none is kept; what cannot be read of it is left out.
  func get() -> [AccountQueue: Reach] {
    guard let file = try? NamedFile(path, followingLinks: false) else { return [:] }
    return Dictionary(Self.records(file.descriptor).compactMap { $0 }, uniquingKeysWith: Self.united)
  }

  private static func united(_ one: Reach, _ other: Reach) -> Reach {
    Reach(first: min(one.first, other.first), next: max(one.next, other.next))
  }

  private static func records(_ descriptor: Int32) -> [(AccountQueue, Reach)?] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size < 64 << 20 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) / recordSize * recordSize)
    guard bytes.isEmpty || pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { return [] }
    return stride(from: 0, to: bytes.count, by: recordSize).map { record(Array(bytes[$0..<$0 + recordSize])) }
  }

  /// `chain;account;first;next;checksum`, filled up with spaces.
  private static func record(_ bytes: [UInt8]) -> (AccountQueue, Reach)? {
    let text = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, parts[4].prefix(16) == checksum(parts.prefix(4).joined(separator: ";")),
      let account = try? Address(parts[1]), let first = UInt64(parts[2]), let next = UInt64(parts[3])
    else { return nil }
    return (AccountQueue(chain: parts[0], account: account), Reach(first: first, next: next))
  }

  private static func bytes(_ queue: AccountQueue, _ reach: Reach) -> [UInt8] {
    let text = "\(queue.chain);\(queue.account.lowercaseHex);\(reach.first);\(reach.next)"
    let line = Array("\(text);\(checksum(text))".utf8)
    return line + [UInt8](repeating: UInt8(ascii: " "), count: max(0, recordSize - line.count - 1)) + [
      UInt8(ascii: "\n")
    ]
  }

  private static func checksum(_ text: String) -> String {
    Hex.encode(Array(Keccak256.hash(Array(text.utf8)).bytes.prefix(8)), prefix: false)
  }

  // MARK: Writing

  /// Notes how far an account came; nothing that is noted is ever lowered.
  ///
  /// - Returns: what brings it to the disk, to be run beside whatever else is brought there; nil if it is there.
  /// - Throws: `SystemFailure`.
  func raise(_ queue: AccountQueue, to reach: Reach) throws -> (@Sendable () throws -> Void)? {
    let isNew = access(path, F_OK) != 0
    let file = try FileLock(path)
    let descriptor = file.descriptor
    let records = Self.records(descriptor)
    let index = records.firstIndex { $0?.0 == queue }
    let old = index.flatMap { records[$0]?.1 }
    let new = old.map { Self.united($0, reach) } ?? reach
    // Another process may have written it a moment ago, and not brought it to the disk yet.
    if new != old {
      let bytes = Self.bytes(queue, new)
      guard bytes.count == Self.recordSize,
        pwrite(descriptor, bytes, bytes.count, off_t((index ?? records.count) * Self.recordSize)) == bytes.count
      else { throw SystemFailure(errno) }
    }
    file.unlock()
    let (isLonger, folder) = (index == nil, folder)
    return {
      let descriptor = file.descriptor
      guard (isLonger ? fsync(descriptor) : Self.syncBytes(descriptor)) == 0 else { throw SystemFailure(errno) }
      if isNew { Folder(folder.path).sync() }
    }
  }

  private static func syncBytes(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      fsync(descriptor)
    #else
      fdatasync(descriptor)
    #endif
  }
}

/// The folder of the marks: the user's own, and nobody else's.
struct StateFolder: Sendable {
  let path: String

  /// Makes the folder, if it is not there.
  ///
  /// - Returns: nil where none can be made, as for a user without a home.
  init?(path: String) {
    self.path = path
    guard (try? Folder(path).make()) != nil else { return nil }
  }

  /// The mark of the outbox that was at a place when it was opened last; nil if none was ever signed with there.
  func mark(at outbox: String) -> NonceHighWaterMark? {
    guard let text = Self.text(of: placePath(outbox)) else { return nil }
    return text.split(separator: "\n").first.flatMap { StoreName(String($0)) }.map {
      NonceHighWaterMark(folder: self, name: $0)
    }
  }

  /// Keeps which outbox is at a place. One that was moved is not missed where it was.
  ///
  /// - Throws: `SystemFailure`.
  func keep(_ name: StoreName, at outbox: String) throws {
    let (place, path) = (Self.real(outbox), placePath(outbox))
    for other in places(of: name) where other.outbox != place && access(other.outbox, F_OK) != 0 { unlink(other.file) }
    guard mark(at: outbox)?.name != name else { return }
    let bytes = Array("\(name)\n\(place)\n".utf8)
    let draft = "\(path)-\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw SystemFailure(errno) }
    defer { close(descriptor) }
    guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0, rename(draft, path) == 0 else {
      throw SystemFailure(errno)
    }
    Folder(path).sync()
  }

  /// The path of the file that names the mark of a place.
  func placePath(_ outbox: String) -> String {
    let hash = Keccak256.hash(Array(Self.real(outbox).utf8)).bytes.prefix(16)
    return "\(path)/at-\(Hex.encode(Array(hash), prefix: false))"
  }

  /// The places at which an outbox was, with their marks.
  private func places(of name: StoreName) -> [(file: String, outbox: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasPrefix("at-") }.compactMap { file in
      guard let text = Self.text(of: "\(path)/\(file)") else { return nil }
      let lines = text.split(separator: "\n", maxSplits: 1)
      guard lines.count == 2, lines[0] == name.description else { return nil }
      return ("\(path)/\(file)", lines[1].hasSuffix("\n") ? String(lines[1].dropLast()) : String(lines[1]))
    }
  }

  /// The text of a file of the folder, which is a name and a path.
  private static func text(of file: String) -> String? {
    NamedFile.bytes(of: file, limit: 1 << 16).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The path without symbolic links in its folder, however it was written.
  private static func real(_ outbox: String) -> String {
    let (folder, name) = Folder.split(outbox)
    guard let real = realpath(folder, nil) else { return outbox }
    defer { free(real) }
    return "\(String(cString: real))/\(name)"
  }
}
