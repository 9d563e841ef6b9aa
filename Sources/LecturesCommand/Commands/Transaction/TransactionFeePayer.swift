import ArgumentParser
import ContractClient
import Keys
import Localization
import NodeRPC
import Operations
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

/// `lectures tx sign-as-fee-payer RAW`: pays the fee of a transaction that another account signed.
struct TransactionFeePayer: DryRunCommand {
  static let configuration = CommandConfiguration(
    "sign-as-fee-payer", "Sign a Kaia transaction as its fee payer.",
    examples: [
      "lectures tx sign-as-fee-payer 0x31f8… --from platform": "prints the complete transaction",
      "lectures tx sign-as-fee-payer - --from platform --send --yes <half.hex": "sends it, too",
    ],
    after: """
      It takes a half-signed transaction in every form in which wallets hand it over. First the sender's signatures \
      are checked against its account's key on the chain, and the maximum fee is shown. If the fee payer has several \
      keys, those that are here sign; if they do not suffice, others sign, too; `tx merge` joins their outputs.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: SpendingOptions.title) var spendingOptions: SpendingOptions
  @OptionGroup(title: TrackingOptions.title) var trackingOptions: TrackingOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var trial: DryRunOptions
  @OptionGroup var input: RawTransactionInput
  @OptionGroup var interface: InterfaceOptions
  @Flag(help: "Send the transaction, and wait for its receipt.") var send = false

  func run(in context: CommandContext) async throws -> Report {
    let half: PartlySignedTransaction
    switch try input.read(context) {
    case .partlySigned(let partly): half = partly
    case .signed(let signed): half = try PartlySignedTransaction(signed)
    case .unsigned: throw OperationError.notPayable("It is not signed, or of one of Ethereum's kinds.")
    }
    try FeePaying.checkForm(half)
    let place = try await context.nodes.connection()
    let account = try await context.accounts.acting()
    let paying = try await FeePaying.checked(half, by: account.address, at: place, interface, in: context)
    if send || context.isDryRun { return try await paying.sent(by: account, force: nil, at: place, in: context) }
    let (partly, shortfall) = try await paying.signed(
      asking: .pay, by: account, at: place, in: context)
    if let shortfall { return FeePaying.unfinished(partly, shortfall, in: context.language) }
    let signed = try partly.completed()
    return Report([
      "raw": .string(signed.encoded.hex), "hash": .string(signed.hash.hex), "complete": true,
      "senderTxHash": .string(signed.senderTxHash.hex), "feePayer": .string(account.address.checksummed),
    ]) {
      [
        context.language[TransactionLabel.hash]: StyledText(signed.hash.hex),
        context.language[Label.feePayer]: "\(account.name) \(account.address)",
      ] as Fields
      StyledText(signed.encoded.hex)
    }
  }
}

extension Connection {
  /// An account's key on this network.
  ///
  /// - Throws: `sending.noFeeDelegation` where accounts have none that could be changed.
  func accountKey(of address: Address) async throws -> AccountKey {
    if let key = try await connection.sender.accounts.accountKey(of: address) { return key }
    throw SendingError(
      .noFeeDelegation, "Accounts have no keys of their own on \(network.name).",
      reason: "Only Kaia has them, and this node knows none of its methods.",
      advice: "Choose another network with --network, such as kairos.")
  }
}
