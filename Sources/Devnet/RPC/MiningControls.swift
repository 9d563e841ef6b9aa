import Primitives
import StrictJSON

/// When blocks are made, and what they are.
enum MiningControls {
  static let table: [CheatMethod] = [
    // Others have their turn between the blocks of these.
    CheatMethod(silent: "mine", [.anvil, .hardhat], 2) { devnet, parameters in
      let interval = try parameters.optional(1)?.looseUInt64()
      try await devnet.mine(blocks: parameters.optional(0)?.looseUInt64() ?? 1, interval: interval)
    },
    CheatMethod("mine", [.evm], 1) { devnet, parameters in
      _ = try await mined(parameters.optional(0), devnet)
      return "0x0"
    },
    CheatMethod("mine_detailed", [.anvil, .evm], 1, mineDetailed),
    CheatMethod("mineDetailed", [.anvil], 1, mineDetailed),
    CheatMethod(silent: "setAutomine", [.evm, .anvil, .hardhat], 1) { devnet, parameters in
      let isInstant = try parameters(0).bool()
      // Interval mining goes on when instant mining, which it isn't, is ended.
      if isInstant { devnet.setMining(.instant) } else if devnet.mining == .instant { devnet.setMining(.manual) }
    },
    CheatMethod("getAutomine", [.anvil, .hardhat], 0) { devnet, _ in .bool(devnet.mining == .instant) },
    CheatMethod(silent: "setIntervalMining", [.evm, .anvil], 1) { devnet, parameters in
      devnet.setMining(.interval(try parameters(0).looseUInt64()))
    },
    CheatMethod("getIntervalMining", [.anvil], 0) { devnet, _ in
      if case .interval(let seconds) = devnet.mining { .number(String(seconds)) } else { .null }
    },
    CheatMethod(silent: "setCoinbase", [.anvil, .hardhat], 1) { devnet, parameters in
      try devnet.setCoinbase(parameters(0).address())
    },
    CheatMethod("setBlockGasLimit", [.evm, .anvil], 1) { devnet, parameters in
      try devnet.setBlockGasLimit(parameters(0).looseUInt64())
      return true
    },
    CheatMethod(silent: "setNextBlockBaseFeePerGas", [.anvil, .hardhat], 1) { devnet, parameters in
      try devnet.setNextBaseFee(parameters(0).looseUInt256())
    },
    CheatMethod(silent: "setPrevRandao", [.anvil, .hardhat], 1) { devnet, parameters in
      try devnet.setNextPrevRandao(Hash32(parameters(0).slot()))
    },
    CheatMethod(silent: "setMinGasPrice", [.anvil, .hardhat], 1) { _, _ in
      throw DevnetError(
        .invalidParameters,
        "the devnet has no minimum gas price: blocks have a base fee, set it with "
          + "anvil_setNextBlockBaseFeePerGas")
    },
  ]

  private static func mineDetailed(_ devnet: isolated Devnet, _ parameters: Parameters) async throws -> JSON? {
    .array(try await mined(parameters.optional(0), devnet).map { $0.json(full: true) })
  }

  /// Makes the blocks of `evm_mine`, whose parameter is a time or an object of one and a count; gives them.
  private static func mined(_ options: Argument?, _ devnet: isolated Devnet) async throws -> [DevnetBlock] {
    let isObject = options?.json.object != nil
    let timestamp = try isObject ? options?.field("timestamp")?.looseUInt64() : options?.looseUInt64()
    let count = try isObject ? options?.field("blocks")?.looseUInt64() ?? 1 : 1
    if let timestamp { try devnet.setNextBlockTimestamp(timestamp) }
    return try await devnet.mine(blocks: count)
  }
}
