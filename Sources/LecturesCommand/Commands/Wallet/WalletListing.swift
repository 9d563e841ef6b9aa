import Keystores
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// The wallets with what is known of their balances: as a table for people, and as a value for scripts.
struct WalletListing {
  let wallets: [ListedWallet]
  let balances: WalletBalances
  /// The wallets of each address, with the places where it holds something.
  let groups: [WalletGroup]
  /// The money of each network.
  var moneys: [String: Money] = [:]
  private let directory: String
  private let acting: String?
  private let context: CommandContext

  /// - Parameters:
  ///   - directory: The folder of the key files.
  ///   - acting: The key file of the account that acts where none is named; nil where none does.
  init(
    _ wallets: [ListedWallet], _ balances: WalletBalances, directory: String, acting: String?,
    in context: CommandContext
  ) {
    (self.wallets, self.balances, self.directory, self.context) = (wallets, balances, directory, context)
    self.acting = acting
    groups = WalletGroup.grouped(wallets, on: context.settings.networkNames) { balances.holds($0) }
  }

  /// These wallets with other balances.
  func updated(_ balances: WalletBalances) -> WalletListing {
    WalletListing(wallets, balances, directory: directory, acting: acting, in: context)
  }

  /// The places that are listed.
  var places: [BalancePlace] { groups.flatMap(\.places) }

  /// The groups of which something is not as it was.
  func changed(since before: WalletBalances) -> [WalletGroup] {
    groups.filter { group in
      group.places.contains { place in
        before.samples[place]?.amount != balances.samples[place]?.amount
          || before.holdings[place]?.map(\.units) != balances.holdings[place]?.map(\.units)
      }
    }
  }

  // MARK: For people

  private var writer: WalletListTable {
    WalletListTable(
      balances: balances, networks: NetworkCache(context), moneys: moneys, language: context.language,
      // Of a single key there is nothing to be said.
      acting: wallets.count { $0.entry != nil } > 1 ? acting : nil)
  }

  /// The table of groups.
  func table(of groups: [WalletGroup]) -> Table {
    writer.table(
      groups, placeholder: context.language[WalletText.none(directory: directory, command: "lectures wallet new NAME")])
  }

  /// The sums of the coins of several networks.
  var sums: [StyledText] { writer.sums(of: groups) }

  /// The ages of the balances that were not asked for now.
  var stale: [StyledText] { writer.stale(in: groups) }

  /// The worth of all that is known.
  var worth: FiatTotal { FiatTotal(of: balances, at: places, in: moneys) }

  /// The money of the networks, by their names.
  var rates: [Money] { moneys.sorted { $0.key < $1.key }.map(\.value) }

  /// The key files that cannot be read, and the networks whose nodes gave no answer.
  var problems: [StyledText] {
    let language = context.language
    let files = wallets.compactMap { wallet in
      wallet.entry?.problem.map { StyledText(CommandFailure($0).words(in: language).sentences, .bad) }
    }
    return files + balances.problemLines(in: language)
  }

  // MARK: For scripts

  /// The value for scripts.
  var json: JSON {
    let networks = NetworkCache(context)
    return [
      "directory": .string(directory), "accounts": .array(accounts(on: networks)),
      "sums": .array(
        WalletGroup.sums(of: groups) { balances.samples[$0]?.amount }.map { network, amount in
          ["network": .string(network), "balance": json(amount, on: network, networks)]
        }),
      "fiatRates": .array(rates.flatMap(\.rates)), "fiatTotal": worth.json,
    ]
  }

  private func json(_ amount: Amount, on network: String, _ networks: NetworkCache) -> JSON {
    moneys[network]?.json(amount) ?? networks.network(network).map { .amount(amount, on: $0) } ?? .null
  }

  /// The wallets with their balances, by name; the holdings of an address on networks that it is not listed on stand with
  /// the first wallet of that address.
  private func accounts(on networks: NetworkCache) -> [JSON] {
    var others: [String: [JSON]] = [:]
    for group in groups {
      guard let first = group.wallets.first else { continue }
      others[first.name] = group.otherPlaces.map { place in
        var object = json(at: place, on: place.network, networks)
        object["network"] = .string(place.network)
        return .object(object)
      }
    }
    return wallets.map { wallet in
      var object = wallet.json
      for (name, value) in json(at: wallet.place, on: wallet.network, networks) { object[name] = value }
      object["elsewhere"] = .array(others[wallet.name] ?? [])
      object["acts"] = .bool(acting != nil && wallet.entry?.fileName == acting)
      return .object(object)
    }
  }

  private func json(at place: BalancePlace?, on network: String, _ networks: NetworkCache) -> JSONObject {
    balances.json(at: place, on: networks.network(network), moneys[network])
  }
}
