import Database
import Files
import Platform

/// The file of the wallet book, `book.sqlite`: wallets, contacts, and what wallets held when. No secret is in it.
///
/// Several processes may have it open at once. One that cannot be written is read all the same: balances that are read
/// meanwhile are known for as long as the process lives, and names and wallets cannot be changed.
public final class Book: Sendable {
  /// Where it is.
  public let path: String
  let file: DatabaseFile

  /// Opens the file, and makes it for its owner only (0600, in a folder of 0700) if there is none.
  ///
  /// A file of an earlier version is copied to `<path>.v<version>-backup` before its form changes.
  ///
  /// - Throws: `bookFailed`; `bookNewer`; `bookExposed` if others may change what is in it.
  public convenience init(_ path: String) throws { try self.init(path, schema: BookSchema.current) }

  init(_ path: String, schema: DatabaseSchema) throws {
    self.path = path
    do {
      if let exposure = DatabaseFile.exposure(at: path) {
        throw WalletBookError(
          .bookExposed, "The wallet book \(path) is not used: names in it stand for the addresses that are paid.",
          reason: exposure.reason, advice: exposure.repair)
      }
      var options = DatabaseFile.Options()
      options.failure = { Self.failure(path, schema, $0) }
      options.isCopiedWhereReadOnly = true
      file = try DatabaseFile(path, options)
      try file.bringUpToDate(schema)
    } catch {
      throw Self.failure(path, schema, error)
    }
  }

  /// The book at a path, unless there is none yet: who only reads makes no file.
  ///
  /// - Throws: `bookFailed`; `bookNewer`.
  public static func ifThere(_ path: String) throws -> Book? {
    access(path, F_OK) == 0 ? try Book(path) : nil
  }

  private static func failure(_ path: String, _ schema: DatabaseSchema, _ error: any Error) -> any Error {
    let found = error as? DatabaseError
    return switch (found?.code, found?.facts) {
    case _ where error is WalletBookError: error
    case (.foreign, _):
      WalletBookError(
        .bookFailed, "\(path) is no wallet book.", reason: "It is another program's database.",
        advice: "Move it away: a new one is made.")
    case (.newer, let version?):
      WalletBookError(
        .bookNewer, "The wallet book is of a later version of this program.",
        reason: "\(path) is of version \(version); this program knows \(schema.version).",
        advice: "Use the later version.")
    case (.notWritable, _):
      WalletBookError(
        .bookFailed, "The wallet book cannot be written.", reason: "\(path): \(error)",
        advice: "Look whether the file and its folder are yours.")
    default:
      WalletBookError(
        .bookFailed, "The wallet book cannot be used.", reason: "\(path): \(error)",
        advice: "If it is damaged, move it away: a new one is made, and no key is lost by it.")
    }
  }
}
