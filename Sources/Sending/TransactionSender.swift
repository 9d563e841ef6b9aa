import Keys
import NodeRPC
import Outbox
import Primitives
import Transactions

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

  /// A transaction with its signatures, its hash computed here; nil where the node does not show it so.
  package func signedTransaction(_ hash: Hash32) async throws -> SignedTransaction? { try await context.whole(hash) }

  /// The chain that the node serves, beyond its id.
  public func chain() async throws -> ChainMark { try await context.identity.mark() }

  /// Checks the chain, estimates the gas, asks for fees and makes sure that the account can pay.
  ///
  /// Nothing is signed, reserved or sent.
  ///
  /// - Throws: `SendingError` `.noQuorum`, `.wrongChain`, `.notEnoughForValue`, `.notEnoughForGas`, `.feeAboveLimit`,
  ///   `.outOfRange`, `.absurdGas`; a `NodeError` as the node gives it, a revert of the estimate included.
  public func prepare(_ request: SendRequest, options: SendOptions = SendOptions()) async throws -> PreparedTransaction
  {
    try await pricer.prepare(request, options: options)
  }

  /// Writes down what is wanted with a nonce, signs, writes down what was signed, and broadcasts.
  ///
  /// With ``FeeOptions/priceWait`` it waits for its price first, written down without a nonce; another run goes on when
  /// this one ends.
  ///
  /// An earlier send with its key (``IntentOptions/key``) is returned instead, and nothing is sent. One that no node
  /// took lends its nonce to the next and keeps its key: an equal send offers its bytes again. When another program is
  /// proven to have used the nonce meanwhile, the transaction is signed anew with the next one; nothing of the first
  /// can be mined then.
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

  /// Waits until a transaction that was offered has its confirmations, and notes it in the outbox.
  ///
  /// A receipt that says "failed" is returned, not thrown: only the caller knows how to read the reason. If another
  /// attempt of the same intent is mined instead, such as one at a higher price, that is what is returned.
  ///
  /// - Parameters:
  ///   - transaction: The one that is waited for.
  ///   - account: The sender.
  ///   - label: The readable form for people.
  ///   - tracking: The number of confirmations, and the time to wait.
  /// - Throws: `SendingError` `.noQuorum`; `.notProven` when the validators' seals prove something else than the
  ///   receipt says, or one node alone says that another took its place; `.replaced` when another transaction took the
  ///   nonce, `.cancelled` when one of ours did that cancels the intent, be it the one that is waited for;
  ///   `.notConfirmed` when the time is over; `CancellationError`.
  public func confirmed(
    _ transaction: SignedTransaction, from account: Address, label: String,
    _ tracking: TrackingOptions = TrackingOptions(), _ events: SendEvents = SendEvents()
  ) async throws -> Confirmation {
    let intent = try? await context.intent(signedAs: transaction.hash)
    return try await tracker.confirmed(
      transaction, of: intent?.id, from: account, label: label, isCancellation: false, tracking, events)
  }

  /// The evidence for a receipt, to be shown with it: the user's own node, or the validators' seals where a checkpoint
  /// is trusted. Other endpoints are not asked.
  public func finding(for receipt: Receipt) async -> ProofFinding {
    await context.proofs.finding(forSuccess: receipt, of: receipt.transactionHash)
  }

  /// The endpoints that tell a mined transaction's receipt as it was reported here: its block, its outcome and its
  /// logs.
  public func agreeingEndpoints(of receipt: Receipt, within patience: Duration = .seconds(4)) async -> Set<Endpoint> {
    let request = NodeRequest.transactionReceipt(receipt.transactionHash, namespace: node.options.namespace)
    let answers = await node.answers(to: request, within: patience)
    return Set(
      answers.filter { answer in
        guard case .success(let other?) = answer.result else { return false }
        return other.blockHash == receipt.blockHash && other.status == receipt.status && other.logs == receipt.logs
      }.map(\.endpoint))
  }

  /// A sender that asks one of its endpoints alone, and shares all else.
  ///
  /// - Throws: `NodeError` `.invalidEndpoint` for one that is none of its own.
  package func asking(_ endpoint: Endpoint) throws -> TransactionSender {
    TransactionSender(
      node: try node.asking(endpoint), chainID: chainID, unit: unit, outbox: outbox, trust: TrustPolicy(own: trust.own))
  }

  // MARK: Parts, each above those before it

  /// Accounts on chains of Kaia's kind: their keys, and whether a transaction has the signatures that it needs.
  public var accounts: KaiaAccounts { KaiaAccounts(context: context) }
  /// The nonces of accounts, and the gaps between them.
  public var nonces: NonceManager { NonceManager(context: context) }
  /// The fees that the chain asks.
  public var estimator: FeeEstimator { FeeEstimator(node: node) }
  /// The pricing of requests, step by step.
  public var pricer: TransactionPricer {
    TransactionPricer(context: context, estimator: estimator, nonces: nonces, accounts: accounts)
  }
  var broadcaster: Broadcaster { Broadcaster(context: context, accounts: accounts) }
  /// The status of intents on the chain.
  public var statuses: StatusReader { StatusReader(context: context) }
  /// The resumption of intents that nobody works on.
  public var resumer: Resumer { Resumer(context: context, statuses: statuses, broadcaster: broadcaster) }
  var tracker: ConfirmationTracker { ConfirmationTracker(context: context, statuses: statuses, resumer: resumer) }
  /// The search for earlier sends with a key.
  public var earlierSends: EarlierSends {
    EarlierSends(context: context, statuses: statuses, resumer: resumer, tracker: tracker)
  }
  /// The reading of transactions that are in no outbox.
  public var outsiders: OutsideTransactionReader { OutsideTransactionReader(context: context) }
  /// The return of transactions to an outbox that has lost them.
  public var restorer: ChainRestorer { ChainRestorer(context: context) }
  var history: HistoryLookup { HistoryLookup(context: context, restorer: restorer, resumer: resumer) }
  var priceWaiter: PriceWaiter {
    PriceWaiter(context: context, estimator: estimator, nonces: nonces, resumer: resumer)
  }
  var handOver: ServiceHandOver { ServiceHandOver(context: context, statuses: statuses, tracker: tracker) }
  /// The replacement of what is under way, at a higher price or by nothing.
  public var replacer: Replacer {
    Replacer(
      context: context, pricer: pricer, statuses: statuses, broadcaster: broadcaster, handOver: handOver,
      tracker: tracker)
  }
}
