/// The outcome of asking one source; what it told is in the book.
public struct SourceOutcome: Sendable {
  /// The source's name.
  public let source: String
  /// Whether anything was sent to it.
  public internal(set) var wasAsked = false
  /// Why something is missing or older than it might be; nil if nothing is.
  public internal(set) var problem: RatesError?
  /// The time at which it may be asked again, in seconds since 1970; nil if it has nothing of the kind to ask for.
  public internal(set) var nextTry: Int64?
  /// The number of rows of its answers that were left out, because they cannot be read or say what cannot be.
  public internal(set) var skipped = 0

  /// Whether it gave no answer, or one that is for all of its addresses: there is no use in asking on.
  var isClosed = false

  init(_ source: String) { self.source = source }

  /// Notes an answer that is fresh still, and what is wrong with it.
  mutating func note(fresh record: RequestRecord) {
    if record.failures == 0 { problem = problem ?? record.problem }
    note(nextTry: record.askableAt)
  }

  /// Notes when an address may be asked again; the first of them counts.
  mutating func note(nextTry time: Int64) { nextTry = min(nextTry ?? time, time) }
}
