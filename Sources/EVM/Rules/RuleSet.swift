import Primitives
import Transactions

/// All that a chain decides about execution: instructions, costs, limits, precompiles, what makes a transaction valid.
///
/// A plain value: Ethereum's are made by `RuleSet(_:)` from a list of changes, another chain's by changing one of them.
/// The interpreter knows no fork; it reads this.
public struct RuleSet: Sendable {
  /// The name of the rules.
  public var name = ""
  /// The instructions by opcode, 256 of them; nil is an invalid one.
  public private(set) var operations: [Operation?] = Array(repeating: nil, count: 256)
  /// The costs of instructions beyond their row.
  public var costs = GasSchedule()
  /// The costs of a transaction before any code runs.
  public var transactionCosts = TransactionCosts()
  /// The contracts that the chain carries out itself.
  public var precompiles: [Address: Precompile] = [:]
  /// Addresses where a simulation has another precompile, or none (nil). Which addresses cost no more at the first access
  /// stays as `precompiles` has it.
  public var precompileOverrides: [Address: Precompile?] = [:]

  // MARK: Calls and creations

  /// A call passes at most all but one 64th of its gas (EIP-150); before, it fails if it asks for more than there is.
  public var callsKeepOne64th = false
  /// A creation fails if its code can't be paid (EIP-2); before, it left an account without code.
  public var requiresCodeDeposit = false
  /// The nonce of a new contract: 1 since EIP-161.
  public var newContractNonce: UInt64 = 0
  /// The most bytes of code (EIP-170).
  public var maxCodeSize = Int.max
  /// The most bytes of creation code (EIP-3860).
  public var maxInitCodeSize = Int.max
  /// Whether code that begins with 0xEF is refused (EIP-3541).
  public var refusesCodeEF = false
  /// Whether an account's code may name another account whose code runs in its stead (EIP-7702).
  public var followsDelegations = false
  /// Whether SELFDESTRUCT deletes only what was created in the same transaction (EIP-6780).
  public var selfDestructsOnlyNew = false
  /// The deepest nesting of calls.
  public var callDepthLimit = 1024
  /// The most bytes of memory that a frame may have, however much gas there is: so much costs 137 billion of it.
  public var memoryLimit = 1 << 28

  // MARK: State

  /// Whether empty accounts that are touched vanish (EIP-161).
  public var deletesEmptyAccounts = false
  /// The account whose touch outlives the failure of the call that touched it, if it was empty then: the precompile
  /// RIPEMD-160, to which that happened in block 2,675,119.
  public var lastingTouch: Address?
  /// Whether the first access to an account or slot costs more (EIP-2929).
  public var tracksAccess = false
  /// Whether the coinbase counts as accessed from the beginning (EIP-3651).
  public var coinbaseIsWarm = false

  // MARK: Blocks

  /// The DAO fork, on a chain that knows of it (EIP-779).
  public var daoFork: DAOFork?
  /// Whether DIFFICULTY is PREVRANDAO (EIP-4399).
  public var usesPrevRandao = false
  /// The rules of the base fee; nil if there is none (EIP-1559).
  public var baseFee: BaseFeeRules?
  /// The market of blobs; nil if there is none (EIP-4844).
  public var blobs: BlobRules?
  /// Whether blocks pay withdrawals (EIP-4895).
  public var hasWithdrawals = false
  /// The reward of a block's producer, in wei; nil after the merge (EIP-3675).
  public var blockReward: UInt256?
  /// Calls that the chain makes at a block's beginning (EIP-4788, EIP-2935).
  public var openingCalls: [SystemCall] = []
  /// Calls at a block's end that give requests to the consensus layer (EIP-7002, EIP-7251).
  public var closingCalls: [SystemCall] = []
  /// Where the logs of deposits come from (EIP-6110).
  public var depositContract: Address?
  /// The most bytes of a block (EIP-7934).
  public var maxBlockSize = Int.max
  /// The most bytes of extra data in a header (Yellow Paper, 4.3.4).
  public var maxExtraDataSize = 32

  // MARK: Transactions

  /// The kinds of transaction there are (EIP-2718).
  public var transactionKinds: Set<TransactionKind> = [.legacy]
  /// The highest gas limit of a transaction (EIP-7825).
  public var maxTransactionGas = UInt64(Int64.max)
  /// Whether a signature may bind a legacy transaction to a chain (EIP-155).
  public var acceptsChainBoundSignatures = false
  /// Whether the upper half of the signatures' s is refused (EIP-2).
  public var requiresLowS = false
  /// Whether accounts have keys of their own, which decide who may sign for them.
  public var accountsHaveKeys = false
  /// Whether a receipt has a status (EIP-658) instead of the state's root.
  public var receiptsHaveStatus = false

  /// A second measure beside gas, if the chain has one.
  public var computation: ComputationRules?

  /// Rules without any instruction.
  public init() {}

  /// Adds an instruction or takes the place of one.
  public mutating func add(_ operation: Operation) { operations[Int(operation.opcode.rawValue)] = operation }

  /// Takes an instruction away.
  public mutating func remove(_ opcode: Opcode) { operations[Int(opcode.rawValue)] = nil }

  /// The row of an instruction; nil if there is no such one.
  public func operation(_ opcode: Opcode) -> Operation? { operations[Int(opcode.rawValue)] }

  /// Changes the base cost of instructions that are there.
  public mutating func reprice(_ opcodes: Opcode..., to gas: UInt64) {
    for opcode in opcodes { operations[Int(opcode.rawValue)]?.gas = gas }
  }
}

/// A limit on the work of a transaction beside gas, as Kaia's computation cost: every instruction has a weight, and a
/// transaction whose weights exceed the limit fails.
public struct ComputationRules: Sendable, Hashable {
  /// The weights by opcode, 256 of them.
  public var weights: [UInt64]
  /// The most that a transaction's weights may sum up to.
  public var limit: UInt64

  /// A limit; opcodes without a weight weigh nothing.
  public init(weights: [Opcode: UInt64], limit: UInt64) {
    self.weights = (0...255).map { weights[Opcode(rawValue: UInt8($0))] ?? 0 }
    self.limit = limit
  }
}

/// A call that the chain itself makes, from `SystemCall.caller`, beside all transactions.
public struct SystemCall: Sendable, Hashable {
  /// The calldata of a system call.
  public enum Input: Sendable, Hashable {
    /// The root of the beacon chain's block before, 32 bytes (EIP-4788).
    case parentBeaconBlockRoot
    /// The hash of the block before, 32 bytes (EIP-2935).
    case parentHash
    /// No calldata (EIP-7002, EIP-7251).
    case nothing
  }

  /// The EIP that asks for it.
  public var eip: Int
  /// The address of the system contract that is called.
  public var target: Address
  /// The kind of calldata that the call gets.
  public var input: Input
  /// The type byte of the request that its output is (EIP-7685).
  public var requestType: UInt8?

  /// The sender of system calls, `0xfffffffffffffffffffffffffffffffffffffffe` (EIP-4788).
  public static let caller = Address(truncating: UInt256.max - 1)
  /// The gas that a system call gets, in units.
  public static let gas: UInt64 = 30_000_000

  /// A system call; without a request type its output is none.
  public init(eip: Int, target: Address, input: Input, requestType: UInt8? = nil) {
    self.eip = eip
    self.target = target
    self.input = input
    self.requestType = requestType
  }
}
