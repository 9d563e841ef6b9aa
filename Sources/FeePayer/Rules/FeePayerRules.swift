import ContractABI
import Primitives

/// The rules by which a fee payer pays. Whatever is not allowed here is refused.
public struct FeePayerRules: Sendable, Hashable {
  /// The chain that everything is for.
  public var chainID: UInt256
  /// The symbol of the chain's coin, as refusals name it.
  public var symbol = "KAIA"
  /// The contracts whose calls are paid for.
  public var contracts: [Address: ContractRule] = [:]
  /// The most that a plain transfer may move; nil pays for no transfers.
  public var transfers: Amount?
  /// Whether cancelling a transaction is paid for.
  public var cancels = false
  /// The most bytes of init code of a deployment; nil pays for no deployments.
  public var deploys: Int?
  /// The senders whose transactions are paid for; nil is anybody.
  public var senders: Set<Address>?
  /// The most that a unit of gas may cost.
  public var maxGasPrice: Amount
  /// The most gas of a transaction.
  public var maxGas: UInt64
  /// The most that all transactions of a day (UTC) may cost the fee payer.
  public var perDay: Amount
  /// The most that the transactions of one sender may cost the fee payer in a day (UTC).
  public var perSenderPerDay: Amount
  /// The most requests a minute from one network address.
  public var perMinute = 30
  /// The most requests a minute with one API key.
  public var perMinuteOfKey = 60
  /// The API keys, by the SHA-256 of their text.
  public var keys: [Hash32: String] = [:]
  /// Whether each transaction is tried on the node first, and refused if it would fail.
  public var attempts = true
  /// Whether requests without an API key are answered.
  public var anonymous = false

  /// The calls that are paid for at one contract.
  public struct ContractRule: Sendable, Hashable {
    /// The functions, with their signatures where they are known; nil is all of them.
    public var methods: [ABISelector: String]?
    /// The most that may be sent along.
    public var maxValue: Amount

    /// A rule for one contract; unless it says otherwise, no money may be sent along.
    public init(methods: [ABISelector: String]?, maxValue: Amount = .zero) {
      self.methods = methods
      self.maxValue = maxValue
    }
  }

  /// Rules under which nothing is paid for yet.
  public init(chainID: UInt256, maxGasPrice: Amount, maxGas: UInt64, perDay: Amount, perSenderPerDay: Amount) {
    self.chainID = chainID
    self.maxGasPrice = maxGasPrice
    self.maxGas = maxGas
    self.perDay = perDay
    self.perSenderPerDay = perSenderPerDay
  }
}
