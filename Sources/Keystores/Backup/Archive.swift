import Primitives

/// The plain inside of a backup: the count of files, then each with its name and its content.
struct Archive: Sendable {
  static let maximumSize = 64 << 20
  static let maximumFiles = 20_000

  struct File: Sendable {
    let name: FileName
    let content: Bytes
  }

  private(set) var files: [File] = []
  private var size = 4

  /// - Throws: `tooLarge` when the whole would be larger than a backup can be.
  mutating func add(_ name: FileName, _ content: Bytes) throws(KeystoreError) {
    size += 6 + name.text.utf8.count + content.count
    guard size <= Archive.maximumSize, files.count < Archive.maximumFiles else {
      throw KeystoreError(
        .tooLarge, "There is too much in the directory for one backup.",
        reason: "At most \(Archive.maximumFiles) files and \(Archive.maximumSize >> 20) MiB.")
    }
    files.append(File(name: name, content: content))
  }

  var bytes: Bytes {
    var bytes = Bytes()
    bytes.reserveCapacity(size)
    bytes.append(bigEndian: UInt32(files.count))
    for file in files {
      let name = Bytes(file.name.text.utf8)
      bytes.append(UInt8(name.count >> 8))
      bytes.append(UInt8(name.count & 0xff))
      bytes += name
      bytes.append(bigEndian: UInt32(file.content.count))
      bytes += file.content
    }
    return bytes
  }

  init() {}

  /// Reads an archive; whoever knows the password may have written anything into it, so names are checked as any others.
  ///
  /// - Throws: `damaged`, `invalidName` for a name that leads out of the directory.
  init(_ bytes: Bytes) throws(KeystoreError) {
    guard let count = bytes.bigEndian32(at: 0), count <= Archive.maximumFiles else {
      throw BackupFile.damaged("Its list of files is.")
    }
    var offset = 4
    var names: Set<String> = []
    for _ in 0..<count {
      guard offset + 2 <= bytes.count else { throw BackupFile.damaged("Its list of files ends early.") }
      let nameLength = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
      offset += 2
      guard offset + nameLength <= bytes.count, let length = bytes.bigEndian32(at: offset + nameLength),
        let name = String(validating: bytes[offset..<(offset + nameLength)], as: UTF8.self)
      else { throw BackupFile.damaged("Its list of files ends early.") }
      offset += nameLength + 4
      guard length <= bytes.count - offset else { throw BackupFile.damaged("Its list of files ends early.") }
      guard names.insert(name).inserted else { throw BackupFile.damaged("It has the same file twice.") }
      try add(try FileName(name), Bytes(bytes[offset..<(offset + length)]))
      offset += length
    }
    guard offset == bytes.count else { throw BackupFile.damaged("Something follows its last file.") }
  }
}

extension Bytes {
  mutating func append(bigEndian value: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  /// Four bytes at an offset as a number, or nil past the end.
  func bigEndian32(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return self[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
