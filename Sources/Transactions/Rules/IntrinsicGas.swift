import Keys
import Primitives

/// The gas a transaction costs before any code runs.
public struct IntrinsicGas: Hashable, Sendable {
  /// The gas that is charged at the start.
  public var charged: UInt64
  /// The least gas of the whole transaction, whatever it does (EIP-7623); 0 before Prague.
  public var floor: UInt64

  /// The lowest valid gas limit.
  public var minimumGasLimit: UInt64 { max(charged, floor) }

  /// The gas of a transaction.
  public init(charged: UInt64, floor: UInt64) {
    self.charged = charged
    self.floor = floor
  }
}

/// A sum of gas that ends at 2⁶⁴ − 1: prices come from outside, and none of them may trap.
package struct SaturatingSum {
  /// The sum so far.
  package private(set) var total: UInt64

  /// A sum that begins with an amount.
  package init(_ total: UInt64) { self.total = total }

  /// Adds a price so many times.
  package mutating func add(_ count: UInt64, _ each: UInt64) {
    total = total.addingSaturated(count.multipliedSaturated(by: each))
  }
}

extension UnsignedTransaction {
  /// The gas this transaction costs before any code runs.
  ///
  /// `base + creation + data + access list + init code words + authorizations`, each from the rules: EIP-2, EIP-2028,
  /// EIP-2930, EIP-3860, EIP-7702; and the floor of EIP-7623, `base + tokens × floorGasPerToken`. Kaia adds what fee
  /// delegation, the keys of an account update and further signatures cost; in its own types the first two of these and
  /// the creation are part of the floor's base. Sums end at 2^64 − 1 instead of passing it.
  ///
  /// - Parameters:
  ///   - senderSignatures: how many there are (Kaia; before its Istanbul, how many keys the account's key has).
  ///   - feePayerSignatures: the same of the fee payer, if there is one.
  /// - Complexity: linear in the data.
  public func intrinsicGas(
    under rules: TransactionRules, senderSignatures: Int = 1, feePayerSignatures: Int = 1
  ) -> IntrinsicGas {
    let data = data
    let zeros = UInt64(data.count { $0 == 0 })
    let others = UInt64(data.count) - zeros

    let base = base(under: rules, senderSignatures, feePayerSignatures)
    var charged = base
    if let byteGas = rules.nativeByteGas, !kind.isEthereum {
      charged.add(zeros + others, byteGas)
    } else {
      charged.add(zeros, rules.zeroByteGas)
      charged.add(others, rules.nonZeroByteGas)
    }
    if isCreation {
      if kind.isEthereum { charged.add(1, rules.creationGas) }
      charged.add((UInt64(data.count) + 31) / 32, rules.initCodeWordGas)
    }
    if let key = kaia?.operation.accountKey { charged.add(UInt64(key.publicKeyCount), rules.accountKeyGas) }
    for entry in accessList {
      charged.add(1, rules.accessListAddressGas)
      charged.add(UInt64(entry.storageKeys.count), rules.accessListStorageKeyGas)
    }
    if case .setCode(let transaction) = self {
      charged.add(UInt64(transaction.authorizationList.count), rules.authorizationGas)
    }

    var floor = SaturatingSum(0)
    if rules.floorGasPerToken > 0 {
      floor = base
      floor.add(zeros + 4 * others, rules.floorGasPerToken)
    }
    return IntrinsicGas(charged: charged.total, floor: floor.total)
  }

  /// The part of the floor that is also charged: all that the data do not decide.
  private func base(under rules: TransactionRules, _ senderSignatures: Int, _ feePayerSignatures: Int) -> SaturatingSum
  {
    var base = SaturatingSum(rules.baseGas)
    base.add(UInt64(max(0, senderSignatures - 1)), rules.signatureGas)
    guard let type = kaia?.type else { return base }
    if type.action == .smartContractDeploy { base.add(1, rules.creationGas) }
    switch type.payer {
    case .sender: break
    case .feePayer: base.add(1, rules.feeDelegationGas)
    case .both: base.add(1, rules.feeRatioGas)
    }
    if type.isFeeDelegated { base.add(UInt64(max(0, feePayerSignatures - 1)), rules.signatureGas) }
    return base
  }
}

extension SignedTransaction {
  /// The gas this transaction costs before any code runs, its signatures among it; see `UnsignedTransaction`.
  public func intrinsicGas(under rules: TransactionRules) -> IntrinsicGas {
    transaction.intrinsicGas(
      under: rules, senderSignatures: 1 + furtherSignatures.count,
      feePayerSignatures: feePayer?.signatures.count ?? 0)
  }
}
