import Database

/// The table of news.
struct NewsTable {
  let database: Connection

  /// Keeps a piece of news; one that is kept already takes the new words, and stays read.
  func keep(_ item: NewsItem, at now: Int64) throws {
    try database.execute(
      """
      INSERT INTO news (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?) ON CONFLICT (id) DO UPDATE SET
        title = excluded.title, summary = excluded.summary, link = excluded.link, image = excluded.image
      """,
      [item.id, item.feed, item.time, item.title, item.summary, item.link, item.image, item.language, now])
  }

  /// Drops what is too much: the oldest that were read, then the oldest.
  func prune() throws {
    try database.execute(
      "DELETE FROM news WHERE id IN (SELECT id FROM news ORDER BY isRead, time DESC, id LIMIT ? OFFSET ?)",
      [Int64.max, RatesBook.mostNews])
  }

  /// News by the queries of somebody, the newest first.
  func items(limit: Int, feed: String?, isUnread: Bool, language: String?) throws -> [StoredNews] {
    try database.rows(
      """
      SELECT \(Self.columns) FROM news
      WHERE (feed = ?1 OR ?1 IS NULL) AND (?2 = 0 OR isRead = 0) AND (language = ?3 OR ?3 IS NULL)
      ORDER BY time DESC, id LIMIT ?4
      """, [feed, isUnread, language, max(0, limit)]
    ).map(Self.news)
  }

  /// The piece of news with an identifier; nil if it is not kept.
  func item(_ id: String) throws -> StoredNews? {
    try database.row("SELECT \(Self.columns) FROM news WHERE id = ?", [id]).map(Self.news)
  }

  /// The number of pieces of news that nobody read.
  func unreadCount() throws -> Int { try database.value("SELECT count(*) FROM news WHERE isRead = 0") ?? 0 }

  /// Marks pieces of news as read, or all.
  func markRead(_ ids: [String]?) throws {
    guard let ids else {
      try database.execute("UPDATE news SET isRead = 1")
      return
    }
    for id in ids { try database.execute("UPDATE news SET isRead = 1 WHERE id = ?", [id]) }
  }

  private static let columns = "id, feed, time, title, summary, link, image, language, isRead, seen"

  private static func news(_ row: Row) throws -> StoredNews {
    StoredNews(
      item: NewsItem(
        id: try row.value("id"), feed: try row.value("feed"), time: try row.time("time") ?? 0,
        title: try row.value("title"), summary: try row.value("summary"), link: try row.value("link"),
        image: try row.optional("image"), language: try row.value("language")),
      isRead: try row.value("isRead"), seen: try row.time("seen") ?? 0)
  }
}
