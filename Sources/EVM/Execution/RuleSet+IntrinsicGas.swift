import Transactions

extension RuleSet {
  /// The gas that a transaction costs before any code runs, and the least that it costs in all (EIP-7623; 0 before).
  ///
  /// Sums end at 2⁶⁴ − 1.
  public func intrinsicGas(_ transaction: EVMTransaction) -> IntrinsicGas {
    let zeros = UInt64(transaction.data.count { $0 == 0 })
    let others = UInt64(transaction.data.count) - zeros
    var charged = SaturatingSum(transactionCosts.base)
    charged.add(zeros, transactionCosts.zeroByte)
    charged.add(others, transactionCosts.nonZeroByte)
    if transaction.to == nil {
      charged.add(1, transactionCosts.creation)
      charged.add(UInt64(transaction.data.count + 31) / 32, costs.initCodeWord)
    }
    for entry in transaction.accessList {
      charged.add(1, transactionCosts.accessListAddress)
      charged.add(UInt64(entry.storageKeys.count), transactionCosts.accessListKey)
    }
    charged.add(UInt64(transaction.authorizations.count), transactionCosts.authorization)
    charged.add(1, transaction.surcharge.charged)
    var floor = SaturatingSum(0)
    if transactionCosts.floorToken > 0 {
      floor = SaturatingSum(transactionCosts.base)
      floor.add(zeros + 4 * others, transactionCosts.floorToken)
      floor.add(1, transaction.surcharge.floor)
    }
    return IntrinsicGas(charged: charged.total, floor: floor.total)
  }
}
