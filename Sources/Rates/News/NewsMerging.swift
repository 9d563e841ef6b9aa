extension [NewsItem] {
  /// The newest items of all feeds, the newest first; of those that have a link or a title in common within a day of one
  /// another the first one stays.
  public func merged(limit: Int = 40) -> [NewsItem] {
    var last: [String: Int64] = [:]
    let once = sorted { ($0.time, $0.id) < ($1.time, $1.id) }.filter { item in
      let keys = [item.link.linkKey, item.title.titleKey]
      guard keys.allSatisfy({ last[$0].map { item.time - $0 > 86_400 } ?? true }) else { return false }
      for key in keys { last[key] = item.time }
      return true
    }
    return Array(once.reversed().prefix(limit))
  }
}

extension String {
  /// The letters and digits in lower case, so that quotation marks and blanks make no other title.
  fileprivate var titleKey: String {
    let words = lowercased().filter { $0.isLetter || $0.isNumber }
    return "title:" + (words.isEmpty ? self : words)
  }

  /// The address without what changes no page: the scheme, a place in the page, remarks on who linked to it.
  fileprivate var linkKey: String {
    let page = prefix { $0 != "#" }
    let parts = page.split(separator: "?", maxSplits: 1)
    let path = (parts.first ?? "").drop { $0 != ":" }
    let query = parts.dropFirst().flatMap { $0.split(separator: "&") }.filter { !$0.hasPrefix("utm_") }
    return (path.hasSuffix("/") ? String(path.dropLast()) : String(path)) + "?" + query.joined(separator: "&")
  }
}
