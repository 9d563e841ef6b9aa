import Alerts
import GasPrices
import Operations
import Primitives

/// All that the page of gas shows: the prices now, and what the book has of the past.
struct GasReading: Sendable {
  let network: Network
  /// The chain that the book is asked about; nil where neither node nor book know it.
  let chainID: UInt256?
  /// The prices now; nil where no source reports them.
  let quote: GasQuote?
  /// The reason why there are none.
  let problem: (any Error)?
  /// The share of blocks for which each speed was enough, as far as it is known.
  let records: [SpeedRecord]
  /// The newest prices that are kept; nil where none are.
  let newest: GasSample?
  /// The hours that are kept.
  let hours: [HourlyPrices]
  /// The alerts of all networks.
  let alerts: [Alert<GasSubject>]
  /// Whether a process watches prices and delivers alerts.
  let isWatched: Bool
  /// The usual actions, those of the lecture contract among them.
  let actions: [UsualAction]

  /// Reads the book, and asks the node, or the oracle, for no longer than a page may take.
  ///
  /// - Throws: `SettingsError`; `GasPricesError` `bookFailed`.
  init(_ visit: Visit) async throws {
    let settings = visit.site.settings(of: visit.session)
    network = try settings.network()
    let book = try visit.site.gasBook()
    let account = await visit.account()?.address
    var now: (place: GasSource, quote: GasQuote, actions: [UsualAction])?
    do {
      now = try await PageTimeout.node {
        let place = try await GasSource(settings, checkedWithin: .seconds(2)) { try await visit.connection() }
        async let actions = LectureActions.of(place.connection, by: account)
        return (place, try await place.reader.quote(), await actions)
      }
      problem = nil
    } catch {
      problem = error
    }
    if let (place, told, _) = now {
      // An oracle that reports prices and no waiting times costs the page neither the prices nor long.
      quote = (try? await PageTimeout.node { await place.reader.withReportedWaits(told) }) ?? told
      records = await place.records(of: told, keptIn: book, within: .seconds(1))
    } else {
      (quote, records) = (nil, [])
    }
    actions = UsualAction.all + (now?.actions ?? [LectureActions.purchase, LectureActions.evaluate])
    let kept = try await book.chain(ofNetwork: network.name)
    chainID = now?.place.chainID ?? network.chainID ?? kept
    if let chainID {
      newest = try await book.newestSample(chainID: chainID)
      hours = try await book.hours(chainID: chainID, since: .min)
    } else {
      (newest, hours) = (nil, [])
    }
    alerts = try await book.alerts.all()
    isWatched =
      if let chainID {
        try await book.isWatched(chainID.description, beside: visit.site.settings.gas.book())
      } else { false }
  }
}
