import NodeRPC
import Orders
import Primitives

/// The subject of a question about a chain's state.
enum StateSubject {
  /// The fills of an order of version 1.
  case filled(Hash32)
  /// The cancels of an order of version 1.
  case cancelled(Hash32)
  /// Hash, status and fills of an order of version 4.
  case info(Hash32)
  /// Whether the signer of an order of version 4 may sign.
  case signer(Hash32)
  /// A token's balance.
  case balance(TokenOwner)
  /// A token's allowance.
  case allowance(FundsKey)
  /// The code of a token.
  case code(Address)
}

/// A booking as it was read: what a contract does not tell any more stays as it was.
struct BookingReading: Hashable {
  var filled: UInt256 = 0
  var cancelled: UInt256 = 0
  /// Nil of an order whose time is over: then the contract does not tell of a cancelled pair.
  var isCancelled: Bool?
  var isSigned = true

  /// The booking that follows from an earlier one.
  func applied(to booking: OrderBooking) -> OrderBooking {
    OrderBooking(
      filled: filled, cancelled: cancelled, isCancelled: isCancelled ?? booking.isCancelled, isSigned: isSigned)
  }
}

/// A part of a chain's state, as a node told it.
struct OrderChainState {
  private(set) var bookings: [Hash32: BookingReading] = [:]
  private(set) var funds: [FundsKey: MakerFunds] = [:]
  /// The addresses without code, of those that were asked for.
  private(set) var codeless: Set<Address> = []

  /// Reads answers.
  ///
  /// - Throws: `nodeFailed` or `badAnswer` where one is left open.
  init(
    subjects: [StateSubject], answers: [Result<Bytes, NodeError>], keys: Set<FundsKey>
  ) throws(OrderBookError) {
    var balances: [TokenOwner: UInt256] = [:]
    var allowances: [FundsKey: UInt256] = [:]
    for (subject, answer) in zip(subjects, answers) {
      switch subject {
      case .filled(let hash):
        bookings[hash, default: BookingReading()].filled = try Self.words(answer, 1) { $0.number(0) }
        bookings[hash]?.isCancelled = false
      case .cancelled(let hash):
        bookings[hash, default: BookingReading()].cancelled = try Self.words(answer, 1) { $0.number(0) }
      case .info(let hash):
        try read(info: answer, of: hash)
      case .signer(let hash):
        bookings[hash, default: BookingReading()].isSigned = try Self.words(answer, 1) { $0.bool(0) }
      case .balance(let owner): balances[owner] = try Self.amount(answer)
      case .allowance(let key): allowances[key] = try Self.amount(answer)
      case .code(let token): if try Self.data(answer).isEmpty { codeless.insert(token) }
      }
    }
    for key in keys {
      guard let balance = balances[TokenOwner(owner: key.owner, token: key.token)], let allowance = allowances[key]
      else { throw .badAnswer("It leaves a balance open.") }
      funds[key] = MakerFunds(balance: balance, allowance: allowance)
    }
  }

  /// The money for an order; nil where it was not read.
  func funds(of order: BookOrder, at exchange: KnownExchange) -> OrderFunds? {
    guard let maker = funds[exchange.fundsKey(of: order)] else { return nil }
    guard let feeKey = exchange.feeKey(of: order) else { return OrderFunds(maker: maker) }
    return funds[feeKey].map { OrderFunds(maker: maker, fee: $0) }
  }

  private mutating func read(info answer: Result<Bytes, NodeError>, of hash: Hash32) throws(OrderBookError) {
    let words = try Self.words(answer, 3) { $0 }
    guard words.hash(0) == hash else { throw .badAnswer("The exchange has another hash for the order \(hash).") }
    guard let filled = words.half(2), let number = words.number(1).flatMap({ UInt8(exactly: $0) }),
      let status = LimitOrderStatus(rawValue: number), status != .invalid
    else { throw .badAnswer("The exchange has a state for the order \(hash) that none can have.") }
    bookings[hash, default: BookingReading()].filled = filled
    bookings[hash]?.isCancelled = status == .expired ? nil : status == .cancelled
  }

  /// The answer of a node to a call that cannot fail.
  private static func data(_ answer: Result<Bytes, NodeError>) throws(OrderBookError) -> Bytes {
    do throws(NodeError) { return try answer.get() } catch { throw .node(error) }
  }

  private static func words<Value>(
    _ answer: Result<Bytes, NodeError>, _ count: Int, _ read: (ContractWords) -> Value?
  ) throws(OrderBookError) -> Value {
    guard let words = ContractWords(try data(answer)), words.count == count, let value = read(words) else {
      throw .badAnswer("The exchange answers otherwise than one of its version does.")
    }
    return value
  }

  /// The answer of a token; zero where the token has none, as the exchanges see it.
  private static func amount(_ answer: Result<Bytes, NodeError>) throws(OrderBookError) -> UInt256 {
    do throws(NodeError) {
      let data = try answer.get()
      return data.count == 32 ? ContractWords(data)?.number(0) ?? 0 : 0
    } catch {
      guard error.isExecutionFailure else { throw .node(error) }
      return 0
    }
  }
}
