import Keystores
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// A wallet as it is listed: a key file, the book's record of it, or both.
struct ListedWallet: Sendable {
  let name: String
  let address: Address?
  /// Its key file; nil for one that is only watched.
  let entry: KeystoreEntry?
  /// The book's record; nil for a key that was made without it.
  let record: Wallet?
  /// The network it is on: its own, or the one in use.
  let network: String

  init(_ entry: KeystoreEntry, _ record: Wallet?, network: String) {
    // A record kept for a removed key does not describe another key of its name.
    let record = record?.address == entry.address ? record : nil
    (name, address, self.entry, self.record) = (entry.name, entry.address, entry, record)
    self.network = record?.network ?? network
  }

  init(watching record: Wallet, network: String) {
    (name, address, entry, self.record) = (record.title, record.address, nil, record)
    self.network = record.network ?? network
  }

  var place: BalancePlace? { address.map { BalancePlace(network: network, address: $0) } }

  /// The wallet as one of the names known here.
  var knownName: KnownName { KnownName(name: name, address: address, origin: entry == nil ? .watched : .account) }

  /// The kind of secret it is derived from.
  var kind: Wallet.Kind { record?.kind ?? (entry == nil ? .watch : .key) }

  /// The kind of wallet, for people.
  func kindText(in language: Language) -> StyledText {
    guard let entry else { return language[WalletText.watchOnly] }
    let text = entry.kindText(in: language)
    return kind == .phrase ? language[WalletText.ofPhrase(text)] : text
  }

  /// The wallet in the output of `--json`, without its balance.
  var json: JSONObject {
    var object: JSONObject =
      entry?.json.object ?? [
        "name": .string(name), "address": .text(address), "file": .null, "kind": "watch", "keys": 0, "problem": .null,
      ]
    object["secret"] = kind == .watch ? .null : .string(kind.rawValue)
    object["path"] = .text(record?.path)
    object["network"] = .string(network)
    return object
  }
}

extension KnownNames {
  /// All wallets: the key files, and those that the book watches, by name.
  ///
  /// - Throws: the error that keeps the directory or the book from being read.
  func wallets() async throws -> [ListedWallet] {
    let entries = try await keys.manager().list()
    let inUse = settings.networkName
    let records = try await bookIfThere()?.wallets() ?? []
    let byTitle = Dictionary(records.map { ($0.title, $0) }) { $1 }
    let watched = records.filter { $0.kind == .watch }.map { ListedWallet(watching: $0, network: inUse) }
    let withKey = entries.map { ListedWallet($0, byTitle[$0.name], network: inUse) }
    return watched.isEmpty ? withKey : (withKey + watched).sorted { $0.name < $1.name }
  }

  /// The wallet of a name, address or file name.
  ///
  /// - Throws: `keystore.notFound`, `keystore.ambiguous`.
  func wallet(_ name: String) async throws -> ListedWallet {
    let inUse = settings.networkName
    let records = try await bookIfThere()?.wallets() ?? []
    let manager = try keys.manager()
    do {
      let entry = try await manager.entry(name)
      return ListedWallet(entry, records.first { $0.title == entry.name }, network: inUse)
    } catch let error as KeystoreError {
      guard error.code == .notFound else { throw error }
      let address = try? Address(name)
      guard let record = records.first(where: { $0.kind == .watch && ($0.title == name || $0.address == address) })
      else {
        let watched = records.filter { $0.kind == .watch }.map(\.title)
        // Without any, the keystore's own error names all there are.
        guard !watched.isEmpty else { throw error }
        let names = ((try? await manager.list()) ?? []).map(\.name) + watched
        throw CommandFailure(
          .init("keystore.notFound", .locked), "There is no wallet \(PlainText.escaped(name)).",
          reason: "There are: \(names.sorted().prefix(20).map(PlainText.escaped).joined(separator: ", ")).",
          advice: NearMatch.closest(to: name, among: names).map { "Did you mean \(PlainText.escaped($0))?" })
      }
      return ListedWallet(watching: record, network: inUse)
    }
  }
}
