import FixtureSupport
import Keys
import Orders
import Primitives
import StrictJSON
import Testing

@Suite("Vectors of 0x version 1", .enabled(if: Vectors.available, "no fixtures of 0x"))
struct VectorV1Tests {
  @Test("Orders are read, packed, hashed and written as the originals have them")
  func orders() throws {
    let vectors = try Vectors.list("v1", "orders")
    #expect(vectors.count == 4)
    for vector in vectors {
      let json = try #require(vector["order"])
      let order = try OrderV1(json: json)
      #expect(order.packed.hex == vector["packed"]?.string)
      #expect(order.hash.hex == vector["orderHash"]?.string)
      #expect(SignatureScheme.message.digest(of: order.hash).hex == vector["ethSignDigest"]?.string)
      #expect(order.json.serialized() == json.serialized())
    }
    Fixtures.report("0x v1 orders", passed: vectors.count)
  }

  @Test("Signed orders of others verify, and stay the same text")
  func signedOrders() throws {
    let vectors = try Vectors.list("v1", "orders").filter { $0["ecSignature"] != nil }
    #expect(vectors.count == 3)
    for vector in vectors {
      let json = try #require(vector["order"]).with("ecSignature", vector["ecSignature"])
      let signed = try SignedOrder<OrderV1>(json: json)
      try signed.verify(for: ExchangeContract(chainID: 1, address: signed.order.exchange))
      #expect(signed.json.serialized() == json.serialized())
      #expect(try AnySignedOrder(parsing: json.serializedBytes()) == .v1(signed))
    }
  }

  @Test("The maker's key makes the signature of the vector")
  func signs() async throws {
    let vector = try #require(try Vectors.list("v1", "orders").first { $0["privateKey"] != nil })
    let order = try OrderV1(json: #require(vector["order"]))
    let signed = try await order.signed(by: PrivateKey(hex: vector.text("privateKey")))
    #expect(signed.json["ecSignature"] == vector["ecSignature"])
  }

  @Test("Signatures over a hash recover their account")
  func signatures() throws {
    let vectors = try Vectors.list("v1", "signatures")
    #expect(vectors.count == 4)
    for vector in vectors {
      let address = try Address(vector.text("address"))
      let scheme: SignatureScheme = try vector.text("scheme").hasPrefix("eth_sign") ? .message : .typedData
      // In the form of version 2: v, r, s and the type.
      let encoded = try vector["v2Encoded"]?.string.map { try Bytes(hex: $0) }
      let parts =
        try encoded.map { Bytes($0[1..<65]) + [$0[0]] }
        ?? Hash32(vector.text("r")).bytes + Hash32(vector.text("s")).bytes + [UInt8(vector.number("v"))]
      let signature = try Signature(bytes65: parts)
      let digest = scheme.digest(of: try Hash32(vector.text("hash")))
      #expect(try signature.recover(digest).address == address)
      let turned = try Signature(r: signature.r, s: signature.s, yParity: signature.yParity ^ 1)
      #expect((try? turned.recover(digest).address) != address)
      if let key = vector["privateKey"]?.string { #expect(try PrivateKey(hex: key).sign(digest) == signature) }
    }
  }

  @Test("Shares and rounding errors are the contract's")
  func rounding() throws {
    let vectors = try Vectors.list("v1", "roundingAndPartialAmounts")
    #expect(vectors.count == 9)
    for vector in vectors {
      let (numerator, denominator) = (try vector.number("numerator"), try vector.number("denominator"))
      let target = try vector.number("target")
      #expect(
        try PartialAmount.floor(of: target, numerator, outOf: denominator) == vector.number("partialAmount"))
      #expect(
        try PartialAmount.hasRoundingError(of: target, numerator, outOf: denominator)
          == vector["isRoundingError"]?.bool)
    }
  }

  @Test("Fills, cancels and expiry go as in the scenarios")
  func scenarios() throws {
    let errors: [String: ErrorCode<OrderErrors>] = ["(0)": .expired, "(1)": .exhausted, "(2)": .roundingError]
    let scenarios = try Vectors.list("v1", "scenarios")
    #expect(scenarios.count == 3)
    for scenario in scenarios {
      let order = try OrderV1(json: #require(scenario["order"]))
      var progress = OrderProgress()
      for step in try #require(scenario["steps"]?.array) {
        let (result, amount) = (try step.text("result"), try step.number("amount"))
        let time = try step["now"].map { _ in UInt64(try step.number("now")) } ?? 1_600_000_000
        let isFill = try step.text("do") == "fill"
        if let (_, code) = errors.first(where: { result.contains($0.key) }) {
          let error = failure { () throws(OrderError) in
            if isFill {
              _ = try order.fill(amount, after: progress, at: time)
            } else {
              _ = try order.cancel(amount, after: progress, at: time)
            }
          }
          #expect(error?.code == code, "\(step)")
          continue
        }
        if isFill {
          let fill = try order.fill(amount, after: progress, at: time)
          progress.filled += fill.takerAmount
          #expect(
            try fill
              == OrderFill(
                takerAmount: step.number("filledTaker"), makerAmount: step.number("filledMaker"),
                makerFee: step.number("paidMakerFee"), takerFee: step.number("paidTakerFee")))
        } else {
          let amounts = try order.cancel(amount, after: progress, at: time)
          progress.cancelled += amounts.taker
          #expect(
            try amounts == OrderAmounts(maker: step.number("cancelledMaker"), taker: step.number("cancelledTaker")))
        }
        #expect(
          try (progress.filled, progress.cancelled, order.remaining(after: progress))
            == (step.number("filled"), step.number("cancelled"), step.number("remaining")))
      }
    }
  }

  @Test("The contract's arrays make the calldata of its functions")
  func calldata() throws {
    let vector = try #require(try Vectors.list("v1", "orders").first { $0["callData"] != nil })
    let order = try OrderV1(json: #require(vector["order"]))
    let words = order.contractAddresses.map { UInt256($0) } + order.contractValues
    let encoded = words.reduce(into: Bytes()) { $0 += $1.bigEndianBytes }.hex.dropFirst(2)
    let calls = try #require(vector["callData"]?.object)
    #expect(calls.count == 5)
    let hashing = try #require(calls["getOrderHash"]?.string)
    #expect(hashing == "0xcfc4d0ec" + encoded)
    #expect(calls.filter { $0.value.string?.dropFirst(10).hasPrefix(encoded) == true }.count == 4)
  }

  @Test("The events' topic of a pair is that of its direction")
  func pairTopic() throws {
    let vector = try Vectors.part("v1", "pairTopicExample")
    func order(_ maker: Address, _ taker: Address) -> OrderV1 {
      OrderV1(
        exchange: .zero, maker: .zero, makerToken: maker, takerToken: taker, makerAmount: 1, takerAmount: 1, expiry: 0,
        salt: 0)
    }
    let (maker, taker) = (try Address(vector.text("makerToken")), try Address(vector.text("takerToken")))
    #expect(order(maker, taker).pairTopic.hex == vector["topic"]?.string)
    #expect(order(taker, maker).pairTopic.hex != vector["topic"]?.string)
  }
}
