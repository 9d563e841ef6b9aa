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
    after: """
      A failed transaction is shown with the reason. Calls of the lecture contract in use are decoded; for other \
      contracts, give the interface with --abi. Sender, receiver, value and nonce are read from the bytes that have \
      the hash, of the outbox or as the node shows them. With --quorum each endpoint is asked alone: a fact that so \
      many agree on is shown with those who differ, any other with each answer.
      """
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
    let intent = try await Self.recheckStatus(at: kept, on: place, context)
    let written = intent.map { IntentView($0, in: context.settings) }
    // Of several that were signed for an intent one at most was mined; the last is the likeliest.
    let hashes = hash.map { [$0] } ?? intent?.attempts.reversed().map(\.hash) ?? []
    let quorum = try context.settings.quorum()
    let (found, finding, contradictions) = try await context.progress(
      StyledText(context.language[TransactionText.looking])
    ) { _ in
      let first = try await FoundTransaction.first(of: hashes, intent, on: place, quorum: quorum)
      let finding = await first.finding()
      // Facts that the validators sealed, or that the user's own node tells, need no other endpoint.
      let (found, contradictions) = try await first.compared(quorum: finding?.level == nil ? quorum : 1)
      return (found, found.receipt == first.receipt ? finding : await found.finding(), contradictions)
    }
    let abi = try interface.abi(for: found.to, in: context)
    let reason = await found.failure(errors: abi?.errors ?? [])
    if let reason, intent != nil, !contradictions.contains(where: { $0.fact == .status && $0.isDispute }) {
      await place.connection.sender.outbox.explain(found.hash, reason.readable)
    }
    // An outcome that several operators agreed on is not asked about once more.
    let noted = intent?.blockHash == found.receipt?.blockHash ? intent?.evidence : nil
    let view = TransactionView(
      found: found, abi: abi, reason: reason, finding: finding, evidence: finding?.level ?? noted,
      logs: await Self.endpointEvidence(of: found, finding, quorum: quorum, at: place), contradictions: contradictions,
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

  /// The evidence for the events: what several operators agreed on is the outcome, without the logs.
  private static func endpointEvidence(
    of found: FoundTransaction, _ finding: ProofFinding?, quorum: Int, at place: Connection
  ) async -> EndpointEvidence? {
    guard let receipt = found.receipt, !receipt.logs.isEmpty else { return nil }
    guard quorum > 1, finding?.level == nil else { return EndpointEvidence(level: finding?.level) }
    return EndpointEvidence(by: await place.connection.sender.agreeingEndpoints(of: receipt), at: place, quorum: quorum)
  }

  /// Looks at the intent's status anew: a mined transaction may be in no block any more.
  private static func recheckStatus(
    at intent: Intent?, on place: Connection, _ context: CommandContext
  ) async throws -> Intent? {
    let sender = place.connection.sender
    guard let intent, try await sender.chain() == intent.chain else { return intent }
    let options = try await context.choices.options()
    return try await sender.resumer.recheckStatus(at: intent, options.tracking, options.events)
  }
}

extension FoundTransaction {
  /// - Throws: `unknownTransaction` when the node has never heard of it.
  fileprivate static func known(
    _ hash: Hash32, _ intent: Intent?, on place: Connection, quorum: Int
  ) async throws -> FoundTransaction {
    let own = intent?.attempts.first { $0.hash == hash && !$0.isHandedOver }
    let signed = own.flatMap { try? SignedTransaction(decoding: $0.raw) }
    if let found = try await find(hash, signedHere: signed, on: place, quorum: quorum) { return found }
    throw CommandFailure(
      .unknownTransaction, TransactionRefusal.unknownHash(hash, network: place.network.name))
  }

  /// The first of several transactions that a node knows, preferring one that is mined.
  ///
  /// - Parameter intent: the intent they were signed for, if that was here.
  fileprivate static func first(
    of hashes: [Hash32], _ intent: Intent?, on place: Connection, quorum: Int
  ) async throws -> FoundTransaction {
    var waiting: FoundTransaction?
    var unknown: CommandFailure?
    for hash in hashes {
      do {
        let found = try await known(hash, intent, on: place, quorum: quorum)
        if found.receipt != nil { return found }
        waiting = waiting ?? found
      } catch let error as CommandFailure where error.code == .unknownTransaction {
        unknown = unknown ?? intent.map { unseen(hash, $0) } ?? error
      }
    }
    if let waiting { return waiting }
    throw unknown ?? CommandFailure(.unknownTransaction, TransactionRefusal.nothingSigned)
  }

  /// The failure for a transaction that was signed here, and that no node knows.
  private static func unseen(_ hash: Hash32, _ intent: Intent) -> CommandFailure {
    let advice: TransactionAdvice =
      !intent.state.isLive
      ? .list
      : intent.lastAttempt?.isHandedOver == true ? TransactionAdvice(waysOutFor: intent) : .takeUp(intent.id)
    return CommandFailure(
      .unknownTransaction,
      TransactionRefusal.unseen(
        hash, number: intent.id, since: intent.created, StateWord(intent.state), advice: advice),
      call: intent.label)
  }
}

extension CommandFailure.Code {
  /// The node has never heard of a transaction.
  static let unknownTransaction = Self("unknownTransaction", .failure)
}
