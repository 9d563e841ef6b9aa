import Primitives
import Transactions

extension RuleChange {
  /// Frontier to London.
  static let proofOfWork: [RuleChange] = [
    RuleChange(.frontier, nil, "the Yellow Paper's instructions and 5 ether a block") { rules in
      for operation in Operation.frontier { rules.add(operation) }
      rules.blockReward = 5_000_000_000_000_000_000
    },

    RuleChange(.homestead, 2, "creations cost more and must pay for their code; signatures have a low s") { rules in
      rules.transactionCosts.creation = 32_000
      rules.requiresCodeDeposit = true
      rules.requiresLowS = true
    },
    RuleChange(.homestead, 7, "DELEGATECALL") { rules in
      rules.add(Operation(0xf4, "DELEGATECALL", takes: 6, gives: 1, gas: 40, eip: 7))
    },

    RuleChange(.tangerineWhistle, 150, "reading the state costs what it takes; calls keep one 64th") { rules in
      rules.reprice(0x3b, 0x3c, to: 700, eip: 150)
      rules.reprice(0x31, to: 400, eip: 150)
      rules.reprice(0x54, to: 200, eip: 150)
      rules.reprice(0xf1, 0xf2, 0xf4, to: 700, eip: 150)
      rules.reprice(0xff, to: 5000, eip: 150)
      rules.costs.selfDestructNewAccount = 25_000
      rules.callsKeepOne64th = true
    },

    RuleChange(.spuriousDragon, 155, "signatures bound to a chain") { $0.acceptsChainBoundSignatures = true },
    RuleChange(.spuriousDragon, 160, "EXP costs 50 a byte") { $0.costs.exponentByte = 50 },
    RuleChange(.spuriousDragon, 161, "no empty accounts; contracts begin at nonce 1") { rules in
      rules.deletesEmptyAccounts = true
      rules.newContractNonce = 1
      rules.lastingTouch = Address(truncating: UInt256(3))
    },
    RuleChange(.spuriousDragon, 170, "code has 24,576 bytes at most") { $0.maxCodeSize = 24_576 },

    RuleChange(.byzantium, 140, "REVERT") { rules in
      rules.add(Operation(0xfd, "REVERT", takes: 2, gives: 0, gas: 0, eip: 140))
    },
    RuleChange(.byzantium, 211, "RETURNDATASIZE, RETURNDATACOPY") { rules in
      rules.add(Operation(0x3d, "RETURNDATASIZE", takes: 0, gives: 1, gas: 2, eip: 211))
      rules.add(Operation(0x3e, "RETURNDATACOPY", takes: 3, gives: 0, gas: 3, eip: 211))
    },
    RuleChange(.byzantium, 214, "STATICCALL") { rules in
      rules.add(Operation(0xfa, "STATICCALL", takes: 6, gives: 1, gas: 700, eip: 214))
    },
    RuleChange(.byzantium, 649, "3 ether a block") { $0.blockReward = 3_000_000_000_000_000_000 },
    RuleChange(.byzantium, 658, "receipts have a status") { $0.receiptsHaveStatus = true },

    RuleChange(.constantinople, 145, "SHL, SHR, SAR") { rules in
      rules.add(Operation(0x1b, "SHL", takes: 2, gives: 1, gas: 3, eip: 145))
      rules.add(Operation(0x1c, "SHR", takes: 2, gives: 1, gas: 3, eip: 145))
      rules.add(Operation(0x1d, "SAR", takes: 2, gives: 1, gas: 3, eip: 145))
    },
    RuleChange(.constantinople, 1014, "CREATE2") { rules in
      rules.add(Operation(0xf5, "CREATE2", takes: 4, gives: 1, gas: 32_000, eip: 1014))
    },
    RuleChange(.constantinople, 1052, "EXTCODEHASH") { rules in
      rules.add(Operation(0x3f, "EXTCODEHASH", takes: 1, gives: 1, gas: 400, eip: 1052))
    },
    RuleChange(.constantinople, 1234, "2 ether a block") { $0.blockReward = 2_000_000_000_000_000_000 },
    RuleChange(.constantinople, 1283, "SSTORE by the net change") { rules in
      rules.costs.storage.isNetMetered = true
      rules.costs.storage.unchanged = 200
    },
    RuleChange(.petersburg, 1716, "SSTORE as before 1283") { $0.costs.storage.isNetMetered = false },

    RuleChange(.istanbul, 1344, "CHAINID") { rules in
      rules.add(Operation(0x46, "CHAINID", takes: 0, gives: 1, gas: 2, eip: 1344))
    },
    RuleChange(.istanbul, 1884, "SLOAD, BALANCE, EXTCODEHASH cost more; SELFBALANCE") { rules in
      rules.reprice(0x54, to: 800, eip: 1884)
      rules.reprice(0x31, 0x3f, to: 700, eip: 1884)
      rules.add(Operation(0x47, "SELFBALANCE", takes: 0, gives: 1, gas: 5, eip: 1884))
    },
    RuleChange(.istanbul, 2028, "data cost less") { $0.transactionCosts.nonZeroByte = 16 },
    RuleChange(.istanbul, 2200, "SSTORE by the net change, not within the stipend") { rules in
      rules.costs.storage.isNetMetered = true
      rules.costs.storage.unchanged = 800
      rules.costs.storage.sentry = 2300
    },

    RuleChange(.berlin, 2929, "the first access costs more, the next less") { rules in
      rules.tracksAccess = true
      rules.reprice(0x31, 0x3b, 0x3c, 0x3f, 0x54, 0xf1, 0xf2, 0xf4, 0xfa, to: 100, eip: 2929)
      rules.costs.warmAccess = 100
      rules.costs.coldAccount = 2500
      rules.costs.coldBeneficiary = 2600
      rules.costs.coldSlot = 2000
      rules.costs.storage.cold = 2100
      rules.costs.storage.unchanged = 100
      rules.costs.storage.reset = 2900
    },
    RuleChange(.berlin, 2930, "access lists") { rules in
      rules.transactionKinds.insert(.accessList)
      rules.transactionCosts.accessListAddress = 2400
      rules.transactionCosts.accessListKey = 1900
    },

    RuleChange(.london, 1559, "the base fee, which is burnt") { rules in
      rules.transactionKinds.insert(.feeMarket)
      rules.baseFee = BaseFeeRules()
    },
    RuleChange(.london, 3198, "BASEFEE") { rules in
      rules.add(Operation(0x48, "BASEFEE", takes: 0, gives: 1, gas: 2, eip: 3198))
    },
    RuleChange(.london, 3529, "fewer refunds, and a fifth of the gas at most") { rules in
      rules.costs.selfDestructRefund = 0
      rules.costs.storage.clearRefund = 4800
      rules.transactionCosts.refundQuotient = 5
    },
    RuleChange(.london, 3541, "no code that begins with 0xEF") { $0.refusesCodeEF = true },
  ]
}
