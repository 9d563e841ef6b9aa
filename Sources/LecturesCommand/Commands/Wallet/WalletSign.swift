import ArgumentParser
import Keys
import Keystores
import Primitives
import StrictJSON

/// `lectures wallet sign MESSAGE`: signs a message or typed data.
struct WalletSign: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Sign a message (EIP-191) or typed data (EIP-712).",
    discussion: Help.examples(
      [
        "lectures wallet sign 'I teach lecture 0' --from teacher": "",
        "lectures wallet sign --file contract.pdf --from teacher": "the file's bytes as they are",
        "lectures wallet sign --typed permit.json --from student1": "typed data, shown before it is signed",
        "lectures wallet sign --klaytn hello --from student1": "with the prefix of Klaytn's wallets (KIP-97)",
      ],
      after: "Nothing is sent. Typed data can allow others to take money: read what is shown."))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var input: MessageInput

  func run(in context: CommandContext) async throws -> Report {
    let content = try input.read(context)
    let account = try await context.actingAccount()
    for line in content.lines { context.note(line) }
    let key = try await key(of: account, context)
    let digest = content.digest
    let signature = try await BlockingWork.run { try key.sign(digest) }
    return Report([
      "signature": .string(signature.bytes65.hex), "address": .string(account.address.checksummed),
      "digest": .string(digest.hex), "standard": .string(content.standard),
    ]) {
      [
        "Signature": StyledText(signature.bytes65.hex, .strong), "Signed by": "\(account.name) \(account.address)",
        "Digest": "\(digest.hex) (\(content.standard))",
      ] as Fields
    }
  }

  /// The one key that signs for the account; which of several counts, only its key on the chain could tell.
  private func key(of account: ActingAccount, _ context: CommandContext) async throws -> PrivateKey {
    let manager = try context.keystores()
    let entry = try await manager.entry(account.name)
    guard case .keystore(.v4) = entry.kind else { return try await context.unlock(account) }
    let keys = try await context.unlockKeyring(entry, in: manager).keys(for: .transaction)
    guard let key = keys.first, keys.count == 1 else {
      throw CommandFailure(
        .usage, "There is no one key that signs for \(account.name).",
        reason: "It has \(keys.count) keys for transactions, and a message is signed by one.",
        advice: "Sign with an account that has one key.")
    }
    if key.address != account.address {
      context.note(StyledText("Its key is that of \(key.address): who verifies it has to know the account's key."))
    }
    return key
  }
}
