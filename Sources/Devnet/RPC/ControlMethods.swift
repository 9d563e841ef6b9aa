import Primitives
import StrictJSON

extension Devnet {
  /// The controls of other devnets under their names: `evm_`, and the same ones as `anvil_` and `hardhat_`, which differ
  /// in what they answer.
  static let controlMethods: [String: RPCMethod] = {
    var methods: [String: RPCMethod] = [
      "evm_snapshot": RPCMethod(0) { devnet, _ in .quantity(devnet.snapshot()) },
      "evm_revert": RPCMethod(1) { devnet, parameters in
        .bool(devnet.revert(to: try parameters(0).looseUInt64()))
      },
      "evm_increaseTime": RPCMethod(1) { devnet, parameters in
        .number(String(try devnet.increaseTime(by: parameters(0).looseUInt64())))
      },
      "evm_setNextBlockTimestamp": RPCMethod(1) { devnet, parameters in
        try devnet.setNextBlockTimestamp(parameters(0).looseUInt64())
        return .null
      },
      "evm_mine": RPCMethod(1) { devnet, parameters in
        if let timestamp = parameters.optional(0) { try devnet.setNextBlockTimestamp(timestamp.looseUInt64()) }
        try devnet.mine()
        return "0x0"
      },
      "evm_setAutomine": RPCMethod(1) { devnet, parameters in
        devnet.setMining(try parameters(0).bool() ? .instant : .manual)
        return true
      },
    ]
    for (prefix, answer) in [("anvil", JSON.null), ("hardhat", true)] {
      methods["\(prefix)_setBalance"] = RPCMethod(2) { devnet, parameters in
        devnet.setBalance(try parameters(1).looseUInt256(), of: try parameters(0).address())
        return answer
      }
      methods["\(prefix)_setNonce"] = RPCMethod(2) { devnet, parameters in
        devnet.setNonce(try parameters(1).looseUInt64(), of: try parameters(0).address())
        return answer
      }
      methods["\(prefix)_setCode"] = RPCMethod(2) { devnet, parameters in
        devnet.setCode(try parameters(1).bytes(), of: try parameters(0).address())
        return answer
      }
      methods["\(prefix)_setStorageAt"] = RPCMethod(3) { devnet, parameters in
        let (slot, value) = try (parameters(1).slot(), parameters(2).slot())
        devnet.setStorage(value, slot: slot, of: try parameters(0).address())
        return true
      }
      methods["\(prefix)_mine"] = RPCMethod(2) { devnet, parameters in
        let interval = try parameters.optional(1)?.looseUInt64()
        try devnet.mine(blocks: parameters.optional(0)?.looseUInt64() ?? 1, interval: interval)
        return answer
      }
      methods["\(prefix)_getAutomine"] = RPCMethod(0) { devnet, _ in .bool(devnet.mining == .instant) }
    }
    return methods
  }()
}
