import Database
import Primitives

/// The table of what followers were posted and hand to the keeper, with its answers.
///
/// Its meaning is not looked at here.
struct PostTable {
  let database: Connection

  /// A post without an answer.
  struct Open: Sendable {
    let id: Bytes
    let content: Bytes
  }

  /// The milliseconds for which posts are kept: nobody waits for as long as that.
  private static let lifetime: Int64 = 60_000

  private var cutoff: String { "\(database.words.clock) - \(Self.lifetime)" }

  /// Keeps a post.
  ///
  /// - Parameter origin: The instance that waits for the answer.
  func keep(_ content: Bytes, as id: Bytes, of origin: String) throws {
    try database.execute(
      "INSERT INTO post (id, origin, content, time) VALUES (?, ?, ?, \(database.words.clock)) ON CONFLICT (id) DO NOTHING",
      [id, origin, content])
  }

  /// The posts without an answer, the first first.
  func open(most: Int) throws -> [Open] {
    try database.rows(
      "SELECT id, content FROM post WHERE answer IS NULL AND time > \(cutoff) ORDER BY time LIMIT ?", [most]
    ).map { Open(id: try $0.value("id"), content: try $0.value("content")) }
  }

  /// Answers a post.
  func answer(_ id: Bytes, _ answer: Bytes) throws {
    try database.execute("UPDATE post SET answer = ? WHERE id = ?", [answer, id])
  }

  /// Forgets posts for which nobody waits any more.
  func forgetOld() throws { try database.execute("DELETE FROM post WHERE time <= \(cutoff)") }

  /// Whether there are answers for an instance.
  func hasAnswers(for origin: String) throws -> Bool {
    try database.row("SELECT id FROM post WHERE origin = ? AND answer IS NOT NULL LIMIT 1", [origin]) != nil
  }

  /// Takes the answers for an instance, which are gone then.
  func takeAnswers(for origin: String) throws -> [(id: Bytes, answer: Bytes)] {
    try database.rows("DELETE FROM post WHERE origin = ? AND answer IS NOT NULL RETURNING id, answer", [origin])
      .map { (try $0.value("id"), try $0.value("answer")) }
  }
}
