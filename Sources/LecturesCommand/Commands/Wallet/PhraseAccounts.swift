import ArgumentParser
import Keys
import Keystores
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

extension PhraseAccount {
  var json: JSON {
    var object = entry.json.object ?? [:]
    object["path"] = .text(path)
    return .object(object)
  }
}

extension KnownNames {
  /// Makes sure that a new wallet may have a name, before anybody is asked for a secret.
  ///
  /// - Throws: `keystore.exists`, `keystore.invalidName`; as ``checkName(_:of:formerly:)``.
  func checkNew(name: String, of address: Address? = nil) async throws {
    try await agree(to: name, of: address, despite: walletDirectory().checkNew(name: name, of: address))
  }

  /// Makes sure that a wallet may get another name.
  ///
  /// - Throws: as ``checkNew(name:of:)``.
  func checkNew(name: String, for wallet: ListedWallet) async throws {
    try await agree(to: name, of: nil, despite: walletDirectory().checkNew(name: name, for: wallet))
  }

  /// Adds accounts of a phrase to the keystore, and to the book that they are a phrase's.
  ///
  /// - Parameter names: A name for each path.
  func add(
    _ mnemonic: Mnemonic, passphrase: String = "", at paths: [DerivationPath], names: [String], password: SecretBytes,
    kdf: KDF
  ) async throws -> [PhraseAccount] {
    let accounts = try await walletDirectory().add(
      mnemonic, passphrase: passphrase, at: paths, names: names, password: password, kdf: kdf)
    for account in accounts { await note(account.entry, path: account.path) }
    return accounts
  }

  /// Keeps in the book facts that are not in a key file: that its key is a phrase's, and the network that was named
  /// with it.
  func note(_ entry: KeystoreEntry, path: DerivationPath? = nil) async {
    guard entry.address != nil, let directory = try? walletDirectory() else { return }
    await tryingBook { _ in try await directory.note(entry, path: path, network: network, at: LocalTime.now()) }
  }
}

extension Prompts {
  /// Shows a new phrase at the terminal and asks for three of its words, so that it is known to be written down.
  ///
  /// - Throws: `declined` after three wrong answers; nothing is made then.
  func confirm(_ phrase: String, with prompter: any Prompter) async throws {
    let words = phrase.split(separator: " ").map(String.init)
    let width = String(words.count).count
    let lines = stride(from: 0, to: words.count, by: 4).map { start -> StyledText in
      let cells = words[start..<min(start + 4, words.count)].enumerated().map { offset, word in
        let number = "\(start + offset + 1)"
        let text = String(repeating: " ", count: width - number.count) + "\(number). \(word)"
        return text + String(repeating: " ", count: max(0, 16 - DisplayWidth.of(text)))
      }
      return StyledText("  " + cells.joined()).styled(.strong)
    }
    let language = console.language
    // The words are gone from the terminal before they are asked for.
    _ = try await prompter.reveal(
      [language[WalletMakingText.writeDown]] + lines, prompt: language[WalletMakingText.onceWritten])
    var wrong = 0
    for number in words.indices.shuffled().prefix(3).sorted() {
      while true {
        let answer = try await prompter.reveal([], prompt: language[WalletMakingText.word(number + 1)])
        if (answer ?? "").trimmed.lowercased() == words[number] { break }
        wrong += 1
        guard answer != nil, wrong < 3 else {
          throw CommandFailure(.declined, WalletRefusal.phraseUnconfirmed)
        }
        console.warn(language[WalletMakingText.wrongWord(number + 1)])
      }
    }
  }
}
