import Alerts
import Database

/// The file of the gas monitor, `gas.sqlite`: samples, alerts, and the journal of deliveries.
///
/// Samples are kept for a day, averages of hours for 400; the file has a bounded size however long it is written to.
/// Several processes may read it, and add alerts, while one watches (`MonitorLock`).
public final class GasBook: Sendable {
  /// Where it is.
  public let path: String
  /// The alerts, and the journal of their deliveries.
  public let alerts: AlertBook<GasSubject>
  let file: DatabaseFile

  /// Seconds for which single samples are kept.
  public static let sampleLife: Int64 = 86_400
  /// Seconds for which the averages of hours are kept.
  public static let hourLife: Int64 = 400 * 86_400

  /// Opens the file, and makes it for its owner only (0600) if there is none.
  ///
  /// - Throws: `bookFailed`.
  public init(_ path: String) throws(GasPricesError) {
    self.path = path
    do {
      var options = DatabaseFile.Options()
      options.failure = { Self.failure(path, $0) }
      options.isCopiedWhereReadOnly = true
      file = try DatabaseFile(path, options)
      try file.bringUpToDate(GasBookSchema.schema)
      alerts = AlertBook(file)
    } catch {
      throw Self.failure(path, error)
    }
  }

  static func failure(_ path: String, _ error: any Error) -> GasPricesError {
    if let error = error as? GasPricesError { return error }
    return GasPricesError(
      .bookFailed, "The gas monitor's file cannot be used.", reason: "\(path): \(error)",
      advice: "If it is damaged, move it away: a new one is made.")
  }
}
