import NodeRPC
import Primitives

/// A feed as it was read: its price, or why it has none.
public struct FeedReading: Sendable {
  /// The contract that was read, and the pair that it prices.
  public let feed: PriceFeed
  /// Its own words about itself, made safe for a terminal; nil where it has none that can be read.
  public let description: String?
  /// Its price; `noData` where it has none that can be used.
  public let quote: Result<Quote, RatesError>
}

/// The price feeds of a chain, read at the newest block of a node that one trusts anyway; nobody else is asked.
public struct ChainFeeds: Sendable {
  /// The feeds, in the order in which they are read.
  public let feeds: [PriceFeed]

  /// Feeds of one's own choice.
  public init(_ feeds: [PriceFeed]) { self.feeds = feeds }

  /// Reads all feeds in one batch; one without a price that can be used does not hide the others.
  ///
  /// A price is used only if a contract is there, the node is of the feed's chain, the description names the pair, and the
  /// price is above zero, of no later time than the newest block, and not older than its provider promises.
  ///
  /// - Parameter now: The time, in seconds since 1970.
  /// - Throws: `RatesError` `unreachable` where the node does not answer, `badAnswer` where it tells no chain or block.
  public func read(from node: NodeClient, at now: Int64) async throws(RatesError) -> [FeedReading] {
    guard !feeds.isEmpty else { return [] }
    var answers = try await ask(node)[...]
    guard case .success(.number(let chainID)) = answers.popFirst(),
      case .success(.time(let blockTime?)) = answers.popFirst()
    else {
      throw RatesError(
        .badAnswer, "The price feeds of the chain cannot be read.",
        reason: "The node tells no number of its chain, or no newest block.")
    }
    return feeds.map { feed in
      let answers = FeedAnswers(
        code: Self.bytes(answers.popFirst()), round: Self.bytes(answers.popFirst()),
        decimals: Self.bytes(answers.popFirst()),
        description: feed.description == nil ? nil : Self.bytes(answers.popFirst()))
      return reading(feed, answers, chainID: chainID, blockTime: blockTime, at: now)
    }
  }

  private func reading(
    _ feed: PriceFeed, _ answers: FeedAnswers, chainID: UInt256, blockTime: UInt64, at now: Int64
  ) -> FeedReading {
    let quote: Result<Quote, RatesError>
    do throws(FeedAnswers.Flaw) {
      guard chainID == feed.chainID else {
        throw FeedAnswers.Flaw("It is on chain \(feed.chainID), and the node is of chain \(chainID).")
      }
      quote = .success(try answers.quote(of: feed, blockTime: blockTime, at: now))
    } catch {
      quote = .failure(
        RatesError(
          .noData, "The price feed for \(feed.pair) of \(feed.source) has no price that can be used.",
          reason: error.reason))
    }
    return FeedReading(feed: feed, description: try? answers.words(), quote: quote)
  }

  /// The results of one batch: the chain's number, the newest block, then each feed's.
  private func ask(_ node: NodeClient) async throws(RatesError) -> [Result<Answer, NodeError>] {
    var requests: [NodeRequest<Answer>] = [
      NodeRequest<UInt256>.chainID().map { .number($0) },
      NodeRequest<Block?>.block(.latest).map { .time($0?.timestamp) },
    ]
    for feed in feeds {
      requests.append(NodeRequest<Bytes>.code(of: feed.address).map { .bytes($0) })
      for data in [feed.latestRound, feed.decimals, feed.description].compactMap(\.self) {
        requests.append(NodeRequest<Bytes>.call(CallRequest(to: feed.address, data: data)).map { .bytes($0) })
      }
    }
    do throws(NodeError) {
      return try await node.batch(requests)
    } catch {
      throw RatesError(
        .unreachable, "The price feeds of the chain cannot be read.", reason: error.inOneLine, cause: error)
    }
  }

  private enum Answer: Sendable {
    case number(UInt256)
    case time(UInt64?)
    case bytes(Bytes)
  }

  private static func bytes(_ answer: Result<Answer, NodeError>?) -> Result<Bytes, NodeError> {
    switch answer {
    case .success(.bytes(let bytes)): .success(bytes)
    case .failure(let error): .failure(error)
    default: .failure(NodeError(.badReply, kind: .missingReply))
    }
  }
}

extension [FeedReading] {
  /// The prices that can be used; feeds without one are counted as left out.
  public var findings: SourceFindings {
    let quotes = compactMap { try? $0.quote.get() }
    return SourceFindings(quotes: quotes, skipped: count - quotes.count)
  }
}
