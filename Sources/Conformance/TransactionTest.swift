import EVM
import Primitives
import StrictJSON
import Transactions

/// A test of TransactionTests: a raw transaction and, for each fork, its hash, sender and gas, or that it is refused.
enum TransactionTest {
  static func run(_ test: JSON, at place: TestPlace, _ report: inout StateTests.Report) {
    var place = place
    for (name, expected) in test["result"]?.object ?? JSONObject() {
      place.fork = name
      guard let rules = Fork(testName: name).flatMap(TransactionRules.init) else {
        report.add(.skipped, "TransactionTests", at: place, "the fork \(name) is unknown")
        continue
      }
      report.judge("TransactionTests", at: place) { try failure(TestFields(test), rules, TestFields(expected)) }
    }
  }

  private static func failure(
    _ test: TestFields, _ rules: TransactionRules, _ expected: TestFields
  ) throws -> String? {
    let exception = expected["exception"]?.string
    let bytes = try test.bytes("txbytes")
    let valid: ValidTransaction
    do {
      valid = try rules.validate(bytes, chainID: 1)
    } catch {
      guard let exception else { return "refused: \(error)" }
      return agrees(error, with: exception) ? nil : "refused for \(error.code), expected \(exception)"
    }
    if let exception { return "accepted, expected \(exception)" }
    guard valid.transaction.encoded == bytes else { return "does not encode to itself" }
    let hash = try Hash32(expected.text("hash"))
    guard valid.transaction.hash == hash else { return "hash \(valid.transaction.hash), expected \(hash)" }
    let sender = try expected.address("sender")
    guard valid.sender == sender else { return "sender \(valid.sender), expected \(sender)" }
    let gas = try expected.number("intrinsicGas")
    let found = valid.intrinsicGas
    guard gas == UInt256(found.minimumGasLimit) || gas == UInt256(found.charged) else {
      return "intrinsic gas \(found.minimumGasLimit), expected \(gas)"
    }
    return nil
  }

  /// Whether our reason is one of those that the test's names stand for.
  private static func agrees(_ error: TransactionError, with exception: String) -> Bool {
    exception.split(separator: "|").contains { agrees(error, withOne: String($0.split(separator: ".").last ?? $0)) }
  }

  private static func agrees(_ error: TransactionError, withOne name: String) -> Bool {
    if name.hasPrefix("RLP_LEADING_ZEROS_"), error.code == .leadingZeros {
      return error.field == fields[String(name.dropFirst("RLP_LEADING_ZEROS_".count))]
    }
    guard let codes = reasons[name] else { return true }
    return codes.contains(error.code)
  }

  private static let fields = [
    "BASEFEE": "maxFeePerGas", "PRIORITY_FEE": "maxPriorityFeePerGas", "GASPRICE": "gasPrice", "GASLIMIT": "gas",
    "NONCE": "nonce", "VALUE": "value", "R": "r", "S": "s", "V": "v",
  ]

  private static let reasons: [String: [TransactionError.Code]] = [
    "ADDRESS_TOO_SHORT": [.wrongLength],
    "ADDRESS_TOO_LONG": [.wrongLength],
    // Here a number that is too large is reported before the fork is asked about the type.
    "TYPE_NOT_SUPPORTED": [.typeNotInFork, .unknownType, .tooLarge],
    "GASLIMIT_PRICE_PRODUCT_OVERFLOW": [.costOverflow],
    "GASPRICE_OVERFLOW": [.tooLarge],
    "PRIORITY_OVERFLOW": [.tooLarge],
    "GASLIMIT_OVERFLOW": [.tooLarge],
    "NONCE_OVERFLOW": [.nonceTooLarge],
    "INTRINSIC_GAS_TOO_LOW": [.intrinsicGasTooLow],
    "RLP_INVALID_ACCESS_LIST_ADDRESS_TOO_SHORT": [.wrongLength],
    "RLP_INVALID_ACCESS_LIST_STORAGE_TOO_LONG": [.wrongLength],
    "INVALID_CHAINID": [.wrongChain, .invalidV, .invalidSignature],
    "INVALID_SIGNATURE_VRS": [.invalidV, .invalidSignature, .highS, .replayProtectionNotInFork, .tooLarge],
    "EC_RECOVERY_FAIL": [.recoveryFailed, .invalidSignature],
    "RLP_ERROR_SIZE": [.malformedRLP, .unknownType],
    "RLP_ERROR_SIZE_LEADING_ZEROS": [.malformedRLP],
    "RLP_LEADING_ZEROS_NONCE_SIZE": [.malformedRLP],
    "RLP_INVALID_NONCE": [.wrongFieldShape],
    "RLP_INVALID_DATA": [.wrongFieldShape],
    "RLP_INVALID_SIGNATURE_S": [.wrongFieldShape, .malformedRLP],
    "RLP_INVALID_HEADER": [.malformedRLP, .unknownType],
    "RLP_TOO_FEW_ELEMENTS": [.wrongFieldCount],
  ]
}

extension TransactionRules {
  /// The rules of a fork for a transaction by itself.
  fileprivate init?(_ fork: Fork) {
    let name =
      switch fork {
      case .tangerineWhistle: "EIP150"
      case .spuriousDragon: "EIP158"
      case .petersburg: "ConstantinopleFix"
      case .bpo1, .bpo2: "Osaka"
      default: "\(fork)"
      }
    guard let rules = Self.named(name) else { return nil }
    self = rules
  }
}
