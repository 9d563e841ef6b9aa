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
  /// Whether it does what is wanted: fees, gas and the fee payer may differ.
  public func isSame(as request: SendRequest) -> Bool {
    digest
      == Intent.digest(to: request.to, value: request.value, data: request.data, operation: request.operationText)
  }
}

/// The state of an account that decides whether it can send, and at what price.
public struct AccountState: Sendable, Hashable {
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
  /// The request, unchanged but for its label.
  public private(set) var request: SendRequest
  /// The chain that it was priced on, and that its signature will be for.
  public let chainID: UInt256
  /// Units of gas, margin included.
  public let gasLimit: UInt64
  /// The fees offered for a unit of gas; of Kaia's own types always one price.
  public internal(set) var fees: TransactionFees
  /// The account's balance when this was prepared.
  public let balance: Amount
  /// The account's transaction count, pending ones included.
  public let transactionCount: UInt64

  /// The most that gas can cost, whoever pays it.
  public internal(set) var maximumFee: Amount
  /// Value and the account's part of the fee: the most that leaves the account.
  public internal(set) var maximumCost: Amount
  /// The parts that make it one of Kaia's own types; nil for one of Ethereum's.
  public let kaia: KaiaEnvelope?

  /// This transaction under another label.
  public func labelled(_ label: String) -> PreparedTransaction {
    var labelled = self
    labelled.request.label = label
    return labelled
  }

  /// This transaction at another price, no higher than what it was priced at: it costs less.
  func offering(_ fees: TransactionFees) -> PreparedTransaction {
    var offering = self
    offering.fees = fees
    offering.maximumFee = min(maximumFee, fees.maximumCost(gasLimit: gasLimit) ?? maximumFee)
    offering.maximumCost = (try? request.value.adding(offering.maximumOwnFee)) ?? maximumCost
    return offering
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
