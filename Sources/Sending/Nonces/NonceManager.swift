import NodeRPC
import Outbox
import Primitives
import Transactions

/// Knows an account's nonces: the pending one that endpoints agree on, the next that is free, gaps, and whether another
/// program took one.
public struct NonceManager: SenderPart {
  let context: SenderContext

  /// An account's count, pending ones included, that no endpoint alone can put too high: with a nonce above the
  /// account's own a transaction waits for ever, while one that is used already is refused.
  ///
  /// Of several endpoints it is what two of them reach, or as many as the quorum. One that counts more is believed if
  /// it shows the signed transaction that makes it so, or the outbox knows that one; else it is named.
  ///
  /// - Throws: `SendingError` `.wrongChain` where an endpoint serves another chain; a `NodeError`.
  func pendingNonce(
    of account: Address, _ tracking: TrackingOptions, _ events: SendEvents
  ) async throws -> UInt64 {
    guard node.endpoints.count > 1 else { return try await node.transactionCount(of: account, at: .pending) }
    let (namespace, patience) = (node.options.namespace, Duration.seconds(tracking.patience))
    async let chains = node.answers(to: .chainID(namespace: namespace), within: patience)
    async let counts = node.answers(
      to: .transactionCount(of: account, at: .pending, namespace: namespace), within: patience)
    for answer in await chains {
      guard let id = try? answer.result.get(), id != chainID else { continue }
      throw SendingError(
        .wrongChain, "The endpoint \(answer.endpoint.redacted) is on chain \(id), not on chain \(chainID).",
        reason: "What it says of accounts and transactions is of another chain; nothing was sent.",
        facts: .endpoint(answer.endpoint.redacted))
    }
    // An endpoint that is named twice has one voice.
    var countOf: [Endpoint: UInt64] = [:]
    for answer in await counts { countOf[answer.endpoint] = try? answer.result.get() }
    let told = countOf.sorted { ($0.value, $0.key.redacted) > ($1.value, $1.key.redacted) }
    guard !told.isEmpty else { return try await node.transactionCount(of: account, at: .pending) }
    let agreed = told[min(max(2, tracking.quorum), told.count) - 1].value
    for (endpoint, count) in told where count > agreed {
      if try await isKnown(agreed..<count, of: account) { continue }
      if await isShown(count - 1, of: account, by: endpoint) { return count }
      events.onDisagreement?(
        EndpointDisagreement(
          endpoint: endpoint.redacted,
          kind: .contradicts(
            "it counts \(count) transactions of \(account), others \(agreed), and does not show the last")
        ))
    }
    return agreed
  }

  /// Whether the outbox has all these nonces as under way: then they are left out in any case.
  private func isKnown(_ nonces: Range<UInt64>, of account: Address) async throws -> Bool {
    let live = try await outbox.intents(
      IntentFilter(chain: try await context.identity.mark(), account: account, isLive: true, limit: .max))
    let known = Set(live.compactMap(\.nonce))
    // An endpoint may claim a nonce as far away as numbers go: the range is not walked through.
    guard nonces.upperBound - nonces.lowerBound <= UInt64(known.count) else { return false }
    return nonces.allSatisfy { known.contains($0) }
  }

  /// Whether an endpoint shows the transaction of an account with a nonce, with a signature that only the account can
  /// make.
  private func isShown(_ nonce: UInt64, of account: Address, by endpoint: Endpoint) async -> Bool {
    guard let alone = try? node.asking(endpoint) else { return false }
    let chainID = chainID
    func isMatch(_ told: RPCTransaction?) -> Bool {
      guard let told, let signed = try? SignedTransaction(json: told.raw), signed.transaction.nonce == nonce,
        signed.transaction.kaia == nil, signed.transaction.chainID == chainID
      else { return false }
      return (try? signed.sender()) == account
    }
    let pending = try? await alone.block(.pending, full: true)
    if pending?.transactions?.contains(where: { $0.nonce == nonce && isMatch($0) }) == true { return true }
    guard case .used(let hash)? = try? await alone.use(of: nonce, by: account) else { return false }
    return isMatch(try? await alone.transaction(hash))
  }

  /// Takes a nonce at an account's pending nonce, and again at a new one when another process saw one mined between.
  ///
  /// - Parameters:
  ///   - told: The pending nonce that a node gives.
  ///   - take: Gets the pending nonce, and the last nonce known here as mined that it was compared with.
  func withPendingNonce<Value: Sendable>(
    of account: Address, on chain: ChainMark, told: UInt64, _ take: (UInt64, UInt64?) async throws -> Value
  ) async throws -> Value {
    while true {
      try Task.checkCancellation()
      let (count, known) = try await pendingNonce(of: account, on: chain, told: told)
      do {
        return try await take(count, known)
      } catch let error as OutboxError where error.code == .pendingNonceOutdated {
        continue
      }
    }
  }

  /// The account's pending nonce, unless the node that gave it is behind what we have seen mined; and the last nonce of
  /// that.
  ///
  /// A transaction that was mined, and is in no block any more, keeps its nonce: it is under way again, so that whoever
  /// takes the next offers it first.
  func pendingNonce(
    of account: Address, on chain: ChainMark, told: UInt64
  ) async throws -> (count: UInt64, lastMined: UInt64?) {
    var told = told
    let last = try await outbox.account(account, on: chain).lastMined()
    guard let last, let nonce = last.nonce, nonce >= told, let number = last.block else { return (told, last?.nonce) }
    for turn in 0..<20 {
      if turn > 0 { try await Task.sleep(for: .milliseconds(250)) }
      told = try await node.transactionCount(of: account, at: .pending)
      if told > nonce { return (told, nonce) }
      // The block decides: if it is there, the count is an old one; if another is, ours was reorganised away.
      if let block = try await node.block(.number(number)) {
        if block.hash == last.blockHash { return (nonce + 1, nonce) }
        break
      }
    }
    for gone in try await outbox.account(account, on: chain).consumed(from: told) { _ = await outbox.unsettle(gone.id) }
    return (told, try await outbox.account(account, on: chain).lastMined()?.nonce)
  }
}
