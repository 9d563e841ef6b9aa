internal import CPQ

/// The functions of libpq, which is opened on first use.
enum PostgresLibrary {
  private static let found: cpq? = {
    var functions = cpq()
    return cpq_open(&functions) == 1 ? functions : nil
  }()

  /// - Throws: `DatabaseError` `.failed` where the library is not installed.
  static var functions: cpq {
    get throws {
      guard let found else {
        throw DatabaseError(
          .failed, "A database of PostgreSQL cannot be used here.",
          reason: "libpq, its library, is not installed (Debian: libpq5).")
      }
      return found
    }
  }
}
