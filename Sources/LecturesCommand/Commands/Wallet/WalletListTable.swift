import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal
import WalletBook

/// The table of wallets: a row for each network that an address is on, and below it one for each token.
struct WalletListTable {
  let balances: WalletBalances
  let networks: NetworkCache
  let moneys: [String: Money]
  let language: Language

  private var worth: [Table.Column] { moneys.values.lazy.map(\.column).first { !$0.isEmpty } ?? [] }

  /// The rows of groups.
  ///
  /// - Parameter placeholder: The line where there is no group.
  func table(_ groups: [WalletGroup], placeholder: StyledText) -> Table {
    var table = Table(
      [
        .text(language[Label.wallet]), .address(language[Label.address], .important),
        .number(language[Label.balance], .answer),
      ] + worth + [
        .name(language[Label.asOf], .useful), .name(language[Label.network], .important),
        .text(language[Label.kind], .detail),
      ],
      placeholder: placeholder)
    for group in groups {
      for (index, wallet) in group.wallets.enumerated() {
        // The address stands once for all of them.
        let address = wallet.address.map { StyledText($0.checksummed) } ?? language[WalletText.addressNotTold]
        add(
          wallet.place, on: wallet.network,
          [StyledText(wallet.name, .strong), index == 0 ? address : ""], wallet.kindText(in: language), to: &table)
      }
      for place in group.otherPlaces { add(place, on: place.network, ["", ""], "", to: &table) }
    }
    return table
  }

  private func add(
    _ place: BalancePlace?, on network: String, _ name: [StyledText], _ kind: StyledText, to table: inout Table
  ) {
    let sample = place.flatMap { balances.samples[$0] }
    let style: Style = place.map { balances.isStale($0) } ?? true ? .dim : .plain
    let balance = sample.map { language.decimal(networks.roundedText($0.amount, on: network)) } ?? ""
    let value = sample.flatMap { moneys[network]?.worth($0.amount) } ?? ""
    table.add(
      cells: name + [StyledText(balance, style)] + (worth.isEmpty ? [] : [StyledText(value, style)]) + [
        sample.map { age($0.time, style) } ?? "", StyledText(network), kind,
      ])
    for holding in place.flatMap({ balances.holdings[$0] }) ?? [] {
      table.add(
        cells: [
          "", StyledText(holding.token.checksummed, .dim), holding.roundedText(in: language).styled(style),
        ] + (worth.isEmpty ? [] : [StyledText(holding.worth(in: moneys[network]) ?? "", style)]) + [
          age(holding.time, style), StyledText(network), language[WalletTokenText.token],
        ])
    }
  }

  private func age(_ time: Int64, _ style: Style) -> StyledText {
    style == .dim ? StyledText(language.age(LocalTime.now() - time), .warning) : language[WalletText.now]
  }

  /// The coin that is held on each network, where there are several: "In all: 12 KAIA (kaia), 3 ETH (mainnet).".
  func sums(of groups: [WalletGroup]) -> [StyledText] {
    guard Set(groups.flatMap(\.places).map(\.network)).count > 1 else { return [] }
    let texts = WalletGroup.sums(of: groups) { balances.samples[$0]?.amount }.map { network, amount in
      "\(language.decimal(networks.roundedText(amount, on: network))) (\(network))"
    }
    return texts.isEmpty ? [] : [language[WalletText.inAll(texts.joined(separator: ", "))]]
  }
}

extension WalletBalances {
  /// The balance and the tokens at a place in the output of `--json`.
  func json(at place: BalancePlace?, on network: Network?, _ money: Money?) -> JSONObject {
    let sample = place.flatMap { samples[$0] }
    let balance = sample.flatMap { sample in
      money?.json(sample.amount) ?? network.map { .amount(sample.amount, on: $0) }
    }
    return [
      "balance": balance ?? .null,
      "tokens": .array((place.flatMap { holdings[$0] } ?? []).map { $0.json(money) }),
      "balanceTime": .integer(sample?.time), "stale": .bool(place.map { isStale($0) } ?? true),
    ]
  }

  /// Whether anything is known to be at a place.
  func holds(_ place: BalancePlace) -> Bool {
    samples[place].map { $0.amount > .zero } ?? false
      || holdings[place]?.contains { $0.units.map { $0 > 0 } ?? false } ?? false
  }

  /// The coins of exchanges that tokens at places are, by network.
  func traded(at places: [BalancePlace]) -> [String: Set<Currency>] {
    places.reduce(into: [:]) { coins, place in
      coins[place.network, default: []].formUnion((holdings[place] ?? []).compactMap(\.traded))
    }
  }
}

/// Networks by their names, each read out of the settings once.
final class NetworkCache {
  private let context: CommandContext
  private var networks: [String: Network?] = [:]

  init(_ context: CommandContext) { self.context = context }

  /// The network of a name; nil where there is none.
  func network(_ name: String) -> Network? {
    if let network = networks[name] { return network }
    let network = try? context.settings.network(named: name)
    networks[name] = .some(network)
    return network
  }

  /// An amount of a network's coin in a list.
  func roundedText(_ amount: Amount, on name: String) -> String {
    network(name)?.roundedText(amount) ?? amount.rounded(in: .ether)
  }
}

extension FiatTotal {
  /// The worth of coin and tokens at places, as far as the money of their networks is known.
  init(of balances: WalletBalances, at places: [BalancePlace], in moneys: [String: Money]) {
    for place in places {
      guard let sample = balances.samples[place], let money = moneys[place.network] else { continue }
      add(sample.amount, of: place.address, in: money)
      add(balances.holdings[place] ?? [], of: place.address, in: money)
    }
  }
}
