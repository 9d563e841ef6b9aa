import EVM
import Primitives
import StrictJSON
import Transactions

extension Fork {
  /// The fork that GeneralStateTests call so.
  init?(stateTest name: String) {
    let names: [String: Fork] = [
      "EIP150": .tangerineWhistle, "EIP158": .spuriousDragon, "ConstantinopleFix": .petersburg, "Merge": .paris,
    ]
    guard let fork = names[name] ?? Fork.allCases.first(where: { "\($0)" == name.lowercased() }) else { return nil }
    self = fork
  }
}

extension StateTest {
  /// What is not as it should be after one case; nil if all is.
  func failure(_ expected: JSON, rules: RuleSet) -> String? {
    do {
      return try difference(expected, rules: rules)
    } catch {
      return "\(error)"
    }
  }

  private func difference(_ expected: JSON, rules: RuleSet) throws -> String? {
    let exception = expected["expectException"]?.string
    let transaction = try decoded(expected, rules: rules)
    let journal = Journal(pre)
    var logs: [Log] = []
    var refusal: EVMError?
    if let transaction {
      let machine = Machine(rules: rules, block: try block(), state: journal)
      do {
        logs = try machine.execute(transaction).logs
      } catch let error as EVMError {
        refusal = error
      }
    }
    let isRefused = transaction == nil || refusal != nil
    if isRefused != (exception != nil) {
      return isRefused ? "refused: \(refusal?.message ?? "undecodable")" : "not refused: \(exception ?? "")"
    }
    if let refusal, let exception, !Self.codes(exception).contains(refusal.code) {
      return "refused for \(refusal.code) instead of \(exception)"
    }
    if !isRefused {
      // The reward of such a block is zero, which touches the coinbase.
      try journal.addBalance(block().coinbase, 0)
      journal.endTransaction(deletingEmpty: rules.deletesEmptyAccounts)
    }
    var state = pre
    state.apply(journal.changes)
    let root = state.root()
    if root.hex != expected["hash"]?.string { return "state root \(root)" }
    let hash = Keccak256.hash(RLP.encode(.list(logs.map(\.item))))
    if hash.hex != expected["logs"]?.string { return "logs \(hash)" }
    return nil
  }

  /// The case's transaction, which its signed bytes must give as well as its fields; nil if the bytes are refused.
  private func decoded(_ expected: JSON, rules: RuleSet) throws -> EVMTransaction? {
    guard let bytes = try? Bytes(hex: expected.text("txbytes")),
      let signed = try? SignedTransaction(decoding: bytes, allowingHighS: !rules.requiresLowS),
      let sender = try? signed.sender(), let indexes = expected["indexes"]
    else { return nil }
    let decoded = EVMTransaction(signed.transaction, sender: sender)
    guard try decoded == transaction(indexes) else {
      throw StateTestError("txbytes are not the transaction of the case")
    }
    return decoded
  }

  /// What of our refusals an exception of the tests may be.
  private static func codes(_ exception: String) -> [EVMError.Code] {
    exception.split(separator: "|").compactMap { codes[String($0.drop { $0 != "." }.dropFirst())] }
  }

  private static let codes: [String: EVMError.Code] = [
    "INSUFFICIENT_ACCOUNT_FUNDS": .insufficientFunds,
    "INTRINSIC_GAS_TOO_LOW": .intrinsicGas,
    "SENDER_NOT_EOA": .senderNotEOA,
    "INSUFFICIENT_MAX_FEE_PER_GAS": .feeCapTooLow,
    "TYPE_3_TX_INVALID_BLOB_VERSIONED_HASH": .blobHashVersion,
    "INSUFFICIENT_MAX_FEE_PER_BLOB_GAS": .blobFeeCapTooLow,
    "GAS_ALLOWANCE_EXCEEDED": .blockGasLimit,
    "PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS": .priorityAboveFeeCap,
    "TYPE_3_TX_CONTRACT_CREATION": .missingRecipient,
    "TYPE_3_TX_ZERO_BLOBS": .noBlobs,
    "TYPE_3_TX_BLOB_COUNT_EXCEEDED": .tooManyBlobs,
    "INITCODE_SIZE_EXCEEDED": .initCodeSize,
    "TYPE_NOT_SUPPORTED": .unknownKind,
    "NONCE_MISMATCH_TOO_LOW": .nonceTooLow,
    "NONCE_MISMATCH_TOO_HIGH": .nonceTooHigh,
    "NONCE_IS_MAX": .nonceOverflow,
  ]
}

extension Log {
  /// `[address, [topic, …], data]`
  var item: RLP.Item { .list([.address(address), .list(topics.map { .hash($0) }), .bytes(data)]) }
}
