import EVM
import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Devnet

/// Each rule of Kaia's pool broken once, in the words of its nodes.
@Suite("What Kaia's pool refuses")
struct KaiaRefusalTests {
  static let receiver = Address(truncating: 0xabcd_ef01)
  static let contract = Address(truncating: 0xabcd_ef02)

  func transfer(_ to: Address = receiver, value: UInt256 = 1) -> KaiaTransaction.Operation {
    .valueTransfer(to: to, value: value)
  }

  @Test("prices, gas, nonces and chains")
  func fields() async throws {
    let fixture = try await KaiaFixture()
    #expect(await fixture.refusal(try fixture.transaction(transfer(), chainID: 8217)) == "invalid chain id")
    #expect(
      await fixture.refusal(try fixture.transaction(transfer(), price: 24_999_999_999))
        == "invalid gas price. It must be set to value greater than or equal to baseFee")
    #expect(
      await fixture.refusal(try fixture.transaction(transfer(), gas: 500_000_001))
        == "tx gas limit exceeds the upper limit: gas 500000001, limit 500000000")
    #expect(await fixture.refusal(try fixture.transaction(transfer(), gas: 20_999)) == "intrinsic gas too low")
    #expect(
      await fixture.refusal(try fixture.transaction(transfer(), .delegated, gas: 30_999)) == "intrinsic gas too low")
    #expect(
      await fixture.refusal(try fixture.transaction(.memo(to: Self.receiver, value: 0, memo: [1, 2]), gas: 21_079))
        == "insufficient gas for floor data gas cost: gas 21079, minimum needed 21080")
    let large = KaiaTransaction.Operation.memo(
      to: Self.receiver, value: 0, memo: Bytes(repeating: 1, count: 128 << 10))
    #expect(await fixture.refusal(try fixture.transaction(large, gas: 10_000_000)) == "oversized data")
    let tooMuchCode = Bytes(repeating: 0, count: 49_153)
    #expect(
      await fixture.refusal(try fixture.transaction(.deploy(tooMuchCode), gas: 10_000_000))
        == "max initcode size exceeded: code size 49153, limit 49152")
    let first = try fixture.transaction(transfer())
    #expect(await fixture.refusal(first) == nil)
    #expect(await fixture.refusal(first) == "nonce too low")
  }

  @Test("fees of Ethereum's kinds")
  func caps() async throws {
    let fixture = try await KaiaFixture()
    func dynamic(_ cap: UInt256, _ tip: UInt256) throws -> SignedTransaction {
      try UnsignedTransaction.feeMarket(
        FeeMarketTransaction(
          chainID: fixture.devnet.chainID, nonce: 0, maxPriorityFeePerGas: tip, maxFeePerGas: cap, gasLimit: 21_000,
          to: Self.receiver, value: 1, data: [], accessList: [])
      ).signed(by: fixture.keys[0])
    }
    #expect(
      await fixture.refusal(try dynamic(24_000_000_000, 0))
        == "invalid gas fee cap. It must be set to value greater than or equal to baseFee")
    #expect(
      await fixture.refusal(try dynamic(25_000_000_000, 25_000_000_001))
        == "max fee per gas higher than max priority fee per gas")
    let receipt = try await fixture.send(dynamic(40_000_000_000, 3))
    #expect(receipt?.effectiveGasPrice == 25_000_000_003)
  }

  @Test("money of sender and fee payer")
  func funds() async throws {
    let fixture = try await KaiaFixture()
    let all = try await fixture.balance(fixture.sender)
    let lacking = "insufficient funds of the sender for value "
    #expect(await fixture.refusal(try fixture.transaction(transfer(value: all))) == lacking)
    #expect(await fixture.refusal(try fixture.transaction(transfer(value: all), .shared(percent: 99))) == lacking)
    #expect(await fixture.refusal(try fixture.transaction(transfer(value: all + 1), .delegated)) == lacking)
    let fee = KaiaFixture.price * 234_567
    try await fixture.devnet.setBalance(fee - 1, of: fixture.payer)
    #expect(
      await fixture.refusal(try fixture.transaction(transfer(), .delegated))
        == "insufficient funds of the fee payer for gas * price")
    try await fixture.devnet.setBalance(fee * 30 / 100 - 1, of: fixture.payer)
    #expect(
      await fixture.refusal(try fixture.transaction(transfer(), .shared(percent: 30)))
        == "insufficient funds of the fee payer for gas * price")
    try await fixture.devnet.setBalance(fee * 30 / 100, of: fixture.payer)
    #expect(await fixture.refusal(try fixture.transaction(transfer(value: 0), .shared(percent: 30))) == nil)
  }

  @Test("who may be sent what")
  func recipients() async throws {
    let fixture = try await KaiaFixture()
    try await fixture.devnet.setCode([0x00], of: Self.contract)
    try await fixture.devnet.setCode(
      [0xef, 0x01, 0x00] + Self.contract.bytes, of: fixture.addresses[3])
    for to in [Self.contract, fixture.addresses[3]] {
      #expect(
        await fixture.refusal(try fixture.transaction(transfer(to))) == "recipient must be an EOA without code")
      #expect(
        await fixture.refusal(try fixture.transaction(.memo(to: to, value: 0, memo: [1])))
          == "recipient must be an EOA without code")
    }
    let reserved = "the address is reserved for pre-compiled contracts"
    #expect(await fixture.refusal(try fixture.transaction(transfer(Address(truncating: 0x3ff)))) == reserved)
    #expect(await fixture.refusal(try fixture.transaction(transfer(Address(truncating: 0x400)))) == nil)
    #expect(
      await fixture.refusal(try fixture.transaction(.execution(to: Self.receiver, value: 0, input: []), nonce: 1))
        == "recipient must be an EOA with code or an SCA")
    #expect(
      await fixture.refusal(
        try fixture.transaction(.execution(to: fixture.addresses[3], value: 0, input: []), nonce: 1))
        == nil)
    #expect(
      await fixture.refusal(
        try fixture.transaction(
          .accountUpdate(.fail), from: fixture.addresses[3], signers: [3])) == "sender must be an EOA without code")
  }

  @Test("what deploys and ratios may say")
  func operations() async throws {
    let fixture = try await KaiaFixture()
    func deploy(_ to: Address?, _ readable: Bool, _ format: UInt8) -> KaiaTransaction.Operation {
      .deploy(to: to, value: 0, initCode: KaiaFixture.creationCode, humanReadable: readable, codeFormat: format)
    }
    #expect(
      await fixture.refusal(try fixture.transaction(deploy(Self.receiver, false, 0)))
        == "contract deploy transaction can't have a recipient address")
    #expect(
      await fixture.refusal(try fixture.transaction(deploy(nil, true, 0)))
        == "Human-readable address is not supported now")
    #expect(
      await fixture.refusal(try fixture.transaction(deploy(nil, false, 1))) == "smart contract code format is invalid")
    for percent: UInt8 in [0, 100, 255] {
      #expect(
        await fixture.refusal(try fixture.transaction(transfer(), .shared(percent: percent)))
          == "fee ratio is out of range [1, 99]")
    }
  }

  @Test("which keys an account can get")
  func keys() async throws {
    let fixture = try await KaiaFixture()
    let key = fixture.keys[2]
    func multisig(_ threshold: UInt64, _ weights: [UInt64], same: Bool = false) -> AccountKey {
      .multisig(
        WeightedMultisig(
          threshold: threshold,
          keys: weights.enumerated().map {
            WeightedMultisig.WeightedKey(weight: $1, key: fixture.keys[same ? 2 : $0].publicKey)
          }))
    }
    let refused: [(AccountKey, String)] = [
      (.none, "AccountKeyNil cannot be initialized to an account"),
      (multisig(1, [1, 0]), "key weight is zero"),
      (multisig(1, [1, 1], same: true), "duplicated key"),
      (multisig(1, [.max, 1]), "weighted sum overflow"),
      (multisig(3, [1, 1]), "unsatisfiable threshold. Weighted sum of keys is less than the threshold."),
      (multisig(1, []), "length is zero"),
      (.roles([.none]), "AccountKeyNil cannot be initialized to an account"),
      (.roles([multisig(1, [1, 0])]), "key weight is zero"),
    ]
    for (key, text) in refused {
      #expect(await fixture.refusal(try fixture.transaction(.accountUpdate(key), gas: 400_000)) == text, "\(key)")
    }
    try await fixture.update(.roles([.fail, .publicKey(key)]))
    #expect(
      await fixture.refusal(try fixture.transaction(.accountUpdate(.roles([.fail])), nonce: 1, signers: [2]))
        == "AccountKeyFail is not updatable")
    #expect(
      await fixture.refusal(
        try fixture.transaction(.accountUpdate(.roles([.none, .none, .none])), nonce: 1, signers: [2]))
        == "AccountKeyNil cannot be initialized to an account")
  }

  /// An account update that its sender signed, with bytes in the place of its key.
  private func update(_ key: Bytes, nonce: UInt64 = 0, by fixture: KaiaFixture) throws -> Bytes {
    let fields: [RLP.Item] = [
      .uint(nonce), .uint(KaiaFixture.price), .uint(400_000 as UInt64), .bytes(fixture.sender.bytes), .bytes(key),
    ]
    let inner = RLP.encode(.list([.uint(0x20 as UInt64)] + fields))
    let digest = Keccak256.hash(
      RLP.encode(.list([.bytes(inner), .uint(fixture.devnet.chainID), .bytes([]), .bytes([])])))
    let signature = try fixture.keys[0].sign(digest)
    let v = fixture.devnet.chainID * 2 + 35 + UInt256(UInt64(signature.yParity))
    let signatures = RLP.Item.list([.list([.uint(v), .uint(signature.r), .uint(signature.s)])])
    return [0x20] + RLP.encode(.list(fields + [signatures]))
  }

  @Test("keys of the vectors that no account can get, as their bytes come", .enabled(if: Fixtures.available("kaia")))
  func keyVectors() async throws {
    let texts = [
      "ErrZeroLength": "length is zero", "ErrLengthTooLong": "length too long",
      "ErrNestedCompositeType": "nested composite type", "ErrZeroKeyWeight": "key weight is zero",
      "ErrDuplicatedKey": "duplicated key",
      "ErrUnsatisfiableThreshold": "unsatisfiable threshold. Weighted sum of keys is less than the threshold.",
      "ErrMaxKeysExceed": "the number of keys exceeds the limit",
      "ErrAccountKeyNilUninitializable": "AccountKeyNil cannot be initialized to an account",
      "ErrNotOnCurve": "public key is not on curve",
    ]
    let fixture = try await KaiaFixture()
    let vectors = try Fixtures.json("kaia/kaia_vectors.json")["invalidAccountKeys"]?.array ?? []
    #expect(vectors.count == 11)
    for vector in vectors {
      let reason = try #require(vector["reason"]?.string)
      let text = texts[String(reason.prefix { $0.isLetter })] ?? reason
      let raw = try update(Bytes(hex: try #require(vector["rlp"]?.string)), by: fixture)
      let answer = await fixture.ask("kaia_sendRawTransaction", .string(Hex.encode(raw)))
      #expect(answer["error"]?["message"]?.string == text, "\(vector["case"]?.string ?? "")")
    }
    // The bytes are put together rightly: with a key that an account can get they are taken.
    let good = try update(AccountKey.publicKey(fixture.keys[4].publicKey).encoded, by: fixture)
    #expect(await fixture.ask("kaia_sendRawTransaction", .string(Hex.encode(good)))["result"] != nil)
  }

  @Test("bytes that are no whole transaction, in one line")
  func bytes() async throws {
    let fixture = try await KaiaFixture()
    func said(_ raw: Bytes) async -> String? {
      await fixture.ask("kaia_sendRawTransaction", .string(Hex.encode(raw)))["error"]?["message"]?.string
    }
    let last = try update(AccountKey.fail.encoded, nonce: .max, by: fixture)
    #expect(await said(last) == "nonce has max value")
    var half = PartlySignedTransaction(
      KaiaTransaction(
        chainID: fixture.devnet.chainID, nonce: 0, gasPrice: KaiaFixture.price, gasLimit: 100_000, from: fixture.sender,
        operation: transfer(), feePayment: .delegated))
    try half.sign(by: fixture.keys[0])
    #expect(await said(half.encoded(.senderPart)) == "rlp: too few elements")
    #expect(await said(half.encoded(.placeholders)) == "invalid fee payer: invalid transaction v, r, s values")
    for raw in [half.encoded(.senderPart), [0x08, 0xc0], [0x08], [0x3f, 0xc0], [0xc0], [], [0x20, 0xc1, 0xc1]] {
      let text = await said(raw)
      #expect(text?.contains("\n") == false && text?.contains("lectures") == false, "\(text ?? "nothing")")
    }
  }

  @Test("a transaction that waits gives way to one that pays more, and to one that cancels")
  func replacement() async throws {
    let fixture = try await KaiaFixture(mining: .manual)
    let first = try fixture.transaction(transfer(), price: 30_000_000_000)
    #expect(await fixture.refusal(first) == nil)
    #expect(await fixture.refusal(first) == "known transaction: \(first.hash.hex.dropFirst(2))")
    let same = "there is another tx which has the same nonce in the tx pool"
    #expect(await fixture.refusal(try fixture.transaction(transfer(value: 2), price: 30_000_000_000)) == same)
    let second = try fixture.transaction(transfer(value: 3), price: 30_000_000_001)
    #expect(await fixture.refusal(second) == nil)
    let cancel = try fixture.transaction(.cancel, .delegated, price: 25_000_000_000)
    #expect(await fixture.refusal(cancel) == nil)
    try await fixture.devnet.mine()
    #expect(await fixture.devnet.block()?.transactions.map(\.hash) == [cancel.hash])
    #expect(try await fixture.balance(Self.receiver) == 0)
  }

  @Test("what was valid when it came and isn't any more is left out of the block")
  func laterInvalid() async throws {
    let fixture = try await KaiaFixture(mining: .manual)
    try await fixture.send(fixture.transaction(.accountUpdate(.publicKey(fixture.keys[4]))))
    let old = try fixture.transaction(transfer(), nonce: 1)
    #expect(await fixture.refusal(old) == nil)
    try await fixture.devnet.mine()
    #expect(await fixture.devnet.block()?.transactions.count == 1)
    #expect(await fixture.devnet.receipt(old.hash) == nil)
    #expect(try await fixture.devnet.nonce(of: fixture.sender, at: .pending) == 1)
  }
}
