import ArgumentParser
import ContractABI
import ContractClient
import EVM
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Transactions

/// `lectures tx send RAW`: hands a signed transaction in and waits for its receipt.
struct TransactionSend: SendingCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send a signed raw transaction.",
    discussion: Help.examples(
      [
        "lectures tx send 0x02f8…": "shows what it does and asks", "lectures tx send --file signed.hex --yes": "",
      ],
      after: """
        It is checked first: the chain, the nonce, the balance, and whether it would succeed. To send the same bytes \
        twice is harmless, the second time its receipt is looked up.
        """))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var input: RawTransactionInput
  @OptionGroup var interface: InterfaceOptions
  @Flag(help: "Send it although it would fail now.") var force = false

  func run(in context: CommandContext) async throws -> Report {
    let signed: SignedTransaction
    switch try input.read(context) {
    case .signed(let whole): signed = whole
    case .partlySigned(let half): return try await handOver(half, in: context)
    case .unsigned:
      throw CommandFailure(
        .usage, "This transaction is not signed.", advice: "Write it as JSON and sign it: lectures tx sign FILE")
    }
    if sending.feePayer != nil || sending.feeService != nil {
      throw CommandFailure(
        .usage, "This transaction is complete: nobody else can be made to pay for it.",
        reason: "Who pays is part of what was signed.", advice: "Send it without --fee-payer and --fee-service.")
    }
    let sender = try signed.sender()
    let place = try await context.workplace()
    let check = RawCheck(
      signed: signed, sender: sender, place: place, errors: try interface.errors(to: signed.transaction.to, in: context)
    )
    try check.chain()
    let call = try interface.readable(signed.transaction.data, to: signed.transaction.to, in: context)
    let isKnown = try await context.progress("Checking the transaction") { _ in
      try await check.state(maximumFee: context.settings.maxFee(), force: force)
    }
    let label = call ?? "transaction \(signed.transaction.nonce) of \(sender)"
    if context.isDryRun {
      try await context.endDry(
        "send transaction \(signed.hash)", signed.trial(by: sender), call: label, at: place,
        abi: try interface.abi(for: signed.transaction.to, in: context))
    }
    if isKnown {
      context.note("The node has this very transaction already.")
    } else {
      if signed.transaction.chainID == nil { context.warn("It names no chain: it is valid on every one.") }
      let from = await context.named(sender)
      try await context.confirm(
        "Send this transaction?",
        TransactionFields(transaction: signed.transaction, network: place.network, call: call).fields(from: from))
    }
    let options = try await context.sendOptions()
    let confirmation = try await context.progress("Waiting for the receipt") { _ in
      if !isKnown { try await place.connection.sender.broadcast(signed, label: label) }
      return try await place.connection.sender.confirmed(signed, from: sender, label: label, options: options)
    }
    guard confirmation.receipt.status ?? true else { throw await check.failed(confirmation.receipt, label) }
    return report(confirmation, signed, label, place.network)
  }

  /// Lets a service pay for what was half signed.
  private func handOver(_ half: PartlySignedTransaction, in context: CommandContext) async throws -> Report {
    guard !half.signatures.isEmpty, half.transaction.type.isFeeDelegated,
      case .service(let service)? = try await context.feeDelegation()?.payer
    else {
      throw CommandFailure(
        .usage, "This transaction is only half signed.",
        reason: !half.signatures.isEmpty
          ? "The signature of who pays its fee is missing." : "Its sender has not signed it.",
        advice: !half.signatures.isEmpty
          ? "Sign it: lectures tx sign-as-fee-payer RAW --send; or let a service pay: --fee-service URL"
          : "Sign it: lectures tx sign RAW")
    }
    let place = try await context.workplace()
    let call = try interface.readable(half.transaction.operation.input, to: half.transaction.operation.to, in: context)
    let label = call ?? "transaction \(half.transaction.nonce) of \(half.transaction.from)"
    let from = await context.named(half.transaction.from)
    try await context.confirm(
      "Hand this transaction to \(service.address)?",
      TransactionFields(transaction: .kaia(half.transaction), network: place.network, call: call).fields(from: from))
    let options = try await context.sendOptions()
    let (signed, confirmation) = try await context.progress("Waiting for the receipt") { _ in
      let signed = try await place.connection.sender.send(half, through: service, label: label)
      return (
        signed,
        try await place.connection.sender.confirmed(
          signed, from: half.transaction.from, label: label, options: options)
      )
    }
    guard confirmation.receipt.status ?? true else {
      let check = RawCheck(
        signed: signed, sender: half.transaction.from, place: place,
        errors: try interface.errors(to: signed.transaction.to, in: context))
      throw await check.failed(confirmation.receipt, label)
    }
    return report(confirmation, signed, label, place.network)
  }

  private func report(
    _ confirmation: Confirmation, _ signed: SignedTransaction, _ call: String, _ network: Network
  ) -> Report {
    var mined = MinedTransaction(
      confirmation: confirmation, value: Amount(wei: signed.transaction.value), call: call)
    mined.created = confirmation.receipt.contractAddress
    var result = mined.json(on: network).object ?? [:]
    result["contract"] = .text(mined.created)
    let told = mined
    return Report(.object(result)) {
      StyledText("The transaction was mined", .good) + "."
      told.fields(on: network)
    }
  }
}

/// What has to be right before a raw transaction is sent.
struct RawCheck: Sendable {
  let signed: SignedTransaction
  let sender: Address
  let place: Workplace
  let errors: [ABIError]

  private var transaction: UnsignedTransaction { signed.transaction }
  private var request: CallRequest {
    CallRequest(from: sender, to: transaction.to, value: Amount(wei: transaction.value), data: transaction.data)
  }

  func chain() throws {
    guard let chainID = transaction.chainID, chainID != place.session.chainID else { return }
    let other = Network.builtIn.first { $0.chainID == chainID }
    throw CommandFailure(
      .wrongChain, "The transaction is for chain \(chainID)\(other.map { " (\($0.name))" } ?? "").",
      reason: "The network \(place.network.name) is chain \(place.session.chainID); no node of it would take it.",
      advice: other.map { "Send it with --network \($0.name)." } ?? "Choose its network with --network.")
  }

  /// Whether the node has the transaction already; if not, whether it can be mined and would succeed.
  func state(maximumFee limit: Amount?, force: Bool) async throws -> Bool {
    let (known, mined, pending, balance) = try await place.node.send(
      together: .transaction(signed.hash), .transactionCount(of: sender, at: .latest),
      .transactionCount(of: sender, at: .pending), .balance(of: sender, at: .latest))
    if known != nil { return true }
    guard transaction.nonce >= mined else {
      throw SendingError(
        .nonceUsed, "The transaction can never be mined: its nonce is used.",
        reason: "It has nonce \(transaction.nonce), and \(sender) has sent \(mined) transactions.",
        advice: "Sign it anew with nonce \(pending).", transactionHash: signed.hash)
    }
    try pay(balance, limit)
    if transaction.nonce > pending, !force {
      throw SendingError(
        .refused, "The transaction would have to wait: its nonce is ahead.",
        reason: "It has nonce \(transaction.nonce); the account's next is \(pending).",
        advice: "Send what comes before it first, or add --force to leave it waiting at the node.")
    }
    // What comes before it may change what it does.
    if transaction.nonce == mined, !force { try await simulate() }
    return false
  }

  private func pay(_ balance: Amount, _ limit: Amount?) throws {
    let network = place.network
    let fee = try transaction.maximumGasCost
    let part = transaction.kaia?.feePayment.split(fee.wei).sender ?? fee.wei
    if let limit, fee > limit {
      throw SendingError(
        .feeAboveLimit,
        "Gas could cost \(network.text(fee)), above the limit of \(network.text(limit)); nothing was sent.",
        advice: "Sign it anew with lower fees, or raise the limit.")
    }
    let value = Amount(wei: transaction.value)
    let needed = transaction.kaia == nil ? try transaction.maximumCost : try value.adding(Amount(wei: part))
    guard balance < needed else { return }
    throw SendingError(
      balance < value ? .notEnoughForValue : .notEnoughForGas,
      "Not enough \(network.symbol): \(network.text(balance)) are there, \(network.text(needed)) may be needed.",
      reason:
        "The account is \(sender); \(network.text(value)) are sent, up to \(network.text(Amount(wei: part))) are for gas.",
      advice: "Fund the account with what is missing.")
  }

  private func simulate() async throws {
    do throws(NodeError) {
      _ = try await place.node.call(request, at: .latest)
    } catch {
      guard let data = error.revertData else { return }
      throw ContractError(
        .reverted, "The transaction would fail.", revert: RevertReason(data, errors: errors),
        advice: "Nothing was sent. --force sends it all the same, and its gas is spent.", cause: error)
    }
  }

  func failed(_ receipt: Receipt, _ label: String) async -> ContractError {
    let revert = await place.node.failure(
      of: request, gasLimit: transaction.gasLimit, receipt: receipt, errors: errors)
    return .failedOnChain(receipt, revert: revert, call: label, unit: place.network.unit)
  }
}

extension SignedTransaction {
  /// What it does to the state.
  fileprivate func trial(by sender: Address) -> EVMTransaction {
    guard case .kaia(let native) = transaction else { return EVMTransaction(transaction, sender: sender) }
    // These prices are the same at every fork.
    let rules = TransactionRules.kaiaPrague
    var extra = rules.signatureGas * UInt64(max(0, signatures.count + (feePayer?.signatures.count ?? 1) - 2))
    switch native.feePayment {
    case .sender: break
    case .delegated: extra += rules.feeDelegationGas
    case .shared: extra += rules.feeRatioGas
    }
    extra += rules.accountKeyGas * UInt64(native.operation.accountKey?.publicKeyCount ?? 0)
    return EVMTransaction(trying: native, feePayer: feePayer?.address, extraGas: extra)
  }
}
