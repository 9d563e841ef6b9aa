import EVM
import Primitives
import Testing

/// RIPEMD-160's account is there, and empty. A contract calls another one with all that it has; what becomes of the account
/// is what the executable specification (ethereum-execution 2.20.0) has for the same.
@Suite("The touch that outlives failures")
struct LastingTouchTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The code of the called contract.
    let code: String
    /// Whether the account is gone afterwards.
    let isGone: Bool
    /// What a third contract has, which destroys itself in the account's favour.
    var balance: UInt256 = 0

    init(_ text: String, _ code: String, isGone: Bool, balance: UInt256 = 0) {
      testDescription = text
      self.code = code
      self.isGone = isGone
      self.balance = balance
    }
  }

  /// CALL of the account with no value, with 1 wei; then POP.
  private static let call = "6000600060006000600060035af150"
  private static let pay = "6000600060006000600160035af150"
  /// CALL of the contract that destroys itself.
  private static let destroy = "600060006000600060006110335af150"
  private static let fail = "fe"

  static let cases = [
    Case("a call of a call that fails", call + fail, isGone: true),
    Case("a call that brought ether, which goes back", pay + fail, isGone: false),
    Case("a call when there is ether that goes back later", pay + call + fail, isGone: false),
    Case("a call that can't pay for the precompile", "6000600060006000600060036000f150", isGone: true),
    Case("the same in a call that fails", "6000600060006000600060036000f150" + fail, isGone: true),
    Case("one with ether that can't pay for it", "600060006102806000600160036000f150", isGone: true),
    Case("the same in a call that fails, with ether", "600060006102806000600160036000f150" + fail, isGone: true),
    Case("nothing from a SELFDESTRUCT in a call that fails", destroy + fail, isGone: true),
    Case("ether from a SELFDESTRUCT in a call that fails", destroy + fail, isGone: false, balance: 1),
    Case("STATICCALL in a call that fails", "600060006000600060035afa50" + fail, isGone: true),
    Case("CALLCODE in a call that fails", "6000600060006000600060035af250" + fail, isGone: false),
    Case("DELEGATECALL in a call that fails", "600060006000600060035af450" + fail, isGone: false),
  ]

  @Test("is that of an empty account at a call's end, or of one that got nothing by SELFDESTRUCT", arguments: cases)
  func outcome(_ example: Case) throws {
    let ripemd = Address(truncating: 3)
    let (caller, callee, destroyed) = (
      Address(truncating: 0x1011), Address(truncating: 0x1022), Address(truncating: 0x1033)
    )
    func contract(_ hex: String, _ balance: UInt256) throws -> StateChanges.Change {
      let code = Code(try Hex.decode("0x" + hex))
      return .init(account: Account(nonce: 1, balance: balance, codeHash: code.hash), code: code)
    }
    var state = MemoryState()
    state.apply(
      StateChanges(accounts: [
        Address(truncating: 0x5e): .init(account: Account(balance: 1_000_000_000)), ripemd: .init(account: Account()),
        caller: try contract("600060006000600060006110225a" + "f150", 5), callee: try contract(example.code, 5),
        destroyed: try contract("6003ff", example.balance),
      ]))
    for fork in [Fork.byzantium, .berlin, .london] {
      let machine = Machine(rules: RuleSet(fork), block: BlockEnvironment(baseFee: 0), state: Journal(state))
      let result = try machine.execute(
        EVMTransaction(
          sender: Address(truncating: 0x5e), nonce: 0, to: caller, gasLimit: 500_000, maxFeePerGas: 10))
      #expect(result.isSuccess)
      #expect(try (machine.state.account(ripemd) == nil) == example.isGone, "\(fork)")
    }
  }

  @Test("is none of a transaction that fails itself")
  func transaction() throws {
    let ripemd = Address(truncating: 3)
    var state = MemoryState()
    state.apply(
      StateChanges(accounts: [
        Address(truncating: 0x5e): .init(account: Account(balance: 1_000_000_000)), ripemd: .init(account: Account()),
      ]))
    for (gasLimit, isGone) in [(21_100, false), (100_000, true)] as [(UInt64, Bool)] {
      let machine = Machine(rules: RuleSet(.byzantium), block: BlockEnvironment(), state: Journal(state))
      let result = try machine.execute(
        EVMTransaction(
          sender: Address(truncating: 0x5e), nonce: 0, to: ripemd, gasLimit: gasLimit, maxFeePerGas: 10))
      #expect(result.isSuccess == isGone)
      #expect(try (machine.state.account(ripemd) == nil) == isGone)
    }
  }
}
