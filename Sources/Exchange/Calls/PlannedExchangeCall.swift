import ContractABI
import ContractClient
import Keys
import Orders
import Outbox
import Platform
import Primitives
import Sending

/// A transaction of an exchange that was tried and priced, to be shown and then sent.
public struct PlannedExchangeCall: Sendable {
  /// The call of the exchange or of a token, with its meaning.
  public let call: ExchangeCall
  /// The transaction with its price, neither signed nor sent.
  public let prepared: PreparedTransaction
  /// Makes sure that what it was planned for still holds; nil where trying the call once more shows that.
  private var holds: (@Sendable () async throws -> Void)?
  /// The name under which it is sent; nil is that of the call.
  private var name: String?

  init(call: ExchangeCall, prepared: PreparedTransaction) { (self.call, self.prepared) = (call, prepared) }

  /// The readable form for people.
  public var title: String { call.title }
  /// The value that goes to the contract.
  public var value: Amount { call.call.value }
  /// The most that gas can cost on top.
  public var maximumFee: Amount { prepared.maximumFee }

  /// This transaction with a check of its own for ``checkAgain()``.
  public func holding(_ check: @escaping @Sendable () async throws -> Void) -> PlannedExchangeCall {
    var plan = self
    plan.holds = check
    return plan
  }

  /// This transaction as lists of what was sent have it.
  public func sent(as name: String) -> PlannedExchangeCall {
    var plan = self
    plan.name = name
    return plan
  }

  /// Makes sure that what it was planned for still holds, for right before it is signed.
  ///
  /// - Throws: `ExchangeError` for a refusal that means one of its codes; `ContractError`; a `NodeError`.
  public func checkAgain() async throws {
    if let holds { return try await holds() }
    do {
      try await call.call.call(from: prepared.request.from)
    } catch let error as ContractError {
      throw ExchangeRevert.explained(error)
    }
  }

  /// Signs, sends and waits. If it was done before, and its key still counts, that is what is returned.
  ///
  /// - Throws: what ``checkAgain()`` throws, before anything is signed; what
  ///   ``ContractClient/ContractCall/send(_:signer:options:)`` throws.
  public func send(from signer: any Signer, options: SendOptions = SendOptions()) async throws -> CallReceipt {
    var options = options
    options.events.beforeSigning = { try await checkAgain() }
    if let key = call.key {
      options.intent.key = key
      // An approval's meaning is in its calldata.
      if call.kind != .approve { options.intent.isSame = { [call] in call.isDone(by: $0) } }
      if try await mayBeRepeated(key, options) { options.intent.again = true }
    }
    do {
      let named = name.map { prepared.labelled($0) } ?? prepared
      return try await call.call.send(named, signer: signer, options: options)
    } catch let error as ContractError {
      throw ExchangeRevert.explained(error)
    } catch let error as SendingError {
      guard case .sameOnChain(let nonce, _)? = error.facts else { throw error }
      // The key of a trade is none that a person gives to what was sent.
      throw SendingError(
        error.code, error.message, about: error.subject, reason: error.reason, call: error.call,
        facts: .sameOnChain(nonce: nonce, isNameable: false))
    }
  }

  /// Whether what was sent with the key is done, and the key does not count any more.
  private func mayBeRepeated(_ key: IntentKey, _ options: SendOptions) async throws -> Bool {
    guard call.repetition != .never, !options.intent.again else { return false }
    let sender = call.call.connection.sender
    guard try await sender.hasKeys(beginning: key.description, of: prepared.request.from) else { return false }
    let sent = try await sender.earlierSends.earlier(key, of: prepared.request.from, options.tracking, options.events)
    return sent?.earlier.map { !call.counts($0) } ?? false
  }
}

extension ExchangeCall {
  /// Whether what an account sent may be this. All that was sent with its key is: a deal that is planned anew takes
  /// other orders, and a permit has another time to its end. What was found on the chain has lost its key, and tells
  /// what it did.
  func isDone(by sent: Intent) -> Bool {
    guard sent.key == nil else { return true }
    switch kind {
    case .fill:
      // Planned anew it may be at the other version's exchange.
      let chainID = sent.chain.chainID
      let tokens = sent.to.flatMap { Self.tokens(sent.data, at: $0, on: chainID) }
      return tokens != nil && tokens == Self.tokens(call.calldata, at: call.contract, on: chainID)
    case .permit: return sent.to == call.contract && sent.data.starts(with: call.calldata.prefix(4))
    default: return sent.does(call.contract, call.value, call.calldata)
    }
  }

  /// The token that a transaction gets and the one that it gives; nil for one that fills no orders.
  private static func tokens(_ calldata: Bytes, at exchange: Address, on chainID: UInt256) -> [Address]? {
    (try? DealLeg(calldata: calldata, at: exchange, on: chainID))?.orders.first.map {
      [$0.order.order.makerToken, $0.order.order.takerToken]
    }
  }

  /// The result of this call if it was sent before with its key, and its key still counts.
  ///
  /// - Returns: nil if it is still to be done.
  /// - Throws: `ExchangeError`; what ``ContractClient/ContractConnection/earlier(_:of:errors:options:isSame:)`` throws.
  public func earlier(by account: Address, options: SendOptions = SendOptions()) async throws -> CallReceipt? {
    guard let key else { return nil }
    return try await call.connection.earlier(key, repetition, by: account, errors: call.errors, options: options)
  }

  /// Whether an earlier send with the key is in the way of another.
  func counts(_ earlier: EarlierSend) -> Bool { repetition.counts(earlier) }
}

extension ExchangeCall.Repetition {
  private static let hour: UInt64 = 3_600

  /// Whether an earlier send is in the way of another.
  func counts(_ earlier: EarlierSend) -> Bool {
    guard earlier.status == .done else { return true }
    switch self {
    case .never: return true
    case .afterAnHour(let since):
      let now = UInt64(clamping: time(nil))
      return min(since ?? now, now) < earlier.since.addingSaturated(Self.hour)
    case .whenDone: return false
    }
  }
}

extension ContractConnection {
  /// The receipt of what an account sent with a key, if that key still counts.
  ///
  /// - Throws: `ExchangeError`; what ``earlier(_:of:errors:options:isSame:)`` throws.
  func earlier(
    _ key: IntentKey, _ repetition: ExchangeCall.Repetition, by account: Address, errors: [ABIError],
    options: SendOptions
  ) async throws -> CallReceipt? {
    guard try await sender.hasKeys(beginning: key.description, of: account) else { return nil }
    do {
      guard let receipt = try await earlier(key, of: account, errors: errors, options: options) else { return nil }
      return receipt.earlier.map { repetition.counts($0) } ?? true ? receipt : nil
    } catch let error as ContractError {
      throw ExchangeRevert.explained(error)
    }
  }
}
