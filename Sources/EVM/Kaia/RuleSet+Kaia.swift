import Primitives
import Transactions

extension RuleSet {
  /// Kaia's rules, which are Ethereum's at a fork but for what is changed here.
  ///
  /// Of Kaia's forks these are the ones since the fork Kaia (KIP-162): it has Cancun's instructions; Prague and Osaka have
  /// the same names on both chains.
  ///
  /// - Parameters:
  ///   - fork: The fork of Ethereum that Kaia's is named after; those after Osaka count as Osaka.
  ///   - baseFee: The bounds that governance has set for the base fee; by default the main network's.
  ///   - computationLimit: The most computation cost of a transaction; nil for what the fork has.
  public init(kaia fork: Fork, baseFee bounds: BaseFeeBounds = .kaia, computationLimit: UInt64? = nil) {
    // After Osaka Ethereum changed blob parameters alone, which are others here.
    let fork = min(fork, .osaka)
    self.init(fork)
    name = "Kaia's \(fork)"
    // EIP-4788, 6110, 7002 and 7251 are about a consensus layer that Kaia doesn't have, EIP-4895 and 7934 about its blocks.
    openingCalls = openingCalls.filter { $0.input == .parentHash }
    for index in openingCalls.indices { openingCalls[index].target = Self.kaiaHistory }
    closingCalls = []
    depositContract = nil
    hasWithdrawals = false
    maxBlockSize = .max
    maxTransactionGas = Self.kaiaUpperGasLimit
    var fees = BaseFeeRules()
    fees.initial = bounds.lower
    fees.bounds = bounds
    baseFee = fees
    if fork < .osaka {
      transactionKinds.remove(.blob)
      blobs = nil
    } else {
      // KIP-279
      blobs = BlobRules(target: 1, max: 1, maxPerTransaction: 1, updateFraction: 5_007_716, baseFeeMultiple: 8)
    }
    if fork < .prague {
      // EIP-2028 came with Prague, and so did EIP-2929 for EXTCODEHASH (KIP-239).
      transactionCosts.zeroByte = 100
      transactionCosts.nonZeroByte = 100
      reprice(.extcodehash, to: GasCost.tangerineAccountRead)
      costs.codeHashIsAccess = false
    }
    accountsHaveKeys = true
    transactionKinds.formUnion(KaiaTransactionType.allCases.map { .kaia($0) })
    computation = ComputationRules(
      weights: ComputationCosts.weights, limit: computationLimit ?? ComputationCosts.limit)
    for (address, precompile) in KaiaPrecompiles.table { precompiles[address] = precompile }
    for (place, cost) in ComputationCosts.precompiles {
      precompiles[place.address]?.computation = cost
    }
    // EIP-2565 and 7883 charge by the work; the weight follows the charge.
    let modexp = PrecompileAddress.modexp.address
    if let gas = precompiles[modexp]?.gas { precompiles[modexp]?.computation = { gas($0) / 100 + 100 } }
  }

  /// The forks that `init(kaia:baseFee:computationLimit:)` has.
  public static let kaiaForks: [Fork] = [.cancun, .prague, .osaka]

  /// The highest gas limit of a transaction on Kaia. Blocks have no limit; this is what they say in Ethereum's objects.
  public static let kaiaUpperGasLimit: UInt64 = 500_000_000

  /// Where the last blocks' hashes are (EIP-2935), which is not where Ethereum has them.
  static let kaiaHistory = Address(
    truncating: UInt256(words: 0, 0x0F79_2be4, 0xB0c0_cb4D_AE44_0Ef1, 0x33E9_0C0e_CD48_CCCC))
}

extension BaseFeeBounds {
  /// The bounds that the governance of Kaia's main network has set (KIP-71), in peb.
  public static let kaia = BaseFeeBounds(
    lower: 25_000_000_000, upper: 750_000_000_000, gasTarget: 30_000_000, mostGasUsed: 60_000_000, denominator: 20)
}
