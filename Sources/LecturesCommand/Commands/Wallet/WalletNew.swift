import ArgumentParser
import Keys
import Keystores
import Primitives
import StrictJSON

/// `lectures wallet new NAME`: makes a key, or a phrase and its first key.
struct WalletNew: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a new account.",
    discussion: Help.examples(
      [
        "lectures wallet new student1": "a random key",
        "lectures wallet new teacher --words 12": "with a phrase to write down, shown once",
        "lectures wallet new teacher --words 24 --korean": "",
        "lectures wallet new ci --light --password-file ci.password": "for a test chain, in a script",
        "lectures wallet new school --keys 3": "three keys for an account of Kaia, in one file of version 4",
        "lectures wallet new school --keys 2 --update-keys 1 --fee-payer-keys 1": "keys for each role",
        "lectures wallet new teacher2 --address teacher": "a new key for an account that is there",
      ],
      after: """
        The phrase is shown at a terminal only, unless --show-phrase is given; it is kept nowhere, and whoever has it \
        has the account.
        """))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "What to call the account.") var name: String
  @Option(help: ArgumentHelp("Make a phrase of 12, 15, 18, 21 or 24 words.", valueName: "count")) var words: Int?
  @Option(help: ArgumentHelp("The language of the phrase.", valueName: "language")) var language: Mnemonic.Language?
  @Flag(help: "The same as --language korean.") var korean = false
  @Flag(help: "Show the phrase although standard output is no terminal.") var showPhrase = false
  @OptionGroup var place: PathOptions
  @OptionGroup(title: "Accounts of Kaia") var ring: KeyringOptions
  @OptionGroup var encryption: EncryptionOptions

  func validate() throws {
    if ring.isGiven && (words != nil || korean || language != nil || showPhrase || place.isGiven) {
      throw ValidationError("A phrase is for one key with an address of its own, and these are keys of an account.")
    }
    if let words {
      guard Mnemonic.wordCounts.contains(words) else {
        throw ValidationError("A phrase has 12, 15, 18, 21 or 24 words, not \(words).")
      }
    } else if korean || language != nil || showPhrase || place.isGiven {
      throw ValidationError("A phrase is made with --words, as in --words 12.")
    }
    if korean, let language, language != .korean { throw ValidationError("Give either --korean or --language.") }
    try SecretGuard.check(name)
  }

  func run(in context: CommandContext) async throws -> Report {
    if words != nil, !showPhrase, context.console.manner.json || !context.console.screen.isTerminal {
      throw CommandFailure(
        .usage, "Nothing was made: nobody would see the phrase.", reason: "Standard output is no terminal.",
        advice: "Run it at a terminal, or add --show-phrase if what reads the output may know the phrase.")
    }
    let manager = try context.keystores()
    try await manager.checkNew(name: name)
    if ring.isGiven { return try await makeKeyring(in: manager, context) }
    let password = try await context.newPassword(for: name, from: context.settings.passwordSource())
    let (entry, phrase) = try await context.progress("Making \(name)") { _ in
      try await make(in: manager, password: password)
    }
    var result: JSONObject = entry.json.object ?? [:]
    if let phrase {
      result["phrase"] = .string(phrase)
      result["path"] = .text(try place.derivationPath())
    }
    let path = phrase == nil ? nil : try place.derivationPath()
    return Report(.object(result)) {
      StyledText("Account \(entry.name) is made", .good) + "."
      entry.fields
      if let phrase, let path {
        ""
        StyledText(phrase, .strong)
        ""
        "These words are the account (path \(path)). Write them down; they are not shown again."
      } else {
        "Who loses the file or its password loses the account: \("lectures wallet backup FILE", .action)"
      }
    }
  }

  private func makeKeyring(in manager: KeystoreManager, _ context: CommandContext) async throws -> Report {
    let keyring = try await ring.keyring(context)
    let password = try await context.newPassword(for: name, from: context.settings.passwordSource())
    let entry = try await context.progress("Making \(name)") { _ in
      try await manager.importKeyring(keyring, name: name, password: password, kdf: encryption.kdf)
    }
    var result = entry.json.object ?? [:]
    result["publicKeys"] = keyring.publicKeysJSON
    return Report(.object(result)) {
      StyledText("Account \(entry.name) is made", .good) + "."
      entry.fields
      keyring.publicKeyLines
      "On the chain nothing has changed: the account keeps its key until an account update gives it these."
      "Who loses the file or its password loses the account: \("lectures wallet backup FILE", .action)"
    }
  }

  private func make(in manager: KeystoreManager, password: SecretBytes) async throws -> (KeystoreEntry, String?) {
    guard let words else {
      return (try await manager.create(name: name, password: password, kdf: encryption.kdf), nil)
    }
    let mnemonic = try Mnemonic.generate(words: words, language: korean ? .korean : language ?? .english)
    let entry = try await manager.importMnemonic(
      mnemonic, path: place.derivationPath(), name: name, password: password, kdf: encryption.kdf)
    return (entry, mnemonic.phrase)
  }
}

extension Mnemonic.Language: ExpressibleByArgument {
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
