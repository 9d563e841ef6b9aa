import Primitives

/// A call or creation: what a transaction, another contract or the chain itself sends.
public struct Message: Sendable, Hashable {
  /// The ways of calling.
  public enum Kind: Sendable, Hashable {
    /// A kind for each instruction that calls or creates. Code that runs by `callCode` or `delegateCall` (EIP-7) uses the
    /// caller's storage, by `staticCall` (EIP-214) changes nothing; `create2` (EIP-1014) takes the address from the
    /// code.
    case call, callCode, delegateCall, staticCall, create, create2

    /// Whether it makes a contract.
    public var isCreation: Bool { self == .create || self == .create2 }
  }

  /// The way of calling.
  public var kind: Kind
  /// The account that `msg.sender` is.
  public var caller: Address
  /// The account that is called, or the address of the contract to create.
  public var target: Address
  /// The money that the call carries, in wei.
  public var value: UInt256
  /// The calldata, or the creation code.
  public var input: [UInt8]
  /// The gas that the call gets, in units.
  public var gas: UInt64

  /// A call with calldata, or the creation of a contract with its code.
  public init(
    kind: Kind = .call, caller: Address, target: Address, value: UInt256 = 0, input: [UInt8] = [], gas: UInt64
  ) {
    self.kind = kind
    self.caller = caller
    self.target = target
    self.value = value
    self.input = input
    self.gas = gas
  }
}

/// The end of a message.
public struct CallResult: Sendable, Hashable {
  /// The three ways to end.
  public enum Outcome: Sendable, Hashable {
    /// The call ended well; its changes stay, unless a call further out fails.
    case success
    /// The contract took its changes back and says why in the output.
    case reverted
    /// The contract did what it mustn't; all its gas is gone.
    case failed(ExecutionFailure)
  }

  /// Its end.
  public var outcome: Outcome
  /// The gas that was not used, in units.
  public var gasLeft: UInt64
  /// The data that it returned: for a creation the code, for a revert the reason.
  public var output: [UInt8]

  /// Whether it ended well.
  public var isSuccess: Bool { outcome == .success }

  /// A result, by default without gas or output.
  public init(outcome: Outcome, gasLeft: UInt64 = 0, output: [UInt8] = []) {
    self.outcome = outcome
    self.gasLeft = gasLeft
    self.output = output
  }
}

/// Why a frame failed and lost its gas.
public enum ExecutionFailure: Sendable, Hashable {
  /// An instruction cost more than was left.
  case outOfGas
  /// An instruction takes more items than the stack has.
  case stackUnderflow
  /// An instruction would leave more than 1024 items on the stack.
  case stackOverflow
  /// JUMP or JUMPI to a place that is no JUMPDEST.
  case invalidJump
  /// An opcode that the rules don't have; INVALID is one.
  case invalidOpcode(UInt8)
  /// A change of the state within STATICCALL (EIP-214).
  case writeProtection
  /// RETURNDATACOPY beyond the data (EIP-211).
  case returnDataOutOfBounds
  /// More memory than the rules allow, whatever the gas.
  case memoryLimit
  /// Code that begins with 0xEF (EIP-3541).
  case invalidCode
  /// The gas doesn't pay for a new contract's code (EIP-2).
  case codeDeposit
  /// More code than EIP-170 allows.
  case codeSize
  /// More creation code than EIP-3860 allows.
  case initCodeSize
  /// There is a contract already where one should be created.
  case addressCollision
  /// A precompile refused its input.
  case precompile
  /// The caller has less than the value it sends.
  case insufficientBalance
  /// A call deeper than the rules allow.
  case callDepth
  /// The transaction exceeds the limit of `ComputationRules`.
  case computationLimit
  /// The account's key can't be changed so; the number is the receipt's reason.
  case accountKey(UInt8)
}
