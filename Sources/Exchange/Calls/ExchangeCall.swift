import ContractClient
import NodeRPC
import Outbox
import Primitives
import Sending

/// A transaction of an exchange, neither tried nor priced.
public struct ExchangeCall: Sendable {
  /// The things that a transaction does.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The transaction fills orders.
    case fill
    /// The transaction cancels orders.
    case cancel
    /// The transaction makes tokens of the chain's coins.
    case wrap
    /// The transaction makes the chain's coins of tokens.
    case unwrap
    /// The transaction lets an account move tokens, or takes that back.
    case approve
    /// The transaction lets an account move tokens by an owner's signature.
    case permit
    /// The transaction sets up contracts.
    case setUp
  }

  /// The times at which the key of something that is done keeps it from being done once more.
  public enum Repetition: Sendable, Hashable {
    /// Always.
    case never
    /// For an hour after it was wanted; and whatever was wanted since a time, in seconds since 1970.
    case afterAnHour(since: UInt64? = nil)
    /// Only as long as it is under way.
    case whenDone
  }

  /// The thing that the transaction does.
  public let kind: Kind
  /// The readable form for people: `fill 3 orders for 358 of 0x…`.
  public let title: String
  /// The contract, the calldata and the value of the transaction.
  public let call: ContractCall<Void>
  /// The idempotency key; nil for what may be sent any number of times.
  public private(set) var key: IntentKey?
  /// The times at which the key counts.
  public let repetition: Repetition
  /// The name under which it is sent, as lists of what was sent have it; nil is the call itself.
  public var label: String?
  /// The multiple of an estimate's gas that the call may come to need, as numerator and denominator: reserves are not
  /// reached when it is estimated.
  let gasScale: (numerator: UInt64, denominator: UInt64)

  /// A call with its title and key.
  init<Output>(
    _ kind: Kind, _ title: String, _ call: ContractCall<Output>, key: String?, repetition: Repetition = .never,
    isGuarded: Bool = false, gasScale: (UInt64, UInt64) = (1, 1)
  ) {
    // Nobody reads what a transaction returns.
    self.init(
      kind, title, reading: call.unread, key: key, repetition: repetition, isGuarded: isGuarded, gasScale: gasScale)
  }

  /// A call whose answer is looked at when it is tried.
  init(
    _ kind: Kind, _ title: String, reading call: ContractCall<Void>, key: String?, repetition: Repetition = .never,
    isGuarded: Bool = false, gasScale: (UInt64, UInt64) = (1, 1)
  ) {
    self.kind = kind
    self.title = title
    self.call = call
    self.key = key.map { IntentKey($0, isGuarded: isGuarded) }
    self.repetition = repetition
    self.gasScale = gasScale
  }

  /// The call as the contract sees it.
  public var readable: String { call.readable }

  /// The call as an account would try it.
  func request(from account: Address) -> CallRequest {
    CallRequest(from: account, to: call.contract, value: call.value, data: call.calldata)
  }

  /// Makes sure that the call would succeed now and prices it; nothing is signed or sent.
  ///
  /// - Throws: `ExchangeError` for a refusal that means one of its codes; what
  ///   ``ContractClient/ContractCall/prepare(from:options:)`` throws.
  public func prepare(
    from account: Address, options: SendOptions = SendOptions()
  ) async throws -> PlannedExchangeCall {
    do {
      var prepared = try await call.prepare(from: account, options: options)
      if gasScale.numerator > gasScale.denominator, options.gas.limit == nil {
        var scaled = options
        let limit = UInt256(prepared.gasLimit) * UInt256(gasScale.numerator) / UInt256(gasScale.denominator)
        scaled.gas.limit = UInt64(clamping: limit)
        prepared = try await call.prepare(from: account, options: scaled)
      }
      if let label { prepared = prepared.labelled(label) }
      return PlannedExchangeCall(call: self, prepared: prepared)
    } catch let error as ContractError {
      throw ExchangeRevert.explained(error)
    }
  }
}
