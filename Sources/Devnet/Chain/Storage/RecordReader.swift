import Files

/// Reads the records of a log, one after the other, from its beginning to the first that is not whole.
struct RecordReader {
  private let file: AppendFile
  private let size: UInt64
  /// Where the next record begins.
  private(set) var offset: UInt64 = 0
  /// Whether it ends before what is damaged, instead of throwing that.
  private let repairs: Bool
  /// Where it ends at the latest.
  private let limit: UInt64
  /// Whether what is behind the last whole record may be more than one that was cut short.
  private(set) var isDamaged = false

  /// - Throws: `storageFailed`.
  init(_ file: AppendFile, repairing repairs: Bool = false, until limit: UInt64 = .max) throws(DevnetError) {
    self.file = file
    self.repairs = repairs
    self.limit = limit
    size = try DevnetError.reading(file.path) { () throws(AppendFile.Problem) in try file.size() }
  }

  /// The bytes behind the last whole record.
  var rest: UInt64 { size - offset }

  /// The next record's payload; nil at the end, and where no whole record follows.
  ///
  /// - Throws: `storageDamaged` if a record is not whole though later ones are; `storageFailed`.
  mutating func next() throws(DevnetError) -> [UInt8]? {
    guard rest > 0 else { return nil }
    guard offset < limit else {
      isDamaged = true
      return nil
    }
    let head = try read(LogFrame.size, at: offset)
    if offset == 0 { try checkMagic(head) }
    let frame = LogFrame(head, at: offset)
    if let frame, UInt64(frame.payloadSize) <= rest - UInt64(LogFrame.size) {
      let payload = try read(frame.payloadSize, at: offset + UInt64(LogFrame.size))
      if frame.isHead(of: payload) {
        offset += UInt64(LogFrame.size + payload.count)
        return payload
      }
    }
    if let later = try laterRecord() {
      isDamaged = true
      // At the very beginning nothing is readable.
      if repairs, offset > 0 { return nil }
      throw damaged("the record at byte \(later) and what follows are whole")
    }
    // A process that ends while it writes leaves the beginning of a record, a power loss zeros where one was to be.
    let isCutShort = frame.map { UInt64($0.payloadSize) > rest - UInt64(LogFrame.size) } ?? (head.count < LogFrame.size)
    if !isCutShort { isDamaged = try !isZero() }
    return nil
  }

  /// Whether there are only zeros behind the last whole record.
  private func isZero() throws(DevnetError) -> Bool {
    var start = offset
    while start < size {
      let bytes = try read(1 << 20, at: start)
      guard !bytes.isEmpty, bytes.allSatisfy({ $0 == 0 }) else { return bytes.isEmpty }
      start += UInt64(bytes.count)
    }
    return true
  }

  private func read(_ count: Int, at offset: UInt64) throws(DevnetError) -> [UInt8] {
    try DevnetError.reading(file.path) { () throws(AppendFile.Problem) in try file.read(count, at: offset) }
  }

  /// The error of a log that says what can't be.
  ///
  /// - Parameter place: Where the record begins that says it; by default the next one's place.
  func damaged(_ reason: String, at place: UInt64? = nil) -> DevnetError {
    DevnetError(
      .storageDamaged,
      """
      the state file is damaged at byte \(place ?? offset): \(file.path)
      \(reason)
      put a copy in its place, or give another file to begin anew
      """)
  }

  /// Looks at the first bytes, of which a file that was cut off right after it was made has fewer.
  private func checkMagic(_ head: [UInt8]) throws(DevnetError) {
    let start = Array(head.prefix(LogFrame.magic.count))
    // Zeros are what a power loss may leave of a file that was just made.
    guard !LogFrame.magic.starts(with: start), start.contains(where: { $0 != 0 }) else { return }
    let isOther = start.count == 4 && start.starts(with: LogFrame.magic.dropLast())
    throw DevnetError(
      .otherStorage,
      """
      \(file.path) is no state file of this program
      \(isOther ? "it is one of format \(start[3]), this program knows format \(LogFrame.version)" : "it begins otherwise")
      give another file
      """)
  }

  /// A record behind the one at `offset`.
  private func laterRecord() throws(DevnetError) -> UInt64? {
    let window = 1 << 20
    var start = offset + 1
    while start < size {
      let bytes = try read(window + LogFrame.size, at: start)
      var index = 0
      while index < min(window, bytes.count) {
        if bytes[index] == LogFrame.magic[0], bytes.count - index >= LogFrame.size,
          LogFrame(bytes[index..<(index + LogFrame.size)], at: start + UInt64(index)) != nil
        {
          return start + UInt64(index)
        }
        index += 1
      }
      start += UInt64(window)
    }
    return nil
  }
}

extension DevnetError {
  /// Runs `body`, whose errors become those of the state file.
  ///
  /// - Throws: `storageBusy`, `storageFailed`.
  static func reading<Value>(
    _ path: String, _ body: () throws(AppendFile.Problem) -> Value
  ) throws(DevnetError) -> Value {
    do {
      return try body()
    } catch {
      switch error {
      case .busy:
        throw DevnetError(
          .storageBusy,
          """
          the state file is in use: \(path)
          another devnet keeps its chain there
          end that one, or give another file
          """)
      case .irregular:
        throw DevnetError(.storageFailed, "cannot keep the state in \(path): it is no regular file\ngive another path")
      case .cannotOpen(let why): throw DevnetError(.storageFailed, "cannot open the state file: \(path)\n\(why)")
      case .cannotLock(let why): throw DevnetError(.storageFailed, "cannot lock the state file: \(path)\n\(why)")
      case .cannotWrite(let why): throw DevnetError(.storageFailed, "cannot write the state file: \(path)\n\(why)")
      case .cannotRead(let why): throw DevnetError(.storageFailed, "cannot read the state file: \(path)\n\(why)")
      }
    }
  }
}
