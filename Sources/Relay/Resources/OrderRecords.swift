import JSONFields
import OrderBook
import Orders
import Platform
import Primitives
import StrictJSON

/// Orders and collections as both versions of the API write them.
enum OrderRecords {
  /// An order of version 4 with what is known of it.
  ///
  /// - Parameter word: The state to tell; nil for none.
  static func record(_ entry: BookEntry, word: String? = nil) -> JSON {
    var metaData: JSONObject = [
      "orderHash": .hash(entry.hash),
      "remainingFillableTakerAmount": .string(entry.status.fillable.description),
      "createdAt": .string(timestamp(entry.added)),
    ]
    if let word { metaData["state"] = .string(word) }
    return ["order": entry.order.signed.json, "metaData": .object(metaData)]
  }

  /// A page of records as version 4 has it.
  static func collection(_ records: [JSON], total: Int, _ request: PageRequest) -> JSON {
    [
      "total": .number("\(total)"), "page": .number("\(request.page)"), "perPage": .number("\(request.size)"),
      "records": .array(records),
    ]
  }

  /// A page of orders as version 4 has it.
  static func collection(_ page: BookPage, tellsState: Bool = false) -> JSON {
    collection(
      page.entries.map { record($0, word: tellsState ? $0.status.state.word : nil) }, total: page.total, page.request)
  }

  /// A token of a pair as version 0 has it.
  static func token(_ range: TokenRange) -> JSON {
    [
      "address": .address(range.token), "minAmount": .string(range.minAmount.description),
      "maxAmount": .string(range.maxAmount.description), "precision": .number("\(range.precision)"),
    ]
  }

  /// A time in milliseconds since 1970 as `2026-11-24T06:30:00.000Z`.
  static func timestamp(_ milliseconds: UInt64) -> String {
    var (moment, parts) = (time_t(clamping: milliseconds / 1000), tm())
    gmtime_r(&moment, &parts)
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let day = [digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1, 2), digits(parts.tm_mday, 2)]
    let clock = [digits(parts.tm_hour, 2), digits(parts.tm_min, 2), digits(parts.tm_sec, 2)]
    return day.joined(separator: "-") + "T" + clock.joined(separator: ":") + "." + digits(milliseconds % 1000, 3) + "Z"
  }
}
