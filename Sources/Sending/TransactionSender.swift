import Keys
import NodeRPC
import Outbox
import Primitives

/// Takes a request through its life: priced, given a nonce, signed, journaled, broadcast and confirmed.
///
/// The meaning of the calldata is not known here. Any number of senders, in any number of processes, can share an
/// outbox: it keeps their nonces apart and what was sent already from being sent again.
public struct TransactionSender: Sendable {
  /// The endpoints that are asked, and that transactions are offered to.
  public var node: NodeClient { context.node }
  /// The chain the transactions are for; a node of another chain is refused before anything is signed.
  public var chainID: UInt256 { context.chainID }
  /// The chain's currency, for texts.
  public var unit: Amount.Unit { context.unit }
  /// The outbox, in which every transaction is written down before it leaves.
  public var outbox: Outbox { context.outbox }
  /// The sources whose word is proof, before something that was signed is given up.
  public let trust: TrustPolicy
  let context: SenderContext

  /// A sender for one chain, of which nothing is asked yet; without an outbox it forgets all when the process ends.
  ///
  /// - Parameter onUnproven: called with the reason why the seals prove nothing, where a checkpoint is trusted.
  public init(
    node: NodeClient, chainID: UInt256, unit: Amount.Unit = .klay, outbox: Outbox = .inMemory(),
    trust: TrustPolicy = TrustPolicy(), onUnproven: (@Sendable (String) -> Void)? = nil
  ) {
    self.trust = trust
    let seals = trust.checkpoint.map { SealSearch($0, node: node, chainID: chainID, report: onUnproven) }
    context = SenderContext(
      node: node, chainID: chainID, unit: unit, outbox: outbox,
      identity: ChainIdentity(node: node, chainID: chainID, outbox: outbox),
      proofs: ProofSearch(node: node, chainID: chainID, trust: trust, patience: .seconds(4), seals: seals))
  }

  /// Writes down what is wanted with a nonce, signs, writes down what was signed, and broadcasts.
  ///
  /// With ``SendOptions/priceWait`` it waits for its price first, written down without a nonce; another run goes on when
  /// this one ends.
  ///
  /// An earlier send with its key (``SendOptions/key``) is returned instead, and nothing is sent. One that no node took
  /// lends its nonce to the next and keeps its key: an equal send offers its bytes again. When another program is proven
  /// to have used the nonce meanwhile, the transaction is signed anew with the next one; nothing of the first can be mined
  /// then.
  ///
  /// - Throws: `SendingError` `.wrongSigner`, `.sameJustSent`, `.otherWithID`, `.sameElsewhere`, `.limitExceeded`,
  ///   `.notProven`, `.sameOnChain`, `.historyUnknown`, the outbox's errors, and then nothing was signed; those of
  ///   ``broadcast(_:label:)``.
  public func send(
    _ prepared: PreparedTransaction, signer: any Signer, options: SendOptions = SendOptions()
  ) async throws -> SentTransaction {
    try await SendFlow(
      context: context, nonces: nonces, history: history, priceWaiter: priceWaiter, broadcaster: broadcaster,
      resumer: resumer, tracker: tracker, earlierSends: earlierSends, handOver: handOver
    ).send(prepared, signer, options)
  }

  // MARK: Parts, each above those before it

  var accounts: KaiaAccounts { KaiaAccounts(context: context) }
  var nonces: NonceManager { NonceManager(context: context) }
  var estimator: FeeEstimator { FeeEstimator(node: node) }
  var pricer: TransactionPricer {
    TransactionPricer(context: context, estimator: estimator, nonces: nonces, accounts: accounts)
  }
  var broadcaster: Broadcaster { Broadcaster(context: context, accounts: accounts) }
  var statuses: StatusReader { StatusReader(context: context) }
  var resumer: Resumer { Resumer(context: context, statuses: statuses, broadcaster: broadcaster) }
  var tracker: ConfirmationTracker { ConfirmationTracker(context: context, statuses: statuses, resumer: resumer) }
  var earlierSends: EarlierSends {
    EarlierSends(context: context, statuses: statuses, resumer: resumer, tracker: tracker)
  }
  var restorer: ChainRestorer { ChainRestorer(context: context) }
  var history: HistoryLookup {
    HistoryLookup(context: context, restorer: restorer) { [resumer] in _ = try? await resumer.look(at: $0) }
  }
  var priceWaiter: PriceWaiter {
    PriceWaiter(context: context, estimator: estimator, nonces: nonces, resumer: resumer)
  }
  var handOver: ServiceHandOver { ServiceHandOver(context: context, statuses: statuses, tracker: tracker) }
  var replacer: Replacer {
    Replacer(
      context: context, pricer: pricer, statuses: statuses, broadcaster: broadcaster, handOver: handOver,
      tracker: tracker)
  }

  /// The chain that the node serves, beyond its id.
  public func chain() async throws -> ChainMark { try await context.identity.mark() }
}
