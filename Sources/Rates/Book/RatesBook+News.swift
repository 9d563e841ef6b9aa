import Database

/// A piece of news that is kept, and whether it was read.
public struct KeptNews: Sendable, Hashable {
  /// The news.
  public let item: NewsItem
  /// Whether it was read.
  public let isRead: Bool
}

extension RatesBook {
  static func keep(_ news: [NewsItem], at time: Int64, in database: Connection) throws {
    for item in news {
      // What is there keeps its mark; what is there under another id, as feeds of one house have it, is not added.
      try database.execute(
        """
        INSERT INTO news SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9 WHERE NOT EXISTS (
          SELECT 1 FROM news WHERE id <> ?1 AND (link = ?6 OR title = ?4) AND abs(time - ?3) < 86400)
          ON CONFLICT (id) DO UPDATE SET title = excluded.title, summary = excluded.summary, link = excluded.link,
            image = excluded.image
        """,
        [
          item.id, item.feed, min(item.time, time), item.title, item.summary, item.link, item.image, item.language,
          time,
        ])
    }
    guard !news.isEmpty else { return }
    try database.execute(
      "DELETE FROM news WHERE id NOT IN (SELECT id FROM news ORDER BY isRead, time DESC LIMIT ?)", [mostNews])
  }

  /// The newest news, the newest first.
  ///
  /// - Parameters:
  ///   - limit: The most items.
  ///   - feeds: The names of the feeds that count; nil for all.
  ///   - isUnread: Whether only those count that were not read.
  /// - Throws: `bookFailed`.
  public func news(limit: Int, feeds: Set<String>? = nil, isUnread: Bool = false) async throws -> [KeptNews] {
    try await file.read { database in
      try database.rows("SELECT * FROM news WHERE isRead <= ? ORDER BY time DESC, id", [isUnread ? 0 : 1])
        .lazy.map { try KeptNews(row: $0) }.filter { feeds?.contains($0.item.feed) ?? true }.prefix(max(0, limit))
        .map { $0 }
    }
  }

  /// How many items are not read.
  ///
  /// - Throws: `bookFailed`.
  public func unreadCount() async throws -> Int {
    try await file.read { try $0.value("SELECT count(*) FROM news WHERE isRead = 0", as: Int.self) ?? 0 }
  }

  /// Marks items as read; those that are gone are passed over.
  ///
  /// - Throws: `bookFailed`.
  public func markRead(_ ids: [String]) async throws {
    guard !ids.isEmpty else { return }
    try await file.write { database in
      for id in ids { try database.execute("UPDATE news SET isRead = 1 WHERE id = ?", [id]) }
    }
  }
}

extension KeptNews {
  fileprivate init(row: Row) throws {
    self.init(
      item: NewsItem(
        id: try row.value("id"), feed: try row.value("feed"), time: try row.value("time"),
        title: try row.value("title"), summary: try row.value("summary"), link: try row.value("link"),
        image: try row.optional("image"), language: try row.value("language")), isRead: try row.value("isRead"))
  }
}
