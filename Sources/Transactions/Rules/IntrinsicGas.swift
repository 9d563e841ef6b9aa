import Primitives

/// The gas a transaction costs before any code runs.
public struct IntrinsicGas: Hashable, Sendable {
  /// What is charged at the start.
  public let charged: UInt64
  /// What the whole transaction costs at least, whatever it does (EIP-7623); 0 before Prague.
  public let floor: UInt64

  /// The lowest valid gas limit.
  public var minimumGasLimit: UInt64 { max(charged, floor) }
}

extension UnsignedTransaction {
  /// The gas this transaction costs before any code runs.
  ///
  /// `base + creation + data + access list + init code words + authorizations`, each from the rules: EIP-2, EIP-2028,
  /// EIP-2930, EIP-3860, EIP-7702; and the floor of EIP-7623, `base + tokens × floorGasPerToken`. Sums end at
  /// 2^64 − 1 instead of passing it.
  ///
  /// - Complexity: linear in the data.
  public func intrinsicGas(under rules: TransactionRules) -> IntrinsicGas {
    let data = data
    let zeros = UInt64(data.count { $0 == 0 })
    let others = UInt64(data.count) - zeros

    var charged = Total(rules.baseGas)
    charged.add(zeros, rules.zeroByteGas)
    charged.add(others, rules.nonZeroByteGas)
    if isCreation {
      charged.add(1, rules.creationGas)
      charged.add((UInt64(data.count) + 31) / 32, rules.initCodeWordGas)
    }
    for entry in accessList {
      charged.add(1, rules.accessListAddressGas)
      charged.add(UInt64(entry.storageKeys.count), rules.accessListStorageKeyGas)
    }
    if case .setCode(let transaction) = self {
      charged.add(UInt64(transaction.authorizationList.count), rules.authorizationGas)
    }

    var floor = Total(0)
    if rules.floorGasPerToken > 0 {
      floor = Total(rules.baseGas)
      floor.add(zeros + 4 * others, rules.floorGasPerToken)
    }
    return IntrinsicGas(charged: charged.gas, floor: floor.gas)
  }

  /// A sum that stops at its type's end: rules come from outside, and no number of theirs may trap.
  private struct Total {
    private(set) var gas: UInt64

    init(_ gas: UInt64) { self.gas = gas }

    mutating func add(_ count: UInt64, _ each: UInt64) {
      let (product, tooMuch) = count.multipliedReportingOverflow(by: each)
      let (sum, overflow) = gas.addingReportingOverflow(tooMuch ? .max : product)
      gas = overflow ? .max : sum
    }
  }
}
