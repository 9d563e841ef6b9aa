import Listening

/// A request to a relay, read off HTTP.
struct RelayRequest: Sendable {
  /// The place that it is for.
  let route: RelayRoute
  /// The method, `HEAD` as `GET`.
  let method: String
  /// The path as it was sent, without the query.
  let path: String
  /// The query as it was sent, escapes and all.
  let rawQuery: String
  /// The query's parameters.
  var query: RelayQuery
  /// The body.
  let body: [UInt8]
  /// The client that sent it.
  let client: ClientAddress

  /// The header `Link` with the places of other pages; nil where there are none.
  ///
  /// - Parameters:
  ///   - page: The page's number, from 1.
  ///   - size: The items of a page.
  ///   - total: The items of all pages.
  func links(page: Int, size: Int, total: Int) -> String? {
    let last = max(1, (total + size - 1) / size)
    var places: [(String, Int)] = []
    if page > 1 { places += [("first", 1), ("prev", min(page - 1, last))] }
    if page < last { places += [("next", page + 1), ("last", last)] }
    guard !places.isEmpty else { return nil }
    // Characters that no URL has would end the header's value early.
    guard (path + rawQuery).utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !Array("<>\"".utf8).contains($0) }) else {
      return nil
    }
    let others = rawQuery.split(separator: "&").filter { !$0.hasPrefix("page=") && $0 != "page" }.map(String.init)
    return places.map { name, number in
      "<\(path)?\((others + ["page=\(number)"]).joined(separator: "&"))>; rel=\"\(name)\""
    }.joined(separator: ", ")
  }
}
