import Keys
import Primitives
import Testing
import Transactions

@Suite struct PartlySignedTests {
  private let keys: [PrivateKey]
  private let transfer: KaiaTransaction

  init() throws {
    keys = try (1...4).map { try PrivateKey(bytes: Bytes(repeating: $0, count: 32)) }
    transfer = KaiaTransaction(
      chainID: 1001, nonce: 7, gasPrice: 50_000_000_000, gasLimit: 100_000, from: keys[0].address,
      operation: .valueTransfer(to: keys[3].address, value: 5), feePayment: .shared(percent: 30))
  }

  private func code(_ action: () throws -> Void) -> TransactionError.Code? {
    do {
      try action()
      return nil
    } catch {
      return (error as? TransactionError)?.code
    }
  }

  @Test("signatures arrive in any order, each once, and complete the transaction")
  func arrival() throws {
    var one = PartlySignedTransaction(transfer)
    try one.sign(by: keys[0])
    var two = PartlySignedTransaction(transfer)
    try two.sign(by: keys[1])
    try two.sign(by: keys[0])
    var payer = PartlySignedTransaction(transfer)
    try payer.signAsFeePayer(by: keys[2])

    let all = try one.merging(two).merging(payer)
    #expect(all.signatures.count == 2)
    #expect(try all.senderPublicKeys() == [keys[0].publicKey, keys[1].publicKey])
    let signed = try all.completed()
    #expect(signed.feePayer?.address == keys[2].address)
    #expect(try signed.feePayerPublicKeys() == [keys[2].publicKey])
    #expect(signed.senderTxHash == (try one.merging(two).senderTxHash))
    #expect(try signed.sender() == keys[0].address)
  }

  @Test("what is missing is told")
  func missing() throws {
    var partly = PartlySignedTransaction(transfer)
    #expect(code { _ = try partly.completed() } == .missingSignature)
    try partly.sign(by: keys[0])
    #expect(code { _ = try partly.completed() } == .missingFeePayer)
    try partly.add(feePayer: keys[2].address, signatures: [])
    #expect(code { _ = try partly.completed() } == .missingFeePayer)
    #expect(code { _ = try UnsignedTransaction.kaia(transfer).signed(by: keys[0]) } == .missingFeePayer)
  }

  @Test("copies of different transactions or with different fee payers are not combined")
  func difference() throws {
    var other = transfer
    other.nonce = 8
    let message = #expect(throws: TransactionError.self) {
      try PartlySignedTransaction(transfer).merging(PartlySignedTransaction(other))
    }
    #expect(message?.message == "Transactions containing different information cannot be combined.")
    var chain = transfer
    chain.chainID = 8217
    #expect(
      code { _ = try PartlySignedTransaction(transfer).merging(PartlySignedTransaction(chain)) }
        == .differentTransactions)
    var (first, second) = (PartlySignedTransaction(transfer), PartlySignedTransaction(transfer))
    try first.signAsFeePayer(by: keys[1])
    try second.signAsFeePayer(by: keys[2])
    #expect(code { _ = try first.merging(second) } == .differentTransactions)
    #expect(code { try first.signAsFeePayer(by: keys[2]) } == .contradiction)
  }

  @Test("a fee payer of a type whose sender pays is refused")
  func unexpectedFeePayer() throws {
    var own = transfer
    own.feePayment = .sender
    var partly = PartlySignedTransaction(own)
    #expect(code { try partly.signAsFeePayer(by: keys[1]) } == .unexpectedFeePayer)
    let approval = FeePayerApproval(
      address: keys[1].address, signatures: [try keys[1].sign(own.feePayerSigningHash(feePayer: keys[1].address))])
    let signature = try keys[0].sign(own.signingHash)
    #expect(
      code { _ = try SignedTransaction(own, signatures: [signature], feePayer: approval) } == .unexpectedFeePayer)
  }

  @Test("without a signature the chain must be told; with one it must be the signature's")
  func chain() throws {
    let bytes = PartlySignedTransaction(transfer).encoded()
    #expect(code { _ = try PartlySignedTransaction(decoding: bytes) } == .unknownChain)
    #expect(try PartlySignedTransaction(decoding: bytes, chainID: 1001).transaction == transfer)
    var signed = PartlySignedTransaction(transfer)
    try signed.sign(by: keys[0])
    #expect(try PartlySignedTransaction(decoding: signed.encoded()).transaction.chainID == 1001)
    #expect(code { _ = try PartlySignedTransaction(decoding: signed.encoded(), chainID: 8217) } == .wrongChain)
  }

  @Test("signatures for two chains are refused")
  func twoChains() throws {
    var mixed = PartlySignedTransaction(transfer)
    try mixed.sign(by: keys[0])
    try mixed.sign(by: keys[1])
    // v of the second signature: 2037 or 2038 becomes one more than 2038.
    var bytes = mixed.encoded()
    let second = bytes.indices.filter { bytes[$0...].starts(with: [0x82, 0x07]) }.last!
    bytes[second + 2] = 0xf7
    #expect(code { _ = try PartlySignedTransaction(decoding: bytes) } == .wrongChain)
  }

  @Test("a keyring signs with the keys of the role")
  func keyring() throws {
    let from = keys[3].address
    let keyring = try Keyring(address: from, roles: [[keys[0], keys[1]], [keys[2]], [keys[3]]])
    var plain = PartlySignedTransaction(transfer)
    try plain.sign(by: keyring)
    try plain.signAsFeePayer(by: keyring)
    #expect(try plain.senderPublicKeys() == [keys[0].publicKey, keys[1].publicKey])
    #expect(try plain.feePayerPublicKeys() == [keys[3].publicKey])
    #expect(plain.feePayer?.address == from)
    var update = transfer
    update.operation = .accountUpdate(.fail)
    var partly = PartlySignedTransaction(update)
    try partly.sign(by: keyring)
    #expect(try partly.senderPublicKeys() == [keys[2].publicKey])
  }

  @Test("one of Ethereum's kinds is not signed by several")
  func ethereum() throws {
    let legacy = try UnsignedTransaction.legacy(
      LegacyTransaction(chainID: 1001, nonce: 0, gasPrice: 1, gasLimit: 21_000, to: .zero, value: 0)
    ).signed(by: keys[0])
    #expect(code { _ = try PartlySignedTransaction(decoding: legacy.encoded) } == .notKaia)
    #expect(code { _ = try PartlySignedTransaction(legacy) } == .notKaia)
  }
}
