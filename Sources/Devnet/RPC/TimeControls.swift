import JSONFields
import StrictJSON

/// The cheat methods for the time of blocks, and for snapshots.
enum TimeControls {
  static let table: [CheatMethod] = [
    CheatMethod("snapshot", [.evm, .anvil], 0) { devnet, _ in .quantity(devnet.snapshot()) },
    CheatMethod("revert", [.evm, .anvil], 1) { devnet, parameters in
      .bool(try devnet.revert(to: parameters(0).looseUInt64()))
    },
    CheatMethod("increaseTime", [.evm, .anvil], 1) { devnet, parameters in
      .number(String(try devnet.increaseTime(by: parameters(0).looseUInt64())))
    },
    CheatMethod("setTime", [.evm, .anvil], 1) { devnet, parameters in
      // Callers count seconds or milliseconds; no number is a likely time in both.
      let time = try parameters(0).looseUInt64()
      return .number(String(try devnet.setTime(time > 100_000_000_000 ? time / 1000 : time)))
    },
    CheatMethod("setNextBlockTimestamp", [.evm, .anvil], 1) { devnet, parameters in
      try devnet.setNextBlockTimestamp(parameters(0).looseUInt64())
      return .null
    },
    CheatMethod(silent: "setBlockTimestampInterval", [.anvil], 1) { devnet, parameters in
      try devnet.setTimestampInterval(parameters(0).looseUInt64())
    },
    CheatMethod("removeBlockTimestampInterval", [.anvil], 0) { devnet, _ in
      let wasSet = devnet.ledger.clock.setting.interval != nil
      try devnet.setTimestampInterval(nil)
      return .bool(wasSet)
    },
  ]
}
