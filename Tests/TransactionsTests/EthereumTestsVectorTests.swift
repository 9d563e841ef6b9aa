import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

/// The transactions of BasicTests of ethereum/tests; DevnetTests run TransactionTests.
@Suite(.enabled(if: Fixtures.available("ethereum-tests"), "fixtures not found: set LECTURES_FIXTURES"))
struct EthereumTestsVectorTests {
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
