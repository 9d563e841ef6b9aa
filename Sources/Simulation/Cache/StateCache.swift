import Platform
import Primitives

/// States that were read from nodes, kept in files for the next run: one for each block of each chain.
///
/// The state after a block of a known hash never changes, so that nothing in here grows old; what has not been used for
/// longest goes when there is too much. Several processes may use one directory. A file that is damaged, cut off or not
/// of this block counts as none and is begun anew; where nothing can be written, nothing is kept, and there is no
/// error.
public struct StateCache: Sendable, Hashable {
  /// The directory; made when it is needed, for the owner only.
  public let directory: String
  /// The most bytes that all files have together; one has a quarter at most.
  public let maximumBytes: Int

  /// A cache in a directory.
  public init(directory: String, maximumBytes: Int = 256 << 20) {
    self.directory = directory
    self.maximumBytes = max(0, maximumBytes)
  }

  /// The name's end of every file of a cache.
  static let suffix = ".state"

  /// The kept part of a state; nil if there is no place to keep it.
  func state(chainID: UInt256, block: Hash32) -> CachedState? {
    makeDirectory()
    makeRoom()
    return CachedState(
      path: "\(directory)/\(chainID)-\(block.hex.dropFirst(2))\(Self.suffix)",
      key: Bytes(chainID.bigEndianBytes) + block.bytes, limit: maximumBytes / 4)
  }

  private func makeDirectory() {
    var path = directory.hasPrefix("/") ? "" : "."
    for part in directory.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o700)
    }
  }

  /// Deletes the files that were used longest ago until another fits.
  private func makeRoom() {
    var files = files()
    var total = files.reduce(0) { $0 + $1.size }
    files.sort { $0.used < $1.used }
    for file in files where total > maximumBytes - maximumBytes / 4 {
      guard unlink("\(directory)/\(file.name)") == 0 else { continue }
      total -= file.size
    }
  }

  private func files() -> [(name: String, size: Int, used: Int)] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var files: [(name: String, size: Int, used: Int)] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      guard name.hasSuffix(Self.suffix), lstat("\(directory)/\(name)", &status) == 0 else { continue }
      #if canImport(Darwin)
        let used = status.st_mtimespec.tv_sec
      #else
        let used = status.st_mtim.tv_sec
      #endif
      files.append((name, Int(status.st_size), used))
    }
    return files
  }
}
