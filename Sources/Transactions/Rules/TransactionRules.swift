import Primitives

/// The rules of a chain for a transaction by itself, without looking at accounts: data for one fork.
///
/// The Ethereum forks are in `all`. A chain with other numbers gets a value of its own: copy a fork, change fields.
public struct TransactionRules: Hashable, Sendable {
  /// The fork's name, as ethereum/tests spells it.
  public var name: String
  /// The kinds it knows: EIP-2930 from Berlin, 1559 from London, 4844 from Cancun, 7702 from Prague.
  public var kinds: Set<TransactionKind> = [.legacy]
  /// Whether `s` must be in the lower half (EIP-2).
  public var requiresLowS = false
  /// Whether a signature may name its chain (EIP-155).
  public var allowsReplayProtection = false

  /// Gas of any transaction.
  public var baseGas: UInt64 = 21_000
  /// Gas added for a contract creation (EIP-2).
  public var creationGas: UInt64 = 0
  /// Gas for a zero byte of data.
  public var zeroByteGas: UInt64 = 4
  /// Gas for any other byte of data (EIP-2028).
  public var nonZeroByteGas: UInt64 = 68
  /// Gas for an account of the access list (EIP-2930).
  public var accessListAddressGas: UInt64 = 2_400
  /// Gas for a storage key of the access list (EIP-2930).
  public var accessListStorageKeyGas: UInt64 = 1_900
  /// Gas for 32 bytes of init code (EIP-3860).
  public var initCodeWordGas: UInt64 = 0
  /// Gas for an authorization (EIP-7702).
  public var authorizationGas: UInt64 = 25_000
  /// Gas for a token of data, below which no transaction gets; a zero byte is 1 token, any other 4 (EIP-7623).
  public var floorGasPerToken: UInt64 = 0

  /// Gas for any byte of data of Kaia's own types, while they have a price of their own.
  public var nativeByteGas: UInt64?
  /// Gas added where a fee payer pays the whole fee, of Kaia's own types.
  public var feeDelegationGas: UInt64 = 0
  /// Gas added where a fee payer pays a part of it, of Kaia's own types.
  public var feeRatioGas: UInt64 = 0
  /// Gas for each public key of an account's new key (Kaia).
  public var accountKeyGas: UInt64 = 0
  /// Gas for each signature but the first, of the sender and of the fee payer (Kaia).
  public var signatureGas: UInt64 = 0

  /// The longest transaction in bytes, without its blobs.
  public var maximumSize: Int?
  /// The longest init code in bytes (EIP-3860).
  public var maximumInitCodeSize: Int?
  /// The highest gas limit of one transaction (EIP-7825, and Kaia's own).
  public var maximumGasLimit: UInt64?
  /// The most blobs in one transaction (EIP-4844, EIP-7691, EIP-7594).
  public var maximumBlobs: Int = 0
  /// The version byte of a blob's hash (EIP-4844).
  public var blobHashVersion: UInt8 = 1

  /// The rules of Frontier, to be changed field by field.
  public init(name: String) {
    self.name = name
  }

  /// A copy with a new name and some fields changed: a fork from the one before it.
  public func fork(_ name: String, _ change: (inout TransactionRules) -> Void = { _ in }) -> TransactionRules {
    var rules = self
    rules.name = name
    change(&rules)
    return rules
  }
}

extension TransactionRules {
  /// 30 July 2015.
  public static let frontier = TransactionRules(name: "Frontier")
  /// EIP-2: low `s`, creation costs 32,000 more.
  public static let homestead = frontier.fork("Homestead") {
    $0.requiresLowS = true
    $0.creationGas = 32_000
  }
  /// Tangerine Whistle: nothing for transactions by themselves.
  public static let eip150 = homestead.fork("EIP150")
  /// Spurious Dragon: EIP-155.
  public static let eip158 = eip150.fork("EIP158") { $0.allowsReplayProtection = true }
  /// Nothing for transactions by themselves.
  public static let byzantium = eip158.fork("Byzantium")
  /// Nothing for transactions by themselves.
  public static let constantinople = byzantium.fork("Constantinople")
  /// Petersburg.
  public static let constantinopleFix = constantinople.fork("ConstantinopleFix")
  /// EIP-2028: 16 gas for a byte of data.
  public static let istanbul = constantinopleFix.fork("Istanbul") { $0.nonZeroByteGas = 16 }
  /// EIP-2718 and EIP-2930.
  public static let berlin = istanbul.fork("Berlin") { $0.kinds.insert(.accessList) }
  /// EIP-1559.
  public static let london = berlin.fork("London") { $0.kinds.insert(.feeMarket) }
  /// Nothing for transactions by themselves.
  public static let paris = london.fork("Paris")
  /// EIP-3860: init code is metered and at most 49,152 bytes.
  public static let shanghai = paris.fork("Shanghai") {
    $0.initCodeWordGas = 2
    $0.maximumInitCodeSize = 49_152
  }
  /// EIP-4844: up to six blobs.
  public static let cancun = shanghai.fork("Cancun") {
    $0.kinds.insert(.blob)
    $0.maximumBlobs = 6
  }
  /// EIP-7702, EIP-7623 (a floor under the gas of data), EIP-7691 (up to nine blobs).
  public static let prague = cancun.fork("Prague") {
    $0.kinds.insert(.setCode)
    $0.floorGasPerToken = 10
    $0.maximumBlobs = 9
  }
  /// EIP-7825 (at most 2^24 gas in a transaction), EIP-7594 (up to six blobs in one).
  public static let osaka = prague.fork("Osaka") {
    $0.maximumGasLimit = 1 << 24
    $0.maximumBlobs = 6
  }

  /// Every fork of Ethereum in order.
  public static let all = [
    frontier, homestead, eip150, eip158, byzantium, constantinople, constantinopleFix, istanbul, berlin, london, paris,
    shanghai, cancun, prague, osaka,
  ]

  /// The fork of this name, whatever its case.
  public static func named(_ name: String) -> TransactionRules? {
    all.first { $0.name.lowercased() == name.lowercased() }
  }
}
