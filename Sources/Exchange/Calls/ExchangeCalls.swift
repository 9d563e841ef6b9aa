import ContractClient
import Orders
import Primitives
import Tokens

/// Makes the transactions of the exchanges of a network.
public struct ExchangeCalls: Sendable {
  /// The addresses of the contracts that are called, on one chain.
  public let contracts: ExchangeContracts
  /// The connection over which they are called.
  public let connection: ContractConnection
  /// The reader of tokens' answers.
  let tokens: TokenReader

  /// Calls of contracts over a connection; nothing is asked.
  public init(_ contracts: ExchangeContracts, over connection: ContractConnection) {
    (self.contracts, self.connection) = (contracts, connection)
    tokens = TokenReader(node: connection.node)
  }

  // MARK: Filling

  /// The transaction of a part of a deal.
  ///
  /// - Parameters:
  ///   - leg: The part, whose orders are all of one exchange.
  ///   - request: The wish, which makes a second one like it the same deal.
  /// - Throws: `ContractABIError` for arguments that do not fit the ABI.
  public func fill(_ leg: DealLeg, of request: DealRequest) throws -> ExchangeCall {
    let amount = "\(leg.takerAmount) of \(request.takerToken)"
    let orders = leg.parts.count == 1 ? "an order" : "\(leg.parts.count) orders"
    return try fill(
      leg, "fill \(orders) with \(amount)", key: request.partKey(at: contracts), repetition: request.repetition)
  }

  /// The transaction that fills one order.
  ///
  /// - Parameters:
  ///   - takerAmount: The taker tokens to pay at most, in their smallest unit.
  ///   - isExact: Whether less is worth nothing.
  /// - Throws: `ContractABIError` for arguments that do not fit the ABI.
  public func fill(_ order: AnySignedOrder, takerAmount: UInt256, isExact: Bool = false) throws -> ExchangeCall {
    let leg = DealLeg(of: order, takerAmount: takerAmount, isExact: isExact)
    return try fill(
      leg, "fill an order with \(takerAmount) of \(order.order.takerToken)",
      key: "fill \(leg.exchange.lowercaseHex) \(order.hash.hex) \(takerAmount)", repetition: .never)
  }

  private func fill(
    _ leg: DealLeg, _ title: String, key: String, repetition: ExchangeCall.Repetition
  ) throws -> ExchangeCall {
    // More orders may be reached than an estimate on the present state reaches.
    let scale = (UInt64(leg.orders.count), UInt64(max(1, leg.parts.count)))
    switch leg.version {
    case .v1: return try v1(leg) { ExchangeCall(.fill, title, $0, key: key, repetition: repetition, gasScale: scale) }
    case .v4: return try v4(leg) { ExchangeCall(.fill, title, $0, key: key, repetition: repetition, gasScale: scale) }
    }
  }

  // MARK: Wrapping

  /// The transaction that makes tokens of coins.
  ///
  /// - Throws: `noContract` where the network has no wrapped coin.
  public func wrap(_ amount: Amount) throws(ExchangeError) -> ExchangeCall {
    ExchangeCall(.wrap, "wrap \(amount.wei) wei", try wrappedCoin().deposit(value: amount), key: nil)
  }

  /// The transaction that makes coins of tokens.
  ///
  /// - Throws: `noContract` where the network has no wrapped coin.
  public func unwrap(_ amount: Amount) throws(ExchangeError) -> ExchangeCall {
    ExchangeCall(.unwrap, "unwrap \(amount.wei) wei", try wrappedCoin().withdraw(wad: amount.wei), key: nil)
  }

  private func wrappedCoin() throws(ExchangeError) -> WrappedCoin {
    guard let address = contracts.wrappedCoin else { throw ExchangeError.noWrappedCoin() }
    return WrappedCoin(address: address, connection: connection)
  }
}

extension DealRequest {
  /// The times at which what was sent for it keeps another like it from being sent.
  var repetition: ExchangeCall.Repetition { name == nil ? .afterAnHour(since: origin?.begun) : .never }
}
