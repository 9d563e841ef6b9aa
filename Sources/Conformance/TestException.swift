import EVM

/// Why a test says that its transaction is refused: names with `|` between them, any of which will do.
struct TestException {
  let text: String

  init(_ text: String) { self.text = text }

  /// Whether our reason is one of the names'; any is, if one of the names stands for none of ours.
  func allows(_ code: EVMError.Code) -> Bool {
    let rows = text.split(separator: "|").map { name in
      Self.codes[String(name.split(separator: ".").last ?? name).trimmed]
    }
    return rows.contains { $0?.contains(code) ?? true }
  }

  private static let codes: [String: [EVMError.Code]] = [
    "INSUFFICIENT_ACCOUNT_FUNDS": [.insufficientFunds],
    "GASLIMIT_PRICE_PRODUCT_OVERFLOW": [.insufficientFunds],
    "INTRINSIC_GAS_TOO_LOW": [.intrinsicGas],
    "INTRINSIC_GAS_BELOW_FLOOR_GAS_COST": [.intrinsicGas],
    "SENDER_NOT_EOA": [.senderNotEOA],
    "GAS_ALLOWANCE_EXCEEDED": [.blockGasLimit],
    "GAS_LIMIT_EXCEEDS_MAXIMUM": [.gasLimitTooHigh],
    "INSUFFICIENT_MAX_FEE_PER_GAS": [.feeCapTooLow],
    "PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS": [.priorityAboveFeeCap],
    "INITCODE_SIZE_EXCEEDED": [.initCodeSize],
    "TYPE_NOT_SUPPORTED": [.unknownKind],
    "TYPE_1_TX_PRE_FORK": [.unknownKind],
    "TYPE_2_TX_PRE_FORK": [.unknownKind],
    "TYPE_3_TX_PRE_FORK": [.unknownKind],
    "TYPE_4_TX_PRE_FORK": [.unknownKind],
    "TYPE_3_TX_ZERO_BLOBS": [.noBlobs],
    "TYPE_3_TX_ZERO_BLOBS_PRE_FORK": [.unknownKind, .noBlobs],
    "TYPE_3_TX_CONTRACT_CREATION": [.missingRecipient],
    "TYPE_3_TX_INVALID_BLOB_VERSIONED_HASH": [.blobHashVersion],
    "TYPE_3_TX_BLOB_COUNT_EXCEEDED": [.tooManyBlobs],
    "TYPE_3_TX_MAX_BLOB_GAS_ALLOWANCE_EXCEEDED": [.tooManyBlobs],
    "INSUFFICIENT_MAX_FEE_PER_BLOB_GAS": [.blobFeeCapTooLow],
    "TYPE_4_EMPTY_AUTHORIZATION_LIST": [.noAuthorizations],
    "TYPE_4_TX_CONTRACT_CREATION": [.missingRecipient],
    "NONCE_MISMATCH_TOO_LOW": [.nonceTooLow],
    "NONCE_MISMATCH_TOO_HIGH": [.nonceTooHigh],
    "NONCE_IS_MAX": [.nonceOverflow],
    "NONCE_OVERFLOW": [.nonceOverflow],
    "INVALID_CHAINID": [.wrongChain],
  ]
}

extension String {
  fileprivate var trimmed: String { filter { $0 != " " } }
}
