import Primitives
import StrictJSON

/// Why the devnet didn't do what it was asked.
///
/// Two errors are equal when their codes are. The message begins as geth's does, for clients look for its words.
public struct DevnetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// The number of the error in JSON-RPC.
    public let number: Int

    init(_ description: String, _ number: Int = -32000) {
      self.description = description
      self.number = number
    }

    // JSON-RPC.
    public static let invalidRequest = Code("invalidRequest", -32600)
    public static let methodNotFound = Code("methodNotFound", -32601)
    public static let invalidParameters = Code("invalidParameters", -32602)
    /// A failure of the devnet itself.
    public static let internalError = Code("internalError", -32603)
    /// More than the devnet does at once, tells in one answer, or keeps in memory.
    public static let limitExceeded = Code("limitExceeded", -32005)

    // Transactions.
    /// The bytes are no transaction, or its signature is wrong.
    public static let malformedTransaction = Code("malformedTransaction")
    public static let wrongChain = Code("wrongChain")
    public static let alreadyKnown = Code("alreadyKnown")
    public static let nonceTooLow = Code("nonceTooLow")
    /// The fees of a replacement are not ten percent above those of what it would replace.
    public static let replacementUnderpriced = Code("replacementUnderpriced")
    public static let insufficientFunds = Code("insufficientFunds")
    public static let poolFull = Code("poolFull")
    /// The transaction was sent, and no block has it yet (EIP-7966); `data` is its hash.
    public static let stillPending = Code("stillPending", 4)
    /// The EVM's rules refuse the transaction.
    public static let refusedTransaction = Code("refusedTransaction")
    /// Its gas does not pay for the transaction itself, before any code runs.
    public static let intrinsicGas = Code("intrinsicGas")
    /// The devnet has no key of the account.
    public static let unknownAccount = Code("unknownAccount")

    // Calls.
    /// The contract reverted; `data` is what it gave.
    public static let reverted = Code("reverted", 3)
    /// The code failed otherwise.
    public static let executionFailed = Code("executionFailed")
    public static let gasAllowanceExceeded = Code("gasAllowanceExceeded")

    /// An override of the state that can't be.
    public static let invalidOverride = Code("invalidOverride")

    // eth_simulateV1.
    /// A call that the chain's rules refuse, with the number that tells the rule.
    static func simulation(_ refusal: String, _ number: Int) -> Code { Code("simulation.\(refusal)", number) }
    public static let simulatedBlockGasLimit = Code("simulatedBlockGasLimit", -38015)
    /// The calls want more gas than a simulation may use.
    public static let simulatedGasLimit = Code("simulatedGasLimit", -38026)
    public static let simulatedNumberOrder = Code("simulatedNumberOrder", -38020)
    public static let simulatedTimeOrder = Code("simulatedTimeOrder", -38021)
    public static let tooManySimulatedBlocks = Code("tooManySimulatedBlocks", -38026)

    /// No such filter, or it was taken away.
    public static let unknownFilter = Code("unknownFilter")

    // Another chain, from which this one goes on.
    /// Something that is needed of it could not be read.
    public static let originFailed = Code("originFailed")
    /// What was asked for takes the whole state, and only parts of it are known.
    public static let unknownState = Code("unknownState")

    public static let unknownTransaction = Code("unknownTransaction")
    /// The state before it is not known.
    public static let untraceable = Code("untraceable")

    // The file that keeps the chain.
    /// The system refuses to read or write it; the chain is as it was before.
    public static let storageFailed = Code("storageFailed")
    /// Another process keeps its chain there.
    public static let storageBusy = Code("storageBusy")
    /// It says what can't be.
    public static let storageDamaged = Code("storageDamaged")
    /// It belongs to another chain, or to another program or version.
    public static let otherStorage = Code("otherStorage")

    // Blocks.
    public static let unknownBlock = Code("unknownBlock")
    public static let malformedBlock = Code("malformedBlock")
    /// A block that says something else than its execution gives.
    public static let invalidBlock = Code("invalidBlock")
    public static let malformedGenesis = Code("malformedGenesis")
    public static let invalidTimestamp = Code("invalidTimestamp")

    /// Files that a suite of tests is made of are not there.
    public static let missingFixture = Code("missingFixture")
  }

  public let code: Code
  /// What failed and why, in at most four lines.
  public let message: String
  /// What a reverted call gave.
  public let data: Bytes?

  init(_ code: Code, _ message: String, data: Bytes? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// An error that another chain's node answered, as it is.
  init(answered number: Int, _ message: String, data: JSON?) {
    self.init(Code("originFailed", number), message, data: data?.string.flatMap { try? Bytes(hex: $0) })
  }

  public var description: String { message }

  public static func == (left: DevnetError, right: DevnetError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
