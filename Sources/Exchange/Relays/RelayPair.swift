import JSONFields
import Primitives
import StrictJSON

/// A pair that a relay trades, by its own word.
public struct RelayPair: Sendable, Hashable {
  /// A token of the pair, and the amounts of it that orders may have.
  public struct Token: Sendable, Hashable {
    /// The token's contract.
    public let address: Address
    /// The least amount, in the token's smallest unit.
    public let minimum: UInt256
    /// The most, in the token's smallest unit.
    public let maximum: UInt256
    /// The number of decimals that the relay shows.
    public let precision: Int
  }

  /// The token that the relay calls A: the base, where it is asked for a pair in that order.
  public let tokenA: Token
  /// The token that the relay calls B.
  public let tokenB: Token
}

/// The answer of a relay that is asked what it trades.
public struct RelayPairs: Sendable, Hashable {
  /// The pairs that could be read, in the relay's order.
  public let pairs: [RelayPair]
  /// The number of those that could not.
  public let skipped: Int
  /// The flaws of the list.
  public let flaws: Set<RelayFlaw>
}

extension RelayClient {
  /// The pairs that the relay trades (version 0), all or those with a token, or with two.
  ///
  /// - Throws: `wrongProtocol`, `unreachable`, `busy`, `refused`, `tooLarge`, `malformed`.
  public func tokenPairs(
    _ tokenA: Address? = nil, _ tokenB: Address? = nil
  ) async throws(RelayClientError) -> RelayPairs {
    try checkProtocol(.v0)
    let query = [("tokenA", tokenA), ("tokenB", tokenB)].compactMap { name, token in
      token.map { (name, $0.lowercaseHex) }
    }
    let reading = try await readPages(of: routes.tokenPairs, query, .one)
    let pairs = reading.lists[0].compactMap { json in try? RelayPair(json) }
    return RelayPairs(pairs: pairs, skipped: reading.lists[0].count - pairs.count, flaws: reading.flaws)
  }
}

extension RelayPair {
  fileprivate init(_ json: JSON) throws(JSONFieldProblem) {
    let fields = try JSONFields(json)
    self.init(tokenA: try Token(fields.fields("tokenA")), tokenB: try Token(fields.fields("tokenB")))
    guard tokenA.address != tokenB.address else { throw fields.failure("tokenB", "is the other token as well") }
  }
}

extension RelayPair.Token {
  fileprivate init(_ fields: JSONFields<JSONFieldProblem>) throws(JSONFieldProblem) {
    address = try fields.required("address", .checksummed)
    minimum = try fields.required("minAmount", .number)
    maximum = try fields.required("maxAmount", .number)
    let digits: UInt64 = try fields.required("precision", .number)
    guard minimum <= maximum, digits <= 255 else { throw fields.failure("precision", "makes no sense") }
    precision = Int(digits)
  }
}
