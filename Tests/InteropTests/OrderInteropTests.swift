import ChainSupport
import FixtureSupport
import Keys
import Orders
import Primitives
import StrictJSON
import Testing

@Suite(
  "Orders of the 0x protocol between us and eth-account",
  .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"), .timeLimit(.minutes(20)))
struct OrderInteropTests {
  @Test("Orders of version 1 that one signs, the other recovers")
  func versionOne() async throws {
    var source = Seeded(101)
    for _ in 0..<20 {
      let key = try source.key()
      let order = OrderV1(
        exchange: try source.address(), maker: key.address, makerToken: try source.address(),
        takerToken: try source.address(), makerAmount: source.number(bits: 256), takerAmount: source.number(bits: 256),
        makerFee: source.number(bits: 256), expiry: source.number(bits: 40), salt: source.number(bits: 256))
      try await exchange(order, by: key)
    }
  }

  @Test("Limit orders that one signs, as a message or as typed data, the other recovers")
  func limitOrders() async throws {
    var source = Seeded(104)
    for _ in 0..<20 {
      let key = try source.key()
      let order = try LimitOrder(
        exchange: ExchangeContract(chainID: source.number(bits: 64), address: source.address()), maker: key.address,
        taker: source.address(), makerToken: source.address(), takerToken: source.address(),
        makerAmount: source.number(bits: 128), takerAmount: source.number(bits: 128),
        takerFee: source.number(bits: 128),
        pool: Hash32(source.number(bits: 256)), expiry: source.number(bits: 64), salt: source.number(bits: 256))
      try await exchange(order, by: key)
      let signed = try await order.signed(by: key)
      #expect(signed.scheme == .typedData)
      let document = JSON.string(try Self.document(order).serialized())
      let recovered = try await Witness.text(
        "recover_typed", ["document": document, "signature": .string(signed.signature.bytes65.hex)])
      #expect(recovered == key.address.checksummed)
      let theirs = try Signature(
        bytes65: Bytes(
          hex: try await Witness.text("sign_typed", ["document": document, "key": .string(key.hex)])))
      try SignedOrder(order, scheme: .typedData, signature: theirs).verify(for: order.exchange)
      #expect(theirs == signed.signature)
    }
  }

  /// Signs an order's hash as a message here and there, and verifies each at the other.
  private func exchange(_ order: some ExchangeOrder, by key: PrivateKey) async throws {
    let signed = try await order.signed(by: key, scheme: .message)
    let message = JSON.string(order.hash.hex)
    let recovered = try await Witness.text(
      "recover_message", ["message": message, "signature": .string(signed.signature.bytes65.hex)])
    #expect(recovered == key.address.checksummed)
    let theirs = try Signature(
      bytes65: Bytes(hex: try await Witness.text("sign_message", ["key": .string(key.hex), "message": message])))
    try SignedOrder(order, signature: theirs).verify()
    #expect(theirs == signed.signature)
  }

  /// The order as wallets take it for signing.
  private static func document(_ order: LimitOrder) throws -> JSON {
    let data = try order.typedData()
    func fields(_ fields: [(String, String)]) -> JSON {
      .array(fields.map { ["name": .string($0), "type": .string($1)] })
    }
    let domain = [("name", "string"), ("version", "string"), ("chainId", "uint256"), ("verifyingContract", "address")]
    return [
      "types": [
        "EIP712Domain": fields(domain),
        "LimitOrder": fields(LimitOrder.typedFields.map { ($0.field.name, $0.field.type) }),
      ],
      "primaryType": "LimitOrder", "domain": data.signedDomain, "message": try #require(data.signedMessage),
    ]
  }
}
