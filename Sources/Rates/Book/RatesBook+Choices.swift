import Database

extension RatesBook {
  /// The market that was named last; nil if none was.
  ///
  /// - Throws: `bookFailed`.
  public func lastMarket() async throws(RatesError) -> Market? {
    try await read { try $0.value("SELECT value FROM fact WHERE name = 'market'", as: String.self) }
      .flatMap { Market(rawValue: $0) }
  }

  /// Keeps the market that was named last.
  ///
  /// - Throws: `bookFailed`.
  public func noteLastMarket(_ market: Market) async throws(RatesError) {
    try await write { try $0.put(["name": "market", "value": market.rawValue], into: "fact") }
  }
}
