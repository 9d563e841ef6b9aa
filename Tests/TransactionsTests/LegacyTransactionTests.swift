import Keys
import Primitives
import Testing
import Transactions

@Suite struct LegacyTransactionTests {
  @Test("the example of EIP-155 has its payload, hash, signature and sender")
  func eip155Example() throws {
    let key = try PrivateKey(hex: "0x4646464646464646464646464646464646464646464646464646464646464646")
    let transaction = UnsignedTransaction.legacy(
      LegacyTransaction(
        chainID: 1, nonce: 9, gasPrice: 20_000_000_000, gasLimit: 21_000,
        to: try Address("0x3535353535353535353535353535353535353535"), value: 1_000_000_000_000_000_000))
    #expect(
      transaction.signingPayload.hex
        == "0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080")
    #expect(transaction.signingHash.hex == "0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53")
    let signed = try transaction.signed(by: key)
    #expect(signed.v == 37)
    #expect(try signed.sender() == key.address)
    #expect(
      signed.encoded.hex
        == "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc"
        + "2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83"
    )
  }

  @Test("three empty strings after the fields are no chain id")
  func olderUnsignedForm() throws {
    let transaction = UnsignedTransaction.legacy(
      LegacyTransaction(chainID: nil, nonce: 0, gasPrice: 1, gasLimit: 2, to: nil, value: 3, data: [4]))
    let fields = try RLP.decode(transaction.signingPayload).list()
    let empty = Array(repeating: RLP.Item.bytes([]), count: 3)
    #expect(try UnsignedTransaction(decoding: RLP.encode(.list(fields + empty))) == transaction)
    let signed = fields + [.bytes([27]), .bytes([1]), .bytes([1])]
    #expect(throws: TransactionError.sample(.contradiction)) {
      try UnsignedTransaction(decoding: RLP.encode(.list(signed)))
    }
  }
}
