import Files
import GRDB
import Keystores

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file of the wallet book, `book.sqlite`: wallets, contacts, and what wallets held when. No secret is in it.
///
/// Several processes may have it open at once.
public final class Book: Sendable {
  /// Where it is.
  public let path: String
  let database: DatabaseQueue

  /// Opens the file, and makes it for its owner only (0600, in a folder of 0700) if there is none.
  ///
  /// A file of an earlier version is copied to `<path>.v<version>-backup` before its form changes.
  ///
  /// - Throws: `bookFailed`; `bookNewer`; `bookExposed` if others may change what is in it.
  public convenience init(_ path: String) throws { try self.init(path, schema: .current) }

  init(_ path: String, schema: BookSchema) throws {
    self.path = path
    database = try Self.open(path, schema)
  }

  /// The book at a path, unless there is none yet: who only reads makes no file.
  ///
  /// - Throws: `bookFailed`; `bookNewer`.
  public static func ifThere(_ path: String) throws -> Book? {
    access(path, F_OK) == 0 ? try Book(path) : nil
  }

  private static func open(_ path: String, _ schema: BookSchema) throws -> DatabaseQueue {
    do {
      try PrivateFile.makeFolder(of: path)
      for part in ["", "-wal", "-shm"] {
        guard let exposure = Exposure.find(inPlaceOfRecord: path + part) else { continue }
        throw WalletBookError(
          .bookExposed, "The wallet book \(path) is not used: names in it stand for the addresses that are paid.",
          reason: exposure.reason, advice: exposure.repair)
      }
      // The files that SQLite puts beside it take its permissions.
      let descriptor = openFile(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
      var configuration = Configuration()
      configuration.journalMode = .wal
      configuration.busyMode = .timeout(10)
      let database = try DatabaseQueue(path: path, configuration: configuration)
      try schema.bringUpToDate(database, at: path)
      return database
    } catch {
      throw failure(path, error)
    }
  }

  private static func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, flags, mode)
    #elseif canImport(Glibc)
      Glibc.open(path, flags, mode)
    #else
      Musl.open(path, flags, mode)
    #endif
  }

  static func failure(_ path: String, _ error: any Error) -> any Error {
    if error is WalletBookError { return error }
    let why = (error as? DatabaseError)?.message ?? "\(error)"
    return WalletBookError(
      .bookFailed, "The wallet book cannot be used.", reason: "\(path): \(why)",
      advice: "If it is damaged, move it away: a new one is made, and no key is lost by it.")
  }

  /// Reads, with errors of this module.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    do {
      return try await database.read(body)
    } catch {
      guard !(error is CancellationError) else { throw error }
      throw Self.failure(path, error)
    }
  }

  /// Writes all or nothing, with errors of this module.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    do {
      return try await database.write(body)
    } catch {
      guard !(error is CancellationError) else { throw error }
      throw Self.failure(path, error)
    }
  }
}
