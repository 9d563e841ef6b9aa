import Platform
import Primitives

/// The file in which a state is kept: records, one after the other, only ever added to.
///
/// A record is its length (4 bytes, big-endian), the first 8 bytes of Keccak-256 of chain, block and content, and the
/// content, an RLP list. Whoever reads or writes holds the kernel's lock on the file, so that nobody sees half a record of
/// somebody who is still writing; what a killed process left of one makes the whole file worthless.
final class CachedState: Sendable {
  /// The facts that were in the file.
  let facts: [StateFact]
  private let path: String
  private let key: Bytes
  private let limit: Int

  private static let magic: Bytes = Array("lectures state 1".utf8)
  private static let headLength = 12

  /// Reads a file, or begins it; nil if that can't be done.
  init?(path: String, key: Bytes, limit: Int) {
    self.path = path
    self.key = key
    self.limit = limit
    let found: [StateFact]? = CachedState.locked(path) { file in
      // By this the cache knows which files were used last.
      futimens(file, nil)
      guard let bytes = CachedState.readAll(file, limit: limit), let facts = CachedState.facts(in: bytes, key: key)
      else {
        ftruncate(file, 0)
        return []
      }
      return facts
    }
    guard let found else { return nil }
    facts = found
  }

  /// Adds facts, unless the file would become too large.
  func append(_ facts: [StateFact]) {
    guard !facts.isEmpty else { return }
    var bytes: Bytes = []
    for fact in facts {
      let content = RLP.encode(fact.item)
      bytes += UInt256(UInt64(content.count)).bigEndianBytes.suffix(4)
      bytes += CachedState.checksum(key, content)
      bytes += content
    }
    _ = CachedState.locked(path) { file in
      var status = stat()
      guard fstat(file, &status) == 0 else { return }
      let whole = status.st_size == 0 ? CachedState.magic + bytes : bytes
      guard Int(status.st_size) + whole.count <= limit else { return }
      let written = whole.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      // A full disk: what came of it is taken back, or the file would be worthless.
      if written != whole.count { ftruncate(file, status.st_size) }
    }
  }

  /// The facts in a file's bytes; nil if anything is wrong with one.
  static func facts(in bytes: Bytes, key: Bytes) -> [StateFact]? {
    guard !bytes.isEmpty else { return [] }
    guard bytes.starts(with: magic) else { return nil }
    var facts: [StateFact] = []
    var position = magic.count
    while position < bytes.count {
      guard bytes.count - position > headLength else { return nil }
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let start = position + headLength
      guard length <= bytes.count - start else { return nil }
      let content = Bytes(bytes[start..<start + length])
      guard checksum(key, content).elementsEqual(bytes[position + 4..<start]), let item = try? RLP.decode(content),
        let fact = StateFact(item)
      else { return nil }
      facts.append(fact)
      position = start + length
    }
    return facts
  }

  private static func checksum(_ key: Bytes, _ content: Bytes) -> ArraySlice<UInt8> {
    Keccak256.hash(key + content).bytes[..<8]
  }

  private static func readAll(_ file: Int32, limit: Int) -> Bytes? {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
    let size = Int(status.st_size)
    // The array of nothing is one for all threads, and would be written to.
    guard size > 0 else { return [] }
    return Bytes(unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let more = pread(file, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
        guard more > 0 else { break }
        count += more
      }
    }
  }

  /// Runs `body` with the file open and locked; nil if that can't be had.
  private static func locked<Result>(_ path: String, _ body: (Int32) -> Result) -> Result? {
    let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    while flock(file, LOCK_EX) != 0 { guard errno == EINTR else { return nil } }
    return body(file)
  }
}
