import NodeRPC
import Orders
import Primitives

/// The first topics of the events that a book follows.
enum EventTopic {
  static let logFill = topic(
    "LogFill(address,address,address,address,address,uint256,uint256,uint256,uint256,bytes32,bytes32)")
  static let logCancel = topic("LogCancel(address,address,address,address,uint256,uint256,bytes32,bytes32)")
  static let logError = topic("LogError(uint8,bytes32)")
  static let limitOrderFilled = topic(
    "LimitOrderFilled(bytes32,address,address,address,address,address,uint128,uint128,uint128,uint256,bytes32)")
  static let orderCancelled = topic("OrderCancelled(bytes32,address)")
  static let pairCancelled = topic("PairCancelledLimitOrders(address,address,address,uint256)")
  static let signerRegistered = topic("OrderSignerRegistered(address,address,bool)")
  static let transfer = topic("Transfer(address,address,uint256)")
  static let approval = topic("Approval(address,address,uint256)")
  static let deposit = topic("Deposit(address,uint256)")
  static let withdrawal = topic("Withdrawal(address,uint256)")

  /// The topics of exchanges.
  static let ofExchanges = [
    logFill, logCancel, logError, limitOrderFilled, orderCancelled, pairCancelled, signerRegistered,
  ]
  /// The topics of tokens, wrapped coins among them.
  static let ofTokens = [transfer, approval, deposit, withdrawal]

  private static func topic(_ signature: String) -> Hash32 { Keccak256.hash(signature.utf8) }
}

extension LoggedEvent {
  /// The event of a log; nil for one of a contract that is not known, and for one that concerns no order.
  ///
  /// - Throws: `badAnswer` for a log of an exchange that the exchange cannot have written, or that has no place.
  public init?(_ log: Log, of exchanges: KnownExchanges) throws(OrderBookError) {
    guard let exchange = exchanges[log.address], let topic = log.topics.first else { return nil }
    let event: ExchangeEvent?
    switch (exchange.version, topic) {
    case (.v1, EventTopic.logFill): event = ExchangeEvent(logFill: log)
    case (.v1, EventTopic.logCancel): event = ExchangeEvent(logCancel: log)
    case (.v1, EventTopic.logError): event = ExchangeEvent(logError: log)
    case (.v4, EventTopic.limitOrderFilled): event = ExchangeEvent(limitOrderFilled: log)
    case (.v4, EventTopic.orderCancelled): event = ExchangeEvent(orderCancelled: log)
    case (.v4, EventTopic.pairCancelled): event = ExchangeEvent(pairCancelled: log)
    case (.v4, EventTopic.signerRegistered): event = ExchangeEvent(signerRegistered: log)
    default: return nil
    }
    guard let event, let number = log.blockNumber, let block = log.blockHash, let transaction = log.transactionHash,
      let index = log.logIndex
    else { throw .badAnswer("An event of the exchange \(log.address) is none that it writes, or is at no place.") }
    self.init(
      event: event, exchange: log.address, blockNumber: number, blockHash: block, transaction: transaction,
      logIndex: index)
  }
}

extension ExchangeEvent {
  fileprivate init?(logFill log: Log) {
    guard let topics = Topics(log, 4), let maker = topics.address(1), let recipient = topics.address(2),
      let words = ContractWords(log.data), words.count == 8, let taker = words.address(0),
      let direction = words.direction(1), log.topics[3] == direction.topic, let makerAmount = words.number(3),
      let takerAmount = words.number(4), let makerFee = words.number(5), let takerFee = words.number(6),
      let hash = words.hash(7)
    else { return nil }
    self = .filled(
      FillEvent(
        orderHash: hash, maker: maker, taker: taker, feeRecipient: recipient, direction: direction,
        fill: OrderFill(
          takerAmount: takerAmount, makerAmount: makerAmount, makerFee: makerFee, takerFee: takerFee)))
  }

  fileprivate init?(logCancel log: Log) {
    guard let topics = Topics(log, 4), let maker = topics.address(1), topics.address(2) != nil,
      let words = ContractWords(log.data), words.count == 5, let direction = words.direction(0),
      log.topics[3] == direction.topic, let makerAmount = words.number(2), let takerAmount = words.number(3),
      let hash = words.hash(4)
    else { return nil }
    self = .reduced(orderHash: hash, maker: maker, amounts: OrderAmounts(maker: makerAmount, taker: takerAmount))
  }

  fileprivate init?(logError log: Log) {
    guard let topics = Topics(log, 3), let id = topics.byte(1), log.data.isEmpty else { return nil }
    self = .failed(orderHash: log.topics[2], errorID: id)
  }

  fileprivate init?(limitOrderFilled log: Log) {
    guard Topics(log, 1) != nil, let words = ContractWords(log.data), words.count == 11, let hash = words.hash(0),
      let maker = words.address(1), let taker = words.address(2), let recipient = words.address(3),
      let direction = words.direction(4), let takerAmount = words.half(6), let makerAmount = words.half(7),
      let fee = words.half(8)
    else { return nil }
    self = .filled(
      FillEvent(
        orderHash: hash, maker: maker, taker: taker, feeRecipient: recipient, direction: direction,
        fill: OrderFill(takerAmount: takerAmount, makerAmount: makerAmount, takerFee: fee)))
  }

  fileprivate init?(orderCancelled log: Log) {
    guard Topics(log, 1) != nil, let words = ContractWords(log.data), words.count == 2, let hash = words.hash(0),
      let maker = words.address(1)
    else { return nil }
    self = .cancelled(orderHash: hash, maker: maker)
  }

  fileprivate init?(pairCancelled log: Log) {
    guard Topics(log, 1) != nil, let words = ContractWords(log.data), words.count == 4, let maker = words.address(0),
      let direction = words.direction(1), let salt = words.number(3)
    else { return nil }
    self = .pairCancelled(
      PairCancellation(
        maker: maker, makerToken: direction.makerToken, takerToken: direction.takerToken, minimumSalt: salt))
  }

  fileprivate init?(signerRegistered log: Log) {
    guard Topics(log, 1) != nil, let words = ContractWords(log.data), words.count == 3, let maker = words.address(0),
      let signer = words.address(1), let isAllowed = words.bool(2)
    else { return nil }
    self = .signerRegistered(maker: maker, signer: signer, isAllowed: isAllowed)
  }
}

/// The topics of a log of which there have to be so many.
struct Topics {
  private let words: [UInt256]

  init?(_ log: Log, _ count: Int) {
    guard log.topics.count == count else { return nil }
    words = log.topics.map { UInt256($0) }
  }

  /// A topic that is an address and nothing beside it.
  func address(_ index: Int) -> Address? { words[index] >> 160 == 0 ? Address(truncating: words[index]) : nil }

  /// A topic that is a number of one byte.
  func byte(_ index: Int) -> UInt8? { UInt8(exactly: words[index]) }
}

extension ContractWords {
  /// Two words as maker token and taker token.
  fileprivate func direction(_ index: Int) -> TokenDirection? {
    guard let makerToken = address(index), let takerToken = address(index + 1) else { return nil }
    return TokenDirection(makerToken: makerToken, takerToken: takerToken)
  }
}

extension TokenDirection {
  /// The topic `tokens` of the events of version 1.
  fileprivate var topic: Hash32 { Keccak256.hash(makerToken.bytes + takerToken.bytes) }
}
