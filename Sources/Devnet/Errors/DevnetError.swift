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
    /// The message is no request of JSON-RPC 2.0, or a batch of none or too many.
    public static let invalidRequest = Code("invalidRequest", -32600)
    /// The devnet has no such method, or no such subscription.
    public static let methodNotFound = Code("methodNotFound", -32601)
    /// A parameter is missing, of another form, or out of its range.
    public static let invalidParameters = Code("invalidParameters", -32602)
    /// A failure of the devnet itself.
    public static let internalError = Code("internalError", -32603)
    /// More than the devnet does at once, gives in one answer, or keeps in memory.
    public static let limitExceeded = Code("limitExceeded", -32005)

    // Transactions.
    /// The bytes are no transaction, or its signature is wrong.
    public static let malformedTransaction = Code("malformedTransaction")
    /// The transaction or the request is for another chain.
    public static let wrongChain = Code("wrongChain")
    /// A transaction that waits already, or is in a block.
    public static let alreadyKnown = Code("alreadyKnown")
    /// The account has used the nonce already.
    public static let nonceTooLow = Code("nonceTooLow")
    /// The fees of a replacement are not ten percent above those of what it would replace; on Kaia, not above them.
    public static let replacementUnderpriced = Code("replacementUnderpriced")
    /// The sender, or on Kaia the fee payer, has less than value and gas may cost.
    public static let insufficientFunds = Code("insufficientFunds")
    /// As many transactions wait, or as many bytes of them, as the pool takes.
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
    /// No gas limit that is allowed and that the sender can pay for suffices.
    public static let gasAllowanceExceeded = Code("gasAllowanceExceeded")

    /// An override of the state that can't be.
    public static let invalidOverride = Code("invalidOverride")

    // eth_simulateV1.
    /// A call that the chain's rules refuse, with the number of the rule.
    static func simulation(_ refusal: String, _ number: Int) -> Code { Code("simulation.\(refusal)", number) }
    /// A call wants more gas than is left in its block.
    public static let simulatedBlockGasLimit = Code("simulatedBlockGasLimit", -38015)
    /// The calls want more gas than a simulation may use.
    public static let simulatedGasLimit = Code("simulatedGasLimit", -38026)
    /// A block's number is not above that of the one before.
    public static let simulatedNumberOrder = Code("simulatedNumberOrder", -38020)
    /// A block's time is not after that of the one before.
    public static let simulatedTimeOrder = Code("simulatedTimeOrder", -38021)
    /// There are more than `Devnet.mostSimulatedBlocks`, those left out between two numbers counted.
    public static let tooManySimulatedBlocks = Code("tooManySimulatedBlocks", -38026)

    /// No such filter, or it was taken away.
    public static let unknownFilter = Code("unknownFilter")

    // Another chain, from which this one goes on.
    /// Something that is needed of it could not be read.
    public static let originFailed = Code("originFailed")
    /// The request takes the whole state, and only parts of it are known.
    public static let unknownState = Code("unknownState")

    /// No such transaction is there, or none at this place of a block.
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
    /// No such block is there, or it is not the one that it has to be.
    public static let unknownBlock = Code("unknownBlock")
    /// The bytes are no block.
    public static let malformedBlock = Code("malformedBlock")
    /// A block that says something else than its execution gives.
    public static let invalidBlock = Code("invalidBlock")
    /// A genesis can't be read, or contradicts itself.
    public static let malformedGenesis = Code("malformedGenesis")
    /// A time that the block can't have: not after its parent's, or too late.
    public static let invalidTimestamp = Code("invalidTimestamp")
  }

  /// The kind of failure; equality goes by this alone.
  public let code: Code
  /// The failure and its reason, in at most four lines.
  public let message: String
  /// The data that a reverted call gave.
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
