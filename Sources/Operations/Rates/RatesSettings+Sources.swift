import Primitives
import Rates

extension RatesSettings {
  /// Sources that are asked only if the settings name them: they tell what another one here tells as well.
  private static let spare: Set = ["upbit", "finance-ua-news"]

  /// The sources that may be asked, those to be preferred first: those that need no key and those whose key is there,
  /// unless the settings name some.
  package func sources() throws -> [any RateSource] {
    let named = try sourceNames()
    let all = try allSources()
    if let stranger = named?.first(where: { name in !all.contains { $0.source.profile.name == name } }) {
      throw RatesError(noSource: stranger, among: all.map(\.source.profile.name))
    }
    return all.filter { entry in
      let profile = entry.source.profile
      return named?.contains(profile.name)
        ?? ((entry.hasKey || !profile.needsKey) && !Self.spare.contains(profile.name))
    }.map(\.source)
  }

  /// All sources, whether they may be asked or not, those to be preferred first in each market.
  func allSources() throws -> [(source: any RateSource, hasKey: Bool)] {
    let minfin = try sourceKey(.minfinKeyFile, "minfin")
    let (exim, ecos) = (try sourceKey(.eximKeyFile, "exim"), try sourceKey(.ecosKeyFile, "ecos"))
    // A key of a plan that costs money stands behind a word that says so: CoinGecko's keys all look alike.
    let words = try key(.coingeckoKeyFile)?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
    let isPaid = words.count == 2 && words[0] == "paid"
    let coingecko =
      try words.isEmpty ? nil : SourceKey(isPaid ? words[1] : words.joined(separator: " "), of: "coingecko")
    let withKey: [(any RateSource, SourceKey?)] = [
      (MinFinAPI(key: minfin), minfin), (KoreaEximbank(key: exim), exim), (BankOfKorea(key: ecos), ecos),
    ]
    let keyless: [any RateSource] = [
      FinanceUA(), MinFinSite(), PrivatBank(), Monobank(), NationalBankOfUkraine(), KoreanExchange.bithumb,
      KoreanExchange.upbit, WhiteBIT(), Binance(),
    ]
    let last: [any RateSource] = [EuropeanCentralBank(), Frankfurter()] + NewsFeed.known
    return withKey.map { ($0, $1 != nil) } + keyless.map { ($0, false) }
      + [(CoinGecko(key: coingecko, isPaid: isPaid), coingecko != nil)] + last.map { ($0, false) }
  }

  private func sourceKey(_ key: SettingKey, _ name: String) throws -> SourceKey? {
    try self.key(key).map { try SourceKey($0, of: name) }
  }
}
