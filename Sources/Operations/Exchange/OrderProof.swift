import ContractClient
import Exchange
import Keys
import NodeRPC
import OrderBook
import Orders
import Primitives

/// A wallet's signature of a limit order of version 4, checked before anybody else gets it.
package struct OrderProof: Sendable {
  /// The reasons for which a signature is not taken.
  package enum Fault: Error, Sendable, Hashable {
    /// The bytes are no 65 of a signature.
    case notSignature
    /// The signature is another account's, or of another order.
    case wrongSigner
    /// The account is a contract whose own word (EIP-1271) takes the signature, and the exchange asks no contract: it takes
    /// orders of keys, and of those that the account has registered there.
    case contractAccount
  }

  private let order: LimitOrder
  private let signature: Bytes

  /// A signature that has not been checked.
  package init(_ signature: Bytes, of order: LimitOrder) { (self.signature, self.order) = (signature, order) }

  /// The order with its signature, if the exchange takes it: by the maker's key, or by one that the maker registered there.
  ///
  /// - Throws: ``Fault``; a `NodeError` where only the chain can tell and the node does not.
  package func signed(at market: ExchangeMarket) async throws -> AnySignedOrder {
    guard signature.count <= AccountSignature.mostBytes else { throw Fault.notSignature }
    let node = market.connection.node
    guard signature.count == 65, let parts = try? Signature(bytes65: signature) else {
      throw try await isContracts(at: node) ? Fault.contractAccount : .notSignature
    }
    // The exchange takes the lower half alone; both halves are one signature of one key.
    let signed = try SignedOrder(order, scheme: .typedData, signature: parts.lowS)
    guard let signer = try? signed.signer() else { throw Fault.wrongSigner }
    if signer == order.maker { return .v4(signed) }
    if try await market.exchange(.v4).admits(signer, of: order.maker, at: node) == true { return .v4(signed) }
    throw try await isContracts(at: node) ? Fault.contractAccount : .wrongSigner
  }

  /// Whether the maker is a contract that takes the signature for its own.
  private func isContracts(at node: NodeClient) async throws -> Bool {
    guard try await !node.code(of: order.maker, at: .latest).isEmpty else { return false }
    return try await ContractSignature(signature, of: order.hash).isAccepted(by: order.maker, at: node)
  }
}

/// The way of a signed order to the relays of a market, without a journal: it may be gone any number of times.
package struct OrderDelivery: Sendable {
  /// The relays' answers together.
  package enum Result: Sendable {
    /// At least one has it.
    case posted
    /// All that answered refuse it: the first one's words.
    case refused(RelayClientError)
    /// Nobody can tell whether one has it.
    case unclear(RelayClientError)
  }

  private let market: ExchangeMarket

  /// The way to the relays of a market.
  package init(to market: ExchangeMarket) { self.market = market }

  /// Whether a relay takes orders of version 4.
  package var isPossible: Bool { market.relays.contains { $0.api == .v4 } }

  /// Posts an order to each relay that does not have it.
  ///
  /// - Parameter patience: The most seconds that relays are waited for which have not seen yet that the exchange may move
  ///   the tokens.
  /// - Throws: `OperationError` `.noRelay` where there is none.
  package func post(_ signed: AnySignedOrder, patience: Int = 5) async throws -> Result {
    var addresses: Set<String> = []
    let relays = market.relays.filter { $0.api == signed.api && addresses.insert($0.address).inserted }
    guard !relays.isEmpty else { throw OperationError.nowhereToPost }
    var left = patience
    while true {
      let answers = await relays.sideBySide { await Self.bring(signed, to: $0) }
      if answers.contains(where: { if case .taken = $0 { true } else { false } }) { return .posted }
      if let unclear = answers.lazy.compactMap({ $0.openError }).first { return .unclear(unclear) }
      guard let error = answers.lazy.compactMap(\.error).first else { return .posted }
      guard left > 0, answers.contains(where: { $0.error?.isBehind ?? false }) else { return .refused(error) }
      left -= 1
      try await Task.sleep(for: .seconds(1))
    }
  }

  /// Posts an order to one relay. Where that leaves open whether the relay has it, or it refuses what it may have already,
  /// it is asked.
  private static func bring(_ signed: AnySignedOrder, to relay: RelayClient) async -> RelayPosting {
    let posting = await relay.post(signed)
    switch posting {
    case .taken, .notSent: return posting
    case .refused(let error) where ![400, 409].contains(error.refusal?.status ?? 0): return posting
    case .refused, .unclear:
      do throws(RelayClientError) {
        let signers = (try? signed.signer()).map { Set([$0]) } ?? []
        if try await relay.order(signed.hash, signers: signers) != nil { return .taken }
        return posting
      } catch {
        if case .refused = posting { return posting }
        return .unclear(error)
      }
    }
  }
}

extension RelayPosting {
  /// The error of one that may yet have reached the relay, or may be tried again.
  fileprivate var openError: RelayClientError? {
    switch self {
    case .taken, .refused: nil
    case .notSent(let error), .unclear(let error): error
    }
  }
}
