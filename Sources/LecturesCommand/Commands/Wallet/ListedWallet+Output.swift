import Keystores
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

extension ListedWallet {
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
  /// The wallets of the keystore directory and the book.
  func walletDirectory() throws -> WalletDirectory {
    WalletDirectory(try keys.manager(), network: settings.networkName) { isMade in
      try isMade ? book() : bookIfThere()
    }
  }

  /// All wallets: the key files, and those that the book watches, by name.
  ///
  /// - Throws: the error that keeps the directory or the book from being read.
  func wallets() async throws -> [ListedWallet] { try await walletDirectory().wallets() }

  /// The wallet of a name, address or file name.
  ///
  /// - Throws: `keystore.notFound`, `keystore.ambiguous`.
  func wallet(_ name: String) async throws -> ListedWallet { try await walletDirectory().wallet(name) }
}
