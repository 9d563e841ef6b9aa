/// The bounds of what is taken from one relay.
public struct RelayReadingLimits: Sendable, Hashable {
  /// The longest that one exchange may take.
  public var timeout: Duration
  /// The longest that all pages together may take.
  public var totalTime: Duration
  /// The most bytes of one answer, unzipped.
  public var answerBytes: Int
  /// The most bytes of all pages together, those that were read anew among them.
  public var totalBytes: Int
  /// The most pages of one reading.
  public var pages: Int
  /// The most records of a list, or of each side of a book.
  public var records: Int
  /// The number of times that pages are read anew because the book changed between them.
  public var rereadings: Int
  /// The number of times that a reading is repeated because no answer of the relay's came.
  public var retries: Int

  /// Ten seconds for an exchange and thirty for all, 4 MiB for an answer and 16 for all, twenty pages, 2,000 records, three
  /// readings anew, two repetitions.
  public init(
    timeout: Duration = .seconds(10), totalTime: Duration = .seconds(30), answerBytes: Int = 4 << 20,
    totalBytes: Int = 16 << 20, pages: Int = 20, records: Int = 2_000, rereadings: Int = 3, retries: Int = 2
  ) {
    self.timeout = timeout
    self.totalTime = totalTime
    self.answerBytes = answerBytes
    self.totalBytes = totalBytes
    self.pages = pages
    self.records = records
    self.rereadings = rereadings
    self.retries = retries
  }
}
