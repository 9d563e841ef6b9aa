import Keys
import Primitives
import Transactions

extension TransactionError {
  /// The error of Kaia's nodes for bytes that are no transaction, in one line: whoever asks over JSON-RPC may be no
  /// user of this program, to whom the error's own text gives advice.
  ///
  /// - Parameter bytes: those that could not be read.
  func nodeText(of bytes: Bytes) -> String {
    switch code {
    case .invalidAccountKey: accountKeyError?.nodeText ?? KaiaTransactionFailure.unserializableKey.nodeText
    case .nonceTooLarge: "nonce has max value"
    case .unknownType, .typeNotInFork: "undefined tx type"
    case .missingSignature: "invalid sender: invalid transaction v, r, s values"
    case .missingFeePayer where (try? PartlySignedTransaction(decoding: bytes))?.encoded(.senderPart) == bytes:
      // The sender's part alone, as wallets hand it to a fee payer.
      "rlp: too few elements"
    case .missingFeePayer: "invalid fee payer: invalid transaction v, r, s values"
    case .invalidV, .invalidSignature, .highS, .recoveryFailed:
      "invalid \(field?.contains("feePayer") == true ? "fee payer" : "sender"): invalid transaction v, r, s values"
    case .unknownChain, .wrongChain: "invalid chain id"
    default: "rlp: \(message)"
    }
  }
}

extension AccountKeyError {
  /// The error of Kaia's nodes for a key that no account can get.
  var nodeText: String {
    if let failure = transactionError.flatMap(KaiaTransactionFailure.init(rawValue:)) { return failure.nodeText }
    return switch code {
    case .tooManyKeys: "the number of keys exceeds the limit"
    case .unknownKind: "undefined account key type"
    default: KaiaTransactionFailure.unserializableKey.nodeText
    }
  }
}
