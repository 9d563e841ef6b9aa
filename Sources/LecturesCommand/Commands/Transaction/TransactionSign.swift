import ArgumentParser
import Files
import Keys
import Keystores
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import Transactions

/// `lectures tx sign FILE`: signs a transaction written as JSON, without a node.
struct TransactionSign: ReportingCommand {
  static let configuration = CommandConfiguration(
    "sign", "Sign a transaction written as JSON.",
    examples: [
      "lectures tx sign transfer.json --from owner": "shows it and prints the signed transaction",
      "lectures tx sign - --from owner --json <transfer.json": "in a script",
    ],
    after: """
      The JSON has the fields of JSON-RPC, numbers in wei as "0x1a", "26" or 26:
      {"chainId": 1001, "nonce": 0, "to": "0x…", "value": "1500000000000000000", "gas": 21000, \
      "maxFeePerGas": "50000000000", "maxPriorityFeePerGas": 0}
      With gasPrice instead of the two fees it is a legacy transaction; "to": null creates a contract from "input".
      One of Kaia's own types has a "type" ("TxTypeFeeDelegatedSmartContractExecution"), a "gasPrice" and its "from"; \
      one that another key of the account has signed already is given as its bytes (0x…) in the file.
      Nothing is sent and no network is needed: carry the file and the result between the machines.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions
  @OptionGroup(title: NetworkOptions.title) var chainIDOptions: ChainIDOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @Argument(help: "The file, or - for standard input.", completion: .file(extensions: ["json"])) var file: String
  @OptionGroup var interface: InterfaceOptions

  func run(in context: CommandContext) async throws -> Report {
    let contents = try InputFile.contents(of: file)
    let (document, half) = try CommandFailure.typed { try Self.read(contents, context) }
    let transaction = document.transaction
    let manager = try context.keys.manager()
    let entry = try await account(of: document, in: manager, context)
    try await show(document, by: entry, context)
    if let half {
      let keyring = try await context.keys.unlockKeyring(entry, in: manager)
      return try await Self.report(half, signedBy: keyring, entry, context)
    }
    let key = try await context.keys.unlock(entry, in: manager)
    let signed = try await BlockingWork.run { try document.signed(by: key) }
    return Report([
      "raw": .string(signed.encoded.hex), "hash": .string(signed.hash.hex), "from": .string(key.address.checksummed),
      "signingHash": .string(transaction.signingHash.hex), "transaction": signed.json,
    ]) {
      [
        context.language[TransactionLabel.hash]: StyledText(signed.hash.hex),
        context.language[Label.from]: "\(entry.name) \(key.address)",
      ] as Fields
      StyledText(signed.encoded.hex)
    }
  }

  /// The transaction to sign; one of Kaia's own types, which several sign, with the signatures it has.
  private static func read(
    _ contents: Bytes, _ context: CommandContext
  ) throws -> (TransactionDocument, half: PartlySignedTransaction?) {
    let text = String(decoding: contents, as: UTF8.self).trimmed
    if text.hasPrefix("0x") {
      let half = try PartlySignedTransaction(
        decoding: try Hex.decode(text), chainID: try context.settings.network().chainID)
      return (TransactionDocument(.kaia(half.transaction), feePayer: half.feePayer?.address), half)
    }
    let document = try TransactionDocument(parsing: contents)
    return (
      document, try document.transaction.kaia.map { try PartlySignedTransaction($0, feePayer: document.feePayer) }
    )
  }

  /// Signs for the sender, and reports the remaining steps.
  private static func report(
    _ half: PartlySignedTransaction, signedBy keyring: Keyring, _ entry: KeystoreEntry, _ context: CommandContext
  ) async throws -> Report {
    let signed = try await BlockingWork.run {
      var signed = half
      try signed.sign(by: keyring)
      return signed
    }
    let (language, from) = (context.language, signed.transaction.from)
    if keyring.address != from {
      context.warn(language[SubmissionText.keysOf(keyring.address, for: from)])
    }
    let sender = await context.names.text(of: from)
    let signer = entry.address == from ? nil : StyledText(entry.name)
    let complete = try? signed.completed()
    let raw = complete?.encoded ?? signed.encoded(.senderPart)
    return Report([
      "raw": .string(raw.hex), "hash": .text(complete?.hash.hex), "senderTxHash": .string(signed.senderTxHash.hex),
      "from": .string(from.checksummed), "signingHash": .string(signed.transaction.signingHash.hex),
      "complete": .bool(complete != nil), "transaction": complete?.json ?? signed.json,
    ]) {
      ([
        language[complete == nil ? TransactionLabel.sendersHash : .hash]: StyledText(
          (complete?.hash ?? signed.senderTxHash).hex),
        language[Label.from]: sender,
      ] as Fields).adding(language[TransactionLabel.signedBy], signer)
      StyledText(raw.hex)
      if complete == nil { language[SubmissionText.payerHasToSign] }
    }
  }

  /// The account named on the command line, or else the one that the document names.
  private func account(
    of document: TransactionDocument, in manager: KeystoreManager, _ context: CommandContext
  ) async throws -> KeystoreEntry {
    if try context.settings.account() == nil, let from = document.from {
      return try await manager.entry(from.checksummed)
    }
    return try await manager.entry(context.accounts.acting().name)
  }

  /// Shows the transaction to sign, for it may move money wherever it is sent from.
  private func show(
    _ document: TransactionDocument, by entry: KeystoreEntry, _ context: CommandContext
  ) async throws {
    let transaction = document.transaction
    let network = try context.settings.network(ofChain: transaction.chainID)
    let call = try interface.readable(transaction.data, to: transaction.to, in: context)
    let text = TransactionFields(
      transaction: transaction, money: Money(network: network, language: context.language, valuation: nil), call: call)
    let signer = StyledText(entry.name) + StyledText(entry.address.map { " \($0)" } ?? "")
    // The money is that of the account named in the transaction; the signer may be another account.
    let isOther = document.from != nil && document.from != entry.address
    let from = if isOther, let account = document.from { await context.names.text(of: account) } else { signer }
    if !context.console.outputMode.json && !context.console.outputMode.quiet {
      let fields = text.fields(from: from).adding(context.language[TransactionLabel.signedBy], isOther ? signer : nil)
      context.console.say(fields.lines().map { StyledText("  ") + $0 })
    }
    if transaction.chainID == nil {
      context.warn(context.language[SubmissionText.signedForAnyChain])
    } else if let chainID = transaction.chainID, let other = try context.settings.network().chainID, other != chainID {
      context.warn(context.language[SubmissionText.otherChain(chainID, inUse: other)])
    }
    if let problem = Self.problem(of: transaction) {
      context.warn(context.language[SubmissionText.doomed(problem.message)])
    }
  }

  /// The reason why it is invalid on every chain; nil if it is not.
  private static func problem(of transaction: UnsignedTransaction) -> TransactionError? {
    // The newest forks know every kind; their limits and additional gas do not apply to every chain.
    let newest = transaction.kaia == nil ? TransactionRules.osaka : .kaiaOsaka
    let rules = newest.fork("any chain") {
      $0.maximumInitCodeSize = nil
      $0.maximumGasLimit = nil
      $0.maximumBlobs = .max
      $0.initCodeWordGas = 0
      $0.floorGasPerToken = 0
    }
    do throws(TransactionError) {
      try rules.check(transaction, chainID: transaction.chainID ?? 0)
      return nil
    } catch {
      return error
    }
  }
}
