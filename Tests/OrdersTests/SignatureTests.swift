import FixtureSupport
import Keys
import Orders
import Primitives
import Testing

@Suite("Signatures of orders")
struct SignatureTests {
  @Test("A signature of another key, or of other terms, is refused with both accounts")
  func wrongSigner() async throws {
    var source = Seeded(2)
    let (maker, other) = (try source.key(), try source.key())
    let order = try source.limitOrder(maker: maker.address)
    let signed = try await order.signed(by: maker)
    try signed.verify(for: order.exchange)
    let theirs = try SignedOrder(order, scheme: .typedData, signature: other.sign(order.hash))
    let error = try #require(failure { () throws(OrderError) in try theirs.verify() })
    #expect(error.code == .wrongSigner)
    #expect(error.facts == .signer(other.address, allowed: [maker.address]))
    let changed = try SignedOrder(
      source.limitOrder(maker: maker.address), scheme: .typedData, signature: signed.signature)
    #expect(failure { () throws(OrderError) in try changed.verify() }?.code == .wrongSigner)
    let otherScheme = try SignedOrder(order, scheme: .message, signature: signed.signature)
    #expect(failure { () throws(OrderError) in try otherScheme.verify() }?.code == .wrongSigner)
  }

  @Test("A registered signer signs and verifies only where it is said to be one")
  func registeredSigner() async throws {
    var source = Seeded(3)
    let (maker, signer) = (try source.address(), try source.key())
    let order = try source.limitOrder(maker: maker)
    await #expect(throws: OrderError(.wrongSigner, "")) { try await order.signed(by: signer) }
    let signed = try await order.signed(by: signer, signers: [signer.address])
    try signed.verify(for: order.exchange, signers: [signer.address])
    #expect(failure { () throws(OrderError) in try signed.verify() }?.code == .wrongSigner)
  }

  @Test("Whoever signed is told, registered or not, and nobody for an order or a signature that cannot count")
  func acceptableSigner() async throws {
    var source = Seeded(4)
    let key = try source.key()
    let signed = try await source.limitOrder(maker: source.address()).signed(by: key, signers: [key.address])
    #expect(try signed.acceptableSigner() == key.address)
    let nobodys = try source.orderV1(maker: .zero)
    let proof = try SignedOrder(nobodys, signature: key.sign(nobodys.hash))
    #expect(failure { () throws(OrderError) in _ = try proof.acceptableSigner() }?.code == .noMaker)
  }

  @Test("A high s is taken for version 1 as its contract does, unless a low one is asked for, and never for version 4")
  func highS() async throws {
    var source = Seeded(5)
    let order = UInt256(
      words: 0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_fffe, 0xbaae_dce6_af48_a03b, 0xbfd2_5e8c_d036_4141)
    let key = try source.key()
    func turned(_ signature: Signature) throws -> Signature {
      try Signature(r: signature.r, s: order - signature.s, yParity: signature.yParity ^ 1)
    }
    let first = try await source.orderV1(maker: key.address).signed(by: key)
    let high = try SignedOrder(first.order, signature: turned(first.signature))
    try high.verify()
    #expect(failure { () throws(OrderError) in try high.verify(allowingHighS: false) }?.code == .highS)
    #expect(
      failure { () throws(OrderError) in _ = try high.acceptableSigner(allowingHighS: false) }?.code == .highS)
    try first.verify(allowingHighS: false)
    let second = try await source.limitOrder(maker: key.address).signed(by: key)
    let refused = try SignedOrder(second.order, scheme: second.scheme, signature: turned(second.signature))
    let error = try #require(failure { () throws(OrderError) in try refused.verify() })
    #expect(error.code == .highS && error.member == "signature.s")
  }

  @Test("An order of nobody is refused whatever its signature")
  func nobody() throws {
    var source = Seeded(6)
    let order = try source.orderV1(maker: .zero)
    let signed = try SignedOrder(order, signature: source.key().sign(order.hash))
    #expect(failure { () throws(OrderError) in try signed.verify() }?.code == .noMaker)
    // r is no x coordinate: no key can have signed.
    let broken = try SignedOrder(source.orderV1(), signature: Signature(r: 5, s: 1, yParity: 0))
    #expect(failure { () throws(OrderError) in try broken.verify() }?.code == .wrongSigner)
  }

  @Test("Version 1 has no typed data")
  func schemes() async throws {
    var source = Seeded(7)
    let key = try source.key()
    let order = try source.orderV1(maker: key.address)
    await #expect(throws: OrderError(.unsupportedSignature, "")) { try await order.signed(by: key, scheme: .typedData) }
    let signature = try key.sign(order.hash)
    #expect(
      failure { () throws(OrderError) in try SignedOrder(order, scheme: .typedData, signature: signature) }?.code
        == .unsupportedSignature)
  }

  @Test("An order for another chain or exchange is refused with both in the facts")
  func place() async throws {
    let order = try Example.v4()
    let (chain, exchange) = (order.exchange.chainID, order.exchange.address)
    func fault(_ chainID: UInt256, _ address: Address) -> OrderError? {
      failure { () throws(OrderError) in
        try order.check(isFor: ExchangeContract(chainID: chainID, address: address))
      }
    }
    #expect(fault(chain, exchange) == nil)
    let other = Address(truncating: 77)
    #expect(fault(1, exchange)?.facts == .chain(chain, expected: 1))
    #expect(fault(1, exchange)?.code == .wrongChain)
    #expect(fault(chain, other)?.facts == .exchange(exchange, expected: other))
    #expect(fault(chain, other)?.code == .wrongExchange)
    let first = Example.v1()
    let error = failure { () throws(OrderError) in
      try first.check(isFor: ExchangeContract(chainID: 1, address: other))
    }
    #expect(error?.code == .wrongExchange && error?.member == "exchangeContractAddress")
  }

  @Test("The hash of an order is its digest as typed data, and every field changes it")
  func hashes() throws {
    var source = Seeded(8)
    for _ in 0..<100 {
      let order = try source.limitOrder()
      #expect(try order.typedData().digest() == order.hash)
    }
    let (one, two) = (try Example.v4(), try Example.v4(salt: 43))
    #expect(one.hash != two.hash && Example.v1().hash != Example.v1(salt: 43).hash)
    let elsewhere = try LimitOrder(
      exchange: ExchangeContract(chainID: 1, address: one.exchange.address), maker: one.maker,
      makerToken: one.makerToken, takerToken: one.takerToken, feeRecipient: one.feeRecipient,
      makerAmount: one.makerAmount, takerAmount: one.takerAmount, takerFee: one.takerFee, expiry: one.expiry,
      salt: one.salt)
    #expect(elsewhere.hash != one.hash && elsewhere.structHash == one.structHash)
  }

  @Test("Fields that do not fit their types are refused")
  func ranges() throws {
    let limit = UInt256(1) << 128
    let error = failure { () throws(OrderError) in
      try LimitOrder(
        exchange: ExchangeContract(chainID: 1, address: .zero), maker: .zero, makerToken: .zero, takerToken: .zero,
        makerAmount: 1, takerAmount: limit, expiry: 0, salt: 0)
    }
    #expect(error?.code == .outOfRange && error?.member == "takerAmount")
    let late = failure { () throws(OrderError) in
      try LimitOrder(
        exchange: ExchangeContract(chainID: 1, address: .zero), maker: .zero, makerToken: .zero, takerToken: .zero,
        makerAmount: 1, takerAmount: limit - 1, expiry: UInt256(1) << 64, salt: 0)
    }
    #expect(late?.code == .outOfRange && late?.member == "expiry")
  }

  @Test("Salts by time grow with it, and differ within a millisecond")
  func salts() {
    let salts = (0..<100).map { OrderSalt.timed(milliseconds: 1_700_000_000_000 + $0 / 2) }
    #expect(Set(salts).count == 100)
    for index in stride(from: 0, to: 98, by: 2) { #expect(salts[index] < salts[index + 2]) }
    #expect(salts[0] >= OrderSalt.lowest(milliseconds: 1_700_000_000_000))
    #expect(salts[1] < OrderSalt.lowest(milliseconds: 1_700_000_000_001))
    #expect(OrderSalt.random() != OrderSalt.random())
  }
}
