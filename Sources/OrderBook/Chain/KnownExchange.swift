import ContractABI
import NodeRPC
import Orders
import Primitives

/// An exchange contract whose orders a book takes and whose events it believes.
public struct KnownExchange: Sendable, Hashable {
  /// The rules by which a contract settles orders.
  public enum Rules: Sendable, Hashable {
    /// Version 1: tokens are moved by a proxy, and fees are paid in a token of their own.
    case v1(proxy: Address, feeToken: Address)
    /// Version 4: the contract moves tokens itself.
    case v4
  }

  /// The contract and its chain.
  public let contract: ExchangeContract
  /// The rules by which it settles orders.
  public let rules: Rules

  /// An exchange of its parts.
  public init(_ contract: ExchangeContract, _ rules: Rules) { (self.contract, self.rules) = (contract, rules) }

  /// The version of the protocol that its orders are of.
  public var version: OrderVersion {
    switch rules {
    case .v1: .v1
    case .v4: .v4
    }
  }

  /// The account that makers let take their tokens.
  public var spender: Address {
    switch rules {
    case .v1(let proxy, _): proxy
    case .v4: contract.address
    }
  }

  /// The token of makers' fees; nil where makers pay none.
  public var feeToken: Address? {
    switch rules {
    case .v1(_, let feeToken): feeToken
    case .v4: nil
    }
  }

  /// Reads the proxy and the fee token of an exchange of version 1 from the contract itself.
  ///
  /// - Throws: `nodeFailed`, or `badAnswer` where there is no such contract.
  public static func v1(
    _ contract: ExchangeContract, from node: some BookNode
  ) async throws(OrderBookError) -> KnownExchange {
    let head = try await node.newest()
    let answers = try await node.state(
      [.call(contract.address, ExchangeCall.proxy), .call(contract.address, ExchangeCall.feeToken)], at: head.hash)
    let words = answers.map { answer in (try? answer.get()).flatMap(ContractWords.init(_:)) }
    guard words.count == 2, let proxy = words[0]?.address(0), let feeToken = words[1]?.address(0) else {
      throw OrderBookError(
        .badAnswer, "There is no exchange of version 1 that can be used at \(contract.address).",
        reason: "It does not tell its proxy and its fee token.")
    }
    return KnownExchange(contract, .v1(proxy: proxy, feeToken: feeToken))
  }
}

/// The exchanges of a chain that a book is of.
public struct KnownExchanges: Sendable, Hashable {
  /// The exchanges, in the order of their addresses.
  public let all: [KnownExchange]
  private let byAddress: [Address: KnownExchange]

  /// Exchanges, the later one where two have one address.
  public init(_ exchanges: [KnownExchange]) {
    byAddress = Dictionary(exchanges.map { ($0.contract.address, $0) }) { $1 }
    all = byAddress.values.sorted { $0.contract.address < $1.contract.address }
  }

  /// The exchange at an address; nil where it is not known.
  public subscript(address: Address) -> KnownExchange? { byAddress[address] }

  /// The exchange of an order.
  ///
  /// - Throws: `unknownExchange` where it is another contract's, another chain's or of another version.
  public func exchange(of order: BookOrder) throws(OrderBookError) -> KnownExchange {
    guard let exchange = byAddress[order.exchange], exchange.version == order.version,
      order.v4.map({ $0.exchange == exchange.contract }) ?? true
    else {
      throw OrderBookError(
        .unknownExchange, "The order is of an exchange that this book does not know.",
        reason: "It is for \(order.exchange).", facts: .exchanges(all.map(\.contract.address)))
    }
    return exchange
  }

  /// The accounts that makers let take their tokens.
  var spenders: Set<Address> { Set(all.map(\.spender)) }

  /// The account that takes the tokens of an order's maker; nil where the exchange is not known.
  func spender(of order: BookOrder) -> Address? { byAddress[order.exchange]?.spender }
}
