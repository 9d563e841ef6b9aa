import ArgumentParser
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Transactions

/// `lectures tx sign-as-fee-payer RAW`: pays the fee of what somebody else signed.
struct TransactionFeePayer: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-as-fee-payer", abstract: "Sign a half-signed transaction of Kaia as who pays its fee.",
    discussion: Help.examples(
      [
        "lectures tx sign-as-fee-payer 0x31f8… --from platform": "prints the complete transaction",
        "lectures tx sign-as-fee-payer - --from platform --send --yes <half.hex": "and sends it",
      ],
      after: """
        It takes all forms in which wallets hand them over. The sender's signatures are checked against its account's key \
        on the chain first, and what it may cost is shown. Of a fee payer with several keys those that are here sign; if \
        they do not suffice, what is printed is for the next of them: lectures tx merge.
        """))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var input: RawTransactionInput
  @OptionGroup var interface: InterfaceOptions
  @Flag(help: "Send it, and wait for its receipt.") var send = false

  func run(in context: CommandContext) async throws -> Report {
    var half: PartlySignedTransaction
    switch try input.read(context) {
    case .partlySigned(let partly): half = partly
    case .signed(let signed): half = try PartlySignedTransaction(signed)
    case .unsigned: throw Self.notForThis("It is not signed, or of one of Ethereum's kinds.")
    }
    guard half.transaction.type.isFeeDelegated else {
      throw Self.notForThis("The sender of a \(half.transaction.type.name) pays its fee.")
    }
    guard !half.signatures.isEmpty else { throw Self.notForThis("Its sender has not signed it.") }
    let place = try await context.workplace()
    let account = try await context.actingAccount()
    try Self.check(half, account, place)
    let (senderKey, payerKey) = try await context.progress("Looking at the accounts' keys") { _ in
      (try await place.accountKey(of: half.transaction.from), try await place.accountKey(of: account.address))
    }
    try senderKey.check(
      try half.senderPublicKeys(), role: half.transaction.operation.accountKey == nil ? .transaction : .accountUpdate,
      of: half.transaction.from)
    let operation = half.transaction.operation
    let call = try interface.readable(operation.input, to: operation.to, in: context)
    let fee = try UnsignedTransaction.kaia(half.transaction).maximumGasCost
    let part = Amount(wei: half.transaction.feePayment.split(fee.wei).feePayer)
    if let limit = try context.settings.maxFee(), part > limit {
      throw SendingError(
        .feeAboveLimit,
        "The fee payer's part could be \(place.network.text(part)), above the limit of \(place.network.text(limit)).",
        reason: "Nothing was signed.", advice: "Have it signed anew with less gas, or raise the limit.")
    }
    let keys = try await Self.unlock(account, half, call, part, place, context)
    let signers = keys.candidates(in: .feePayer, under: payerKey)
    // With none of the keys there is nothing to sign; this says why.
    if signers.isEmpty { _ = try keys.signers(in: .feePayer, under: payerKey) }
    for signer in signers { try half.signAsFeePayer(account.address, by: signer) }
    let suffices = (try? payerKey.check(try half.feePayerPublicKeys(), role: .feePayer, of: account.address)) != nil
    guard suffices else { return Self.unfinished(half) }
    let signed = try half.completed()
    guard send else {
      return Report([
        "raw": .string(signed.encoded.hex), "hash": .string(signed.hash.hex), "complete": true,
        "senderTxHash": .string(signed.senderTxHash.hex), "feePayer": .string(account.address.checksummed),
      ]) {
        [
          "Hash": StyledText(signed.hash.hex), "Fee payer": "\(account.name) \(account.address)",
        ] as Fields
        StyledText(signed.encoded.hex)
      }
    }
    return try await Self.sent(signed, label: call ?? signed.transaction.kind.description, place, context)
  }

  private static func unlock(
    _ account: ActingAccount, _ half: PartlySignedTransaction, _ call: String?, _ part: Amount, _ place: Workplace,
    _ context: CommandContext
  ) async throws -> Keyring {
    let from = await context.named(half.transaction.from)
    let fields = TransactionFields(transaction: .kaia(half.transaction), network: place.network, call: call).fields(
      from: from,
      and: [
        "Fee payer": "\(account.name) \(account.address)",
        "Its part at most": StyledText(place.network.text(part), .strong),
      ])
    return try await context.unlock(account) { try await context.confirm("Pay for this transaction?", fields) }.signer
  }

  private static func check(_ half: PartlySignedTransaction, _ account: ActingAccount, _ place: Workplace) throws {
    guard half.transaction.chainID == place.session.chainID else {
      throw CommandFailure(
        .wrongChain, "The transaction is for chain \(half.transaction.chainID).",
        reason: "The network \(place.network.name) is chain \(place.session.chainID).",
        advice: "Choose its network with --network.")
    }
    if let payer = half.feePayer, payer.address != account.address {
      throw notForThis("It names another fee payer: \(payer.address).")
    }
  }

  private static func unfinished(_ half: PartlySignedTransaction) -> Report {
    let raw = half.encoded(.placeholders).hex
    return Report(["raw": .string(raw), "complete": false, "senderTxHash": .string(half.senderTxHash.hex)]) {
      StyledText("More of the fee payer's keys have to sign it", .warning) + ": hand it on."
      StyledText(raw)
    }
  }

  private static func sent(
    _ signed: SignedTransaction, label: String, _ place: Workplace, _ context: CommandContext
  ) async throws -> Report {
    let (sender, options) = (place.connection.sender, try await context.sendOptions())
    let from = try signed.sender()
    let confirmation = try await context.progress("Waiting for the receipt") { _ in
      try await sender.broadcast(signed, label: label)
      return try await sender.confirmed(signed, from: from, label: label, options: options)
    }
    guard confirmation.receipt.status ?? true else {
      throw await RawCheck(signed: signed, sender: from, place: place, errors: []).failed(confirmation.receipt, label)
    }
    let mined = MinedTransaction(
      confirmation: confirmation, value: Amount(wei: signed.transaction.value), call: label)
    return Report(mined.json(on: place.network)) {
      StyledText("The transaction was mined", .good) + "."
      mined.fields(on: place.network)
    }
  }

  private static func notForThis(_ reason: String) -> CommandFailure {
    CommandFailure(
      .usage, "Nobody can sign this as the fee payer.", reason: reason,
      advice: "Look at it: lectures tx decode RAW")
  }
}

extension Workplace {
  /// An account's key on this network.
  ///
  /// - Throws: `sending.noFeeDelegation` where accounts have none that could be changed.
  func accountKey(of address: Address) async throws -> AccountKey {
    if let key = try await connection.sender.accountKey(of: address) { return key }
    throw SendingError(
      .noFeeDelegation, "Accounts have no keys of their own on \(network.name).",
      reason: "Only Kaia has them, and this node knows none of its methods.",
      advice: "Choose another network with --network, such as kairos.")
  }
}
