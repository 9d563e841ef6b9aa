import ContractABI
import NodeRPC
import Primitives

/// A node's answers about one feed.
struct FeedAnswers {
  let code: Result<Bytes, NodeError>
  let round: Result<Bytes, NodeError>
  let decimals: Result<Bytes, NodeError>
  /// Nil where the feed has no words about itself.
  let description: Result<Bytes, NodeError>?

  /// Seconds by which a price may be newer than the block that it is read in: the node may have had a newer one by then.
  private static let tolerance: UInt256 = 60
  /// Seconds that a price may be late.
  private static let patience: Int64 = 600
  private static let mostDecimals: UInt256 = 30

  /// The feed's own words about itself, on one line; nil where it has none.
  ///
  /// - Throws: a ``Flaw`` where they cannot be read.
  func words() throws(Flaw) -> String? {
    switch description {
    case nil: return nil
    case .failure(let error):
      // Not every proxy has the function; any other failure hides what it would say.
      guard error.revertData != nil else { throw Flaw("The node does not tell its description: \(error.inOneLine)") }
      return nil
    case .success(let bytes):
      if bytes.isEmpty { return nil }
      let text = try? ABIReader.decode(bytes) { (reader) throws(ContractABIError) in try reader.read(ABIString()) }
      guard let text else { throw Flaw("Its description is no text.") }
      return TerminalSafe.escape(text, limit: 80)
    }
  }

  /// The feed's price as a quote.
  ///
  /// - Parameters:
  ///   - blockTime: The time of the newest block, in seconds since 1970.
  ///   - now: The time, in seconds since 1970.
  /// - Throws: a ``Flaw`` where it has none that can be used.
  func quote(of feed: PriceFeed, blockTime: UInt64, at now: Int64) throws(Flaw) -> Quote {
    guard try !read(code, "its code").isEmpty else { throw Flaw("There is no contract at \(feed.address).") }
    if let words = try words(), !Self.isDescription(words, of: feed.pair) {
      throw Flaw("It calls itself \"\(words)\".")
    }
    guard let round = FeedRound(try read(round, "its price")) else {
      throw Flaw("Its answer has neither five words nor four nor three.")
    }
    guard round.isVerified != false else { throw Flaw("It calls its price not verified.") }
    let places = try read(decimals, "its decimals")
    guard places.count == 32, let decimals = try? UInt256(bigEndian: places), decimals <= Self.mostDecimals else {
      throw Flaw("It does not tell its decimals, or more than \(Self.mostDecimals).")
    }
    guard round.answer > 0, round.answer <= Self.greatestSigned else { throw Flaw("Its price is not above zero.") }
    guard round.updatedAt > 0, round.updatedAt <= UInt256(blockTime) + Self.tolerance,
      let updated = Int64(exactly: round.updatedAt)
    else { throw Flaw("Its price is of no time, or of one after the newest block.") }
    guard now - updated <= Self.patience || now - updated - Self.patience <= feed.heartbeat else {
      throw Flaw("Its price is \(now - updated) seconds old, and one every \(feed.heartbeat) seconds is promised.")
    }
    let quote = Quote(
      source: feed.source, market: .chain, kind: .chain, pair: feed.pair,
      mid: ExactDecimal("\(round.answer)e-\(decimals)"), asOf: updated, retrieved: now)
    guard let quote else { throw Flaw("Its price, \(round.answer) with \(decimals) decimals, is out of bounds.") }
    return quote
  }

  /// Whether words are the description of a pair's feed: both codes, as in `KAIA / USD`, or RedStone's, whose prices
  /// are all in dollars, with the base or without.
  static func isDescription(_ words: String, of pair: CurrencyPair) -> Bool {
    let parts = words.uppercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    let isRedStone = parts.starts(with: ["REDSTONE", "PRICE", "FEED"])
    let named = isRedStone ? Array(parts.dropFirst(parts.count > 3 && parts[3] == "FOR" ? 4 : 3)) : parts
    let codes = named.map { Currency($0) }
    if codes == [pair.base, pair.quote] { return true }
    return isRedStone && pair.quote == .usd && (codes == [pair.base] || parts.count == 3)
  }

  private static let greatestSigned = UInt256.max >> 1

  private func read(_ answer: Result<Bytes, NodeError>, _ name: String) throws(Flaw) -> Bytes {
    do throws(NodeError) {
      return try answer.get()
    } catch { throw Flaw("The node does not tell \(name): \(error.inOneLine)") }
  }

  /// The reason why a feed has no price that can be used, in a sentence.
  struct Flaw: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }
}
