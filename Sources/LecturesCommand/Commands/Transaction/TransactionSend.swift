import ArgumentParser
import ContractClient
import EVM
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

/// `lectures tx send RAW`: hands a signed transaction in and waits for its receipt.
struct TransactionSend: SendingCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send a signed raw transaction.",
    discussion: Help.examples(
      [
        "lectures tx send 0x02f8…": "shows what it does and asks", "lectures tx send --file signed.hex --yes": "",
        "lectures tx send 0x31f8… --fee-payer platform": "Kaia: pays the fee of a sender's transaction, and sends it",
      ],
      after: """
        The transaction is checked first: its chain, its nonce, the balance, whether it would succeed, and on Kaia \
        whether its signatures suffice for the account. Sending the same bytes twice is harmless: the second time, the \
        receipt is looked up.
        """))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var input: RawTransactionInput
  @OptionGroup var interface: InterfaceOptions
  @Flag(help: "Send the transaction even if it would fail now.") var force = false

  func run(in context: CommandContext) async throws -> Report {
    try sending.refuseGasChoice("The price is signed already.")
    guard sending.gasLimit == nil else {
      throw CommandFailure(
        .usage, "--gas-limit says nothing here.", reason: "The limit is signed already.", advice: "Leave it away.")
    }
    let signed: SignedTransaction
    switch try input.read(context) {
    case .signed(let whole): signed = whole
    case .partlySigned(let half): return try await complete(half, in: context)
    case .unsigned:
      throw CommandFailure(
        .usage, "This transaction is not signed.", advice: "Write it as JSON and sign it: lectures tx sign FILE")
    }
    if sending.feePayer != nil || sending.feeService != nil {
      // Its fee payer may have several keys, of which some have not signed yet.
      if let payer = try await context.feePayingAccount(), payer.address == signed.feePayer?.address {
        return try await pay(PartlySignedTransaction(signed), by: payer, in: context)
      }
      throw CommandFailure(
        .usage, "This transaction is complete: nobody else can be made to pay for it.",
        reason: "Who pays is part of what was signed.", advice: "Send it without --fee-payer and --fee-service.")
    }
    let sender = try signed.sender()
    let place = try await context.connection()
    let check = try check(signed, at: place, in: context)
    try check.chain()
    let call = try interface.readable(signed.transaction.data, to: signed.transaction.to, in: context)
    let names = await context.keystoreNames()
    let isKnown = try await context.progress("Checking the transaction") { _ in
      try await check.state(maximumFee: context.maxTotalFee(), force: force, names: names)
    }
    let label = call ?? "transaction \(signed.transaction.nonce) of \(sender)"
    if context.isDryRun {
      return try await context.dryRun(
        "send transaction \(signed.hash)", signed.trial(by: sender), call: label, at: place,
        abi: try interface.abi(for: signed.transaction.to, in: context))
    }
    let excess = isKnown ? nil : try await check.overLimit(label: label, in: context)
    if isKnown {
      context.note("The node has this very transaction already.")
    } else {
      if signed.transaction.chainID == nil { context.warn("It names no chain: it is valid on every one.") }
      let from = await context.named(sender)
      var fields = TransactionFields(transaction: signed.transaction, network: place.network, call: call)
        .fields(from: from)
      fields.add("Limit", excess.map { StyledText([$0.message, $0.reason ?? ""].joined(separator: " "), .warning) })
      try await context.confirm("Send this transaction?", fields)
    }
    return try await check.send(unless: isKnown, label: label, overLimit: excess != nil, in: context)
  }

  private func check(
    _ signed: SignedTransaction, at place: Connection, in context: CommandContext
  ) throws -> RawCheck {
    RawCheck(
      signed: signed, sender: try signed.sender(), place: place,
      errors: try interface.errors(to: signed.transaction.to, in: context))
  }

  // MARK: Half signed

  /// Lets an account here, or a service, pay the fee of a transaction that its sender has signed.
  private func complete(_ half: PartlySignedTransaction, in context: CommandContext) async throws -> Report {
    guard !half.signatures.isEmpty else {
      throw CommandFailure(
        .usage, "This transaction is only half signed.", reason: "Its sender has not signed it.",
        advice: "Sign it: lectures tx sign FILE")
    }
    if let payer = try await context.feePayingAccount() { return try await pay(half, by: payer, in: context) }
    guard case .service(let service)? = try await context.feeDelegation()?.payer else {
      throw CommandFailure(
        .usage, "This transaction is only half signed.", reason: "The signature of who pays its fee is missing.",
        advice: "Pay it: --fee-payer ACCOUNT, or --fee-service URL; or hand it on: lectures tx sign-as-fee-payer RAW")
    }
    return try await handOver(half, to: service, in: context)
  }

  /// Signs as the fee payer, and sends.
  private func pay(
    _ half: PartlySignedTransaction, by payer: ActingAccount, in context: CommandContext
  ) async throws -> Report {
    let place = try await context.connection()
    let paying = try await FeePaying(half, by: payer, at: place, interface, context)
    if context.isDryRun { return try await paying.dryRun(interface, context) }
    return try await paying.sent(asking: "Pay for this transaction and send it?", force: force, interface, context)
  }

  private func handOver(
    _ half: PartlySignedTransaction, to service: FeeService, in context: CommandContext
  ) async throws -> Report {
    let place = try await context.connection()
    let call = try interface.readable(half.transaction.operation.input, to: half.transaction.operation.to, in: context)
    let label = call ?? "transaction \(half.transaction.nonce) of \(half.transaction.from)"
    let names = await context.keystoreNames()
    try await context.progress("Checking the transaction") { _ in
      try await place.connection.sender.checkSignatures(of: half, label: call, names: names)
    }
    if context.isDryRun {
      // The service's balance is not known here: the simulation treats its gas as free.
      let trial = half.trial(payer: nil)
      return try await context.dryRun(
        "hand transaction \(half.senderTxHash) to \(service.address)", trial, call: label, at: place,
        abi: try interface.abi(for: half.transaction.operation.to, in: context), leniency: trial.trialLeniency)
    }
    let from = await context.named(half.transaction.from)
    try await context.confirm(
      "Hand this transaction to \(service.address)?",
      TransactionFields(transaction: .kaia(half.transaction), network: place.network, call: call).fields(from: from))
    let options = try await context.sendOptions()
    let (signed, confirmation) = try await context.awaitReceipt { _ in
      let signed = try await place.connection.sender.send(
        half, through: service, label: label, limits: options.limits)
      return (
        signed,
        try await place.connection.sender.confirmed(
          signed, from: half.transaction.from, label: label, options: options)
      )
    }
    return try await check(signed, at: place, in: context).report(confirmation, label)
  }
}
