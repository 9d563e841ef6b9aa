import Keys
import Outbox
import Primitives
import Transactions

/// A transaction that an account wants to send: the calldata is bytes here, its meaning is the caller's.
public struct SendRequest: Sendable, Hashable {
  /// The account that sends and pays.
  public var from: Address
  /// The receiver; nil deploys a contract, unless it is one of Kaia's own types that have none.
  public var to: Address?
  /// The value that is sent with it.
  public var value: Amount
  /// Calldata, or init code of a deployment.
  public var data: Bytes
  /// The readable form for people: `purchaseLecture(lectureNumber: 0)`.
  public var label: String
  /// An operation of Kaia's own types alone: an account update, a cancellation; nil for what Ethereum's can do, too.
  public var operation: KaiaTransaction.Operation?

  /// A transfer, a call or, without a receiver, a deployment; nothing is checked.
  public init(from: Address, to: Address?, value: Amount = .zero, data: Bytes = [], label: String) {
    self.from = from
    self.to = to
    self.value = value
    self.data = data
    self.label = label
  }

  /// An operation that only Kaia's own types have, such as an account update.
  public init(from: Address, operation: KaiaTransaction.Operation, label: String) {
    self.init(from: from, to: operation.to, value: Amount(wei: operation.value), data: operation.input, label: label)
    self.operation = operation
  }
}

extension SendRequest {
  /// The operation of Kaia's own types, as it is compared; empty for what Ethereum's can do, too.
  var operationText: String { operation.map { "\($0)" } ?? "" }
}

extension Intent {
  /// Whether it does what is wanted: fees, gas and who pays may differ.
  public func isSame(as request: SendRequest) -> Bool {
    digest
      == Intent.digest(to: request.to, value: request.value, data: request.data, operation: request.operationText)
  }
}

/// The options of a send; every nil is decided by the sender.
public struct SendOptions: Sendable {
  /// Units of gas; nil estimates them and adds ``gasMargin``.
  public var gasLimit: UInt64?
  /// Per cent added to an estimate, since state can change between estimating and mining.
  public var gasMargin: UInt64 = 20
  /// Measures what a request needs, so that a node's estimate is not believed alone; nil measures nothing.
  public var gasCheck: GasCheck?
  /// The limit of what is replaced: a plausible one is not lowered.
  var earlierGasLimit: UInt64?
  /// Fees to offer; nil asks the chain at ``speed``.
  public var fees: TransactionFees?
  /// The speed at which it should be mined: fees are chosen by it, unless ``fees`` has them.
  public var speed: FeeSpeed = .standard
  /// The source of fee quotes; nil goes by the rules of this target.
  public var gasAdvice: FeeQuoter?
  /// The price to be met before a nonce is taken; nil waits for nothing.
  public var priceWait: PriceWait?
  /// Seconds from one look at the price to the next while it waits.
  public var pricePause: Double = 7
  /// Called with the number in the outbox and the obstacle, whenever that changes.
  public var onWait: (@Sendable (Int64, PriceObstacle) -> Void)?
  /// The one in the outbox that waits for its price, if this is to go on with it and to begin nothing else.
  public var waiting: Int64?
  /// The most that gas may cost in all; above it nothing is sent.
  public var maximumFee: Amount?
  /// Another payer of the gas; nil is nobody.
  public var feeDelegation: FeeDelegation?
  /// A nonce chosen by the caller; nil takes the next.
  public var nonce: UInt64?
  /// The idempotency key; nil for what may be sent any number of times.
  public var key: IntentKey?
  /// Whether what was sent with the key before is what is wanted; nil compares receiver, value and data, which is right
  /// unless these follow from the chain's state.
  public var isSame: (@Sendable (Intent) -> Bool)?
  /// Send although the same was sent.
  public var again = false
  /// Without a key: what equals something that was sent so many seconds ago is not sent again; nil sends it.
  public var equalWithin: UInt64?
  /// Makes sure, right before anything is signed, that what was agreed to is still so: it may have waited long for its
  /// price, or to be signed anew. An error ends the send, and nothing is signed.
  public var beforeSigning: (@Sendable () async throws -> Void)?
  /// The most that may be spent; nil is no limit.
  public var limits: SpendingLimits?
  /// Blocks on top of and including the transaction's own before it counts as confirmed.
  public var confirmations: UInt64 = 1
  /// The time to wait for them, in seconds.
  public var timeout: Double = 180
  /// The number of endpoints that have to give the same receipt before it is believed.
  public var quorum = 1
  /// The time to wait for the slower of several endpoints when all are asked, in seconds.
  public var patience: Double = 2
  /// Called for each with a lower nonce that nobody works on and that the nodes don't take: this one waits for it.
  public var onObstacle: (@Sendable (Intent, SendingError) -> Void)?
  /// Called for one that an earlier run signed, or another process, and that is waited for now.
  public var onEarlier: (@Sendable (SentTransaction) -> Void)?
  /// Called once for each endpoint that lags, lies or is silent, as long as a quorum is waited for.
  public var onDisagreement: (@Sendable (EndpointDisagreement) -> Void)?

  /// Everything left to the sender: one confirmation, one endpoint believed, no limits.
  public init() {}
}

/// The state of an account that decides whether it can send, and at what price.
public struct AccountStanding: Sendable, Hashable {
  /// The account's balance in the newest block.
  public let balance: Amount
  /// The account's transaction count, pending ones included.
  public let transactionCount: UInt64
  /// The fees chosen, or those that the chain asks.
  public let fees: TransactionFees
  /// The account's key where accounts have one that can be changed; nil on chains that are not Kaia's.
  public let accountKey: AccountKey?
}

/// A request with its price: everything but nonce and signature.
public struct PreparedTransaction: Sendable, Hashable {
  /// The request, unchanged.
  public let request: SendRequest
  /// The chain that it was priced on, and that its signature will be for.
  public let chainID: UInt256
  /// Units of gas, margin included.
  public let gasLimit: UInt64
  /// The fees offered for a unit of gas; of Kaia's own types always one price.
  public let fees: TransactionFees
  /// The account's balance when this was prepared.
  public let balance: Amount
  /// The account's transaction count, pending ones included.
  public let transactionCount: UInt64

  /// The most that gas can cost, whoever pays it.
  public let maximumFee: Amount
  /// Value and the account's part of the fee: the most that leaves the account.
  public let maximumCost: Amount
  /// The parts that make it one of Kaia's own types; nil for one of Ethereum's.
  public let kaia: KaiaEnvelope?

  /// This transaction at another price, no higher than what it was priced at: it costs less.
  func offering(_ fees: TransactionFees) -> PreparedTransaction {
    let maximumFee = min(maximumFee, fees.maximumCost(gasLimit: gasLimit) ?? maximumFee)
    let own = Amount(wei: kaia?.part(of: maximumFee.wei, paidBy: request.from) ?? maximumFee.wei)
    return PreparedTransaction(
      request: request, chainID: chainID, gasLimit: gasLimit, fees: fees, balance: balance,
      transactionCount: transactionCount, maximumFee: maximumFee,
      maximumCost: (try? request.value.adding(own)) ?? maximumCost, kaia: kaia)
  }

  /// The most that the account itself pays for gas.
  public var maximumOwnFee: Amount {
    Amount(wei: kaia?.part(of: maximumFee.wei, paidBy: request.from) ?? maximumFee.wei)
  }

  /// The most that the fee payer pays for gas, which may be the account itself; nil if there is none.
  public var maximumDelegatedFee: Amount? {
    guard let kaia, kaia.payment != .sender else { return nil }
    return Amount(wei: kaia.payment.split(maximumFee.wei).feePayer)
  }

  /// The transaction to sign.
  public func transaction(nonce: UInt64) -> UnsignedTransaction {
    if let kaia {
      return .kaia(
        KaiaTransaction(
          chainID: chainID, nonce: nonce, gasPrice: fees.maximumPerGas, gasLimit: gasLimit, from: request.from,
          operation: kaia.operation, feePayment: kaia.payment))
    }
    switch fees {
    case .legacy(let gasPrice):
      return .legacy(
        LegacyTransaction(
          chainID: chainID, nonce: nonce, gasPrice: gasPrice, gasLimit: gasLimit, to: request.to,
          value: request.value.wei, data: request.data))
    case .dynamic(let tip, let ceiling):
      return .feeMarket(
        FeeMarketTransaction(
          chainID: chainID, nonce: nonce, maxPriorityFeePerGas: tip, maxFeePerGas: ceiling, gasLimit: gasLimit,
          to: request.to, value: request.value.wei, data: request.data, accessList: []))
    }
  }
}
