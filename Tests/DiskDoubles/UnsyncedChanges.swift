#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Unsynced changes of files, with the data that undoes them.
struct UnsyncedChanges: Sendable {
  enum Change: Sendable {
    case write(offset: Int64, bytes: [UInt8])
    case truncate(size: Int64)

    /// Which of a file's bytes it overwrites or cuts off.
    func range(of size: Int64) -> Range<Int64> {
      switch self {
      case .write(let offset, let bytes): min(offset, size)..<min(offset + Int64(bytes.count), size)
      case .truncate(let cut): min(cut, size)..<size
      }
    }
  }

  struct Entry: Sendable {
    let change: Change
    /// Where what it destroyed was.
    let offset: Int64
    let lost: [UInt8]
    /// The file's size before.
    let size: Int64
  }

  private var entries: [String: [Entry]] = [:]

  mutating func add(_ entry: Entry, to path: String) { entries[path, default: []].append(entry) }
  mutating func forget(_ path: String) { entries[path] = nil }

  /// Brings the files to what they were when they were synced, plus the changes that are kept.
  func undo(keeping keeps: () -> Bool) {
    for (path, entries) in entries.sorted(by: { $0.key < $1.key }) {
      let number = open(path, O_RDWR)
      guard number >= 0 else { continue }
      defer { close(number) }
      for entry in entries.reversed() {
        ftruncate(number, off_t(entry.size))
        write(entry.lost, at: entry.offset, of: number)
      }
      for entry in entries where keeps() {
        switch entry.change {
        case .write(let offset, let bytes): write(bytes, at: offset, of: number)
        case .truncate(let size): ftruncate(number, off_t(size))
        }
      }
    }
  }

  private func write(_ bytes: [UInt8], at offset: Int64, of number: Int32) {
    guard !bytes.isEmpty else { return }
    _ = pwrite(number, bytes, bytes.count, off_t(offset))
  }
}
