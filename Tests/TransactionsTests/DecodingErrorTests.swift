import Keys
import Primitives
import Testing
import Transactions

@Suite struct DecodingErrorTests {
  private let address = RLP.Item.bytes(Bytes(repeating: 7, count: 20))

  /// Type 2 with one field replaced.
  private func failure(_ index: Int, _ item: RLP.Item, type: UInt8 = 2) -> TransactionError? {
    var items: [RLP.Item] = [
      .bytes([1]), .bytes([]), .bytes([1]), .bytes([2]), .bytes([0x52, 0x08]), address, .bytes([]), .bytes([]),
      .list([]), .bytes([]), .bytes([1]), .bytes([1]),
    ]
    if type == 3 { items.insert(contentsOf: [.bytes([1]), .list([])], at: 9) }
    if type == 4 { items.insert(.list([]), at: 9) }
    if index >= 0 { items[index] = item }
    return failure([type] + RLP.encode(.list(items)))
  }

  private func failure(_ bytes: Bytes) -> TransactionError? {
    do {
      _ = try SignedTransaction(decoding: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test("each broken field is refused by name and for its own reason")
  func fields() {
    #expect(failure(-1, .list([])) == nil)
    let cases: [(Int, RLP.Item, TransactionError.Code, String)] = [
      (0, .bytes([0, 1]), .leadingZeros, "chainId"), (0, .bytes(Bytes(repeating: 1, count: 33)), .tooLarge, "chainId"),
      (1, .bytes([0]), .leadingZeros, "nonce"), (1, .bytes(Bytes(repeating: 255, count: 8)), .nonceTooLarge, "nonce"),
      (1, .bytes(Bytes(repeating: 1, count: 9)), .nonceTooLarge, "nonce"),
      (2, .list([]), .wrongFieldShape, "maxPriorityFeePerGas"),
      (4, .bytes(Bytes(repeating: 1, count: 9)), .tooLarge, "gas"), (5, .bytes([1]), .wrongLength, "to"),
      (5, .bytes(Bytes(repeating: 1, count: 21)), .wrongLength, "to"), (7, .list([]), .wrongFieldShape, "input"),
      (8, .bytes([]), .wrongFieldShape, "accessList"), (8, .list([.bytes([])]), .wrongFieldShape, "accessList[0]"),
      (8, .list([.list([address])]), .wrongFieldCount, "accessList[0]"),
      (8, .list([.list([.bytes([1]), .list([])])]), .wrongLength, "accessList[0].address"),
      (8, .list([.list([address, .list([.bytes([1])])])]), .wrongLength, "accessList[0].storageKeys"),
      (9, .bytes([2]), .invalidV, "yParity"), (9, .bytes([1, 0]), .tooLarge, "yParity"),
      (11, .bytes(Bytes(repeating: 128, count: 32)), .highS, "s"),
    ]
    for (index, item, code, field) in cases {
      let error = failure(index, item)
      #expect(error == .sample(code), "field \(index): \(error?.description ?? "accepted")")
      #expect(error?.field == field)
      #expect(error?.description.contains(field) == true)
    }
    #expect(failure(10, .bytes([])) == .sample(.invalidSignature))
    #expect(failure(11, .bytes(Bytes(repeating: 255, count: 32))) == .sample(.invalidSignature))
  }

  @Test("blob and set-code transactions need a recipient")
  func recipient() {
    #expect(failure(-1, .list([]), type: 3) == nil)
    #expect(failure(5, .bytes([]), type: 3) == .sample(.missingRecipient))
    #expect(failure(-1, .list([]), type: 4) == nil)
    #expect(failure(5, .bytes([]), type: 4) == .sample(.missingRecipient))
    #expect(failure(5, .bytes([]), type: 2) == nil)
  }

  @Test("a byte that begins no type is told so")
  func unknownType() {
    for byte: UInt8 in [0x00, 0x05, 0x07, 0x0b, 0x18, 0x40, 0x4b, 0x77, 0x78, 0x7f, 0x80, 0xb8] {
      #expect(failure([byte]) == .sample(.unknownType))
      #expect(failure([byte, 0xc0]) == .sample(.unknownType))
      #expect(failure([0x78, byte, 0xc0]) == .sample(.unknownType))
    }
  }

  @Test("bytes that are no transaction are told so")
  func structure() {
    for bytes: Bytes in [
      [], [0xc0, 0x00], [0x02, 0xc0, 0x00], [0xf8], [0xf8, 0x01, 0x00], [0xc2, 0x81, 0x01], [0x02, 0x01],
    ] {
      #expect(failure(bytes) == .sample(.malformedRLP), "\(bytes)")
    }
    #expect(failure([0xc0]) == .sample(.wrongFieldCount))
    #expect(failure([0x03, 0xc1, 0xc0]) == .sample(.wrongFieldCount))
    #expect(failure(Bytes(repeating: 0xc1, count: 100_000)) == .sample(.malformedRLP))
    #expect(throws: TransactionError.sample(.invalidField)) { try SignedTransaction(decodingHex: "0x0g") }
  }

  @Test("a legacy v is 27, 28 or at least 35")
  func legacyV() throws {
    func bytes(_ v: UInt256) -> Bytes {
      RLP.encode(
        .list([
          .bytes([]), .bytes([]), .bytes([]), address, .bytes([]), .bytes([]), .uint(v), .bytes([1]), .bytes([1]),
        ]))
    }
    for v: UInt256 in [0, 1, 2, 26, 29, 34] { #expect(failure(bytes(v)) == .sample(.invalidV)) }
    #expect(try SignedTransaction(decoding: bytes(27)).transaction.chainID == nil)
    #expect(try SignedTransaction(decoding: bytes(28)).signature.yParity == 1)
    #expect(try SignedTransaction(decoding: bytes(35)).transaction.chainID == 0)
    #expect(try SignedTransaction(decoding: bytes(38)).transaction.chainID == 1)
    let last = try SignedTransaction(decoding: bytes(.max))
    #expect(last.v == .max)
    #expect(try SignedTransaction(last.transaction, signature: last.signature) == last)
    guard case .legacy(var legacy) = last.transaction else { return }
    legacy.chainID! += 1
    #expect(throws: TransactionError.sample(.chainIDTooLarge)) {
      try UnsignedTransaction.legacy(legacy).signed(with: last.signature)
    }
  }

  @Test("a high s is taken only when asked for")
  func highS() throws {
    let key = try PrivateKey(bytes: Bytes(repeating: 5, count: 32))
    let signed = try UnsignedTransaction.legacy(
      LegacyTransaction(chainID: nil, nonce: 0, gasPrice: 1, gasLimit: 21_000, to: key.address, value: 0)
    ).signed(by: key)
    let order = try UInt256(parsing: "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
    let flipped = try signed.transaction.signed(
      with: Signature(r: signed.signature.r, s: order - signed.signature.s, yParity: 1 - signed.signature.yParity))
    #expect(failure(flipped.encoded) == .sample(.highS))
    let decoded = try SignedTransaction(decoding: flipped.encoded, allowingHighS: true)
    #expect(try decoded.sender() == key.address)
    #expect(decoded.hash != signed.hash)
  }

  @Test("a chain without Kaia's types says so before it looks at their fields")
  func unknownKinds() throws {
    func refusal(_ bytes: Bytes, _ rules: TransactionRules) -> TransactionError? {
      #expect(throws: TransactionError.self) { try rules.validate(bytes, chainID: 1) }
    }
    let transfer = try UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: 1, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 1, gasLimit: 21_000, to: .zero, value: 0)
    ).signed(by: PrivateKey(bytes: Bytes(repeating: 5, count: 32)))
    #expect(refusal([0x09, 0xc0], .osaka) == .sample(.typeNotInFork))
    #expect(refusal([0x09, 0xc0], .kaiaOsaka) == .sample(.wrongFieldCount))
    #expect(refusal(transfer.encoded, .berlin) == .sample(.typeNotInFork))
    #expect(refusal([0x78] + transfer.encoded, .osaka) == .sample(.unknownType))
    #expect(try TransactionRules.kaiaOsaka.validate([0x78] + transfer.encoded, chainID: 1).transaction == transfer)
  }
}
