import Primitives

extension PriceFeed {
  /// The feeds of a chain that are known here; none of most chains.
  ///
  /// Sources: https://docs.kaia.io (RedStone), https://github.com/Bisonai/orakl (router), https://docs.chain.link.
  public static func known(on chainID: UInt256) -> [PriceFeed] { known.filter { $0.chainID == chainID } }

  /// All feeds that are known here, the preferred one of a pair first.
  public static let known: [PriceFeed] =
    // Kaia
    aggregators(
      "redstone", on: 8217,
      [
        ("KAIA", "USD", "0xa2F3430ac9cfc37aEF88449DADf36af676211A64", hours: 12),
        ("USDT", "USD", "0xE08bcb1407E8496d434eFe4ecf2a20E27068a14A", hours: 6),
        ("ETH", "USD", "0xb728dbB1D8504fD521db0e87bdDdF33466bCabAD", hours: 6),
        ("BTC", "USD", "0x6AEE1334b4053B0148907649D447557560CC8126", hours: 6),
      ])
    + orakl(on: 8217, router: "0x653078f0d3a230416a59aa6486466470db0190a2")
    // Kairos
    + aggregators("redstone", on: 1001, [("USDT", "USD", "0x13d3B27c7C100621CB3B714deAb858Ee06d41db1", hours: 6)])
    + orakl(on: 1001, router: "0xd9dbbb92a6ecb8b8d3e386b8d0ad8284bd816ef1")
    // Ethereum
    + aggregators(
      "chainlink", on: 1,
      [
        ("ETH", "USD", "0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419", hours: 1),
        ("BTC", "USD", "0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c", hours: 1),
      ])

  private static func aggregators(
    _ provider: String, on chainID: UInt256, _ rows: [(base: String, quote: String, address: String, hours: Int64)]
  ) -> [PriceFeed] {
    rows.compactMap { row in
      guard let pair = pair(row.base, row.quote), let address = try? Address(row.address) else { return nil }
      return PriceFeed(
        provider: provider, chainID: chainID, pair: pair, address: address, heartbeat: row.hours * 3600)
    }
  }

  /// Orakl's pairs; it publishes no heartbeat any more, so that an hour stands here.
  private static func orakl(on chainID: UInt256, router: String) -> [PriceFeed] {
    [("KAIA", "USDT"), ("KAIA", "KRW"), ("KRW", "USD"), ("BTC", "USDT")].compactMap { base, quote in
      guard let pair = pair(base, quote), let address = try? Address(router) else { return nil }
      return PriceFeed(
        provider: "orakl", chainID: chainID, pair: pair, address: address, contract: .router(name: "\(base)-\(quote)"),
        heartbeat: 3600)
    }
  }

  private static func pair(_ base: String, _ quote: String) -> CurrencyPair? {
    guard let base = Currency(base), let quote = Currency(quote) else { return nil }
    return CurrencyPair(base, quote)
  }
}
