import Primitives
import StrictJSON

/// The cheat methods that set accounts and impersonate them.
enum AccountControls {
  static let table: [CheatMethod] = [
    CheatMethod(silent: "setBalance", [.anvil, .hardhat], 2) { devnet, parameters in
      try devnet.setBalance(parameters(1).looseUInt256(), of: parameters(0).address())
    },
    CheatMethod(silent: "addBalance", [.anvil], 2) { devnet, parameters in
      let (address, more) = try (parameters(0).address(), parameters(1).looseUInt256())
      let (sum, overflow) = try devnet.balance(of: address).addingReportingOverflow(more)
      guard !overflow else { throw try parameters(1).invalid("the balance would be above 2^256 - 1") }
      try devnet.setBalance(sum, of: address)
    },
    CheatMethod(silent: "setNonce", [.anvil, .hardhat], 2, setNonce),
    CheatMethod(silent: "setAccountNonce", [.evm], 2, setNonce),
    CheatMethod(silent: "setCode", [.anvil, .hardhat], 2) { devnet, parameters in
      try devnet.setCode(parameters(1).bytes(), of: parameters(0).address())
    },
    CheatMethod("setStorageAt", [.anvil, .hardhat], 3) { devnet, parameters in
      let (slot, value) = try (parameters(1).looseSlot(), parameters(2).looseSlot())
      try devnet.setStorage(value, slot: slot, of: parameters(0).address())
      return true
    },
    CheatMethod(silent: "impersonateAccount", [.anvil, .hardhat], 1) { devnet, parameters in
      guard devnet.impersonation.accounts.count < Impersonation.most else {
        throw DevnetError(
          .limitExceeded,
          "\(Impersonation.most) accounts are impersonated, no more can be: take all with anvil_autoImpersonateAccount")
      }
      devnet.impersonate(try parameters(0).address())
    },
    CheatMethod("stopImpersonatingAccount", [.anvil, .hardhat], 1) { devnet, parameters in
      let wasImpersonated = devnet.stopImpersonating(try parameters(0).address())
      return wasImpersonated ? nil : .bool(false)
    },
    CheatMethod(silent: "autoImpersonateAccount", [.anvil, .hardhat], 1) { devnet, parameters in
      devnet.setImpersonatesAll(try parameters(0).bool())
    },
  ]

  private static func setNonce(_ devnet: isolated Devnet, _ parameters: Parameters) throws {
    try devnet.setNonce(parameters(1).looseUInt64(), of: parameters(0).address())
  }
}
