import EVM
import Primitives

/// The outcome that a transaction would have.
public struct SimulatedTransaction: Sendable, Hashable {
  /// The ways to end.
  public enum Outcome: Sendable, Hashable {
    /// With what the contract returned; for a creation the code.
    case success(Bytes)
    /// The contract took its changes back, with the data that says why. The fee is paid.
    case reverted(Bytes)
    /// The contract did what it mustn't: all its gas is gone.
    case failed(ExecutionFailure)
    /// The block can't have the transaction: nothing of it is carried out, nobody pays.
    case refused(EVMError)
  }

  /// Its end.
  public let outcome: Outcome
  /// The units of gas that the sender pays for.
  public let gasUsed: UInt64
  /// Wei for a unit of gas, the priority fee included.
  public let gasPrice: UInt256
  /// The lowest gas limit with which it succeeds, at most one 64th above that; nil if it doesn't succeed.
  public let gasLimit: UInt64?
  /// The events, in order; none unless it succeeds.
  public let logs: [EVM.Log]
  /// Every account that is different afterwards, by address: the sender and who gets the fees among them.
  public let accounts: [AccountChange]
  /// The contract that it creates itself, if it is to and succeeds; those that contracts create are in `accounts`.
  public let createdAddress: Address?
  /// The call, and those that were made out of it; nil if nothing ran.
  public let calls: CallTreeTracer.Node?

  /// Whether it would succeed.
  public var isSuccess: Bool { if case .success = outcome { true } else { false } }
  /// The fee for the gas, in wei.
  public var fee: UInt256 { gasPrice.multipliedReportingOverflow(by: UInt256(gasUsed)).partialValue }

  /// A transaction of which no more than outcome, gas and price is known: refused, or carried out by a node.
  init(told outcome: Outcome, gas: UInt64 = 0, price: UInt256 = 0) {
    self.outcome = outcome
    (gasUsed, gasPrice, gasLimit) = (gas, price, gas > 0 ? gas : nil)
    (logs, accounts, createdAddress, calls) = ([], [], nil, nil)
  }

  init(result: ExecutionResult, gasLimit: UInt64?, accounts: [AccountChange], calls: CallTreeTracer.Node?) {
    outcome =
      switch result.outcome {
      case .success: .success(result.output)
      case .reverted: .reverted(result.output)
      case .failed(let failure): .failed(failure)
      }
    gasUsed = result.gasUsed
    gasPrice = result.gasPrice
    logs = result.logs
    createdAddress = result.createdAddress
    self.gasLimit = gasLimit
    self.accounts = accounts
    self.calls = calls
  }
}

/// The change that a transaction would make to an account.
public struct AccountChange: Sendable, Hashable {
  /// A slot with its values before and after.
  public struct SlotChange: Sendable, Hashable {
    /// The slot's number.
    public let slot: UInt256
    /// The value before the transaction; 0 if it was never set.
    public let before: UInt256
    /// The value that it would have after it.
    public let after: UInt256
  }

  /// The account.
  public let address: Address
  /// The balance before, in wei.
  public let balanceBefore: UInt256
  /// The balance after, in wei.
  public let balanceAfter: UInt256
  /// The number of transactions that it sent, or contracts it created, before.
  public let nonceBefore: UInt64
  /// The number after.
  public let nonceAfter: UInt64
  /// Whether it is a contract that was none before.
  public let isCreated: Bool
  /// Whether it is gone, as after SELFDESTRUCT.
  public let isDeleted: Bool
  /// The slots that changed, in their order.
  public let storage: [SlotChange]

  init(_ address: Address, _ change: StateChanges.Change, before state: ChangedNodeState) throws {
    let before = try state.account(address)
    self.address = address
    balanceBefore = before?.balance ?? 0
    balanceAfter = change.account?.balance ?? 0
    nonceBefore = before?.nonce ?? 0
    nonceAfter = change.account?.nonce ?? 0
    let hadCode = before.map { $0.codeHash != Code.empty.hash } ?? false
    isCreated = !hadCode && change.code.map { $0.count > 0 && $0.delegate == nil } ?? false
    isDeleted = before != nil && change.account == nil
    storage = try change.storage.sorted { $0.key < $1.key }.map { slot, value in
      SlotChange(slot: slot, before: try state.storage(address, slot), after: value)
    }
  }
}
