import Keys
import Primitives

/// A transaction of any kind, before it is signed.
public enum UnsignedTransaction: Hashable, Sendable {
  /// The original kind, with or without EIP-155.
  case legacy(LegacyTransaction)
  /// EIP-2930, type 1.
  case accessList(AccessListTransaction)
  /// EIP-1559, type 2.
  case feeMarket(FeeMarketTransaction)
  /// EIP-4844, type 3.
  case blob(BlobTransaction)
  /// EIP-7702, type 4.
  case setCode(SetCodeTransaction)
}

// MARK: What every kind has

extension UnsignedTransaction {
  /// Which kind it is.
  public var kind: TransactionKind { type(of: payload).kind }

  /// The chain it is for; `nil` for a legacy transaction that is valid on every chain.
  public var chainID: UInt256? {
    switch self {
    case .legacy(let transaction): transaction.chainID
    case .accessList(let transaction): transaction.chainID
    case .feeMarket(let transaction): transaction.chainID
    case .blob(let transaction): transaction.chainID
    case .setCode(let transaction): transaction.chainID
    }
  }

  /// How many transactions the account sent before.
  public var nonce: UInt64 {
    switch self {
    case .legacy(let transaction): transaction.nonce
    case .accessList(let transaction): transaction.nonce
    case .feeMarket(let transaction): transaction.nonce
    case .blob(let transaction): transaction.nonce
    case .setCode(let transaction): transaction.nonce
    }
  }

  /// Units of gas.
  public var gasLimit: UInt64 {
    switch self {
    case .legacy(let transaction): transaction.gasLimit
    case .accessList(let transaction): transaction.gasLimit
    case .feeMarket(let transaction): transaction.gasLimit
    case .blob(let transaction): transaction.gasLimit
    case .setCode(let transaction): transaction.gasLimit
    }
  }

  /// The recipient; `nil` creates a contract.
  public var to: Address? {
    switch self {
    case .legacy(let transaction): transaction.to
    case .accessList(let transaction): transaction.to
    case .feeMarket(let transaction): transaction.to
    case .blob(let transaction): transaction.to
    case .setCode(let transaction): transaction.to
    }
  }

  /// Wei.
  public var value: UInt256 {
    switch self {
    case .legacy(let transaction): transaction.value
    case .accessList(let transaction): transaction.value
    case .feeMarket(let transaction): transaction.value
    case .blob(let transaction): transaction.value
    case .setCode(let transaction): transaction.value
    }
  }

  /// The calldata, or the init code of a creation.
  public var data: Bytes {
    switch self {
    case .legacy(let transaction): transaction.data
    case .accessList(let transaction): transaction.data
    case .feeMarket(let transaction): transaction.data
    case .blob(let transaction): transaction.data
    case .setCode(let transaction): transaction.data
    }
  }

  /// The accounts and storage announced beforehand; empty for a legacy transaction.
  public var accessList: [AccessListEntry] {
    switch self {
    case .legacy: []
    case .accessList(let transaction): transaction.accessList
    case .feeMarket(let transaction): transaction.accessList
    case .blob(let transaction): transaction.accessList
    case .setCode(let transaction): transaction.accessList
    }
  }

  /// The most a unit of gas may cost in wei: the gas price, or the maximum fee.
  public var maxFeePerGas: UInt256 {
    switch self {
    case .legacy(let transaction): transaction.gasPrice
    case .accessList(let transaction): transaction.gasPrice
    case .feeMarket(let transaction): transaction.maxFeePerGas
    case .blob(let transaction): transaction.maxFeePerGas
    case .setCode(let transaction): transaction.maxFeePerGas
    }
  }

  /// The most of it that may go to the proposer: the gas price, or the maximum priority fee.
  public var maxPriorityFeePerGas: UInt256 {
    switch self {
    case .legacy(let transaction): transaction.gasPrice
    case .accessList(let transaction): transaction.gasPrice
    case .feeMarket(let transaction): transaction.maxPriorityFeePerGas
    case .blob(let transaction): transaction.maxPriorityFeePerGas
    case .setCode(let transaction): transaction.maxPriorityFeePerGas
    }
  }

  /// Whether it creates a contract.
  public var isCreation: Bool { to == nil }

  /// What the room's own code does alike with every kind.
  var payload: any TransactionPayload {
    switch self {
    case .legacy(let transaction): transaction
    case .accessList(let transaction): transaction
    case .feeMarket(let transaction): transaction
    case .blob(let transaction): transaction
    case .setCode(let transaction): transaction
    }
  }
}

// MARK: Cost

extension UnsignedTransaction {
  /// Gas limit times the most a unit may cost, in wei.
  ///
  /// - Throws: `costOverflow` above 2^256 − 1.
  public var maximumGasCost: Amount {
    get throws(TransactionError) {
      let (cost, overflow) = maxFeePerGas.multipliedReportingOverflow(by: UInt256(gasLimit))
      guard !overflow else {
        throw TransactionError(
          .costOverflow, "\(gasLimit) units of gas at \(maxFeePerGas) wei cost more than 2^256 − 1 wei.",
          advice: "Check the gas limit and the price: one of them is absurd.")
      }
      return Amount(wei: cost)
    }
  }

  /// The most that can leave the account: value, gas and blob gas, each at its maximum.
  ///
  /// - Throws: `costOverflow` above 2^256 − 1.
  public var maximumCost: Amount {
    get throws(TransactionError) {
      var total = try maximumGasCost.wei
      var overflows = false
      func add(_ more: UInt256) {
        let (sum, overflow) = total.addingReportingOverflow(more)
        total = sum
        overflows = overflows || overflow
      }
      add(value)
      if case .blob(let transaction) = self {
        let blobGas = UInt256(transaction.blobVersionedHashes.count) * UInt256(BlobTransaction.gasPerBlob)
        let (cost, overflow) = transaction.maxFeePerBlobGas.multipliedReportingOverflow(by: blobGas)
        overflows = overflows || overflow
        add(cost)
      }
      guard !overflows else {
        throw TransactionError(
          .costOverflow, "The transaction can cost more than 2^256 − 1 wei.",
          reason: "That is its value of \(value) wei with its gas at the highest price.",
          advice: "Check the value, the gas limit and the price: one of them is absurd.")
      }
      return Amount(wei: total)
    }
  }
}
