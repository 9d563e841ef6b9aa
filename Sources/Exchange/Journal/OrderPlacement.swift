import Files
import Orders
import Platform
import Primitives

/// The way of a limit order from its terms to relays, each step written down before it is taken.
///
/// ```swift
/// let placement = OrderPlacement(journal: journal, relays: relays)
/// let placed = try await placement.place(.v4(order), key: key) { try await $0.signed(by: wallet) }
/// ```
public struct OrderPlacement: Sendable {
  /// An order, and what kept relays from having it.
  public struct Outcome: Sendable {
    /// The order as it stands in the journal.
    public let order: JournalOrder
    /// The failures, in the relays' order; where a relay does not answer, the order stays to be posted.
    public let failures: [RelayClientError]
  }

  private let journal: OrderJournal
  private let relays: [RelayClient]
  /// The longest wait for another process that posts.
  private let patience: Duration

  /// The way to some relays; those of the other version of the protocol are passed over.
  public init(journal: OrderJournal, relays: [RelayClient], patience: Duration = .seconds(60)) {
    (self.journal, self.relays, self.patience) = (journal, relays, patience)
  }

  /// Drafts, signs and posts an order, or takes up the one of its key where that stands.
  ///
  /// - Parameters:
  ///   - isAnother: Whether another order is wanted where one is posted or over.
  ///   - signers: Accounts that may sign for the maker beside the maker (v4).
  ///   - sign: Asked for the signature of the order that is written down, unless there is one.
  /// - Throws: what ``OrderJournal/begin(_:key:isAnother:)`` and ``OrderJournal/keep(_:of:signers:)`` throw, and
  ///   `sign`.
  public func place(
    _ order: UnsignedOrder, key: OrderKey, isAnother: Bool = false, signers: Set<Address> = [],
    sign: (UnsignedOrder) async throws -> AnySignedOrder
  ) async throws -> Outcome {
    var begun = try await journal.begin(order, key: key, isAnother: isAnother)
    if begun.signed == nil {
      begun = try await journal.keep(try await sign(begun.unsigned), of: begun.id, signers: signers)
    }
    return try await post(begun.id)
  }

  /// Posts a signed order to each relay that is not known to have it.
  ///
  /// A relay of which nobody knows whether it has the order is asked for it first. What does not go out stays in the
  /// journal.
  ///
  /// - Throws: `wrongStep` for an order that is not signed, or over; `fileFailed`.
  public func post(_ id: Int64) async throws(OrderJournalError) -> Outcome {
    let order = try await journal.read { try OrderJournal.order(id, in: $0) }
    guard let signed = order.signed, order.state != .ended else {
      throw OrderJournalError(
        .wrongStep, "The order \(order.hash) cannot be posted.",
        reason: order.signed == nil ? "It is not signed." : "It is over.",
        facts: .order(order.hash, order.state, order.ending))
    }
    var addresses: Set<String> = []
    let suited = relays.filter { $0.api == signed.api && addresses.insert($0.address).inserted }
    let lock = try await lock()
    defer { lock.unlock() }
    var failures: [RelayClientError] = []
    for result in await suited.sideBySide({ await brought(signed, id, to: $0) }) {
      if let failure = try result.get() { failures.append(failure) }
    }
    return Outcome(order: try await journal.read { try OrderJournal.order(id, in: $0) }, failures: failures)
  }

  private func brought(
    _ signed: AnySignedOrder, _ id: Int64, to relay: RelayClient
  ) async -> Result<RelayClientError?, OrderJournalError> {
    do throws(OrderJournalError) {
      return .success(try await bring(signed, id, to: relay))
    } catch {
      return .failure(error)
    }
  }

  /// Posts an order to one relay; nil where it has it.
  private func bring(
    _ signed: AnySignedOrder, _ id: Int64, to relay: RelayClient
  ) async throws(OrderJournalError) -> RelayClientError? {
    switch try await journal.beginPosting(id, to: relay.address) {
    case .nothing: return nil
    case .ask: return try await ask(signed, id, relay, mayRepeat: true)
    case .post: break
    }
    let posting = await relay.post(signed)
    switch posting {
    case .unclear: return try await ask(signed, id, relay, mayRepeat: true)
    // Some relays refuse what they have already, from another's hand.
    case .refused(let error) where [400, 409].contains(error.refusal?.status ?? 0):
      return try await ask(signed, id, relay, mayRepeat: false, refusal: error)
    case .taken, .refused, .notSent: return try await settle(posting, id, relay)
    }
  }

  /// Asks a relay whether it has an order that was posted, and posts it once more where the relay does not have it.
  private func ask(
    _ signed: AnySignedOrder, _ id: Int64, _ relay: RelayClient, mayRepeat: Bool, refusal: RelayClientError? = nil
  ) async throws(OrderJournalError) -> RelayClientError? {
    let found: RelayedOrder?
    do throws(RelayClientError) {
      // The journal checked the signature when it was made: whoever signed may sign.
      found = try await relay.order(signed.hash, signers: (try? signed.signer()).map { [$0] } ?? [])
    } catch {
      try await journal.settlePosting(id, to: relay.address, .begun, problem: error.inOneLine)
      return error
    }
    if found != nil { return try await settle(.taken, id, relay) }
    if let refusal { return try await settle(.refused(refusal), id, relay) }
    guard mayRepeat else {
      let error = RelayClientError(
        .unreachable, "The relay does not say whether it has the order.", about: relay.address,
        reason: "It was posted twice without an answer, and the relay says that it does not have it.",
        facts: .exchange(status: nil, leavesOutcomeOpen: true))
      try await journal.settlePosting(id, to: relay.address, .begun, problem: error.inOneLine)
      return error
    }
    try await journal.repeatPosting(id, to: relay.address)
    switch await relay.post(signed) {
    case .taken: return try await settle(.taken, id, relay)
    // An earlier post may still be on its way.
    case .notSent(let error): return try await settle(.unclear(error), id, relay)
    case .refused(let error): return try await ask(signed, id, relay, mayRepeat: false, refusal: error)
    case .unclear: return try await ask(signed, id, relay, mayRepeat: false)
    }
  }

  private func settle(
    _ posting: RelayPosting, _ id: Int64, _ relay: RelayClient
  ) async throws(OrderJournalError) -> RelayClientError? {
    let state: JournalPosting.State =
      switch posting {
      case .taken: .posted
      case .refused: .refused
      case .notSent: .notSent
      case .unclear: .begun
      }
    try await journal.settlePosting(id, to: relay.address, state, problem: posting.error?.inOneLine)
    return posting.error
  }

  /// The right to post, which one process at a time has; it ends with the process however that ends.
  private func lock() async throws(OrderJournalError) -> FileLock {
    let path = "\(journal.path)-posting.lock"
    let end = ContinuousClock.now.advanced(by: patience)
    while true {
      do throws(SystemFailure) {
        return try FileLock(path, isPatient: false)
      } catch {
        let isBusy = error.number == EWOULDBLOCK
        guard isBusy, ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(20))) != nil else {
          throw OrderJournalError(
            .fileFailed, "The order was not posted.",
            reason: isBusy ? "Another process posts orders." : "\(path): \(error)",
            facts: .file(path, isBusy ? .busy : .notWritable))
        }
      }
    }
  }
}
