import Primitives
import StrictJSON

/// The steps of reading that sources with answers in JSON have in common.
extension RateSource {
  /// The JSON of an answer.
  ///
  /// - Throws: `badAnswer` where it is none, or longer than the request allows.
  func json(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> JSON {
    do {
      return try JSON(parsing: answer.body, limits: JSON.Limits(depth: 32, bytes: request.mostBytes))
    } catch {
      let first = answer.body.first { ![0x20, 0x09, 0x0d, 0x0a].contains($0) }
      throw badAnswer(first == UInt8(ascii: "<") ? "It is a page for people." : "It is \(error.message).")
    }
  }

  /// The items of a list.
  ///
  /// - Throws: `noData` for an empty list, `badAnswer` for what is no list.
  func rows(_ json: JSON?) throws(RatesError) -> [JSON] {
    guard let rows = json?.array else { throw badAnswer("A list is missing in it.") }
    guard !rows.isEmpty else { throw noData("It answers with an empty list.") }
    return rows
  }

  /// The quotes of rows; rows without one are counted, and so are those that contradict themselves or one another.
  ///
  /// - Parameters:
  ///   - mayCross: Whether more may be paid than is wanted, as in announcements of many people.
  ///   - read: The quote of a row, even one that crosses.
  /// - Throws: `badAnswer` where no row has one, `contradictory` where each contradicts itself or another.
  func quotes(
    of rows: [JSON], mayCross: Bool = false, _ read: (JSON) -> Quote?
  ) throws(RatesError) -> SourceFindings {
    let all = rows.compactMap(read)
    guard !all.isEmpty else { throw badAnswer("None of its \(rows.count) rows has a rate.") }
    // Of two numbers for one rate nobody knows which is true.
    let twice = Dictionary(grouping: Set(all), by: \.place).filter { $0.value.count > 1 }
    let quotes = all.filter { (mayCross || !$0.isCrossed) && twice[$0.place] == nil }
    let contradictions = all.count - quotes.count
    guard !quotes.isEmpty else { throw profile.contradiction(in: contradictions) }
    return SourceFindings(quotes: quotes, skipped: rows.count - quotes.count, contradictions: contradictions)
  }

  /// An answer that cannot be read, or says what cannot be.
  func badAnswer(_ reason: String) -> RatesError {
    RatesError(.badAnswer, "\(profile.title) gives an answer that cannot be used.", reason: reason)
  }

  /// A source without such a pair or day.
  func noData(_ reason: String) -> RatesError {
    RatesError(.noData, "\(profile.title) has no rates for this.", reason: reason)
  }

  /// A source that refuses the key.
  func badKey(_ reason: String) -> RatesError {
    RatesError(
      .badKey, "\(profile.title) refuses the key.", reason: reason,
      advice: "Look whether the key is the source's own and still in force.", facts: .key(ofSource: profile.name))
  }

  /// A source that asks to be asked less often.
  func limited(_ reason: String) -> RatesError {
    RatesError(.limited, "\(profile.title) wants to be asked less often.", reason: reason)
  }
}

extension Quote {
  /// Its series and time: a source has one number for these.
  fileprivate var place: String { "\(series) \(asOf)" }
}
