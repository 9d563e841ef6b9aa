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
      rules.transactionCosts.creation = GasCost.create
      rules.requiresCodeDeposit = true
      rules.requiresLowS = true
    },
    RuleChange(
      .homestead, 7, "DELEGATECALL",
      Operation(.delegatecall, "DELEGATECALL", takes: 6, gives: 1, gas: GasCost.frontierCall)),

    RuleChange(.tangerineWhistle, 150, "reading the state costs what it takes; calls keep one 64th") { rules in
      rules.reprice(.extcodesize, .extcodecopy, to: GasCost.tangerineCodeAccess)
      rules.reprice(.balance, to: GasCost.tangerineAccountRead)
      rules.reprice(.sload, to: GasCost.tangerineStorageRead)
      rules.reprice(.call, .callcode, .delegatecall, to: GasCost.tangerineCodeAccess)
      rules.reprice(.selfdestruct, to: 5000)
      rules.costs.selfDestructNewAccount = GasCost.newAccount
      rules.callsKeepOne64th = true
    },

    RuleChange(.spuriousDragon, 155, "signatures bound to a chain") { $0.acceptsChainBoundSignatures = true },
    RuleChange(.spuriousDragon, 160, "EXP costs 50 a byte") { $0.costs.exponentByte = 50 },
    RuleChange(.spuriousDragon, 161, "no empty accounts; contracts begin at nonce 1") { rules in
      rules.deletesEmptyAccounts = true
      rules.newContractNonce = 1
      rules.lastingTouch = PrecompileAddress.ripemd160.address
    },
    RuleChange(.spuriousDragon, 170, "code has 24,576 bytes at most") { $0.maxCodeSize = 24_576 },

    RuleChange(.byzantium, 140, "REVERT", Operation(.revert, "REVERT", takes: 2, gives: 0, gas: GasCost.zero)),
    RuleChange(
      .byzantium, 211, "RETURNDATASIZE, RETURNDATACOPY",
      Operation(.returndatasize, "RETURNDATASIZE", takes: 0, gives: 1, gas: GasCost.base),
      Operation(.returndatacopy, "RETURNDATACOPY", takes: 3, gives: 0, gas: GasCost.veryLow)),
    RuleChange(
      .byzantium, 214, "STATICCALL",
      Operation(.staticcall, "STATICCALL", takes: 6, gives: 1, gas: GasCost.tangerineCodeAccess)),
    RuleChange(.byzantium, 649, "3 ether a block") { $0.blockReward = 3_000_000_000_000_000_000 },
    RuleChange(.byzantium, 658, "receipts have a status") { $0.receiptsHaveStatus = true },

    RuleChange(
      .constantinople, 145, "SHL, SHR, SAR", Operation(.shl, "SHL", takes: 2, gives: 1, gas: GasCost.veryLow),
      Operation(.shr, "SHR", takes: 2, gives: 1, gas: GasCost.veryLow),
      Operation(.sar, "SAR", takes: 2, gives: 1, gas: GasCost.veryLow)),
    RuleChange(
      .constantinople, 1014, "CREATE2", Operation(.create2, "CREATE2", takes: 4, gives: 1, gas: GasCost.create)),
    RuleChange(
      .constantinople, 1052, "EXTCODEHASH",
      Operation(.extcodehash, "EXTCODEHASH", takes: 1, gives: 1, gas: GasCost.tangerineAccountRead)),
    RuleChange(.constantinople, 1234, "2 ether a block") { $0.blockReward = 2_000_000_000_000_000_000 },
    RuleChange(.constantinople, 1283, "SSTORE by the net change") { rules in
      rules.costs.storage.isNetMetered = true
      rules.costs.storage.unchanged = 200
    },
    RuleChange(.petersburg, 1716, "SSTORE as before 1283") { $0.costs.storage.isNetMetered = false },

    RuleChange(.istanbul, 1344, "CHAINID", Operation(.chainid, "CHAINID", takes: 0, gives: 1, gas: GasCost.base)),
    RuleChange(
      .istanbul, 1884, "SLOAD, BALANCE, EXTCODEHASH cost more; SELFBALANCE",
      Operation(.selfbalance, "SELFBALANCE", takes: 0, gives: 1, gas: GasCost.low)
    ) { rules in
      rules.reprice(.sload, to: GasCost.istanbulStorageRead)
      rules.reprice(.balance, .extcodehash, to: GasCost.istanbulAccountRead)
    },
    RuleChange(.istanbul, 2028, "data cost less") { $0.transactionCosts.nonZeroByte = 16 },
    RuleChange(.istanbul, 2200, "SSTORE by the net change, not within the stipend") { rules in
      rules.costs.storage.isNetMetered = true
      rules.costs.storage.unchanged = GasCost.istanbulStorageRead
      rules.costs.storage.sentry = GasCost.callStipend
    },

    RuleChange(.berlin, 2929, "the first access costs more, the next less") { rules in
      rules.tracksAccess = true
      rules.reprice(
        .balance, .extcodesize, .extcodecopy, .extcodehash, .sload, .call, .callcode, .delegatecall, .staticcall,
        to: GasCost.warmStorageRead)
      rules.costs.warmAccess = GasCost.warmStorageRead
      rules.costs.coldAccount = GasCost.coldAccountAccess - GasCost.warmStorageRead
      rules.costs.coldBeneficiary = GasCost.coldAccountAccess
      rules.costs.coldSlot = GasCost.coldStorageRead - GasCost.warmStorageRead
      rules.costs.storage.cold = GasCost.coldStorageRead
      rules.costs.storage.unchanged = GasCost.warmStorageRead
      rules.costs.storage.reset = GasCost.storageReset - GasCost.coldStorageRead
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
    RuleChange(.london, 3198, "BASEFEE", Operation(.basefee, "BASEFEE", takes: 0, gives: 1, gas: GasCost.base)),
    RuleChange(.london, 3529, "fewer refunds, and a fifth of the gas at most") { rules in
      rules.costs.selfDestructRefund = 0
      rules.costs.storage.clearRefund = 4800
      rules.transactionCosts.refundQuotient = 5
    },
    RuleChange(.london, 3541, "no code that begins with 0xEF") { $0.refusesCodeEF = true },
  ]
}
