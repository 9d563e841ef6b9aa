import NodeRPC
import Orders
import Primitives

/// Orders and makers' money as a node tells them, all at one block, in as few requests as the node allows.
///
/// ```swift
/// let reader = OrderReader(node, exchanges: KnownExchanges([exchange]))
/// let readings = try await reader.read(orders, at: head)
/// ```
///
/// An answer that a node does not give is an error, never zero. One that a *token* does not give is zero: a balance whose
/// query reverts, or answers with something else than one word, is none that an exchange could take from.
public struct OrderReader<Node: BookNode>: Sendable {
  /// The exchanges whose orders are read.
  public let exchanges: KnownExchanges
  let node: Node

  /// A reader of the orders of exchanges.
  public init(_ node: Node, exchanges: KnownExchanges) { (self.node, self.exchanges) = (node, exchanges) }

  /// Reads orders with their makers' money and the code of their tokens at a block.
  ///
  /// - Throws: `unknownExchange`; `nodeFailed` or `badAnswer` where the node leaves anything open.
  public func read(_ orders: [BookOrder], at block: ChainBlock) async throws(OrderBookError) -> [OrderReading] {
    var keys: Set<FundsKey> = []
    for order in orders {
      let exchange = try exchanges.exchange(of: order)
      keys.insert(exchange.fundsKey(of: order))
      if let feeKey = exchange.feeKey(of: order) { keys.insert(feeKey) }
    }
    let tokens = Set(orders.flatMap { [$0.direction.makerToken, $0.direction.takerToken] })
    let state = try await read(bookings: orders, funds: keys, code: tokens, at: block)
    var readings: [OrderReading] = []
    for order in orders {
      let exchange = try exchanges.exchange(of: order)
      guard let booking = state.bookings[order.hash], let funds = state.funds(of: order, at: exchange) else {
        throw .badAnswer("It leaves an order open.")
      }
      readings.append(
        OrderReading(
          block: block, booking: booking.applied(to: OrderBooking()), funds: funds,
          tokensWithoutCode: [order.direction.makerToken, order.direction.takerToken].filter(state.codeless.contains)))
    }
    return readings
  }

  /// Reads bookings, funds and codes at a block.
  func read(
    bookings orders: [BookOrder], funds keys: Set<FundsKey>, code tokens: Set<Address> = [], at block: ChainBlock
  ) async throws(OrderBookError) -> OrderChainState {
    var questions = QuestionList()
    for order in orders { try ask(order, &questions) }
    let balances = Set(keys.map { TokenOwner(owner: $0.owner, token: $0.token) })
    for owner in balances {
      questions.ask(.balance(owner), .call(owner.token, ExchangeCall.balance(of: owner.owner)))
    }
    for key in keys {
      questions.ask(.allowance(key), .call(key.token, ExchangeCall.allowance(of: key.owner, for: key.spender)))
    }
    for token in tokens { questions.ask(.code(token), .code(token)) }
    let answers = try await node.state(questions.questions, at: block.hash)
    return try OrderChainState(subjects: questions.subjects, answers: answers, keys: keys)
  }

  private func ask(_ order: BookOrder, _ questions: inout QuestionList) throws(OrderBookError) {
    let exchange = try exchanges.exchange(of: order)
    let address = exchange.contract.address
    switch order.signed {
    case .v1:
      questions.ask(.filled(order.hash), .call(address, ExchangeCall.filled(order.hash)))
      questions.ask(.cancelled(order.hash), .call(address, ExchangeCall.cancelled(order.hash)))
    case .v4(let signed):
      questions.ask(.info(order.hash), .call(address, ExchangeCall.info(signed.order)))
      if let signer = order.signer {
        questions.ask(.signer(order.hash), .call(address, ExchangeCall.isSigner(signer, of: order.maker)))
      }
    }
  }
}

/// An owner's balance of a token, whoever may take it.
struct TokenOwner: Hashable {
  let owner: Address
  let token: Address
}

/// Questions to a node, each with what it is about.
private struct QuestionList {
  var questions: [StateQuestion] = []
  var subjects: [StateSubject] = []

  mutating func ask(_ subject: StateSubject, _ question: StateQuestion) {
    subjects.append(subject)
    questions.append(question)
  }
}
