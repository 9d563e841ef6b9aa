import EVM
import Keys
import Primitives
import Transactions

// The demands of Kaia's own types on their accounts, in the words of its nodes. A node looks at it when a transaction comes and
// not when it runs: what another one changed meanwhile counts only for keys.
extension KaiaTransactionValidator {
  /// Looks whether an operation can be done.
  ///
  /// - Throws: `refusedTransaction`, `originFailed`.
  func check(_ operation: KaiaTransaction.Operation, from sender: Address, _ machine: Machine) throws {
    switch operation {
    case .valueTransfer(let to, _), .memo(let to, _, _):
      try checkIsNoPrecompile(to)
      guard try machine.state.code(to).count == 0 else {
        throw DevnetError.refusal("recipient must be an EOA without code")
      }
    case .accountUpdate(let key):
      let old = try machine.state.signingKey(of: sender)
      do throws(AccountKeyError) {
        _ = try old.updated(by: key)
      } catch {
        throw DevnetError.refusal(error.nodeText)
      }
      guard try machine.state.code(sender).count == 0 else {
        throw DevnetError.refusal("sender must be an EOA without code")
      }
    case .deploy(let to, _, _, let humanReadable, let codeFormat):
      guard to == nil else {
        throw DevnetError.refusal("contract deploy transaction can't have a recipient address")
      }
      guard !humanReadable else { throw DevnetError.refusal(.humanReadableAddress) }
      guard codeFormat == 0 else { throw DevnetError.refusal(.codeFormat) }
    case .execution(let to, _, _):
      try checkIsNoPrecompile(to)
      guard try machine.state.code(to).count > 0 else {
        throw DevnetError.refusal("recipient must be an EOA with code or an SCA")
      }
    case .cancel, .anchoring: break
    }
  }

  /// Kaia keeps all addresses to 0x3ff for precompiles.
  private func checkIsNoPrecompile(_ address: Address) throws {
    guard (1...UInt256(PrecompileAddress.validateSender.rawValue)).contains(UInt256(address)) else { return }
    throw DevnetError.refusal("the address is reserved for pre-compiled contracts")
  }
}
