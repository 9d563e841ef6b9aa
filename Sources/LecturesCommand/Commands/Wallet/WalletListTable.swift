import Keystores
import Localization
import Operations
import Primitives
import Terminal
import WalletBook

/// The table of wallets: a row for each network that an address is on, and below it one for each token.
struct WalletListTable {
  let balances: WalletBalances
  let networks: NetworkCache
  let moneys: [String: Money]
  let language: Language
  /// The key file of the account that is marked as the one that acts; nil where none is.
  let acting: String?

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
        // An old balance without its age would pass for the present one.
        .name(language[Label.asOf], ages(of: groups).isEmpty ? .useful : .essential),
        .name(language[Label.network], .important),
        .text(language[Label.kind], .detail),
      ],
      placeholder: placeholder)
    for group in groups {
      for (index, wallet) in group.wallets.enumerated() {
        // The address stands once for all of them.
        let address = wallet.address.map { StyledText($0.checksummed) } ?? language[WalletText.addressNotTold]
        add(
          wallet.place, on: wallet.network,
          [name(of: wallet), index == 0 ? address : ""], wallet.kindText(in: language), to: &table)
      }
      for place in group.otherPlaces { add(place, on: place.network, ["", ""], "", to: &table) }
    }
    return table
  }

  private func name(of wallet: ListedWallet) -> StyledText {
    let name = StyledText(wallet.name, .strong)
    return acting != nil && wallet.entry?.fileName == acting ? name + " " + language[WalletText.acts] : name
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

  /// The age of the oldest balance of each network of which one was not asked for now: "Kept from before: kaia (1 d ago).".
  func stale(in groups: [WalletGroup]) -> [StyledText] {
    let texts = ages(of: groups).map { "\($0.network) (\(language.age(LocalTime.now() - $0.time)))" }
    return texts.isEmpty ? [] : [language[WalletText.kept(texts.joined(separator: ", "))]]
  }

  private func ages(of groups: [WalletGroup]) -> [(network: String, time: Int64)] {
    var oldest: [String: Int64] = [:]
    for place in groups.flatMap(\.places) where balances.isStale(place) {
      var times = balances.holdings[place]?.map(\.time) ?? []
      if let sample = balances.samples[place] { times.append(sample.time) }
      for time in times { oldest[place.network] = min(oldest[place.network] ?? time, time) }
    }
    return oldest.sorted { $0.key < $1.key }.map { (network: $0.key, time: $0.value) }
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
