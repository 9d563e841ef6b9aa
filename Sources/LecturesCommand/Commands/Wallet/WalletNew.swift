import ArgumentParser
import Keys
import Keystores
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures wallet new NAME`: makes a key, or a phrase and its first key.
struct WalletNew: ReportingCommand {
  static let configuration = CommandConfiguration(
    "new", "Create an account.",
    examples: [
      "lectures wallet new student1": "a random key",
      "lectures wallet new teacher --words 12": "with a recovery phrase to write down, shown once",
      "lectures wallet new teacher --words 24 --korean": "",
      "lectures wallet new class --words 12 --accounts 3": "class, class-2 and class-3, all of one recovery phrase",
      "lectures wallet new ci --words 12 --show-phrase --no-confirm --light --password-file ci.password": "in a script",
      "lectures wallet new ci --light --password-file ci.password": "for a test chain, in a script",
      "lectures wallet new school --keys 3": "three keys for an account of Kaia, in one file of version 4",
      "lectures wallet new school --keys 2 --update-keys 1 --fee-payer-keys 1": "keys for each role",
      "lectures wallet new teacher2 --address teacher": "a new key for an existing account",
    ],
    after: """
      The recovery phrase is shown once, at a terminal only unless --show-phrase is given, and three of its words \
      are asked for. It is kept nowhere, and whoever has it controls the account.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: AccountOptions.title) var passwordOptions: PasswordOptions
  @Argument(help: "The name for the account.") var name: String
  @Option(help: ArgumentHelp("Make a recovery phrase of 12, 15, 18, 21 or 24 words.", valueName: "count"))
  var words: Int?
  @Option(help: ArgumentHelp("The language of the recovery phrase; by default english.", valueName: "language"))
  var phraseLanguage: Mnemonic.Language?
  @Flag(help: "Short for --phrase-language korean.") var korean = false
  @Flag(help: "Show the recovery phrase even if standard output is no terminal.") var showPhrase = false
  @Flag(help: "Do not ask for words of the recovery phrase.") var noConfirm = false
  @OptionGroup var place: PathOptions
  @OptionGroup(title: "Kaia options") var ring: KeyringOptions
  @OptionGroup var encryption: EncryptionOptions

  func validate() throws {
    if ring.isGiven && (words != nil || korean || phraseLanguage != nil || showPhrase || noConfirm || place.isGiven) {
      throw UsageRule.phraseForOneKey
    }
    if let words {
      guard Mnemonic.wordCounts.contains(words) else {
        throw UsageRule.phraseLength(words)
      }
    } else if korean || phraseLanguage != nil || showPhrase || noConfirm || place.isGiven {
      throw UsageRule.phraseWords
    }
    if korean, let phraseLanguage, phraseLanguage != .korean {
      throw UsageRule.either("--korean", "--phrase-language")
    }
    try SecretGuard.check(name)
  }

  func run(in context: CommandContext) async throws -> Report {
    if words != nil, !showPhrase, context.console.outputMode.json || !context.console.screen.isTerminal {
      throw CommandFailure(.usage, WalletRefusal.phraseUnseen)
    }
    for name in place.names(name) { try await context.names.checkNew(name: name) }
    if ring.isGiven { return try await makeKeyring(in: context.keys.manager(), context) }
    let password = try await context.prompts.newPassword(for: name, from: context.prompts.passwordSource())
    guard let words else { return try await makeKey(password, context) }
    let mnemonic = try Mnemonic.generate(words: words, language: korean ? .korean : phraseLanguage ?? .english)
    // Asked before anything is made: a person who gives up has no account whose phrase nobody has.
    let isConfirmed = !noConfirm && !context.options.yes && context.prompts.prompter != nil
    if isConfirmed, let prompter = context.prompts.prompter {
      try await context.prompts.confirm(mnemonic.phrase, with: prompter)
    }
    let accounts = try await context.progress(context.language[WalletMakingText.making(name)]) { _ in
      try await context.names.add(
        mnemonic, at: try place.derivationPaths(), names: place.names(name), password: password, kdf: encryption.kdf)
    }
    var result = accounts.first?.json.object ?? [:]
    if !isConfirmed || showPhrase { result["phrase"] = .string(mnemonic.phrase) }
    if accounts.count > 1 { result["accounts"] = .array(accounts.map(\.json)) }
    let (language, paths) = (context.language, accounts.map(\.path.description).joined(separator: ", "))
    return Report(.object(result)) {
      for account in accounts {
        language[WalletMakingText.made(account.entry.name)]
        account.entry.fields(in: language)
      }
      if isConfirmed && !showPhrase {
        language[WalletMakingText.onPaper(paths: paths)]
      } else {
        ""
        StyledText(mnemonic.phrase, .strong)
        ""
        language[WalletMakingText.shown(paths: paths)]
      }
    }
  }

  private func makeKey(_ password: SecretBytes, _ context: CommandContext) async throws -> Report {
    let manager = try context.keys.manager()
    let entry = try await context.progress(context.language[WalletMakingText.making(name)]) { _ in
      try await manager.create(name: name, password: password, kdf: encryption.kdf)
    }
    await context.names.note(entry)
    let language = context.language
    return Report(entry.json) {
      language[WalletMakingText.made(entry.name)]
      entry.fields(in: language)
      language[WalletMakingText.backUp(command: "lectures wallet backup FILE")]
    }
  }

  private func makeKeyring(in manager: KeystoreManager, _ context: CommandContext) async throws -> Report {
    let keyring = try await ring.keyring(context)
    try await context.names.checkAddress(keyring.address, of: name)
    let password = try await context.prompts.newPassword(for: name, from: context.prompts.passwordSource())
    let entry = try await context.progress(context.language[WalletMakingText.making(name)]) { _ in
      try await manager.importKeyring(keyring, name: name, password: password, kdf: encryption.kdf)
    }
    await context.names.note(entry)
    var result = entry.json.object ?? [:]
    result["publicKeys"] = keyring.publicKeysJSON
    let language = context.language
    return Report(.object(result)) {
      language[WalletMakingText.made(entry.name)]
      entry.fields(in: language)
      keyring.publicKeyLines
      language[WalletMakingText.keptOnChain]
      language[WalletMakingText.backUp(command: "lectures wallet backup FILE")]
    }
  }
}

extension Mnemonic.Language: ExpressibleByArgument {
  /// The values that help and completions offer: `english`, `korean` and the others.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
