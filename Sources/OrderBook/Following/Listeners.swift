/// The streams of all who follow a book's changes.
struct Listeners {
  var changes = Audience<[BookChange]>()
  var trades = Audience<TradeChange>()
}

/// The change of the list of trades by one block.
public struct TradeChange: Sendable, Hashable {
  /// The height above which all trades are gone; nil for none.
  public let undoneAbove: UInt64?
  /// The trades that came, in the order of the chain.
  public let added: [Trade]
}

/// Streams of one kind of news.
struct Audience<News: Sendable> {
  private var streams: [AsyncStream<News>.Continuation] = []

  /// A stream of all that is published from now on.
  mutating func add() -> AsyncStream<News> {
    let (stream, continuation) = AsyncStream.makeStream(of: News.self)
    streams.append(continuation)
    return stream
  }

  /// Tells all; whoever does not listen any more is forgotten.
  mutating func publish(_ news: News) {
    streams.removeAll { continuation in
      if case .terminated = continuation.yield(news) { true } else { false }
    }
  }

  /// Ends all streams.
  mutating func finish() {
    for stream in streams { stream.finish() }
    streams = []
  }
}
