/// A false statement of a node.
enum Lie: String, CaseIterable, Sendable {
  case inventedTransaction = "the nonce is too low; an invented transaction has it"
  case strangersTransaction = "the nonce is too low; somebody else's transaction has it"
  case nonceTooLow = "the nonce is too low; nothing is shown"
  case unknownText = "an unknown error (\"header not found\")"
  case insufficientFunds = "the account cannot pay"
  case sameNonce = "Kaia's \"another tx which has the same nonce\""
  case alreadyKnown = "\"already known\", and it keeps nothing"
  case swallowed = "taken, and it publishes nothing"
  case otherHash = "taken, with another hash"
  case inventedSuccess = "the transaction succeeded, in a block that does not name it; it keeps nothing"
  case inventedBlock = "the transaction succeeded, in a block of the node's own that names it; it keeps nothing"
  case failed = "the transaction failed"
  case noReceipt = "there is no receipt"
  case otherBlock = "the receipt is in a block that is not there"
  case otherGenesis = "another first block"
  case fork = "it is a fork"
  case countTooHigh = "the account sent five more"
  case gasZero = "it takes no gas"
  case gasHuge = "it takes 30,000,000 gas"
  case reopened = "the lecture was reopened, and the account is no student"
  case noLogs = "there are no logs, and the account is no student"
  // Where validators seal the blocks.
  case failedInBlock = "the transaction failed, and the block's receipts say so"
  case ownValidators = "the transaction failed, in a block that validators of its own sealed"

  static let ofSeals: Set<Lie> = [.failedInBlock, .ownValidators]

  /// Whether it tells of a success that is on no chain.
  var inventsSuccess: Bool { self == .inventedSuccess || self == .inventedBlock }

  /// Whether it takes the bytes and mines nothing before it is made to.
  var hidesBytes: Bool {
    switch self {
    case .failed, .noReceipt, .otherBlock, .otherGenesis, .fork, .countTooHigh, .gasZero, .gasHuge, .reopened, .noLogs,
      .failedInBlock, .ownValidators:
      false
    default: true
    }
  }
}
