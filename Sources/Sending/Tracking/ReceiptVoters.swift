import Locking
import NodeRPC
import Primitives

/// The source of the receipts of a wait: one endpoint, or as many as have to agree.
final class ReceiptVoters: Sendable {
  private let node: NodeClient
  private let quorum: Int
  private let patience: Double
  private let report: (@Sendable (EndpointDisagreement) -> Void)?
  private let kept = Guarded(Memory())

  private struct Memory {
    var turn = 0
    var head: UInt64?
    var agreeingEndpoints: Set<Endpoint> = []
    var disagreements: [EndpointDisagreement] = []
    var contradicting: [String] = []
    var told: Set<EndpointDisagreement> = []
  }

  /// - Throws: `SendingError` `.noQuorum` where there are too few endpoints.
  init(_ node: NodeClient, _ tracking: TrackingOptions, _ events: SendEvents) throws {
    try node.checkQuorum(tracking)
    (self.node, quorum, patience, report) = (node, tracking.quorum, tracking.patience, events.onDisagreement)
  }

  /// The endpoints that told what is believed, when a receipt was looked for the last time; none where one is asked.
  var agreeingEndpoints: Set<Endpoint> { kept.withLock { $0.agreeingEndpoints } }

  /// The endpoints that disagreed with what is believed, when a receipt was looked for the last time.
  var disagreements: [EndpointDisagreement] { kept.withLock { $0.disagreements } }

  /// The endpoints that contradicted each other so that nothing was believed, when a receipt was last looked for.
  var contradicting: [String] { kept.withLock { $0.contradicting } }

  /// The receipt of a mined transaction, once enough agree on it.
  ///
  /// - Throws: a `NodeError` when a lone endpoint cannot be asked, or none of several.
  func receipt(_ hash: Hash32) async throws -> Receipt? {
    guard quorum > 1 else { return try await node.transactionReceipt(hash) }
    // A slow endpoint is waited for longer with each turn, and holds up none at first.
    let turn = kept.withLock { kept in
      kept.turn += 1
      return kept.turn
    }
    let patience = Duration.seconds(patience * Double(min(8, turn)))
    async let receipts = node.answers(
      to: .transactionReceipt(hash, namespace: node.options.namespace), within: patience)
    async let heads = node.answers(
      to: .blockNumber(namespace: node.options.namespace), within: patience)
    var (receiptOf, headOf): ([Endpoint: Result<Receipt?, NodeError>], [Endpoint: UInt64]) = (
      [:], [:]
    )
    // An endpoint that is named twice has one voice.
    for answer in await receipts { receiptOf[answer.endpoint] = answer.result }
    for answer in await heads { headOf[answer.endpoint] = try? answer.result.get() }
    let votes = ReceiptVotes(
      statements: receiptOf.map {
        ReceiptVotes.Statement(endpoint: $0.key.redacted, receipt: $0.value, head: headOf[$0.key])
      }.sorted { $0.endpoint < $1.endpoint }, quorum: quorum)
    if let failure = votes.failure { throw failure }
    let disagreements = votes.disagreements
    let agreeingEndpoints = Set(
      receiptOf.filter { answer in
        guard case .success(let receipt?) = answer.value else { return false }
        return votes.support(receipt)
      }.keys)
    let fresh = kept.withLock { kept in
      kept.agreeingEndpoints = agreeingEndpoints
      (kept.head, kept.disagreements, kept.contradicting) = (votes.head, disagreements, votes.contradicting)
      return disagreements.filter { kept.told.insert($0).inserted }
    }
    for disagreement in fresh { report?(disagreement) }
    return votes.receipt
  }

  /// The newest block, as far as enough have it.
  func head() async throws -> UInt64? {
    guard quorum > 1 else { return try await node.blockNumber() }
    return kept.withLock { $0.head }
  }

  /// Whether enough say that an account's count went past a nonce.
  func agree(that nonce: UInt64, isUsedBy account: Address) async throws -> Bool {
    guard quorum > 1 else { return true }
    let counts = await node.answers(
      to: .transactionCount(of: account, at: .latest, namespace: node.options.namespace),
      within: .seconds(patience * 4))
    return Set(counts.filter { ((try? $0.result.get()) ?? 0) > nonce }.map(\.endpoint)).count
      >= quorum
  }
}

extension NodeClient {
  /// Refuses that more agree than there are.
  func checkQuorum(_ tracking: TrackingOptions) throws(SendingError) {
    try tracking.checkQuorum(among: Set(endpoints).count)
  }
}

extension TrackingOptions {
  /// Refuses that more agree than there are.
  ///
  /// - Parameter count: The number of different endpoints.
  /// - Throws: `SendingError` `.noQuorum`.
  package func checkQuorum(among count: Int) throws(SendingError) {
    guard quorum > count else { return }
    throw SendingError(
      .noQuorum,
      "\(quorum) endpoints cannot agree: there \(count == 1 ? "is" : "are") \(count).",
      reason: "Nothing would be believed, so nothing was done.")
  }
}
