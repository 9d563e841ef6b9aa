import Primitives
import WalletBook

/// An address under all the networks that it is listed or known on: a wallet as a person has it.
package struct WalletGroup: Sendable {
  /// The listed wallets of the address, of which no two are on one network; one whose key is here goes first.
  package let wallets: [ListedWallet]
  /// The other networks on which the address holds something, as far as that is known.
  package let elsewhere: [String]

  /// The names of all of them.
  package var name: String { wallets.map(\.name).joined(separator: ", ") }
  /// The address; nil for a key file that does not say whose key it holds.
  package var address: Address? { wallets.first?.address }

  /// The places where it is on other networks than listed.
  package var otherPlaces: [BalancePlace] {
    address.map { address in elsewhere.map { BalancePlace(network: $0, address: address) } } ?? []
  }

  /// All places whose balances are its own.
  package var places: [BalancePlace] { wallets.compactMap(\.place) + otherPlaces }

  /// Brings the wallets of one address together.
  ///
  /// Two wallets of an address on one network, as of two key files, stay two.
  ///
  /// - Parameters:
  ///   - wallets: The listed ones, in their order.
  ///   - networks: The networks on which they may be, too.
  ///   - holds: Whether anything is known to be at a place.
  package static func grouped(
    _ wallets: [ListedWallet], on networks: [String], holds: (BalancePlace) -> Bool
  ) -> [WalletGroup] {
    var members: [[ListedWallet]] = []
    var groups: [Address: [Int]] = [:]
    for wallet in wallets {
      let known = wallet.address.flatMap { groups[$0] } ?? []
      if let index = known.first(where: { index in !members[index].contains { $0.network == wallet.network } }) {
        members[index].append(wallet)
      } else {
        if let address = wallet.address { groups[address, default: []].append(members.count) }
        members.append([wallet])
      }
    }
    var told = Set(wallets.compactMap(\.place))
    return members.map { members in
      let elsewhere = networks.filter { network in
        guard let address = members.first?.address else { return false }
        let place = BalancePlace(network: network, address: address)
        return holds(place) && told.insert(place).inserted
      }
      return WalletGroup(
        wallets: members.filter { $0.entry != nil } + members.filter { $0.entry == nil }, elsewhere: elsewhere)
    }
  }

  /// The coin that groups hold together on each network, each account counted once; the networks in their order.
  package static func sums(
    of groups: [WalletGroup], _ balance: (BalancePlace) -> Amount?
  ) -> [(network: String, amount: Amount)] {
    var counted: Set<BalancePlace> = []
    var (networks, sums): ([String], [String: UInt256]) = ([], [:])
    for place in groups.flatMap(\.places) where counted.insert(place).inserted {
      guard let amount = balance(place), amount > .zero else { continue }
      if sums[place.network] == nil { networks.append(place.network) }
      let (sum, overflow) = sums[place.network, default: 0].addingReportingOverflow(amount.wei)
      sums[place.network] = overflow ? .max : sum
    }
    return networks.map { ($0, Amount(wei: sums[$0] ?? 0)) }
  }
}
