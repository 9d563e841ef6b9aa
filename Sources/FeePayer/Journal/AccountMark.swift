import Files
import Foundation
import Primitives

/// The journal of an account on a chain and its progress, kept in the user's folder of state; whoever holds it is the
/// only one on this machine who pays with the account.
///
/// A file shows whether it is whole, not whether it is the newest: a copy, an older one and a new one are whole, too,
/// and would each have the whole budget. The mark is written behind each line that is on the disk, without a sync of
/// its own: it may lag, and is never ahead.
///
/// Not `Sendable`: it belongs to one ledger. The file is locked as long as it lives.
final class AccountMark {
  /// The head of the account's journal; nil where none is known.
  private(set) var head: JournalHead?
  /// The journal's path when it was opened last; nil where that is not known.
  let journalPath: String?
  var path: String { file.path }
  private let file: AppendFile

  /// The number of bytes, whatever the head is, so that one mark takes the place of another as a whole.
  private static let length = 66 + 1 + 20 + 1 + 66 + 1 + 16 + 1
  /// The offset of the journal's path, in a sector of its own.
  private static let pathOffset: UInt64 = 512
  private static let longestPath = 4096

  /// Takes the account's lock and reads its mark.
  ///
  /// - Parameters:
  ///   - folder: Made (0700) if it is missing.
  ///   - ignoresDamage: Whether a mark that cannot be read counts as none.
  /// - Throws: `FeePayerError` `.accountBusy`, `.markFailed`, `.markDamaged`.
  init(
    of feePayer: Address, on chainID: UInt256, in folder: String, ignoresDamage: Bool
  ) throws(FeePayerError) {
    let path = "\(folder)/fee-\(chainID)-\(feePayer.lowercaseHex).lock"
    do {
      if !FileManager.default.fileExists(atPath: folder) {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
    } catch {
      throw Self.failed(path, "The folder \(folder) cannot be made: \(error.localizedDescription)")
    }
    let bytes: [UInt8]
    do throws(AppendFile.Problem) {
      file = try AppendFile(path)
      bytes = try file.read(Self.length, at: 0)
      let text = try file.read(Self.longestPath, at: Self.pathOffset).prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }
      journalPath = text.isEmpty ? nil : String(validating: text, as: UTF8.self)
    } catch {
      switch error {
      case .busy:
        throw FeePayerError(
          .accountBusy, "Another service pays with \(feePayer) on chain \(chainID).",
          reason: "It holds \(path): two of them would each spend the whole budget.")
      case .irregular: throw Self.failed(path, "It is no regular file")
      case .cannotOpen(let why), .cannotLock(let why), .cannotRead(let why), .cannotWrite(let why):
        throw Self.failed(path, "The system says: \(why)")
      }
    }
    head = Self.head(bytes)
    // The system may have made the file longer and then lost its power.
    guard head != nil || ignoresDamage || bytes.allSatisfy({ $0 == 0 }) else {
      throw FeePayerError(
        .markDamaged, "Which journal \(feePayer) has on chain \(chainID) cannot be told.",
        reason: "What \(path) says of it is damaged.")
    }
  }

  /// Notes where the journal is: the path of a file, or a database's address.
  func set(place: String) {
    // For messages to people only: nothing depends on it.
    let text = Array(place.utf8).prefix(Self.longestPath - 1)
    file.overwrite(text + [UInt8(ascii: "\n")], at: Self.pathOffset)
  }

  /// Notes how far the journal came. May fail: then it lags.
  func set(_ head: JournalHead) {
    guard let bytes = Self.bytes(head) else { return }
    self.head = head
    file.overwrite(bytes, at: 0)
  }

  private static func failed(_ path: String, _ reason: String) -> FeePayerError {
    FeePayerError(.markFailed, "The account cannot be kept for one service, in \(path).", reason: "\(reason).")
  }

  // MARK: Bytes

  private static func bytes(_ head: JournalHead) -> [UInt8]? {
    guard let journal = head.journal else { return nil }
    let digits = String(head.lines)
    let lines = String(repeating: "0", count: 20 - digits.count) + digits
    let text = "\(journal.hex) \(lines) \(head.hash.hex) "
    return Array((text + JournalLine.check(Array(text.utf8)) + "\n").utf8)
  }

  private static func head(_ bytes: [UInt8]) -> JournalHead? {
    guard bytes.count == length, let text = String(validating: bytes, as: UTF8.self), text.last == "\n" else {
      return nil
    }
    let parts = text.dropLast().split(separator: " ")
    guard parts.count == 4, JournalLine.check(Array(text.utf8.dropLast(17))) == parts[3],
      let journal = try? Hash32(String(parts[0])),
      let lines = UInt64(parts[1]), let hash = try? Hash32(String(parts[2]))
    else { return nil }
    return JournalHead(journal: journal, lines: lines, hash: hash)
  }
}
