import Files
import Foundation

/// The journal's file: lines that are only ever added, each on the disk before the next step is taken.
///
/// Not `Sendable`: it belongs to one ledger. The file is locked as long as it lives.
final class JournalFile {
  /// The places where a process may end, for tests: they end it there.
  enum Step: Sendable, Hashable, CaseIterable {
    case beforeWrite, halfWritten, written, synced, marked
  }

  /// Takes a line with the place in the file where it begins.
  typealias Reader = (JournalLine, _ place: UInt64) throws(FeePayerError) -> Void

  var path: String { file.path }
  /// The head over its lines so far.
  private(set) var head: JournalHead
  private let file: AppendFile
  private let mark: AccountMark
  /// Whether the account's mark is this file's: it is another's until ``claim()`` where this one takes its place.
  private var isClaimed: Bool
  private var end: UInt64 = 0
  /// The reason why nothing is written any more.
  private var failure: String?
  private let checkpoint: (@Sendable (Step, UInt64) -> Void)?

  /// A line is no longer: the largest transaction, in hexadecimal, and what is said of it.
  private static let longestLine = 1 << 20

  /// Opens the file or makes it (0600), and reads what is in it.
  ///
  /// Bytes after the last whole line were never answered for and are cut off.
  ///
  /// - Parameters:
  ///   - mark: The account's: a file that does not go on from it is left as it is.
  ///   - adopts: Whether the file becomes the account's journal whatever the mark says, by ``claim()``.
  /// - Throws: `journalExposed`, `journalFailed`, `journalBusy`, `journalDamaged`, `otherJournal`, `journalExchanged`, `journalShortened`.
  init(
    _ path: String, mark: AccountMark, adopts: Bool = false,
    checkpoint: (@Sendable (Step, UInt64) -> Void)? = nil, reading take: Reader
  ) throws(FeePayerError) {
    self.mark = mark
    self.checkpoint = checkpoint
    if let exposure = Exposure.find(inPlaceOfRecord: path) {
      throw FeePayerError(
        .journalExposed, "The journal \(path) is not used: what was paid is counted by it.", reason: exposure.reason,
        advice: exposure.repair)
    }
    let expected = adopts ? nil : mark.head
    if expected != nil, !AppendFile.exists(path) { throw Self.exchanged(path, mark, "There is no such file yet") }
    file = try Self.onDisk(path) { () throws(AppendFile.Problem) in try AppendFile(path) }
    (end, head) = try Self.read(file, expecting: expected, mark, take)
    isClaimed = expected != nil
    try Self.onDisk(path) { [file, end] () throws(AppendFile.Problem) in
      // The last holder of the lock may have written since.
      if try file.size() > end, !file.cut(to: end) {
        throw .cannotWrite("what is not whole at its end cannot be cut off")
      }
    }
    if end == 0 { file.syncFolder() }
    if isClaimed { claim() }
  }

  /// Notes that this is the account's journal, and how far it came.
  func claim() {
    isClaimed = true
    mark.set(place: URL(fileURLWithPath: path).path)
    mark.set(head)
  }

  /// Whether there is a journal with a line at a path.
  ///
  /// - Throws: `journalFailed`.
  static func isBegun(_ path: String) throws(FeePayerError) -> Bool {
    guard AppendFile.exists(path) else { return false }
    // The first line says whose it is, and is short.
    let bytes = try onDisk(path) { () throws(AppendFile.Problem) in
      try AppendFile(reading: path).read(1 << 12, at: 0)
    }
    return bytes.contains(UInt8(ascii: "\n"))
  }

  /// Makes sure that it is written to yet.
  ///
  /// - Throws: `journalFailed`.
  func requireWritable() throws(FeePayerError) {
    if let failure { throw FeePayerError(.journalFailed, "The journal \(path) cannot be written.", reason: failure) }
  }

  /// The number of bytes that a usual line and the next have.
  private static let room = 1 << 12

  /// Makes sure that another line could be written: room for it is taken behind the end, and given back.
  ///
  /// - Throws: `journalFailed`.
  func requireRoom() throws(FeePayerError) {
    try requireWritable()
    do throws(AppendFile.Failure) {
      try file.append([UInt8](repeating: 0, count: Self.room), at: end)
    } catch {
      if error.isForGood { failure = error.reason }
      throw FeePayerError(.cannotWrite(error.reason), path)
    }
    guard file.cut(to: end) else { throw FeePayerError(.cannotWrite("What was added cannot be cut off"), path) }
  }

  /// Adds a line; when this returns it is on the disk.
  ///
  /// - Returns: The line, and the place where it begins.
  /// - Throws: `journalFailed`; the file is then as it was before, or nothing is written to it any more.
  func append(
    _ entry: JournalEntry, at time: UInt64
  ) throws(FeePayerError) -> (line: JournalLine, place: UInt64) {
    try requireWritable()
    let line = JournalLine(number: head.lines, time: time, entry: entry, chain: head.hash)
    let bytes = line.encoded
    let place = end
    do throws(AppendFile.Failure) {
      checkpoint?(.beforeWrite, end)
      if let checkpoint {
        // Tests see the file between the two halves.
        try file.append(Array(bytes.prefix(bytes.count / 2)), at: end)
        checkpoint(.halfWritten, end)
      }
      try file.append(bytes, at: end)
      checkpoint?(.written, end)
      try file.commit(from: end)
    } catch {
      if error.isForGood { failure = error.reason }
      throw FeePayerError(.cannotWrite(error.reason), path)
    }
    end += UInt64(bytes.count)
    checkpoint?(.synced, end)
    _ = head.take(line, bytes.dropLast())
    if isClaimed { mark.set(head) }
    checkpoint?(.marked, end)
    return (line, place)
  }

  /// The line that begins at a place.
  ///
  /// - Throws: `journalFailed`, `journalDamaged`.
  func line(at place: UInt64) throws(FeePayerError) -> JournalLine {
    var bytes: [UInt8] = []
    while bytes.count <= Self.longestLine {
      let offset = place + UInt64(bytes.count)
      let more = try Self.onDisk(path) { () throws(AppendFile.Problem) in try file.read(1 << 12, at: offset) }
      let newline = more.firstIndex(of: UInt8(ascii: "\n"))
      bytes += more[..<(newline ?? more.endIndex)]
      if newline != nil, let line = JournalLine(bytes) { return line }
      if newline != nil || more.isEmpty { break }
    }
    throw Self.damaged(path, at: place, isFirst: false)
  }

  /// Does something with the file of a journal; the system's error in the journal's words.
  private static func onDisk<Result>(
    _ path: String, _ work: () throws(AppendFile.Problem) -> Result
  ) throws(FeePayerError) -> Result {
    do throws(AppendFile.Problem) { return try work() } catch { throw FeePayerError(error, path) }
  }

  // MARK: Reading

  /// Reads a journal that somebody else may be writing, without a lock.
  ///
  /// - Throws: as the initialiser.
  static func read(_ path: String, _ take: Reader) throws(FeePayerError) {
    let file = try onDisk(path) { () throws(AppendFile.Problem) in try AppendFile(reading: path) }
    _ = try read(file, expecting: nil, nil, take)
  }

  /// - Parameter expected: The mark's head, from which the file has to go on.
  /// - Returns: where the last whole line ends, and how far it came there.
  private static func read(
    _ file: AppendFile, expecting expected: JournalHead?, _ mark: AccountMark?, _ take: Reader
  ) throws(FeePayerError) -> (UInt64, JournalHead) {
    var head = JournalHead()
    var end: UInt64 = 0
    var torn: UInt64?
    var rest: [UInt8] = []
    var offset: UInt64 = 0
    while true {
      let bytes = try onDisk(file.path) { () throws(AppendFile.Problem) in try file.read(1 << 16, at: offset) }
      guard !bytes.isEmpty else { break }
      offset += UInt64(bytes.count)
      rest += bytes
      var start = rest.startIndex
      while let newline = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = JournalLine(rest[start..<newline])
        if let line, torn == nil, head.take(line, rest[start..<newline]) {
          if let expected, head.lines == expected.lines, head != expected {
            throw exchanged(file.path, mark, "Its first \(head.lines) lines are others")
          }
          try take(line, end)
          end += UInt64(newline + 1 - start)
        } else if line != nil || torn != nil && newline > start {
          // A whole line behind one that is not: what was on the disk once has changed.
          throw damaged(file.path, at: torn ?? end, isFirst: head.lines == 0)
        } else {
          torn = torn ?? end
        }
        start = newline + 1
      }
      rest = Array(rest[start...])
      guard rest.count <= longestLine else { throw damaged(file.path, at: end, isFirst: head.lines == 0) }
    }
    // A file of somebody else's must not be cut off to nothing.
    if head.lines == 0, offset > 0, !isBeginning(rest, torn: torn) { throw damaged(file.path, at: 0, isFirst: true) }
    guard let expected else { return (end, head) }
    guard head.journal == expected.journal else { throw exchanged(file.path, mark, "It is another one") }
    if head.lines < expected.lines {
      throw FeePayerError(
        .journalShortened, "The journal \(file.path) has fewer lines than were written.",
        reason:
          "It has \(head.lines) of at least \(expected.lines): what the others say was spent would be spent again.")
    }
    return (end, head)
  }

  /// The account has another journal than this.
  private static func exchanged(_ path: String, _ mark: AccountMark?, _ reason: String) -> FeePayerError {
    let own =
      switch mark?.head?.lines ?? 0 {
      case 0: "the account has another, of which no line is known"
      case 1: "the account's own has one line"
      case let lines: "the account's own has \(lines) lines"
      }
    let known = mark?.journalPath.map { "; it was last seen as \($0)" } ?? ""
    return FeePayerError(
      .journalExchanged, "The journal \(path) is not the one that the account has.",
      reason: "\(reason): \(own)\(known). A second one would have a budget of its own.")
  }

  /// Whether a file without one whole line is a journal whose first line was cut short.
  private static func isBeginning(_ rest: [UInt8], torn: UInt64?) -> Bool {
    let first = Array(#"{"n":"0","time":""#.utf8)
    return torn == nil
      && (rest.allSatisfy { $0 == 0 } || rest.prefix(first.count).elementsEqual(first.prefix(rest.count)))
  }

  private static func damaged(_ path: String, at offset: UInt64, isFirst: Bool) -> FeePayerError {
    isFirst
      ? FeePayerError(
        .otherJournal, "\(path) is no journal of a fee payer.", reason: "Its first line is another.")
      : FeePayerError(
        .journalDamaged, "The journal \(path) is damaged at byte \(offset).",
        reason: "The line there is not whole, and others follow it: what was signed cannot be told from it.",
        advice: "Put a copy in its place. Without one, move the account's money before a new journal is begun.")
  }
}

extension FeePayerError {
  /// The system's error on the journal's file.
  fileprivate init(_ problem: AppendFile.Problem, _ path: String) {
    func failed(_ what: String, _ why: String) -> FeePayerError {
      FeePayerError(
        .journalFailed, "The journal \(path) \(what).", reason: "The system says: \(why).",
        advice: "Nothing is signed without it.")
    }
    switch problem {
    case .busy:
      self.init(
        .journalBusy, "The journal \(path) is in use.",
        reason: "Another service writes to it: two of them would each spend the whole budget.",
        advice: "End that one, or give this one another account and journal.")
    case .irregular:
      self.init(.journalFailed, "The journal cannot be kept in \(path).", reason: "It is no regular file.")
    case .cannotOpen(let why): self = failed("cannot be opened", why)
    case .cannotLock(let why): self = failed("cannot be locked", why)
    case .cannotRead(let why): self = failed("cannot be read", why)
    case .cannotWrite(let why): self = failed("cannot be written", why)
    }
  }
}
