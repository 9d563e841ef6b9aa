import ArgumentParser
import ContractClient
import EVM
import LectureKit
import Localization
import Operations
import Outbox
import Primitives
import Sending
import Terminal
import Transactions

/// `lectures tx send RAW`: hands a signed transaction in and waits for its receipt.
struct TransactionSend: SendingCommand {
  static let configuration = CommandConfiguration(
    "send", "Send a signed raw transaction.",
    examples: [
      "lectures tx send 0x02f8…": "shows what it does and asks", "lectures tx send --file signed.hex --yes": "",
      "lectures tx send 0x31f8… --fee-payer platform": "Kaia: pays the fee of a sender's transaction, and sends it",
    ],
    after: """
      The transaction is checked first: its chain, its nonce, the balance, whether it would succeed, and on Kaia \
      whether its signatures suffice for the account. Sending the same bytes twice is harmless: the second time, the \
      receipt is looked up.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var input: RawTransactionInput
  @OptionGroup var interface: InterfaceOptions
  @Flag(help: "Send the transaction even if it would fail now.") var force = false

  func run(in context: CommandContext) async throws -> Report {
    let signed: SignedTransaction
    switch try input.read(context) {
    case .signed(let whole): signed = whole
    case .partlySigned(let half): return try await complete(half, in: context)
    case .unsigned:
      throw CommandFailure(.usage, TransactionRefusal.unsigned)
    }
    if transaction.feePayer != nil || transaction.feeService != nil {
      // Its fee payer may have several keys, of which some have not signed yet.
      if let payer = try await context.accounts.feePaying(), payer.address == signed.feePayer?.address {
        return try await pay(PartlySignedTransaction(signed), by: payer, in: context)
      }
      throw CommandFailure(.usage, TransactionRefusal.complete)
    }
    let (sender, transaction) = (try signed.sender(), signed.transaction)
    let place = try await context.nodes.connection()
    try place.check(signed)
    let call = try interface.readable(transaction.data, to: transaction.to, in: context)
    let submission = Submission(
      signed, from: sender, label: call ?? "transaction \(transaction.nonce) of \(sender)",
      abi: try interface.abi(for: transaction.to, in: context), over: place.connection)
    let isKnown = try await submission.checked(
      maximumFee: try context.choices.maxTotalFee(), force: force, in: context)
    if context.isDryRun {
      return try await context.runner.dryRun(at: place) { try await submission.simulated(cache: $0) }
    }
    guard !isKnown else {
      context.note(context.language[SubmissionText.known])
      return try await submission.sent(unless: true, to: place.network, in: context)
    }
    let excess = try context.prompts.askable(try await submission.excess(over: context.settings.spending.limits()))
    if transaction.chainID == nil { context.warn(context.language[SubmissionText.validOnAnyChain]) }
    let money = try await context.runner.money(at: place)
    var fields = TransactionFields(transaction: transaction, money: money, call: call)
      .fields(from: await context.names.text(of: sender))
    fields.add(context.language[Label.limit], excess.map { ReviewText.sentences($0, in: context.language) })
    try await context.prompts.confirm(context.language[SubmissionText.send], fields)
    return try await submission.sent(
      Agreement(accepting: excess == nil ? [] : [.overLimit]), unless: false, to: place.network, in: context)
  }

  // MARK: Half signed

  /// Lets an account here, or a service, pay the fee of a transaction that its sender has signed.
  private func complete(_ half: PartlySignedTransaction, in context: CommandContext) async throws -> Report {
    guard !half.signatures.isEmpty else {
      throw CommandFailure(.usage, TransactionRefusal.senderMissing)
    }
    if let payer = try await context.accounts.feePaying() { return try await pay(half, by: payer, in: context) }
    guard case .service(let service)? = try await context.choices.feeDelegation()?.payer else {
      throw CommandFailure(.usage, TransactionRefusal.payerMissing)
    }
    return try await handOver(half, to: service, in: context)
  }

  /// Signs as the fee payer, and sends.
  private func pay(
    _ half: PartlySignedTransaction, by payer: ActingAccount, in context: CommandContext
  ) async throws -> Report {
    let place = try await context.nodes.connection()
    let paying = try await FeePaying.checked(half, by: payer.address, at: place, interface, in: context)
    return try await paying.sent(by: payer, force: force, at: place, in: context)
  }

  private func handOver(
    _ half: PartlySignedTransaction, to service: FeeService, in context: CommandContext
  ) async throws -> Report {
    let place = try await context.nodes.connection()
    let (transaction, operation) = (half.transaction, half.transaction.operation)
    let call = try interface.readable(operation.input, to: operation.to, in: context)
    let names = await context.keys.names()
    try await context.progress(context.language[SubmissionText.checking]) { _ in
      try await place.connection.sender.accounts.checkSignatures(of: half, label: call, names: names)
    }
    let handOver = HandOver(
      half, to: service, label: call ?? "transaction \(transaction.nonce) of \(transaction.from)",
      abi: try interface.abi(for: operation.to, in: context), over: place.connection)
    if context.isDryRun {
      return try await context.runner.dryRun(at: place) { try await handOver.simulated(cache: $0) }
    }
    let money = try await context.runner.money(at: place)
    let fields = TransactionFields(transaction: .kaia(transaction), money: money, call: call)
    try await context.prompts.confirm(
      context.language[SubmissionText.handOver("\(service.address)")],
      fields.fields(from: await context.names.text(of: transaction.from)))
    let options = try await context.choices.options()
    let confirmation = try await context.events.awaitReceipt { _ in try await handOver.carryOut(options: options) }
    return .mined(confirmation, handOver.label, on: place.network, in: context.language)
  }
}

extension Connection {
  /// Makes sure that a signed transaction is for the chain at hand, or names none.
  fileprivate func check(_ signed: SignedTransaction) throws(CommandFailure) {
    guard let chainID = signed.transaction.chainID, chainID != session.chainID else { return }
    throw CommandFailure(
      .wrongChain,
      TransactionRefusal.otherChain(
        "\(chainID)", network: Network.builtIn(ofChain: chainID)?.name, inUse: network.name,
        chain: "\(session.chainID)"))
  }
}
