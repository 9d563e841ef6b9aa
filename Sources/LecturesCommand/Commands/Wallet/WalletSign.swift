import ArgumentParser
import Keys
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
      ],
      after: "Nothing is sent. Typed data can allow others to take money: read what is shown."))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var input: MessageInput

  func run(in context: CommandContext) async throws -> Report {
    let content = try input.read(context)
    let account = try await context.actingAccount()
    for line in content.lines { context.note(line) }
    let key = try await context.unlock(account)
    let digest = content.digest
    let signature = try await BlockingWork.run { try key.sign(digest) }
    return Report([
      "signature": .string(signature.bytes65.hex), "address": .string(key.address.checksummed),
      "digest": .string(digest.hex), "standard": .string(content.standard),
    ]) {
      [
        "Signature": StyledText(signature.bytes65.hex, .strong), "Signed by": "\(account.name) \(key.address)",
        "Digest": "\(digest.hex) (\(content.standard))",
      ] as Fields
    }
  }
}
