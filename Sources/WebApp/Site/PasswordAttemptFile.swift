import Files
import Platform

/// The file in which wrong passwords are counted: a line an account, with its name encoded as in addresses. One process
/// at a time has it.
struct PasswordAttemptFile: Sendable {
  let path: String

  /// The first line: what follows is of this kind.
  private static let title = "wrong passwords 1"
  /// After so many seconds without another wrong one an account is forgotten.
  private static let memory: Int64 = 86_400
  /// The most accounts, the newest; and the largest file.
  private static let (most, mostBytes) = (500, 1 << 18)

  /// Reads the records, and writes them where `body` changes them.
  ///
  /// - Parameter log: Gets a line where the file is damaged: then nothing was counted before.
  /// - Throws: `SystemFailure`.
  func change<Result>(
    at now: Int64, _ log: (String) -> Void, _ body: (inout [String: PasswordAttempts.Record]) -> Result
  ) throws(SystemFailure) -> Result {
    if access(path, F_OK) != 0 { try Folder(of: path).make() }
    let lock = try FileLock(path)
    defer { withExtendedLifetime(lock) {} }
    let text = try read(lock.descriptor)
    let kept = Self.records(in: text)
    if kept == nil, !text.isEmpty { log("the file of wrong passwords is damaged, and counting begins anew: \(path)") }
    let former = Self.current(kept ?? [:], at: now)
    var records = former
    let result = body(&records)
    if records != former || kept == nil && !text.isEmpty { try write(records, lock.descriptor) }
    return result
  }

  /// The records that count at a time. A clock that was set back keeps nobody out for longer than the longest wait.
  private static func current(_ records: [String: PasswordAttempts.Record], at now: Int64)
    -> [String: PasswordAttempts.Record]
  {
    let recent = records.filter { $0.value.last > now - memory }
    return recent.mapValues { record in
      var record = record
      record.until = min(record.until, now + PasswordAttempts.longest)
      record.last = min(record.last, now)
      return record
    }
  }

  // MARK: Text

  /// The records of a text; nil where it is none of this program's.
  private static func records(in bytes: [UInt8]) -> [String: PasswordAttempts.Record]? {
    guard let text = String(validating: bytes, as: UTF8.self), text.hasSuffix("\n") else { return nil }
    let lines = text.split(separator: "\n")
    guard lines.first == title[...], lines.count <= most + 1 else { return nil }
    var records: [String: PasswordAttempts.Record] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 4, let wrong = Int(parts[0]), let until = Int64(parts[1]), let last = Int64(parts[2]),
        (1...1000).contains(wrong), until >= 0, last >= 0, let name = PercentCoding.decoded(parts[3].utf8)
      else { return nil }
      records[name] = PasswordAttempts.Record(wrong: wrong, until: until, last: last)
    }
    return records
  }

  private static func text(_ records: [String: PasswordAttempts.Record]) -> String {
    let newest = records.sorted { ($0.value.last, $0.key) > ($1.value.last, $1.key) }.prefix(most)
    return newest.reduce("\(title)\n") { text, entry in
      let (name, record) = entry
      return text + "\(record.wrong) \(record.until) \(record.last) \(PercentCoding.encoded(name))\n"
    }
  }

  // MARK: Bytes

  private func read(_ descriptor: Int32) throws(SystemFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress! + count, buffer.count - count, off_t(count))
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw SystemFailure(errno, path) }
      guard read > 0 else { break }
      count += read
    }
    return Array(bytes.prefix(count))
  }

  private func write(_ records: [String: PasswordAttempts.Record], _ descriptor: Int32) throws(SystemFailure) {
    let bytes = Array(Self.text(records).utf8)
    guard ftruncate(descriptor, 0) == 0 else { throw SystemFailure(errno, path) }
    var count = 0
    while count < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        pwrite(descriptor, buffer.baseAddress! + count, buffer.count - count, off_t(count))
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw SystemFailure(errno, path) }
      count += written
    }
  }
}
