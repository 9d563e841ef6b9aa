import ArgumentParser
import Keys
import Keystores
import Localization
import Primitives
import StrictJSON
import Terminal

/// `lectures wallet export NAME`: the encrypted file, or on express wish the key itself.
struct WalletExport: ReportingCommand {
  static let configuration = CommandConfiguration(
    "export", "Export an account's key file or private key.",
    examples: [
      "lectures wallet export teacher --output teacher.json": "the encrypted file, for geth, MetaMask, web3.py…",
      "lectures wallet export teacher --private-key --output teacher.key": "the key itself, after asking",
      "lectures wallet export school --layout caver --output school.json": "as caver-js writes version 4 of Kaia",
    ],
    after: """
      Files are written for their owner only (0600). A private key is printed at a terminal only with --show, \
      because a screen can be seen, scrolled back and photographed. Several private keys are written one per line, \
      with an empty line before those of the next role.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: AccountOptions.title) var passwordOptions: PasswordOptions
  @Argument(help: "A name, an address or a file.", completion: .known(.accounts)) var account: String
  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var output: String?
  @Flag(help: "Replace an existing file.") var replace = false
  @Option(
    help:
      "Export the encrypted file in Kaia's version 4, in the layout of its node or of caver-js; by default as it is here."
  )
  var layout: KeystoreFile.Layout?
  @Flag(help: "Export the private key unencrypted, as 64 digits.") var privateKey = false
  @Flag(help: "Export the private key unencrypted, as a Klaytn wallet key.") var walletKey = false
  @Flag(help: "Print the private key even to a terminal, or into the JSON.") var show = false

  func validate() throws {
    if privateKey && walletKey { throw UsageRule.either("--private-key", "--wallet-key") }
    if show && !(privateKey || walletKey) {
      throw UsageRule.goesWithOne("--show", of: ["--private-key", "--wallet-key"])
    }
    if show && output != nil { throw UsageRule.either("--output", "--show") }
    if layout != nil && (privateKey || walletKey) {
      throw UsageRule.either("--layout", privateKey ? "--private-key" : "--wallet-key")
    }
    if replace && output == nil { throw UsageRule.goesWith("--replace", "--output") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keys.manager()
    let entry = try await manager.entry(account)
    try OutputFile.check(output, replacing: replace)
    guard privateKey || walletKey else { return try await exportFile(entry, manager, in: context.language) }
    return try await exportKey(entry, manager, context)
  }

  private func exportFile(
    _ entry: KeystoreEntry, _ manager: KeystoreManager, in language: Language
  ) async throws -> Report {
    var file = try await manager.export(entry.fileName)
    if let layout { file = try file.version4(layout) }
    var result = entry.json.object ?? [:]
    if let output {
      try await PrivateFile.write(file.bytes, to: output, replacing: replace)
      result["output"] = .string(output)
      return Report(.object(result)) { language[WalletChangeText.exported(entry.name, to: output)] }
    }
    result["keystore"] = file.json
    let text = PlainText.escapedInJSON(file.json.serialized(prettyIndent: 2))
    return Report(.object(result)) { text.split(separator: "\n").map { StyledText(String($0)) } }
  }

  private func exportKey(
    _ entry: KeystoreEntry, _ manager: KeystoreManager, _ context: CommandContext
  ) async throws -> Report {
    if let problem = entry.problem { throw problem }
    if output == nil && !show && (context.console.screen.isTerminal || context.console.outputMode.json) {
      throw CommandFailure(.usage, WalletRefusal.keyOnScreen)
    }
    let language = context.language
    try await context.prompts.confirm(
      language[WalletChangeText.giveOutQuestion(entry.name)],
      [
        language[Label.address]: entry.address.map { StyledText($0.checksummed) }
          ?? language[WalletText.addressNotTold],
        language[Label.to]: output.map { StyledText($0) } ?? language[WalletChangeText.standardOutput],
        language[Label.mind]: language[WalletChangeText.powerOfKey],
      ], typing: entry.name)
    let keyring = try await context.keys.unlockKeyring(entry, in: manager, isAsked: true)
    var text = Bytes()
    // Reserved for thirty keys, so that no reallocation leaves a copy behind.
    text.reserveCapacity(4096)
    defer { text.wipe() }
    if walletKey {
      guard keyring.roles.count == 1, keyring.roles[0].count == 1 else {
        throw CommandFailure(.usage, WalletRefusal.severalKeys(entry.name))
      }
      text += KlaytnWalletKey(privateKey: keyring.roles[0][0], address: keyring.address).exported.utf8
    } else {
      for (role, keys) in keyring.roles.enumerated() {
        if role > 0 { text += "\n\n".utf8 }
        for (index, key) in keys.enumerated() {
          if index > 0 { text += "\n".utf8 }
          key.secret.withUnsafeBytes { text += Hex.encode($0).utf8 }
        }
      }
    }
    var result = entry.json.object ?? [:]
    if let output {
      text.append(UInt8(ascii: "\n"))
      try await PrivateFile.write(text, to: output, replacing: replace)
      result["output"] = .string(output)
      return Report(.object(result)) {
        language[WalletChangeText.keyExported(entry.name, to: output)]
        language[WalletChangeText.removeFileSoon]
      }
    }
    let shown = String(decoding: text, as: UTF8.self)
    let isSingle = keyring.roles.count == 1 && keyring.roles[0].count == 1
    result[walletKey ? "walletKey" : isSingle ? "privateKey" : "privateKeys"] =
      isSingle
      ? .string(shown)
      : .array(keyring.roles.map { .array($0.map { $0.secret.withUnsafeBytes { .string(Hex.encode($0)) } }) })
    return Report(.object(result)) {
      shown.split(separator: "\n", omittingEmptySubsequences: false).map { StyledText(String($0)) }
    }
  }
}

extension KeystoreFile.Layout: ExpressibleByArgument {}
