/// The numbers and names of every kind on Kaia.
extension TransactionKind {
  /// The byte in front of Ethereum's typed kinds in Kaia's form; no hash covers it.
  public static let ethereumPrefix: UInt8 = 0x78

  /// The number in Kaia's JSON (`typeInt`): 0 for a legacy one, 0x7801 … 0x7804 for Ethereum's others, the type byte of
  /// Kaia's own.
  public var kaiaNumber: UInt64 {
    switch self {
    case .legacy, .kaia: UInt64(rawValue)
    case .accessList, .feeMarket, .blob, .setCode: UInt64(Self.ethereumPrefix) << 8 | UInt64(rawValue)
    }
  }

  /// The name in Kaia's JSON (`type`).
  public var kaiaName: String {
    switch self {
    case .legacy: "TxTypeLegacyTransaction"
    case .accessList: "TxTypeEthereumAccessList"
    case .feeMarket: "TxTypeEthereumDynamicFee"
    case .blob: "TxTypeEthereumBlob"
    case .setCode: "TxTypeEthereumSetCode"
    case .kaia(let type): type.name
    }
  }

  /// The kind with this number in Kaia's JSON.
  public init?(kaiaNumber: UInt64) {
    guard let kind = Self.allCases.first(where: { $0.kaiaNumber == kaiaNumber }) else { return nil }
    self = kind
  }

  /// The kind with this name in Kaia's JSON.
  public init?(kaiaName: String) {
    guard let kind = Self.allCases.first(where: { $0.kaiaName == kaiaName }) else { return nil }
    self = kind
  }
}
