import ContractClient
import NodeRPC
import Orders
import Primitives
import Sending

/// The outcome of a transaction that fills orders: a transaction that succeeded has not always filled something.
public struct DealOutcome: Sendable, Hashable {
  /// The part of what was planned that was filled.
  public enum Extent: String, Sendable, Hashable, CaseIterable {
    /// All of it, or as much in taker tokens.
    case complete
    /// Less.
    case partly
    /// Nothing.
    case nothing
  }

  /// The orders of the plan, in their order.
  public let orders: [OrderOutcome]
  /// The taker tokens that were to be paid.
  public let planned: UInt256
  /// The taker tokens that were paid for the orders, without fees.
  public let paid: UInt256
  /// The maker tokens that were got for them.
  public let received: UInt256
  /// The taker's fees that went to others: taker tokens in version 4, fee tokens in version 1.
  public let fees: UInt256
  /// The token that fees are paid in; nil where it is not known.
  public let feeToken: Address?
  /// The movements of all tokens to and from the taker, by the tokens' own events.
  public let movements: TokenMovements
  /// The token that the orders give.
  public let makerToken: Address
  /// The token that they ask for.
  public let takerToken: Address
  /// Whether nothing but the word of one node stands for it.
  public private(set) var isOneNodesWord = false

  /// The taker tokens that left the taker, fees in that token included.
  public var paidInAll: UInt256 { paid.addingSaturated(feeToken == takerToken ? fees : 0) }
  /// The maker tokens that the taker has of the orders, fees in that token deducted.
  public var receivedInAll: UInt256 { received - (feeToken == makerToken ? min(received, fees) : 0) }
  /// The extent to which the plan was carried out.
  public var extent: Extent { paid >= planned && planned > 0 ? .complete : paid > 0 ? .partly : .nothing }
  /// The taker tokens that are missing of the plan.
  public var missing: UInt256 { planned > paid ? planned - paid : 0 }
  /// The maker tokens that did not arrive though the exchange counts them: a token that takes a fee of transfers.
  public var lostInTransfer: UInt256 {
    let arrived = movements[makerToken].arrived
    return received > arrived ? received - arrived : 0
  }

  /// Reads the outcome out of the events of a transaction; those of other contracts than the exchange count for
  /// nothing.
  ///
  /// - Parameters:
  ///   - taker: The account that filled; fills of others in the transaction are not counted.
  ///   - feeToken: The token that fees of version 1 are paid in.
  /// - Throws: `ContractABIError` for an event of the exchange that does not decode.
  public init(of leg: DealLeg, by taker: Address, in logs: [NodeRPC.Log], feeToken: Address? = nil) throws {
    let found = try FillEvents(of: leg, by: taker, in: logs)
    let orders = leg.orders.map { part in
      let fill = found.fills[part.hash]
      let state: OrderOutcome.State =
        if fill.map({ $0.takerAmount > 0 }) ?? false { .filled } else {
          found.errors[part.hash].map { .error($0) } ?? .skipped
        }
      return OrderOutcome(hash: part.hash, role: part.role, state: state, fill: fill ?? .nothing)
    }
    func sum(_ amount: (OrderFill) -> UInt256) -> UInt256 {
      orders.reduce(0) { $0.addingSaturated(amount($1.fill)) }
    }
    self.orders = orders
    planned = leg.takerAmount
    (paid, received) = (sum(\.takerAmount), sum(\.makerAmount))
    // A fee that the taker receives itself leaves it with what it had.
    fees = zip(leg.orders, orders).reduce(0) { sum, order in
      order.0.order.order.feeRecipient == taker ? sum : sum.addingSaturated(order.1.fill.takerFee)
    }
    movements = TokenMovements(of: taker, in: logs)
    makerToken = leg.parts.first?.order.order.makerToken ?? .zero
    takerToken = leg.parts.first?.order.order.takerToken ?? .zero
    self.feeToken = leg.version == .v4 ? takerToken : feeToken
  }

  /// Reads the outcome out of a receipt.
  ///
  /// - Parameters:
  ///   - taker: The account that filled; nil for the transaction's sender.
  ///   - feeToken: The token that fees of version 1 are paid in.
  /// - Throws: `ContractABIError` for an event of the exchange that does not decode.
  public init(
    of leg: DealLeg, by taker: Address? = nil, in receipt: CallReceipt, feeToken: Address? = nil
  ) throws {
    try self.init(
      of: leg, by: taker ?? receipt.receipt.from, in: receipt.receipt.logs, feeToken: feeToken)
    isOneNodesWord = receipt.confirmation.vouched == nil
  }

  /// Makes sure that everything was filled.
  ///
  /// - Throws: `partlyFilled` or `notFilled`, with the outcome in the facts.
  public func requireComplete() throws(ExchangeError) {
    let transaction = Self.named("transaction was", isOneNodesWord: isOneNodesWord)
    switch extent {
    case .complete: return
    case .partly:
      throw ExchangeError(
        .partlyFilled, "\(transaction) included, and it filled less than was planned.",
        reason:
          "\(paid) of \(planned) smallest units of the taker token were paid, for \(received) of the maker token.",
        facts: .filled(
          paid: paid, received: received, planned: planned, errors: errors, isOneNodesWord: isOneNodesWord))
    case .nothing:
      throw ExchangeError(
        .notFilled, "\(transaction) included, and it filled nothing; the fee is spent.", reason: reason,
        facts: .filled(paid: 0, received: 0, planned: planned, errors: errors, isOneNodesWord: isOneNodesWord))
    }
  }

  /// The beginning of a sentence about transactions, with the reserve of one node's word.
  static func named(_ transactions: String, isOneNodesWord: Bool) -> String {
    (isOneNodesWord ? "As this one node tells it, the " : "The ") + transactions
  }

  /// The errors that the exchange logged, by the orders' hashes.
  public var errors: [Hash32: UInt8] {
    orders.reduce(into: [:]) { errors, order in
      if case .error(let id) = order.state { errors[order.hash] = id.rawValue }
    }
  }

  private var reason: String {
    let ids = Set(errors.values).sorted().compactMap(FillErrorID.init(rawValue:))
    guard !ids.isEmpty else { return "The exchange says nothing of any of the orders: none of them could be filled." }
    return ids.map { id in
      switch id {
      case .expired: "The time of an order was over."
      case .exhausted: "Nothing remained of an order."
      case .rounding: "Rounding would have taken more than 0.1 % of a fill."
      case .insufficientFunds: "Maker or taker lacked balance or allowance."
      case .unknown: "The exchange gave a reason that is not known."
      }
    }
    .joined(separator: " ")
  }
}
