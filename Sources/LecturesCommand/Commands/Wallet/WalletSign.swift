import ArgumentParser
import Files
import Keys
import Keystores
import Localization
import Operations
import Primitives
import Sending
import StrictJSON
import Terminal

/// `lectures wallet sign MESSAGE`: signs a message or typed data.
struct WalletSign: ReportingCommand {
  static let configuration = CommandConfiguration(
    "sign", "Sign a message (EIP-191) or typed data (EIP-712).",
    examples: [
      "lectures wallet sign 'I teach lecture 0' --from teacher": "",
      "lectures wallet sign --file contract.pdf --from teacher": "the file's bytes as they are",
      "lectures wallet sign --typed permit.json --from student1": "typed data, shown before it is signed",
      "lectures wallet sign --klaytn hello --from student1": "with the prefix of Klaytn's wallets (KIP-97)",
      "lectures wallet sign hello --from joint --key 2": "with the second of an account's several keys",
    ],
    after: """
      Nothing is sent. Typed data can allow others to take money: read it before you agree. A message is signed by \
      one key: for a multisig account of Kaia, each member signs the message separately.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup var input: MessageInput
  @Option(
    help:
      "The key that signs for an account with several: its number in the keystore, its public key, or its original address."
  )
  var key: String?

  func run(in context: CommandContext) async throws -> Report {
    let content = try input.read(context)
    let account = try await context.accounts.acting()
    let language = context.language
    for line in content.lines(in: language) { context.note(line) }
    let key = try await signer(of: account, context)
    let digest = content.digest
    let signature = try await BlockingWork.run { try key.sign(digest) }
    return Report([
      "signature": .string(signature.bytes65.hex), "address": .string(account.address.checksummed),
      "digest": .string(digest.hex), "standard": .string(content.standard),
      "mistypedAddresses": content.mistypedAddresses,
    ]) {
      [
        language[SigningText.signature].plain: StyledText(signature.bytes65.hex, .strong),
        language[SigningText.signedBy].plain: "\(account.name) \(account.address)",
        language[SigningText.digest].plain: "\(digest.hex) (\(content.standard))",
      ] as Fields
    }
  }

  /// The one key that signs; which of several may sign for the account, only its key on the chain could tell.
  private func signer(of account: ActingAccount, _ context: CommandContext) async throws -> PrivateKey {
    let manager = try context.keys.manager()
    let entry = try await manager.entry(account.name)
    let keyring: Keyring
    if case .keystore(.v4) = entry.kind {
      keyring = try await context.keys.unlockKeyring(entry, in: manager)
    } else {
      keyring = Keyring(try await context.accounts.unlock(account))
    }
    let signer = try choose(from: keyring, account.name)
    if signer.address != account.address {
      context.note(context.language[SigningText.otherKey(signer.address)])
    }
    return signer
  }

  private func choose(from keyring: Keyring, _ name: String) throws -> PrivateKey {
    let keys = keyring.keys
    if let key {
      let chosen = keys.enumerated().first { index, own in
        key == "\(index + 1)" || (try? Address(key)) == own.address
          || (try? Hex.decode(key)) == own.publicKey.compressed
      }
      if let chosen { return chosen.element }
      throw CommandFailure(
        .usage, SigningRefusal.unknownKey(PlainText.escaped(key), of: name, keys: Self.list(keys)))
    }
    let own = keyring.keys(for: .transaction)
    guard let only = own.first, own.count == 1 else {
      throw CommandFailure(.usage, SigningRefusal.severalKeys(name, own.count, keys: Self.list(keys)))
    }
    return only
  }

  private static func list(_ keys: [PrivateKey]) -> String {
    keys.enumerated().map { "\($0 + 1): \($1.address)" }.joined(separator: ", ")
  }
}
