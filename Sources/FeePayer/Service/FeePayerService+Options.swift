import Primitives

extension FeePayerService {
  /// The options of a service.
  public struct Options: Sendable {
    /// The number of times that a transaction is offered to the node before it is given up.
    public var sendAttempts = 5
    /// The time between two offers.
    public var sendPause: Duration = .milliseconds(500)
    /// The number of times that the receipt is looked for.
    public var receiptAttempts = 15
    /// The time from one look for the receipt to the next.
    public var receiptPause: Duration = .milliseconds(1500)
    /// The longest that an order which a budget would refuse waits until it is clear what holds that; the look goes on.
    public var lookPatience: Duration = .seconds(4)
    /// Seconds since 1970.
    public var clock: @Sendable () -> UInt64
    /// Below this balance nothing is signed.
    public var reserve = Amount.kaia(1).wei / 10
    /// Whether the journal becomes the account's though another, or a longer one, was before: what only that one knows
    /// does not count, except what is on the chain.
    public var adoptsJournal = false
    /// Whether what the account paid for beside the journal is written down there and counts, instead of being an error.
    public var booksPaymentsElsewhere = false
    /// At the start so many blocks are compared with the journal at most, the newest; one a second is a day's.
    public var mostBlocks: UInt64 = 86_400
    /// Called at the start with the numbers of blocks compared and of all.
    public var onComparison: @Sendable (_ read: UInt64, _ all: UInt64) -> Void = { _, _ in }
    var checkpoint: (@Sendable (JournalFile.Step, UInt64) -> Void)?

    /// The usual way: five offers, fifteen looks for the receipt, a tenth of a KAIA kept back.
    public init(clock: @escaping @Sendable () -> UInt64) { self.clock = clock }
  }

  /// A request of the API.
  public struct Request: Sendable {
    /// HTTP's, such as `POST`.
    public var method: String
    /// Without the query.
    public var path: String
    /// The query's parameters, by name.
    public var query: [String: String]
    /// The text behind `Bearer`.
    public var key: String?
    /// The network address it comes from.
    public var caller: String
    /// The body as it came: JSON, where a signature is asked for.
    public var body: [UInt8]

    /// A request as it is given; the answer says what is wrong with it.
    public init(
      method: String, path: String, query: [String: String] = [:], key: String? = nil, caller: String,
      body: [UInt8] = []
    ) {
      self.method = method
      self.path = path
      self.query = query
      self.key = key
      self.caller = caller
      self.body = body
    }
  }
}
