import Keystores
import Primitives
import WalletBook

/// A wallet as it is listed: a key file, the book's record of it, or both.
package struct ListedWallet: Sendable {
  /// The name of its key, or the title that it is watched under.
  package let name: String
  /// The account's; nil for a key file that does not say whose key it holds.
  package let address: Address?
  /// Its key file; nil for one that is only watched.
  package let entry: KeystoreEntry?
  /// The book's record; nil for a key that was made without it.
  package let record: Wallet?
  /// The network it is on: its own, or the one in use.
  package let network: String

  /// A key file with the book's record of it.
  ///
  /// - Parameter network: The network in use.
  package init(_ entry: KeystoreEntry, _ record: Wallet?, network: String) {
    // A record kept for a removed key does not describe another key of its name.
    let record = record?.address == entry.address ? record : nil
    (name, address, self.entry, self.record) = (entry.name, entry.address, entry, record)
    self.network = record?.network ?? network
  }

  /// A wallet without a key here.
  ///
  /// - Parameter network: The network in use.
  package init(watching record: Wallet, network: String) {
    (name, address, entry, self.record) = (record.title, record.address, nil, record)
    self.network = record.network ?? network
  }

  /// The place of its balance; nil without an address.
  package var place: BalancePlace? { address.map { BalancePlace(network: network, address: $0) } }

  /// The wallet as one of the names known here.
  package var knownName: KnownName {
    KnownName(name: name, address: address, origin: entry == nil ? .watched : .account)
  }

  /// The kind of secret it is derived from.
  package var kind: Wallet.Kind { record?.kind ?? (entry == nil ? .watch : .key) }
}
