@_exported import Failures
import Primitives
import StrictJSON

/// Why the devnet didn't do what it was asked.
///
/// The message begins as geth's does, for clients look for its words.
public typealias DevnetError = DomainError<DevnetErrors>

/// The domain of ``DevnetError``.
public enum DevnetErrors: ErrorDomain {
  /// The data that a reverted call gave.
  public typealias Subject = Bytes
}

extension ErrorCode<DevnetErrors> {
  // JSON-RPC.
  /// The message is no request of JSON-RPC 2.0, or a batch of none or too many.
  public static var invalidRequest: Self { Self("invalidRequest", -32600) }
  /// The devnet has no such method, or no such subscription.
  public static var methodNotFound: Self { Self("methodNotFound", -32601) }
  /// A parameter is missing, of another form, or out of its range.
  public static var invalidParameters: Self { Self("invalidParameters", -32602) }
  /// A failure of the devnet itself.
  public static var internalError: Self { Self("internalError", -32603) }
  /// More than the devnet does at once, gives in one answer, or keeps in memory.
  public static var limitExceeded: Self { Self("limitExceeded", -32005) }

  // Transactions.
  /// The bytes are no transaction, or its signature is wrong.
  public static var malformedTransaction: Self { Self("malformedTransaction") }
  /// The transaction or the request is for another chain.
  public static var wrongChain: Self { Self("wrongChain") }
  /// A transaction that waits already, or is in a block.
  public static var alreadyKnown: Self { Self("alreadyKnown") }
  /// The account has used the nonce already.
  public static var nonceTooLow: Self { Self("nonceTooLow") }
  /// The fees of a replacement are not ten percent above those of what it would replace; on Kaia, not above them.
  public static var replacementUnderpriced: Self { Self("replacementUnderpriced") }
  /// The sender, or on Kaia the fee payer, has less than value and gas may cost.
  public static var insufficientFunds: Self { Self("insufficientFunds") }
  /// As many transactions wait, or as many bytes of them, as the pool takes.
  public static var poolFull: Self { Self("poolFull") }
  /// The transaction was sent, and no block has it yet (EIP-7966); `data` is its hash.
  public static var stillPending: Self { Self("stillPending", 4) }
  /// The EVM's rules refuse the transaction.
  public static var refusedTransaction: Self { Self("refusedTransaction") }
  /// Its gas does not pay for the transaction itself, before any code runs.
  public static var intrinsicGas: Self { Self("intrinsicGas") }
  /// The devnet has no key of the account.
  public static var unknownAccount: Self { Self("unknownAccount") }

  // Calls.
  /// The contract reverted; `data` is what it gave.
  public static var reverted: Self { Self("reverted", 3) }
  /// The code failed otherwise.
  public static var executionFailed: Self { Self("executionFailed") }
  /// No gas limit that is allowed and that the sender can pay for suffices.
  public static var gasAllowanceExceeded: Self { Self("gasAllowanceExceeded") }

  /// An override of the state that can't be.
  public static var invalidOverride: Self { Self("invalidOverride") }

  // eth_simulateV1.
  /// A call that the chain's rules refuse, with the number of the rule.
  static func simulation(_ refusal: String, _ number: Int) -> Self { Self("simulation.\(refusal)", number) }
  /// A call wants more gas than is left in its block.
  public static var simulatedBlockGasLimit: Self { Self("simulatedBlockGasLimit", -38015) }
  /// The calls want more gas than a simulation may use.
  public static var simulatedGasLimit: Self { Self("simulatedGasLimit", -38026) }
  /// A block's number is not above that of the one before.
  public static var simulatedNumberOrder: Self { Self("simulatedNumberOrder", -38020) }
  /// A block's time is not after that of the one before.
  public static var simulatedTimeOrder: Self { Self("simulatedTimeOrder", -38021) }
  /// There are more than `Devnet.mostSimulatedBlocks`, those left out between two numbers counted.
  public static var tooManySimulatedBlocks: Self { Self("tooManySimulatedBlocks", -38026) }

  /// No such filter, or it was taken away.
  public static var unknownFilter: Self { Self("unknownFilter") }

  // Another chain, from which this one goes on.
  /// Something that is needed of it could not be read.
  public static var originFailed: Self { Self("originFailed") }
  /// The request takes the whole state, and only parts of it are known.
  public static var unknownState: Self { Self("unknownState") }

  /// No such transaction is there, or none at this place of a block.
  public static var unknownTransaction: Self { Self("unknownTransaction") }
  /// The state before it is not known.
  public static var untraceable: Self { Self("untraceable") }

  // The file that keeps the chain.
  /// The system refuses to read or write it; the chain is as it was before.
  public static var storageFailed: Self { Self("storageFailed") }
  /// Another process keeps its chain there.
  public static var storageBusy: Self { Self("storageBusy") }
  /// The stored chain says things that cannot be.
  public static var storageDamaged: Self { Self("storageDamaged") }
  /// The stored chain belongs to another chain, or to another program or version.
  public static var otherStorage: Self { Self("otherStorage") }

  // Blocks.
  /// No such block is there, or it is not the one that it has to be.
  public static var unknownBlock: Self { Self("unknownBlock") }
  /// The bytes are no block.
  public static var malformedBlock: Self { Self("malformedBlock") }
  /// A block that does not match its execution.
  public static var invalidBlock: Self { Self("invalidBlock") }
  /// A genesis can't be read, or contradicts itself.
  public static var malformedGenesis: Self { Self("malformedGenesis") }
  /// A time that the block can't have: not after its parent's, or too late.
  public static var invalidTimestamp: Self { Self("invalidTimestamp") }
}

extension DevnetError {
  /// The data that a reverted call gave.
  public var data: Bytes? { subject }
  /// The number of the error in JSON-RPC.
  public var number: Int { code.number ?? -32000 }

  /// An error that another chain's node answered, as it is.
  init(answered number: Int, _ message: String, data: JSON?) {
    let code = Code("originFailed", number == -32000 ? nil : number)
    self.init(code, message, about: data?.string.flatMap { try? Bytes(hex: $0) })
  }
}
