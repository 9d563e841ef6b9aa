import ArgumentParser
import ContractABI
import ContractClient
import Localization
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

/// `lectures tx show HASH|N`: shows a transaction, its outcome, and why it failed if it did.
struct TransactionShow: ReportingCommand {
  static let configuration = CommandConfiguration(
    "show", "Show a transaction and its status.",
    examples: [
      "lectures tx show 0x…": "", "lectures tx show 12": "by its number in the list",
      "lectures tx show 0x… --abi Token.json": "with its call and its events",
    ],
    after:
      "A failed transaction is shown with the reason. Calls of the lecture contract in use are decoded; for other contracts, give the interface with --abi."
  )

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: TrackingOptions.title) var trackingOptions: TrackingOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @OptionGroup var argument: IntentArgument
  @OptionGroup var interface: InterfaceOptions

  func run(in context: CommandContext) async throws -> Report {
    let (hash, known) = try await argument.lookUp(in: context)
    let kept = hash == nil && known == nil ? try await argument.find(in: context) : known
    if let kept, hash == nil, kept.attempts.isEmpty {
      let written = IntentView(kept, in: context.settings)
      return Report(["outbox": written.json]) { written.fields(in: context.language) }
    }
    let place = try await context.nodes.connection()
    if let kept, hash == nil { try await place.check(kept) }
    let intent = try await Self.lookAgain(at: kept, on: place, context)
    let written = intent.map { IntentView($0, in: context.settings) }
    // Of several that were signed for an intent one at most was mined; the last is the likeliest.
    let hashes = hash.map { [$0] } ?? intent?.attempts.reversed().map(\.hash) ?? []
    let found = try await context.progress(StyledText(context.language[TransactionText.looking])) { _ in
      try await FoundTransaction.first(of: hashes, intent, on: place)
    }
    let abi = try interface.abi(for: found.to, in: context)
    let reason = await found.failure(errors: abi?.errors ?? [])
    if let reason, intent != nil { await place.connection.sender.outbox.explain(found.hash, reason.readable) }
    let finding = await found.finding()
    // An outcome that several operators agreed on is not asked about once more.
    let noted = intent?.blockHash == found.receipt?.blockHash ? intent?.evidence : nil
    let view = TransactionView(
      found: found, abi: abi, reason: reason, finding: finding, evidence: finding?.level ?? noted,
      logs: await Self.telling(of: found, finding, quorum: try context.settings.quorum(), at: place),
      money: try await context.nodes.money(of: place.network, at: found.timestamp))
    var from: StyledText = ""
    if let sender = found.from { from = await context.names.text(of: sender) }
    let sender = from
    var json = view.json.object ?? [:]
    if let written { json["outbox"] = written.json }
    var fields = view.fields(from: sender)
    let language = context.language
    fields.add(
      language[TransactionLabel.outbox],
      written.map {
        StyledText(language[TransactionText.number($0.intent.id)] + ", ") + $0.state(in: language)
      })
    return Report(.object(json)) {
      fields
      view.eventLines
    }
  }

  /// The word of whom the events are: what several operators agreed on is the outcome, without the logs.
  private static func telling(
    of found: FoundTransaction, _ finding: ProofFinding?, quorum: Int, at place: Connection
  ) async -> Telling? {
    guard let receipt = found.receipt, !receipt.logs.isEmpty else { return nil }
    guard quorum > 1, finding?.level == nil else { return Telling(level: finding?.level) }
    return Telling(by: await place.connection.sender.tellers(of: receipt), at: place, quorum: quorum)
  }

  /// Looks at the intent's status anew: a mined transaction may be in no block any more.
  private static func lookAgain(
    at intent: Intent?, on place: Connection, _ context: CommandContext
  ) async throws -> Intent? {
    let sender = place.connection.sender
    guard let intent, try await sender.chain() == intent.chain else { return intent }
    let options = try await context.choices.options()
    return try await sender.resumer.lookAgain(at: intent, options.tracking, options.events)
  }
}

extension FoundTransaction {
  /// - Throws: `unknownTransaction` when the node has never heard of it.
  fileprivate static func known(_ hash: Hash32, on place: Connection) async throws -> FoundTransaction {
    if let found = try await FoundTransaction(hash, on: place) { return found }
    throw CommandFailure(
      .unknownTransaction, "The node knows no transaction \(hash).",
      reason: "It was never sent on \(place.network.name), was dropped, or has not arrived there yet.",
      advice: "Check --network, and try again in a moment.")
  }

  /// The first of several transactions that a node knows, preferring one that is mined.
  ///
  /// - Parameter intent: the intent they were signed for, if that was here.
  fileprivate static func first(
    of hashes: [Hash32], _ intent: Intent?, on place: Connection
  ) async throws -> FoundTransaction {
    var waiting: FoundTransaction?
    var unknown: CommandFailure?
    for hash in hashes {
      do {
        let found = try await known(hash, on: place)
        if found.receipt != nil { return found }
        waiting = waiting ?? found
      } catch let error as CommandFailure where error.code == .unknownTransaction {
        unknown = unknown ?? intent.map { unseen(hash, $0) } ?? error
      }
    }
    if let waiting { return waiting }
    throw unknown ?? CommandFailure(.unknownTransaction, "There is no transaction to look for.")
  }

  /// The failure for a transaction that was signed here, and that no node knows.
  private static func unseen(_ hash: Hash32, _ intent: Intent) -> CommandFailure {
    CommandFailure(
      .unknownTransaction, "The node knows no transaction \(hash), but it was signed here.",
      reason: "It is number \(intent.id) in the outbox since \(LocalTime.text(intent.created)): \(intent.state.words).",
      call: intent.label,
      advice: !intent.state.isLive
        ? "Look: lectures tx list"
        : intent.lastAttempt?.isHandedOver == true ? intent.waysOut : "Take it up: lectures tx resume \(intent.id)")
  }
}

/// A found transaction, for people and for scripts.
private struct TransactionView {
  let found: FoundTransaction
  let abi: ContractABI?
  let reason: RevertReason?
  let finding: ProofFinding?
  let evidence: EvidenceLevel?
  /// The word of whom the events are; nil without events.
  let logs: Telling?
  /// The chain's money by the rate of the day when it was mined, or of now.
  let money: Money

  private var language: Language { money.language }
  private var network: Network { money.network }

  private var call: String? {
    guard let input = found.transaction?.input, !input.isEmpty, found.transaction?.to != nil else { return nil }
    return abi?.readable(calldata: input)
  }

  func fields(from: StyledText) -> Fields {
    let (transaction, receipt) = (found.transaction, found.receipt)
    var fields: Fields = [
      language[Label.transaction]: StyledText(found.hash.hex), language[TransactionLabel.status]: status,
    ]
    if found.status == .failed {
      fields.add(
        language[TransactionLabel.reason],
        reason.map { StyledText(language[TransactionText.replayed($0.readable)], .bad) }
          ?? StyledText(language[TransactionText.noReason]))
    }
    fields.add(language[Label.evidence], evidenceText)
    fields.add(language[Label.block], block)
    fields.add(language[Label.from], from)
    fields.add(
      language[Label.to],
      StyledText(
        transaction?.to?.checksummed ?? receipt?.to?.checksummed ?? language[TransactionText.createdContract]))
    fields.add(language[Label.contract], receipt?.contractAddress.map { StyledText($0.checksummed, .strong) })
    fields.add(language[TransactionLabel.money], transaction.map { money.valued($0.value, isSourced: true) })
    if let transaction, !transaction.input.isEmpty {
      fields.add(language[Label.call], StyledText(call ?? TerminalSafe.shorten(transaction.input)))
    }
    fields.add(language[TransactionLabel.nonce], transaction.map { "\($0.nonce)" })
    fields.add(language[TransactionLabel.gas], gas)
    fields.add(
      language[Label.fee],
      receipt.map { _ in
        found.fee.map { money.valued($0) } ?? StyledText(language[TransactionText.noPrice])
      })
    if let native = found.native {
      fields.add(language[Label.kind], StyledText(native.transaction.kind.description))
      if let payer = native.feePayer?.address, let split = found.split {
        fields.add(
          language[TransactionLabel.senderPaid], StyledText(network.text(Amount(wei: split.sender))))
        fields.add(
          language[TransactionLabel.feePayerPaid],
          StyledText("\(network.text(Amount(wei: split.feePayer))) (\(payer))"))
      } else if let payer = native.feePayer?.address {
        fields.add(language[Label.feePayer], StyledText(payer.checksummed))
      }
    }
    fields.add(
      language[Label.explorer], network.link(toTransaction: found.hash.hex).map { StyledText($0) })
    return fields
  }

  private var status: StyledText {
    switch found.status {
    case .succeeded: StyledText(language[TransactionText.succeeded], .good)
    case .failed: StyledText(language[TransactionText.failed], .bad)
    case .pending: StyledText(language[TransactionText.pending], .warning)
    }
  }

  private var evidenceText: StyledText? {
    guard let finding else { return nil }
    guard let contradiction = finding.contradiction else {
      return StyledText(language[ReceiptText.evidence(evidence)])
    }
    return StyledText(language[TransactionText.provenFalse(PlainText.escaped(contradiction))], .bad)
  }

  private var block: StyledText? {
    guard let number = found.receipt?.blockNumber else { return nil }
    let time = found.timestamp.map { ", \(LocalTime.text($0, in: language))" } ?? ""
    let depth = found.confirmations.map { ", \(language[TransactionText.confirmations($0)])" } ?? ""
    return "\(number)\(time)\(depth)"
  }

  private var gas: StyledText? {
    switch (found.receipt, found.transaction) {
    case (let receipt?, let transaction?):
      StyledText(language[TransactionText.gasOf(receipt.gasUsed, limit: transaction.gas)])
    case (let receipt?, nil): "\(receipt.gasUsed)"
    case (nil, let transaction?): StyledText(language[TransactionText.gasAtMost(transaction.gas)])
    case (nil, nil): nil
    }
  }

  var eventLines: [StyledText] {
    guard let logs = found.receipt?.logs, let telling = self.logs else { return [] }
    let source = StyledText(" (\(language[TellingText.words(telling)]))", telling.level == nil ? .warning : .dim)
    return [StyledText(language[TransactionText.events], .dim) + source]
      + logs.map { log in StyledText("  ") + StyledText(LogText.of(log, abi: abi, contract: found.to)) }
  }

  var json: JSON {
    let (transaction, receipt) = (found.transaction, found.receipt)
    return [
      "hash": .string(found.hash.hex), "status": .string(found.status.rawValue), "reason": .text(reason),
      "block": .integer(receipt?.blockNumber), "timestamp": .integer(found.timestamp),
      "confirmations": .integer(found.confirmations), "from": .text(found.from),
      "to": .text(transaction?.to ?? receipt?.to), "contract": .text(receipt?.contractAddress),
      "value": transaction.map { money.json($0.value) } ?? .null, "nonce": .integer(transaction?.nonce),
      "type": .integer(found.native.map { UInt64($0.transaction.kind.rawValue) } ?? transaction?.type ?? receipt?.type),
      "feePayer": .text(found.native?.feePayer?.address.checksummed),
      "senderPaid": found.split.map { .amount(Amount(wei: $0.sender), on: network) } ?? .null,
      "feePayerPaid": found.split.map { .amount(Amount(wei: $0.feePayer), on: network) } ?? .null,
      "gasLimit": .integer(transaction?.gas),
      "gasUsed": .integer(receipt?.gasUsed), "fee": found.fee.map { money.json($0) } ?? .null, "fiatRate": money.rate,
      "input": .text(transaction?.input.hex), "call": .text(call),
      "events": .array((receipt?.logs ?? []).map { LogText.json($0, abi: abi, contract: found.to) }),
      "eventsEvidence": logs?.json ?? .null,
      "evidence": finding.map { _ in .evidence(evidence) } ?? .null, "contradiction": .text(finding?.contradiction),
      "link": .text(network.link(toTransaction: found.hash.hex)),
    ]
  }
}

extension CommandFailure.Code {
  /// The node has never heard of a transaction.
  static let unknownTransaction = Self("unknownTransaction", .failure)
}
