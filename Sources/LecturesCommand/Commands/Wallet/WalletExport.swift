import ArgumentParser
import Keys
import Keystores
import Primitives
import StrictJSON

/// `lectures wallet export NAME`: the encrypted file, or on express wish the key itself.
struct WalletExport: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Give an account's key file, or its private key.",
    discussion: Help.examples(
      [
        "lectures wallet export teacher --output teacher.json": "the encrypted file, for geth, MetaMask, web3.py…",
        "lectures wallet export teacher --private-key --output teacher.key": "the key itself, after asking",
      ],
      after: """
        Files are written for their owner only (0600). A private key is printed at a terminal only with --show: what \
        stands on a screen is seen, scrolled back to and photographed.
        """))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The account's name, address or file.") var account: String
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var output: String?
  @Flag(help: "Replace the file if it is there.") var replace = false
  @Flag(help: "The private key in the clear, 64 digits.") var privateKey = false
  @Flag(help: "The private key as a Klaytn wallet key, in the clear.") var walletKey = false
  @Flag(help: "Print the private key although a terminal shows it, or into the JSON.") var show = false

  func validate() throws {
    if privateKey && walletKey { throw ValidationError("Give either --private-key or --wallet-key.") }
    if show && !(privateKey || walletKey) { throw ValidationError("--show is for --private-key and --wallet-key.") }
    if show && output != nil { throw ValidationError("Give either --output or --show.") }
    if replace && output == nil { throw ValidationError("--replace belongs to --output.") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keystores()
    let entry = try await manager.entry(account)
    try OutputFile.check(output, replacing: replace)
    guard privateKey || walletKey else { return try await exportFile(entry, manager) }
    return try await exportKey(entry, manager, context)
  }

  private func exportFile(_ entry: KeystoreEntry, _ manager: KeystoreManager) async throws -> Report {
    let file = try await manager.export(entry.fileName)
    var result = entry.json.object ?? [:]
    if let output {
      try await PrivateFile.write(file.bytes, to: output, replacing: replace)
      result["output"] = .string(output)
      return Report(.object(result)) { "The encrypted key of \(entry.name, .strong) is in \(output)." }
    }
    result["keystore"] = file.json
    let text = PlainText.escapedInJSON(file.json.serialized(prettyIndent: 2))
    return Report(.object(result)) { text.split(separator: "\n").map { StyledText(String($0)) } }
  }

  private func exportKey(
    _ entry: KeystoreEntry, _ manager: KeystoreManager, _ context: CommandContext
  ) async throws -> Report {
    if let problem = entry.problem { throw problem }
    if output == nil && !show && (context.console.screen.isTerminal || context.console.manner.json) {
      throw CommandFailure(
        .usage, "Not shown: a private key does not belong on a screen.",
        reason: "Who sees it has the account, and it stays in the terminal's memory.",
        advice: "Write it to a file with --output FILE, or add --show if you are alone.")
    }
    try await context.confirm(
      "Give out the private key of \(entry.name)?",
      [
        "Address": StyledText(entry.address?.checksummed ?? "not told"), "To": StyledText(output ?? "standard output"),
        "Mind": "Who has this key has all that the account holds, for good.",
      ], typing: entry.name)
    let key = try await context.unlock(entry, in: manager)
    var text = Bytes()
    // Room for either form and a line's end, so that no copy stays behind.
    text.reserveCapacity(128)
    defer { text.wipe() }
    if walletKey {
      text += KlaytnWalletKey(privateKey: key).exported.utf8
    } else {
      key.secret.withUnsafeBytes { text += Hex.encode($0).utf8 }
    }
    var result = entry.json.object ?? [:]
    if let output {
      text.append(UInt8(ascii: "\n"))
      try await PrivateFile.write(text, to: output, replacing: replace)
      result["output"] = .string(output)
      return Report(.object(result)) {
        "The private key of \(entry.name, .strong) is in \(output), for your eyes only."
        StyledText("Remove that file as soon as it has served.", .warning)
      }
    }
    let shown = String(decoding: text, as: UTF8.self)
    result[walletKey ? "walletKey" : "privateKey"] = .string(shown)
    return Report(.object(result)) { StyledText(shown) }
  }
}
