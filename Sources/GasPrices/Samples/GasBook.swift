import Alerts
import Database

/// The book of the gas monitor, a file `gas.sqlite` or tables on a server: samples, alerts, and the journal of deliveries.
///
/// Samples are kept for a day, averages of hours for 400; the book has a bounded size however long it is written to.
/// Several processes may read it, and add alerts, while one watches (`MonitorLock`).
public final class GasBook: Sendable {
  /// The place of it: a path, or a server's address without its secrets.
  public let path: String
  /// The alerts, and the journal of their deliveries.
  public let alerts: AlertBook<GasSubject>
  let file: any SQLDatabase
  /// Whether it is on a server, where other machines' processes use it as well.
  let isOnServer: Bool

  /// Seconds for which single samples are kept.
  public static let sampleLife: Int64 = 86_400
  /// Seconds for which the averages of hours are kept.
  public static let hourLife: Int64 = 400 * 86_400

  /// Opens the file, and makes it for its owner only (0600) if there is none.
  ///
  /// - Throws: `bookFailed`.
  public convenience init(_ path: String) throws(GasPricesError) { try self.init(at: .file(path)) }

  /// Opens a file, or the tables on a server, which are made where there are none.
  ///
  /// - Throws: `bookFailed`.
  package init(at place: DatabasePlace) throws(GasPricesError) {
    let path = place.name
    self.path = path
    isOnServer = place.isOnServer
    do {
      file = try place.open("gas", GasBookSchema.schema, isCopiedWhereReadOnly: true) { Self.failure(path, $0) }
      alerts = AlertBook(file)
    } catch {
      throw Self.failure(path, error)
    }
  }

  private init(_ book: GasBook, _ file: any SQLDatabase) {
    (path, isOnServer, self.file) = (book.path, book.isOnServer, file)
    alerts = AlertBook(file)
  }

  /// The book as the watcher of a chain changes it, and the right to watch, which on a server another machine may have.
  ///
  /// - Parameter path: The book's file, or one of this machine that stands for a book on a server.
  /// - Throws: `watchedAlready` on this machine; `bookFailed`.
  public func watched(_ scope: String, beside path: String) throws(AlertsError) -> (book: GasBook, lock: MonitorLock) {
    let lock = try MonitorLock(
      beside: path, scope: scope, topic: GasSubject.topic, server: isOnServer ? file : nil)
    return (GasBook(self, lock.fenced(file)), lock)
  }

  /// Whether somebody watches a chain, on this machine or another.
  ///
  /// - Parameter path: As of ``watched(_:beside:)``.
  /// - Throws: `bookFailed`.
  public func isWatched(_ scope: String, beside path: String) async throws -> Bool {
    if MonitorLock.holder(book: path, scope: scope) != nil { return true }
    return isOnServer ? try await MonitorLock.isHeld(scope, on: file) : false
  }

  static func failure(_ path: String, _ error: any Error) -> GasPricesError {
    if let error = error as? GasPricesError { return error }
    let advice = (error as? DatabaseError)?.nextStep
    return GasPricesError(
      .bookFailed, "The gas monitor's book cannot be used.", reason: "\(path): \(error)",
      advice: advice ?? "If it is damaged, move it away: a new one is made.",
      cause: error)
  }
}
