/// The forks of Kaia, as far as they change what is asked of a transaction by itself.
extension TransactionRules {
  /// Kaia's own types, and legacy transactions.
  public static let kaiaGenesis = eip158.fork("Kaia Genesis") {
    $0.kinds.formUnion(KaiaTransactionType.allCases.map { .kaia($0) })
    $0.nativeByteGas = 100
    $0.feeDelegationGas = 10_000
    $0.feeRatioGas = 15_000
    $0.accountKeyGas = 20_000
    $0.signatureGas = 15_000
    $0.maximumSize = 128 << 10
    $0.maximumGasLimit = 500_000_000
  }
  /// A byte of data costs every kind the same.
  public static let kaiaIstanbul = kaiaGenesis.fork("Kaia Istanbul") {
    $0.zeroByteGas = 100
    $0.nonZeroByteGas = 100
    $0.nativeByteGas = nil
  }
  /// EIP-2930 and EIP-1559.
  public static let kaiaEthTxType = kaiaIstanbul.fork("Kaia EthTxType") {
    $0.kinds.formUnion([.accessList, .feeMarket])
  }
  /// KIP-71: nothing for transactions by themselves.
  public static let kaiaMagma = kaiaEthTxType.fork("Kaia Magma")
  /// Nothing for transactions by themselves.
  public static let kaiaKore = kaiaMagma.fork("Kaia Kore")
  /// EIP-3860: init code is metered and at most 49,152 bytes.
  public static let kaiaShanghai = kaiaKore.fork("Kaia Shanghai") {
    $0.initCodeWordGas = 2
    $0.maximumInitCodeSize = 49_152
  }
  /// Nothing for transactions by themselves.
  public static let kaiaCancun = kaiaShanghai.fork("Kaia Cancun")
  /// KIP-162: tips go to the proposer.
  public static let kaiaKaia = kaiaCancun.fork("Kaia Kaia")
  /// EIP-7702, EIP-7623, and Ethereum's price of data.
  public static let kaiaPrague = kaiaKaia.fork("Kaia Prague") {
    $0.kinds.insert(.setCode)
    $0.zeroByteGas = 4
    $0.nonZeroByteGas = 16
    $0.floorGasPerToken = 10
  }
  /// EIP-4844, one blob a transaction.
  public static let kaiaOsaka = kaiaPrague.fork("Kaia Osaka") {
    $0.kinds.insert(.blob)
    $0.maximumBlobs = 1
  }

  /// Every fork of Kaia in order.
  public static let kaia = [
    kaiaGenesis, kaiaIstanbul, kaiaEthTxType, kaiaMagma, kaiaKore, kaiaShanghai, kaiaCancun, kaiaKaia, kaiaPrague,
    kaiaOsaka,
  ]
}

extension TransactionRules {
  /// The gas that one of Kaia's own types costs beyond a transaction of Ethereum's that does the same: that of a fee payer,
  /// of signatures, and of the keys that an account update brings. Nodes' estimates know nothing of it.
  ///
  /// - Parameters:
  ///   - payment: Who pays the fee.
  ///   - furtherSignatures: Signatures beyond the first of the sender and the first of the fee payer.
  ///   - newKeys: How many public keys an account update brings.
  public func extraGas(
    _ payment: KaiaTransaction.FeePayment, furtherSignatures: Int = 0, newKeys: Int = 0
  ) -> UInt64 {
    let delegation: UInt64 =
      switch payment {
      case .sender: 0
      case .delegated: feeDelegationGas
      case .shared: feeRatioGas
      }
    return delegation + signatureGas * UInt64(max(0, furtherSignatures)) + accountKeyGas * UInt64(max(0, newKeys))
  }
}
