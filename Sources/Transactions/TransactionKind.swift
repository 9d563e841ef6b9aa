/// The kinds of Ethereum transaction; the raw value is the type byte of EIP-2718, 0 for one without.
public enum TransactionKind: UInt8, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// The original kind, without a type byte; with or without the replay protection of EIP-155.
  case legacy = 0
  /// EIP-2930: a gas price and an access list.
  case accessList = 1
  /// EIP-1559: a priority fee and a maximum fee.
  case feeMarket = 2
  /// EIP-4844: carries blobs beside the block.
  case blob = 3
  /// EIP-7702: sets the code of accounts that authorized it.
  case setCode = 4

  /// The type as JSON-RPC writes it: `0x0` … `0x4`.
  public var quantity: String { "0x" + String(rawValue, radix: 16) }

  /// A name for people: `legacy`, `EIP-1559` and so on.
  public var description: String {
    switch self {
    case .legacy: "legacy"
    case .accessList: "EIP-2930"
    case .feeMarket: "EIP-1559"
    case .blob: "EIP-4844"
    case .setCode: "EIP-7702"
    }
  }

  /// The same with its article, for sentences.
  var phrase: String {
    switch self {
    case .legacy: "a legacy transaction"
    default: "an \(self) transaction (type \(quantity))"
    }
  }
}
