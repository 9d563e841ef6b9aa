import Primitives
import Transactions

extension RuleChange {
  /// Paris to the second change of blob parameters.
  static let proofOfStake: [RuleChange] = [
    RuleChange(.paris, 3675, "no reward for blocks") { $0.blockReward = nil },
    RuleChange(
      .paris, 4399, "PREVRANDAO instead of DIFFICULTY",
      Operation(.prevrandao, "PREVRANDAO", takes: 0, gives: 1, gas: GasCost.base)
    ) { rules in
      rules.usesPrevRandao = true
    },

    RuleChange(.shanghai, 3651, "the coinbase is warm") { $0.coinbaseIsWarm = true },
    RuleChange(.shanghai, 3855, "PUSH0", Operation(.push0, "PUSH0", takes: 0, gives: 1, gas: GasCost.base)),
    RuleChange(.shanghai, 3860, "creation code has a limit and a price") { rules in
      rules.maxInitCodeSize = 49_152
      rules.costs.initCodeWord = 2
    },
    RuleChange(.shanghai, 4895, "withdrawals") { $0.hasWithdrawals = true },

    RuleChange(
      .cancun, 1153, "TLOAD, TSTORE", Operation(.tload, "TLOAD", takes: 1, gives: 1, gas: GasCost.warmStorageRead),
      Operation(.tstore, "TSTORE", takes: 2, gives: 0, gas: GasCost.warmStorageRead)),
    RuleChange(.cancun, 4788, "the beacon chain's roots in a contract") { rules in
      rules.openingCalls.append(
        SystemCall(
          eip: 4788, target: systemAddress(0x000F_3df6, 0xD732_807E_f131_9fB7, 0xB8bB_8522_d0Be_ac02),
          input: .parentBeaconBlockRoot))
    },
    RuleChange(
      .cancun, 4844, "blobs; BLOBHASH", Operation(.blobhash, "BLOBHASH", takes: 1, gives: 1, gas: GasCost.veryLow)
    ) { rules in
      rules.transactionKinds.insert(.blob)
      rules.blobs = BlobRules(target: 3, max: 6, maxPerTransaction: 6, updateFraction: 3_338_477)
    },
    RuleChange(.cancun, 5656, "MCOPY", Operation(.mcopy, "MCOPY", takes: 3, gives: 0, gas: GasCost.veryLow)),
    RuleChange(.cancun, 6780, "SELFDESTRUCT deletes only what is new") { $0.selfDestructsOnlyNew = true },
    RuleChange(
      .cancun, 7516, "BLOBBASEFEE", Operation(.blobbasefee, "BLOBBASEFEE", takes: 0, gives: 1, gas: GasCost.base)),

    RuleChange(.prague, 2935, "the last blocks' hashes in a contract") { rules in
      rules.openingCalls.append(
        SystemCall(
          eip: 2935, target: systemAddress(0x0000_F908, 0x27F1_C53a_10cb_7A02, 0x335B_1753_2000_2935),
          input: .parentHash))
    },
    RuleChange(.prague, 6110, "deposits are requests") { rules in
      rules.depositContract = systemAddress(0x0000_0000, 0x219a_b540_356c_bb83, 0x9cbe_0530_3d77_05fa)
    },
    RuleChange(.prague, 7002, "withdrawals may be requested by contracts") { rules in
      rules.closingCalls.append(
        SystemCall(
          eip: 7002, target: systemAddress(0x0000_0961, 0xEf48_0Eb5_5e80_D19a, 0xd835_79A6_4c00_7002),
          input: .nothing, requestType: 1))
    },
    RuleChange(.prague, 7251, "and so may consolidations") { rules in
      rules.closingCalls.append(
        SystemCall(
          eip: 7251, target: systemAddress(0x0000_BBdD, 0xc7CE_4886_42fb_579F, 0x8B00_f3a5_9000_7251),
          input: .nothing, requestType: 2))
    },
    RuleChange(.prague, 7623, "data has a floor") { $0.transactionCosts.floorToken = 10 },
    RuleChange(.prague, 7691, "six blobs a block, nine at most") { rules in
      rules.blobs = BlobRules(target: 6, max: 9, maxPerTransaction: 9, updateFraction: 5_007_716)
    },
    RuleChange(.prague, 7702, "accounts may borrow code") { rules in
      rules.transactionKinds.insert(.setCode)
      rules.followsDelegations = true
      rules.transactionCosts.authorization = GasCost.newAccount
      rules.transactionCosts.authorizationRefund = 12_500
    },

    RuleChange(.osaka, 7594, "six blobs a transaction") { $0.blobs?.maxPerTransaction = 6 },
    RuleChange(.osaka, 7825, "a transaction has 2²⁴ gas at most") { $0.maxTransactionGas = 1 << 24 },
    RuleChange(.osaka, 7918, "the price of blobs follows the base fee") { $0.blobs?.reserveGas = 1 << 13 },
    RuleChange(.osaka, 7934, "a block has 8 MiB at most") { $0.maxBlockSize = 8_388_608 },
    RuleChange(.osaka, 7939, "CLZ", Operation(.clz, "CLZ", takes: 1, gives: 1, gas: GasCost.low)),

    RuleChange(.bpo1, 7892, "ten blobs a block, fifteen at most") { rules in
      rules.blobs?.target = 10
      rules.blobs?.max = 15
      rules.blobs?.updateFraction = 8_346_193
    },
    RuleChange(.bpo2, 7892, "fourteen blobs a block, twenty-one at most") { rules in
      rules.blobs?.target = 14
      rules.blobs?.max = 21
      rules.blobs?.updateFraction = 11_684_671
    },
  ]

  /// An address from its first four bytes and the sixteen after them.
  private static func systemAddress(_ first: UInt64, _ middle: UInt64, _ last: UInt64) -> Address {
    Address(truncating: UInt256(words: 0, first, middle, last))
  }
}
