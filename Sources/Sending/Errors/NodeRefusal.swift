import NodeRPC

/// The reason why a node did not take a raw transaction, read from the words that clients use.
///
/// There is no standard for these: the codes are −32000 for nearly everything, so the text decides. The words are those
/// of geth, Kaia, Erigon, Nethermind, Besu, Reth, Hardhat, Anvil and py-evm.
enum NodeRefusal: Sendable, Hashable {
  /// The node has these very bytes already: a success.
  case alreadyKnown
  /// A transaction with this nonce was mined already.
  case nonceTooLow
  /// Something of the account with this nonce waits there already, perhaps these very bytes.
  case nonceHeld
  /// The price is too low, for the pool or to replace another transaction.
  case underpriced
  /// The account cannot pay.
  case insufficientFunds
  /// The fee payer cannot pay.
  case feePayerCannotPay
  /// The node refused for another reason, in words that are known to say so of the transaction itself.
  case other
  /// The node refused in words that nobody knows: whether it keeps the transaction is open.
  case unclear
  /// The node surely did not take the transaction, but not because of the transaction: the node could not be asked.
  case notAsked
  /// Nobody can tell whether the node took it (a timeout, a cut connection, a server error).
  case unknown

  /// The words for a transaction that is wrong in itself, whatever the state of the node.
  private static let definite = [
    "intrinsic gas", "gas limit", "configured cap", "invalid sender", "invalid signature", "invalid transaction",
    "invalid chain", "invalid argument", "invalid params", "invalid fee payer", "invalid raw", "invalid gas",
    "transaction type", "type not supported", "unsupported", "not supported", "initcode", "oversized", "rlp",
    "malformed",
    "cannot unmarshal", "chain id", "chainid", "replay-protected", "eip-155", "fee cap", "priority fee", "max fee",
    "tx fee", "pool is full", "nonce too high", "gapped", "not an eoa", "signature",
  ]

  init(_ error: NodeError) {
    guard error.code == .rpc, !error.isMethodMissing else {
      self = error.leavesOutcomeOpen ? .unknown : .notAsked
      return
    }
    let said = NodeRefusal(words: (error.rpcMessage ?? "").lowercased())
    // The answer to a second attempt does not settle the first, whose outcome stays open.
    self = error.leavesOutcomeOpen && said != .alreadyKnown ? .unknown : said
  }

  /// - Parameter words: In small letters.
  private init(words: String) {
    func says(_ candidates: String...) -> Bool { candidates.contains { words.contains($0) } }
    if says(
      "already known", "already imported", "already exists", "alreadyknown", "already in mempool")
      // Not of an "unknown transaction type".
      || says("known transaction") && !says("unknown transaction")
    {
      self = .alreadyKnown
    } else if says(
      "nonce too low", "nonce is too low", "oldnonce", "nonce_too_low", "nonce too small")
    {
      self = .nonceTooLow
    } else if says("another tx which has the same nonce") {
      // Kaia's pool replaces one by a dearer one since Magma, and by a cancellation at any price.
      self = .nonceHeld
    } else if says(
      "underpriced", "fee too low", "gas price too low", "feetoolow", "less than block base fee", "below base fee",
      "greater than or equal to basefee", "invalid unit price")
    {
      self = .underpriced
    } else if says("insufficient funds of the fee payer") {
      self = .feePayerCannotPay
    } else if says(
      "insufficient funds", "insufficient balance", "insufficientfunds", "not enough balance", "not enough funds")
    {
      self = .insufficientFunds
    } else if says("timeout", "timed out", "internal error", "try again") {
      self = .unknown
    } else if NodeRefusal.definite.contains(where: words.contains) {
      self = .other
    } else {
      self = .unclear
    }
  }
}
