import ArgumentParser
import Files
import Keys
import Keystores
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures wallet import NAME`: takes over a key from elsewhere.
struct WalletImport: ReportingCommand {
  static let configuration = CommandConfiguration(
    "import", "Import a private key, mnemonic or key file.",
    examples: [
      "lectures wallet import teacher": "asks for the key or the recovery phrase, without echo",
      "lectures wallet import teacher --private-key-file key.txt": "",
      "lectures wallet import teacher --mnemonic-file phrase.txt --index 1": "the recovery phrase's second key",
      "lectures wallet import class --mnemonic --accounts 3": "class, class-2 and class-3",
      "lectures wallet import teacher --keystore UTC--2026-11-21T03-00-00Z--5cbd…":
        "a file made by geth, Kaia or web3.py",
      "lectures wallet import anna@school.org --keystore old/anna@school.org": "under the name that the file has",
      "lectures wallet import teacher --wallet-key-file klaytn.txt": "0x<key>0x000x<address>",
      "lectures wallet import school --private-key-file keys.txt --address 0x…": "the keys of an account of Kaia",
      "lectures wallet import school --keystore new.json --address 0x…": "a key that the account was given",
    ],
    after: """
      A Klaytn wallet key can be imported, too. Input that is read line by line (-, a descriptor) has the secret \
      first, then the passphrase, then the password.
      A key file that lies in the directory of the key files is used by its name, with or without .json (--from \
      anna@school.org); one that lies elsewhere is imported first.
      A file of private keys has one per line. Several are the keys of one Kaia account, for transactions; after an \
      empty line those for changing its keys, after another one those for paying other accounts' fees.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: AccountOptions.title) var passwordOptions: PasswordOptions
  @Argument(help: "The name for the account.") var name: String
  @Argument(help: .hidden) var strays: [String] = []

  @Option(help: ArgumentHelp("A file with the private key, or -.", valueName: "file"), completion: .file())
  var privateKeyFile: String?
  @Option(
    name: .customLong("private-key-fd"), help: ArgumentHelp("A descriptor with the private key.", valueName: "number"))
  var privateKeyDescriptor: Int32?
  @Option(help: ArgumentHelp("A file with the recovery phrase, or -.", valueName: "file"), completion: .file())
  var mnemonicFile: String?
  @Flag(help: "Ask for the recovery phrase.") var mnemonic = false
  @Option(
    help: ArgumentHelp("A file with the recovery phrase's passphrase, or -.", valueName: "file"), completion: .file())
  var passphraseFile: String?
  @Flag(help: "Ask for the recovery phrase's passphrase.") var passphrase = false
  @OptionGroup var place: PathOptions
  @Option(help: ArgumentHelp("Another program's key file.", valueName: "file"), completion: .file())
  var keystore: String?
  @Option(help: ArgumentHelp("A file with a Klaytn wallet key, or -.", valueName: "file"), completion: .file())
  var walletKeyFile: String?
  @Flag(help: "Ask for a Klaytn wallet key.") var walletKey = false
  @Option(
    help: ArgumentHelp("The account that the keys are for, if it is not that of the first key.", valueName: "account"),
    completion: .known(.names))
  var address: String?
  @OptionGroup var encryption: EncryptionOptions

  func validate() throws {
    try SecretGuard.check(name)
    try SecretGuard.refuse(strays)
    let sources = [
      privateKeyFile != nil, privateKeyDescriptor != nil, mnemonicFile != nil, mnemonic, keystore != nil,
      walletKeyFile != nil, walletKey,
    ]
    guard sources.count(where: { $0 }) <= 1 else { throw UsageRule.oneSecret }
    if keystore != nil || walletKeyFile != nil || walletKey || privateKeyFile != nil || privateKeyDescriptor != nil,
      place.isGiven || passphrase || passphraseFile != nil
    {
      throw UsageRule.phraseOptions
    }
    if passphrase && passphraseFile != nil { throw UsageRule.either("--passphrase", "--passphrase-file") }
    if address != nil, mnemonicFile != nil || mnemonic || walletKeyFile != nil || walletKey {
      throw UsageRule.keyAddress
    }
    if keystore != nil && encryption.isLight {
      throw UsageRule.keyFileIsKept
    }
  }

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keys.manager()
    for name in place.names(name) { try await context.names.checkNew(name: name) }
    if let keystore {
      let entry = try await importKeystore(keystore, in: manager, context)
      await context.names.note(entry)
      return report([entry], in: context.language)
    }
    let secret = try await readSecret(context)
    let passphrase = try await readPassphrase(secret, context)
    try await check(secret, passphrase, context)
    let password = try await context.prompts.newPassword(for: name, from: context.prompts.passwordSource())
    return try await context.progress(context.language[WalletMakingText.encrypting(name)]) { _ in
      switch secret {
      case .keys(let keyring):
        let entry = try await manager.importKeyring(keyring, name: name, password: password, kdf: encryption.kdf)
        await context.names.note(entry)
        return report([entry], in: context.language)
      case .mnemonic(let mnemonic):
        let accounts = try await context.names.add(
          mnemonic, passphrase: passphrase, at: place.derivationPaths(), names: place.names(name), password: password,
          kdf: encryption.kdf)
        return report(accounts.map(\.entry), at: accounts.map(\.path), in: context.language)
      }
    }
  }

  private func report(
    _ entries: [KeystoreEntry], at paths: [DerivationPath] = [], in language: Language
  ) -> Report {
    let accounts = entries.enumerated().map { index, entry -> JSONObject in
      var object = entry.json.object ?? [:]
      if index < paths.count { object["path"] = .text(paths[index]) }
      return object
    }
    var result = accounts.first ?? [:]
    if accounts.count > 1 { result["accounts"] = .array(accounts.map { .object($0) }) }
    return Report(.object(result)) {
      for (index, entry) in entries.enumerated() {
        language[WalletMakingText.imported(entry.name)]
        entry.fields(in: language)
        if index < paths.count { language[WalletMakingText.keyAt("\(paths[index])")] }
      }
    }
  }

  // MARK: Key files

  private func importKeystore(
    _ path: String, in manager: KeystoreManager, _ context: CommandContext
  ) async throws -> KeystoreEntry {
    let contents = try CommandFailure.explaining(
      .noSecret, WalletRefusal.keyFileUnreadable(PlainText.escaped(path))
    ) { try PrivateFile.read(path, limit: manager.limits.fileSize) }
    var account: Address?
    if let address { account = try await context.accounts.address(address, of: "--address") }
    let owner = account
    // A text that is no key file needs no password.
    let file = try KeystoreFile(contents.bytes, limits: manager.limits)
    try file.check(manager.limits)
    // No key says whose account those of version 4 belong to: on Kaia an account's keys are others than that of its
    // address.
    if owner == nil, file.address == nil, case .v4 = file.kind {
      throw CommandFailure(.usage, WalletRefusal.noAccountTold(PlainText.escaped(path)))
    }
    // The address of another file that does not state it is its key's own.
    if let address = owner ?? file.address { try await context.names.checkAddress(address, of: name) }
    let isPublished = KeystoreEntry.isPublished(file)
    if !isPublished, let exposed = contents.exposure("The key file", needing: .secrecy) { throw exposed }
    let password = try await context.prompts.password(
      from: context.prompts.passwordSource(), prompt: context.language[PromptText.password(path)],
      ofPublishedKey: isPublished)
    return try await context.progress(context.language[WalletMakingText.opening(path)]) { _ in
      try await manager.importFile(contents.bytes, name: name, password: password, for: owner)
    }
  }

  // MARK: Secrets

  /// The secret that was found in the input.
  private enum Secret {
    case keys(Keyring)
    case mnemonic(Mnemonic)
  }

  private func readSecret(_ context: CommandContext) async throws -> Secret {
    if let source = mnemonicFile.map(SecretSource.file) ?? (mnemonic ? .prompt : nil) {
      let text = try await context.prompts.secret(.phrase, from: source, options: "--mnemonic-file")
      return .mnemonic(try Mnemonic(phrase: text.trimmedText))
    }
    if let source = walletKeyFile.map(SecretSource.file) ?? (walletKey ? .prompt : nil) {
      let text = try await context.prompts.secret(.walletKey, from: source, options: "--wallet-key-file")
      return .keys(Keyring(try KlaytnWalletKey(text.trimmedText)))
    }
    if let source = privateKeyFile.map(SecretSource.file) ?? privateKeyDescriptor.map(SecretSource.descriptor) {
      let text = try await context.prompts.secret(.privateKey, from: source, options: "--private-key-file")
      return .keys(try await Keyring(of: address, roles: Self.privateKeys(text.trimmedText), context))
    }
    let text = try await context.prompts.secret(
      .any, from: .prompt, options: "--private-key-file", "--mnemonic-file"
    ).trimmedText
    guard !place.isGiven || text.contains(where: \.isWhitespace) else {
      throw CommandFailure(.usage, WalletRefusal.noPhrase)
    }
    switch try ImportedSecret(text) {
    case .phrase(let mnemonic): return .mnemonic(mnemonic)
    case .walletKey(let key):
      guard address == nil else { throw CommandFailure(.usage, WalletRefusal.noPrivateKey) }
      return .keys(Keyring(key))
    case .privateKey(let key): return .keys(try await Keyring(of: address, roles: [[key]], context))
    }
  }

  /// One key a line; an empty line goes on to the next role.
  private static func privateKeys(_ text: String) throws -> [[PrivateKey]] {
    if text.split(whereSeparator: \.isNewline).contains(where: { String($0).trimmed.contains(" ") }) {
      throw CommandFailure(.noSecret, WalletRefusal.severalWords)
    }
    var roles: [[PrivateKey]] = [[]]
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let line = String(line).trimmed
      if line.isEmpty {
        roles.append([])
      } else {
        roles[roles.count - 1].append(try PrivateKey(hex: line))
      }
    }
    return roles
  }

  /// Makes sure that the addresses of a secret may have their names.
  private func check(_ secret: Secret, _ passphrase: String, _ context: CommandContext) async throws {
    switch secret {
    case .keys(let keyring): try await context.names.checkAddress(keyring.address, of: name)
    case .mnemonic(let mnemonic):
      let addresses = try await mnemonic.addresses(passphrase: passphrase, at: place.derivationPaths())
      for (address, name) in zip(addresses, place.names(name)) {
        try await context.names.checkAddress(address, of: name)
      }
    }
  }

  private func readPassphrase(_ secret: Secret, _ context: CommandContext) async throws -> String {
    guard case .mnemonic = secret else { return "" }
    guard let source = passphraseFile.map(SecretSource.file) ?? (passphrase ? .prompt : nil) else { return "" }
    let text = try await context.prompts.secret(.passphrase, from: source, options: "--passphrase-file")
    // A passphrase may begin or end with a blank; only the end of the line is none of it.
    var bytes = text.withUnsafeBytes { Bytes($0) }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    defer { bytes.wipe() }
    guard let readable = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.noSecret, WalletRefusal.passphraseNotText)
    }
    return readable
  }
}
