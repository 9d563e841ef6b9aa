extension NodeClient {
  /// The options of a client.
  public struct Options: Sendable {
    /// The prefix of the methods that Ethereum and Kaia share.
    public var namespace = RPCNamespace.eth
    /// To make a connection, TLS included.
    public var connectTimeout = Duration.seconds(5)
    /// For one exchange, from the connection to the last byte.
    public var requestTimeout = Duration.seconds(30)
    /// For all attempts of a request: after this long none is made, and one that only reads ends.
    public var deadline = Duration.seconds(90)
    /// The ``deadline`` of offering a signed transaction to a node; nil for the same.
    package var offerDeadline: Duration?
    /// The most bytes of an answer; receiving stops there.
    public var maximumResponseBytes = 64 << 20
    /// The number of times that a request is tried again, at most, after all endpoints were tried once.
    public var retries = 3
    /// The longest wait before the first retry; it doubles each time, and a random part of it is waited.
    public var firstBackoff = Duration.milliseconds(200)
    /// Where the doubling of ``firstBackoff`` ends.
    public var maximumBackoff = Duration.seconds(5)
    /// The longest `Retry-After` that is waited for; one that asks for more is an error at once.
    public var maximumRetryAfter = Duration.seconds(10)
    /// The time for which an endpoint that failed is asked last.
    public var coolDown = Duration.seconds(15)
    /// The most requests in one batch; more are split.
    public var maximumBatchSize = 1_000
    /// The most bytes in one batch, unless a single request has more.
    public var maximumBatchBytes = 1 << 20
    /// The number of parts of a batch that are asked at once.
    public var concurrentBatches = 4
    /// The rate at which each endpoint is asked; nil is as fast as can be. Each request of a batch counts.
    public var rateLimit: RateLimit?
    /// A PEM file with the certificate authorities to trust instead of the system's.
    public var certificateAuthorityFile: String?
    /// Where it is known which endpoints failed lately: with all clients of the process.
    package var health = EndpointHealth.shared

    /// The defaults above.
    public init() {}

    /// A copy with some options changed.
    public func with(_ change: (inout Options) -> Void) -> Options {
      var copy = self
      change(&copy)
      return copy
    }
  }

  /// A token bucket: so many requests a second in the long run, and so many at once after a pause.
  public struct RateLimit: Sendable, Hashable {
    /// The number of tokens that come back each second; above 0.
    public let requestsPerSecond: Double
    /// The number of tokens that the bucket holds; 1 or more.
    public let burst: Int

    /// - Parameters:
    ///   - requestsPerSecond: Above 0; lower is taken as one in 1,000 seconds.
    ///   - burst: 1 or more.
    public init(requestsPerSecond: Double, burst: Int = 1) {
      self.requestsPerSecond = requestsPerSecond > 0.001 ? requestsPerSecond : 0.001
      self.burst = max(1, burst)
    }
  }
}
