import Keys
import Primitives
import Testing
import Transactions

@Suite struct AuthorizationTests {
  private let key: PrivateKey
  private let contract = Address.zero

  init() throws { key = try PrivateKey(bytes: Bytes(repeating: 3, count: 32)) }

  @Test("an authority is recovered from what it signed")
  func recover() throws {
    let authorization = try Authorization(chainID: 8217, address: contract, nonce: 5, signedBy: key)
    #expect(try authorization.authority() == key.address)
    var other = authorization
    other.nonce = 6
    #expect((try? other.authority()) != key.address)
  }

  @Test("the hash covers 0x05 and the list of chain, address and nonce")
  func hash() {
    let payload: Bytes = [0x05, 0xd7, 0x01, 0x94] + contract.bytes + [0x80]
    #expect(Authorization.signingHash(chainID: 1, address: contract, nonce: 0) == Keccak256.hash(payload))
  }

  @Test("an invalid authorization has no authority, and does not spoil its transaction")
  func invalid() throws {
    let good = try Authorization(chainID: 0, address: contract, nonce: 0, signedBy: key)
    let order = try UInt256(parsing: "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
    func broken(_ change: (inout Authorization) -> Void) -> Authorization {
      var authorization = good
      change(&authorization)
      return authorization
    }
    let cases: [(Authorization, TransactionError.Code)] = [
      (broken { $0.yParity = 2 }, .invalidV), (broken { $0.yParity = 27 }, .invalidV),
      (broken { $0.r = 0 }, .invalidSignature), (broken { $0.s = order }, .invalidSignature),
      (broken { $0.s = order - $0.s }, .highS), (broken { $0.nonce = .max }, .nonceTooLarge),
      (broken { $0.r = 5 }, .recoveryFailed),
    ]
    for (authorization, code) in cases {
      #expect(throws: TransactionError.sample(code)) { try authorization.authority() }
    }
    let transaction = UnsignedTransaction.setCode(
      SetCodeTransaction(
        chainID: 1, nonce: 0, maxPriorityFeePerGas: 0, maxFeePerGas: 0, gasLimit: 0, to: contract, value: 0,
        authorizationList: cases.map(\.0)))
    let signed = try transaction.signed(by: key)
    #expect(try SignedTransaction(decoding: signed.encoded) == signed)
    #expect(try SignedTransaction(json: signed.json) == signed)
  }
}
