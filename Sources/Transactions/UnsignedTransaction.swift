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
  /// A transaction of Kaia's own types.
  case kaia(KaiaTransaction)
}

// MARK: What every kind has

extension UnsignedTransaction {
  /// Which kind it is.
  public var kind: TransactionKind {
    switch self {
    case .legacy: .legacy
    case .accessList: .accessList
    case .feeMarket: .feeMarket
    case .blob: .blob
    case .setCode: .setCode
    case .kaia(let transaction): .kaia(transaction.type)
    }
  }

  /// The values of its fields.
  var values: TransactionFieldValues {
    switch self {
    case .legacy(let transaction): transaction.values
    case .accessList(let transaction): transaction.values
    case .feeMarket(let transaction): transaction.values
    case .blob(let transaction): transaction.values
    case .setCode(let transaction): transaction.values
    case .kaia(let transaction): transaction.values
    }
  }

  /// The chain it is for; `nil` for a legacy transaction that is valid on every chain.
  public var chainID: UInt256? { values.chainID }
  /// The number of transactions that the account sent before.
  public var nonce: UInt64 { values.nonce }
  /// Units of gas.
  public var gasLimit: UInt64 { values.gas }
  /// The recipient; `nil` creates a contract, but for those of Kaia's own types that have none.
  public var to: Address? { values.to }
  /// Wei that go to the recipient.
  public var value: UInt256 { values.value }
  /// The calldata, or the init code of a creation; a memo or anchored data of Kaia's own types.
  public var data: Bytes { values.input }
  /// The accounts and storage announced beforehand; empty for a legacy transaction and Kaia's own types.
  public var accessList: [AccessListEntry] { values.accessList }
  /// The most a unit of gas may cost in wei: the gas price, or the maximum fee.
  public var maxFeePerGas: UInt256 { values.maxFeePerGas }
  /// The most of it that may go to the proposer: the gas price, or the maximum priority fee.
  public var maxPriorityFeePerGas: UInt256 { values.maxPriorityFeePerGas }

  /// The transaction, if it is one of Kaia's own types.
  public var kaia: KaiaTransaction? {
    guard case .kaia(let transaction) = self else { return nil }
    return transaction
  }

  /// Whether it creates a contract.
  public var isCreation: Bool {
    guard case .kaia(let transaction) = self else { return to == nil }
    return transaction.type.action == .smartContractDeploy
  }

  /// The fields in the order of the wire, without the signature.
  var items: [RLP.Item] { values.items(kind.fields) }

  /// - Throws: `nonceTooLarge` (EIP-2681).
  static func checkNonce(_ nonce: UInt64) throws(TransactionError) {
    guard nonce == .max else { return }
    throw TransactionError(
      .nonceTooLarge, "The nonce is 2^64 − 1.", about: "nonce", reason: "EIP-2681 ends an account's nonces there.")
  }
}

// MARK: Cost

extension UnsignedTransaction {
  /// Gas limit times the most a unit may cost, in wei, whoever pays it.
  ///
  /// - Throws: `costOverflow` above 2^256 − 1.
  public var maximumGasCost: Amount {
    get throws(TransactionError) {
      do {
        return try Amount(wei: maxFeePerGas).multiplied(by: UInt256(gasLimit))
      } catch {
        throw TransactionError(
          .costOverflow, "\(gasLimit) units of gas at \(maxFeePerGas) wei cost more than 2^256 − 1 wei.",
          advice: "Check the gas limit and the price: one of them is absurd.")
      }
    }
  }

  /// The most that can leave the sender's account: value, gas and blob gas, each at its maximum; of the gas only the
  /// sender's part, where a fee payer pays.
  ///
  /// - Throws: `costOverflow` above 2^256 − 1.
  public var maximumCost: Amount {
    get throws(TransactionError) {
      var gas = try maximumGasCost
      if case .kaia(let transaction) = self { gas = Amount(wei: transaction.feePayment.split(gas.wei).sender) }
      do {
        let cost = try gas.adding(Amount(wei: value))
        guard case .blob(let transaction) = self else { return cost }
        let blobGas = UInt256(transaction.blobVersionedHashes.count) * UInt256(BlobTransaction.gasPerBlob)
        return try cost.adding(Amount(wei: transaction.maxFeePerBlobGas).multiplied(by: blobGas))
      } catch {
        throw TransactionError(
          .costOverflow, "The transaction can cost more than 2^256 − 1 wei.",
          reason: "That is its value of \(value) wei with its gas at the highest price.",
          advice: "Check the value, the gas limit and the price: one of them is absurd.")
      }
    }
  }
}
