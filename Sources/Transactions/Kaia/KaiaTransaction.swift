import Keys
import Primitives

/// A transaction of one of Kaia's own types, before it is signed.
///
/// It names its sender, for an account's key can be another than the one its address comes from. Its chain stands in the
/// signatures alone.
public struct KaiaTransaction: Hashable, Sendable {
  /// The only chain that takes it (EIP-155).
  public var chainID: UInt256
  /// The number of transactions that the account sent before.
  public var nonce: UInt64
  /// Peb for a unit of gas.
  public var gasPrice: UInt256
  /// Units of gas.
  public var gasLimit: UInt64
  /// The account that sends it.
  public var from: Address
  /// The operation, with its fields.
  public var operation: Operation
  /// The payment of the fee, by sender, fee payer or both.
  public var feePayment: FeePayment

  /// The operation of a transaction; values are in peb.
  public enum Operation: Hashable, Sendable {
    /// Sends money to an account without code.
    case valueTransfer(to: Address, value: UInt256)
    /// Sends money with a message to an account without code.
    case memo(to: Address, value: UInt256, memo: Bytes)
    /// Changes the key of the sender's account.
    case accountUpdate(AccountKey)
    /// Creates a contract. Chains accept only no `to`, `humanReadable` false and `codeFormat` 0, the EVM's.
    case deploy(to: Address?, value: UInt256, initCode: Bytes, humanReadable: Bool, codeFormat: UInt8)
    /// Calls a contract.
    case execution(to: Address, value: UInt256, input: Bytes)
    /// Takes the place of a waiting transaction with the same nonce.
    case cancel
    /// Writes down a service chain's block.
    case anchoring(data: Bytes)

    /// The creation of a contract as chains accept it; value in peb.
    public static func deploy(_ initCode: Bytes, value: UInt256 = 0) -> Operation {
      .deploy(to: nil, value: value, initCode: initCode, humanReadable: false, codeFormat: 0)
    }
  }

  /// The payment of a transaction's fee.
  public enum FeePayment: Hashable, Sendable {
    /// The sender.
    case sender
    /// The fee payer, whole.
    case delegated
    /// The fee payer pays this per cent, 1 to 99, and the sender the rest.
    case shared(percent: UInt8)
  }

  /// A transaction from its fields; the gas price in peb.
  public init(
    chainID: UInt256, nonce: UInt64, gasPrice: UInt256, gasLimit: UInt64, from: Address, operation: Operation,
    feePayment: FeePayment = .sender
  ) {
    self.chainID = chainID
    self.nonce = nonce
    self.gasPrice = gasPrice
    self.gasLimit = gasLimit
    self.from = from
    self.operation = operation
    self.feePayment = feePayment
  }

  /// The type that the operation and the payment make it.
  public var type: KaiaTransactionType { KaiaTransactionType(operation.action, paidBy: feePayment.payer) }
}

extension KaiaTransaction.FeePayment {
  /// The payer, without the ratio.
  public var payer: KaiaTransactionType.Payer {
    switch self {
    case .sender: .sender
    case .delegated: .feePayer
    case .shared: .both
    }
  }
}
