import ArgumentParser
import Keys
import Localization
import Primitives
import StrictJSON
import Terminal

/// `lectures wallet verify --signature S MESSAGE`: names the signer.
struct WalletVerify: ReportingCommand {
  static let configuration = CommandConfiguration(
    "verify", "Verify the signature of a message or typed data.",
    examples: [
      "lectures wallet verify 'I teach lecture 0' --signature 0x…": "",
      "lectures wallet verify 'I teach lecture 0' --signature 0x… --address teacher":
        "fails if another account signed it",
      "lectures wallet verify --typed permit.json --signature 0x…": "",
    ],
    after: """
      It shows the signer. A signature over another message seems to be another account's; no node is asked. A \
      message is checked with Ethereum's prefix (EIP-191) and with Klaytn's (KIP-97), and the output names the one \
      that fits --address or an account here; --klaytn checks the latter only.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Option(help: ArgumentHelp("The signature: 65 bytes, or 64 in the form of EIP-2098.", valueName: "hex"))
  var signature: String
  @Option(
    help: ArgumentHelp("The expected signer: an address, or the name of an account here.", valueName: "account"),
    completion: .known(.names))
  var address: String?
  @OptionGroup var input: MessageInput

  func run(in context: CommandContext) async throws -> Report {
    let content = try input.read(context)
    let signature = try SignatureText.parse(signature)
    var expected: Address?
    if let address { expected = try await context.accounts.address(address, of: "--address") }
    if !signature.isLowS {
      context.warn(context.language[SigningText.highS])
    }
    let readings = try (input.klaytn ? [content] : content.withEveryPrefix).map {
      Reading(content: $0, signer: try signature.recover($0.digest).address)
    }
    // Each prefix gives another signer: a known one is meant.
    let known: Set<Address>
    if let expected { known = [expected] } else { known = await context.keys.addresses() }
    let meant = readings.first { known.contains($0.signer) }
    let reading = meant ?? readings[0]
    let name = await context.names.text(of: reading.signer)
    if let expected, meant == nil {
      throw CommandFailure(
        .wrongSignature,
        SigningRefusal.otherSigner(
          expected: await context.names.text(of: expected).plain, signer: name.plain),
        details: ["expected": .string(expected.checksummed), "signer": .string(reading.signer.checksummed)])
    }
    let others = meant == nil ? readings.dropFirst() : []
    let (language, strong, standard) = (context.language, name.styled(.strong), reading.content.standard)
    let verdict: SigningText =
      expected == nil ? .signer(strong, standard: standard) : .expectedSigner(strong, standard: standard)
    return Report([
      "signer": .string(reading.signer.checksummed), "matches": expected == nil ? .null : true,
      "digest": .string(reading.content.digest.hex), "standard": .string(reading.content.standard),
      "otherwise": .array(
        others.map { ["signer": .string($0.signer.checksummed), "standard": .string($0.content.standard)] }),
    ]) {
      language[verdict]
      for other in others { language[SigningText.otherwise(other.signer, standard: other.content.standard)] }
    }
  }

  /// A signer, on the assumption that the message was signed with a certain prefix.
  private struct Reading {
    let content: MessageContent
    let signer: Address
  }
}

/// A signature as it is typed.
private enum SignatureText {
  /// Reads r, s and v (65 bytes), or r and s with the parity in its highest bit (64 bytes, EIP-2098).
  static func parse(_ text: String) throws(CommandFailure) -> Signature {
    do {
      var bytes = try Bytes(hex: text.trimmed)
      if bytes.count == 64 {
        bytes.append(27 + bytes[32] >> 7)
        bytes[32] &= 0x7f
      }
      return try Signature(bytes65: bytes)
    } catch {
      throw CommandFailure(.usage, SigningRefusal.unreadableSignature, because: error)
    }
  }
}

extension CommandFailure.Code {
  /// A signature by another account, or over another message.
  static let wrongSignature = Self("wrongSignature", .failure)
}
