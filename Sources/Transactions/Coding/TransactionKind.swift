import Primitives

/// The kinds of transaction; the raw value is the type byte of EIP-2718, 0 for one without.
public enum TransactionKind: RawRepresentable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// The original kind, without a type byte; with or without the replay protection of EIP-155.
  case legacy
  /// EIP-2930: a gas price and an access list.
  case accessList
  /// EIP-1559: a priority fee and a maximum fee.
  case feeMarket
  /// EIP-4844: carries blobs beside the block.
  case blob
  /// EIP-7702: sets the code of accounts that authorized it.
  case setCode
  /// A type of Kaia's own.
  case kaia(KaiaTransactionType)

  /// Ethereum's kinds.
  public static let ethereum: [TransactionKind] = [.legacy, .accessList, .feeMarket, .blob, .setCode]

  /// Ethereum's kinds and Kaia's own types.
  public static let allCases = ethereum + KaiaTransactionType.allCases.map { .kaia($0) }

  /// Whether it is one of Ethereum's kinds.
  public var isEthereum: Bool {
    if case .kaia = self { false } else { true }
  }

  /// The kind with this type byte.
  public init?(rawValue: UInt8) {
    switch rawValue {
    case 0: self = .legacy
    case 1: self = .accessList
    case 2: self = .feeMarket
    case 3: self = .blob
    case 4: self = .setCode
    default:
      guard let type = KaiaTransactionType(rawValue: rawValue) else { return nil }
      self = .kaia(type)
    }
  }

  /// The type's byte (EIP-2718); 0 for a legacy transaction.
  public var rawValue: UInt8 {
    switch self {
    case .legacy: 0
    case .accessList: 1
    case .feeMarket: 2
    case .blob: 3
    case .setCode: 4
    case .kaia(let type): type.rawValue
    }
  }

  /// The type as JSON-RPC writes it: `0x0` … `0x4`, Kaia's own `0x8` … `0x4a`.
  public var quantity: String { "0x" + String(rawValue, radix: 16) }

  /// A name for people: `legacy`, `EIP-1559` and so on; that of Kaia's own types is as its JSON-RPC writes it.
  public var description: String {
    switch self {
    case .legacy: "legacy"
    case .accessList: "EIP-2930"
    case .feeMarket: "EIP-1559"
    case .blob: "EIP-4844"
    case .setCode: "EIP-7702"
    case .kaia(let type): type.name
    }
  }

  /// The kind with its article, for sentences.
  var phrase: String {
    switch self {
    case .legacy: "a legacy transaction"
    case .kaia(let type): "a transaction of Kaia's type \(quantity) (\(type.name))"
    default: "an \(self) transaction (type \(quantity))"
    }
  }

  /// The list of an Ethereum transaction's fields as the wire has it, behind the byte of its type (EIP-2718).
  func encode(_ items: [RLP.Item]) -> Bytes {
    let list = RLP.encode(.list(items))
    return self == .legacy ? list : [rawValue] + list
  }
}
