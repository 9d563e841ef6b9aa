import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

/// TransactionTests and the transactions of BasicTests of ethereum/tests.
@Suite(.enabled(if: Fixtures.available("ethereum-tests"), "fixtures not found: set LECTURES_FIXTURES"))
struct EthereumTestsVectorTests {
  @Test("every raw transaction has the result of every fork: hash, sender and gas, or a refusal for the right reason")
  func transactionTests() throws {
    var tests = 0
    var passed = 0
    var results = 0
    for path in try Fixtures.files(under: "ethereum-tests/TransactionTests", suffix: ".json") {
      for (name, test) in try #require(Fixtures.json(path).object) {
        let raw = try #require(test["txbytes"]?.string)
        var good = true
        for (fork, expected) in try #require(test["result"]?.object) {
          let rules = try #require(TransactionRules.named(fork), "a fork nobody knows: \(fork)")
          let problem = try problem(raw, rules, expected)
          #expect(problem == nil, "\(path) \(name) \(fork)")
          good = good && problem == nil
          results += 1
        }
        tests += 1
        if good { passed += 1 }
      }
    }
    #expect(passed == tests)
    Fixtures.report("ethereum-tests/TransactionTests", passed: passed)
    Fixtures.report("ethereum-tests/TransactionTests, results by fork", passed: results)
  }

  private func problem(_ raw: String, _ rules: TransactionRules, _ expected: JSON) throws -> String? {
    let valid: ValidTransaction
    let bytes = try Bytes(hex: raw)
    do {
      valid = try rules.validate(bytes, chainID: 1)
    } catch {
      guard let exception = expected["exception"]?.string else { return "refused: \(error)" }
      return Self.agrees(error, with: exception) ? nil : "\(exception) told as \(error.code): \(error)"
    }
    if let exception = expected["exception"]?.string { return "accepted instead of \(exception)" }
    guard valid.transaction.encoded.hex == raw else { return "does not encode to itself" }
    guard try valid.transaction.hash == Hash32(try #require(expected["hash"]?.string)) else { return "hash" }
    guard try valid.sender == Address(try #require(expected["sender"]?.string)) else { return "sender" }
    let gas = try UInt256(parsing: try #require(expected["intrinsicGas"]?.string))
    guard gas == UInt256(valid.intrinsicGas.minimumGasLimit) else {
      return "gas \(valid.intrinsicGas.minimumGasLimit), not \(gas)"
    }
    return nil
  }

  /// Whether our reason is one of those that the test's name stands for.
  private static func agrees(_ error: TransactionError, with exception: String) -> Bool {
    let name = exception.replacing("TransactionException.", with: "")
    if name.hasPrefix("RLP_LEADING_ZEROS_"), error.code == .leadingZeros {
      let fields = [
        "BASEFEE": "maxFeePerGas", "PRIORITY_FEE": "maxPriorityFeePerGas", "GASPRICE": "gasPrice", "GASLIMIT": "gas",
        "NONCE": "nonce", "VALUE": "value", "R": "r", "S": "s", "V": "v",
      ]
      return error.field == fields[String(name.dropFirst("RLP_LEADING_ZEROS_".count))]
    }
    guard let codes = reasons[name] else { return true }
    return codes.contains(error.code)
  }

  private static let reasons: [String: [TransactionError.Code]] = [
    "ADDRESS_TOO_SHORT": [.wrongLength],
    "ADDRESS_TOO_LONG": [.wrongLength],
    // Here a number that is too large is told before the fork is asked about the type.
    "TYPE_NOT_SUPPORTED": [.typeNotInFork, .unknownType, .kaiaNotSupported, .tooLarge],
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

  @Test("the transactions of BasicTests decode, have their signer and are signed alike")
  func basicTests() throws {
    let cases = try #require(Fixtures.json("ethereum-tests/BasicTests/txtest.json").array)
    for vector in cases {
      func number(_ name: String) throws -> UInt256 { try UInt256(parsing: try #require(vector[name]?.numberText)) }
      let to = try #require(vector["to"]?.string)
      let key = try PrivateKey(hex: try #require(vector["key"]?.string))
      let transaction = UnsignedTransaction.legacy(
        LegacyTransaction(
          chainID: nil, nonce: UInt64(try number("nonce")), gasPrice: try number("gasprice"),
          gasLimit: UInt64(try number("startgas")), to: to.isEmpty ? nil : try Address("0x" + to),
          value: try number("value"), data: try Bytes(hex: try #require(vector["data"]?.string))))
      // The unsigned form of that time has an empty v, r and s.
      #expect(try UnsignedTransaction(decoding: Bytes(hex: try #require(vector["unsigned"]?.string))) == transaction)

      let bytes = try Bytes(hex: try #require(vector["signed"]?.string))
      let decoded = try SignedTransaction(decoding: bytes, allowingHighS: true)
      #expect(decoded.transaction == transaction)
      #expect(decoded.encoded == bytes)
      #expect(try decoded.sender() == key.address)
      // Signing then was as it is now, but for the choice of the lower s.
      let signed = try transaction.signed(by: key)
      #expect(signed.signature == decoded.signature.lowS)
      if decoded.signature.isLowS {
        #expect(signed.encoded == bytes)
      } else {
        #expect(throws: TransactionError.sample(.highS)) { try SignedTransaction(decoding: bytes) }
      }
    }
    Fixtures.report("ethereum-tests/BasicTests/txtest", passed: cases.count)
  }
}
