import FixtureSupport
import Keys
import Orders
import Primitives
import StrictJSON
import Testing

@Suite("Vectors of 0x version 4", .enabled(if: Vectors.available, "no fixtures of 0x"))
struct VectorV4Tests {
  private func limitOrders() throws -> [JSON] {
    try Vectors.list("v4", "orders").filter { $0["order"]?["takerTokenFeeAmount"] != nil }
  }

  @Test("Limit orders have the originals' type, domain, struct hash and order hash")
  func hashes() throws {
    #expect(LimitOrder.typeText == (try Vectors.part("v4", "typeStrings").text("LimitOrder")))
    let vectors = try limitOrders()
    #expect(vectors.count == 2)
    for vector in vectors {
      let json = try #require(vector["order"])
      let order = try LimitOrder(json: json)
      #expect(order.exchange.limitOrderDomain.hex == vector["domainSeparator"]?.string)
      #expect(order.structHash.hex == vector["structHash"]?.string)
      #expect(order.hash.hex == vector["orderHash"]?.string)
      #expect(try order.typedData().digest() == order.hash)
      #expect(order.json.serialized() == json.serialized())
    }
    let mainnet = ExchangeContract(
      chainID: 1, address: try Address("0xdef1c0ded9bec7f1a1670819833240f027b25eff"))
    #expect(mainnet.limitOrderDomain.hex == (try Vectors.part("v4").text("mainnetDomainSeparator")))
  }

  @Test("Makers' keys make the originals' signatures of both types")
  func signatures() async throws {
    var count = 0
    for vector in try limitOrders() {
      let json = try #require(vector["order"])
      // A vector signs itself, or its order for other makers.
      for signing in vector["signatures"]?.array ?? [vector] {
        let order = try LimitOrder(
          json: signing["makerReplacedBy"].map { json.with("maker", $0) } ?? json)
        #expect(order.hash.hex == signing["orderHash"]?.string)
        let key = try PrivateKey(hex: signing.text("privateKey"))
        for (name, scheme) in [("ethSign", SignatureScheme.message), ("eip712", .typedData)] {
          guard let expected = signing[name] else { continue }
          let signed = try await order.signed(by: key, scheme: scheme)
          #expect(signed.json["signature"] == expected)
          #expect(try SignedOrder<LimitOrder>(json: signed.json) == signed)
          try signed.verify(for: order.exchange)
          count += 1
        }
      }
    }
    #expect(count == 5)
  }

  @Test("Orders that were open on the main network verify, and stay the same JSON in lower case")
  func mainnetOrders() throws {
    let vectors = try Vectors.list("v4", "mainnetSignedOrders")
    #expect(vectors.count == 10)
    let exchange = ExchangeContract(
      chainID: 1, address: try Address("0xdef1c0ded9bec7f1a1670819833240f027b25eff"))
    for vector in vectors {
      let json = try #require(vector["order"]).with("signature", vector["signature"])
      let signed = try SignedOrder<LimitOrder>(json: json)
      #expect(signed.hash.hex == vector["orderHash"]?.string)
      #expect(try signed.signer().lowercaseHex == vector["signerRecovered"]?.string)
      try signed.verify(for: exchange)
      // Three of them have EIP-55's letters in the maker.
      let lowercase = try json.with("maker", .string(json.text("maker").lowercased()))
      #expect(signed.json == lowercase)
      #expect(try AnySignedOrder(json: json) == .v4(signed))
    }
    Fixtures.report("0x v4 mainnet orders", passed: vectors.count)
  }

  @Test("Fills move the amounts and the fee of the vector")
  func fills() throws {
    let vector = try #require(try limitOrders().first { $0["fills"] != nil })
    let order = try LimitOrder(json: #require(vector["order"]))
    let fills = try #require(vector["fills"]?.array)
    #expect(fills.count == 4)
    for fill in fills {
      #expect(
        try order.fill(fill.number("takerTokenFillAmount"), at: 1_700_000_000)
          == OrderFill(
            takerAmount: fill.number("takerFilled"), makerAmount: fill.number("makerFilled"),
            takerFee: fill.number("fee")))
    }
  }

  @Test("The words make the calldata of the contract's functions")
  func calldata() throws {
    let vector = try #require(try limitOrders().first { $0["callData"] != nil })
    let order = try LimitOrder(json: #require(vector["order"]))
    let encoded = order.words.reduce(into: Bytes()) { $0 += $1.bigEndianBytes }.hex.dropFirst(2)
    let calls = try #require(vector["callData"]?.object)
    #expect(calls["cancelLimitOrder"]?.string == "0x7d49ec1a" + encoded)
    #expect(calls["getLimitOrderHash"]?.string == "0xdd11d225" + encoded)
    #expect(calls.filter { $0.value.string?.dropFirst(10).hasPrefix(encoded) == true }.count == 5)
  }
}
