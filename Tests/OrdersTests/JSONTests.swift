import FixtureSupport
import Keys
import Orders
import Primitives
import StrictJSON
import Testing

@Suite("The JSON of orders")
struct JSONTests {
  private static let amountsV1 = [
    "makerTokenAmount", "takerTokenAmount", "makerFee", "takerFee", "expirationUnixTimestampSec", "salt",
  ]
  private static let amountsV4 = ["makerAmount", "takerAmount", "takerTokenFeeAmount", "expiry", "salt"]

  private func signedV1() async throws -> JSON {
    var source = Seeded(1)
    let key = try source.key()
    return try await source.orderV1(maker: key.address).signed(by: key).json
  }

  private func signedV4() async throws -> JSON {
    var source = Seeded(4)
    let key = try source.key()
    return try await source.limitOrder(maker: key.address).signed(by: key).json
  }

  @Test("Random orders are written and read as they were, with their signature")
  func roundTrips() async throws {
    var source = Seeded(18)
    for _ in 0..<200 {
      let key = try source.key()
      let first = try await source.orderV1(maker: key.address).signed(by: key)
      #expect(try SignedOrder(parsing: first.json.serializedBytes()) == first)
      #expect(try AnySignedOrder(json: first.json).json == first.json)
      let second = try await source.limitOrder(maker: key.address).signed(
        by: key, scheme: Bool.random(using: &source) ? .message : .typedData)
      #expect(try SignedOrder(parsing: second.json.serializedBytes()) == second)
      #expect(try AnySignedOrder(json: second.json).json == second.json)
      #expect(try LimitOrder(json: second.order.json) == second.order)
    }
  }

  @Test("A member that is missing, null, of another type or unknown is refused by its name")
  func members() async throws {
    let optional: Set = ["taker", "sender", "feeRecipient", "takerTokenFeeAmount", "pool"]
    for json in [try await signedV1(), try await signedV4()] {
      let isV1 = json["ecSignature"] != nil
      func read(_ json: JSON) -> OrderError? {
        failure { () throws(OrderError) in
          if isV1 { _ = try SignedOrder<OrderV1>(json: json) } else { _ = try SignedOrder<LimitOrder>(json: json) }
        }
      }
      #expect(read(json) == nil)
      let names = try #require(json.object?.keys)
      #expect(names.count == (isV1 ? 13 : 15))
      for name in names {
        let missing = read(json.with(name, nil))
        if name.hasSuffix("ignature") {
          #expect(missing?.code == .invalidMember && missing?.member == name)
        } else if isV1 || !optional.contains(name) {
          #expect(missing?.code == .missingMember && missing?.member == name, "\(name)")
        } else {
          #expect(missing == nil, "\(name)")
        }
        for value: JSON in [
          .null, true, -1, .number("1.5"), [], ["a"], [:], "", " ", "0x", "-1", "+1", "1e3", "0x10", "1.0",
        ] {
          let error = read(json.with(name, value))
          #expect(error?.member?.hasPrefix(name) == true, "\(name) \(value)")
          #expect([.invalidMember, .missingMember].contains(error?.code), "\(name) \(value)")
        }
      }
      let unknown = read(json.with("makr", "0x"))
      #expect(unknown?.code == .unknownMember && unknown?.member == "makr")
    }
  }

  @Test("Numbers are decimal strings without leading zeros, and no larger than their fields")
  func numbers() async throws {
    let (first, second) = (try await signedV1(), try await signedV4())
    let above256 = "115792089237316195423570985008687907853269984665640564039457584007913129639936"
    for name in Self.amountsV1 {
      for text in ["007", "00", "１", "1_000", "99999999999999999999\u{0}"] {
        #expect(
          failure { () throws(OrderError) in try SignedOrder<OrderV1>(json: first.with(name, .string(text))) }?
            .code == .invalidMember, "\(name) \(text)")
      }
      #expect(
        failure { () throws(OrderError) in try SignedOrder<OrderV1>(json: first.with(name, .string(above256))) }?
          .code == .outOfRange, "\(name)")
      let many = String(repeating: "9", count: 5000)
      #expect(
        failure { () throws(OrderError) in try SignedOrder<OrderV1>(json: first.with(name, .string(many))) }?
          .code == .outOfRange, "\(name)")
    }
    for name in Self.amountsV4 {
      let bits = name == "salt" ? 256 : name == "expiry" ? 64 : 128
      let largest = UInt256.max >> UInt256(256 - bits)
      let read = try SignedOrder<LimitOrder>(json: second.with(name, .string("\(largest)")))
      #expect(read.json[name] == .string("\(largest)"))
      let above = bits == 256 ? above256 : "\(largest + 1)"
      let error = failure { () throws(OrderError) in
        try SignedOrder<LimitOrder>(json: second.with(name, .string(above)))
      }
      #expect(error?.code == .outOfRange && error?.member == name)
    }
    for chain: JSON in ["1", .number("1.0"), .number("1e0"), .number("-1")] {
      let error = failure { () throws(OrderError) in try SignedOrder<LimitOrder>(json: second.with("chainId", chain)) }
      #expect(error?.code == .invalidMember && error?.member == "chainId", "\(chain)")
    }
  }

  @Test("Addresses may have EIP-55's letters where they are right, and nothing else")
  func addresses() async throws {
    let json = try await signedV1()
    let order = try SignedOrder<OrderV1>(json: json).order
    let mixed = json.with("maker", .string(order.maker.checksummed))
    #expect(try SignedOrder<OrderV1>(json: mixed).json == json)
    let wrong = String(
      order.maker.checksummed.map {
        $0.isUppercase ? Character($0.lowercased()) : $0.isLetter && $0 != "x" ? Character($0.uppercased()) : $0
      })
    for text in [
      wrong, String(order.maker.lowercaseHex.dropFirst(2)), order.maker.lowercaseHex + "0",
      "0x" + String(repeating: "g", count: 40),
    ] {
      let error = failure { () throws(OrderError) in try SignedOrder<OrderV1>(json: json.with("maker", .string(text))) }
      #expect(error?.code == .invalidMember && error?.member == "maker", "\(text)")
    }
  }

  @Test("A signature's parts are checked one by one")
  func signatureParts() async throws {
    let json = try await signedV4()
    let parts = try #require(json["signature"])
    func read(_ name: String, _ value: JSON?) -> OrderError? {
      failure { () throws(OrderError) in
        try SignedOrder<LimitOrder>(json: json.with("signature", parts.with(name, value)))
      }
    }
    for name in ["signatureType", "v", "r", "s"] {
      #expect(read(name, nil)?.code == .missingMember)
      #expect(read(name, .null)?.code == .invalidMember)
      #expect(read(name, nil)?.member == "signature.\(name)")
    }
    for type in [0, 1, 4, 5, 255] {
      let error = read("signatureType", .number("\(type)"))
      #expect(error?.code == .unsupportedSignature && error?.member == "signature.signatureType")
    }
    #expect(read("signatureType", 256)?.code == .invalidMember)
    for v in [0, 1, 26, 29, 255] { #expect(read("v", .number("\(v)"))?.code == .invalidSignature) }
    for name in ["r", "s"] {
      for number in [UInt256.zero, UInt256.max] {
        #expect(read(name, .string(Hash32(number).hex))?.code == .invalidSignature)
      }
      #expect(read(name, "0x01")?.code == .invalidMember)
    }
    #expect(read("t", 1)?.code == .unknownMember)
    let first = try await signedV1()
    let typed = try #require(first["ecSignature"]).with("signatureType", 3)
    #expect(
      failure { () throws(OrderError) in try SignedOrder<OrderV1>(json: first.with("ecSignature", typed)) }?.code
        == .unknownMember)
  }

  @Test("Text that is doubled, nested, too long or no object is refused before it is looked at")
  func texts() async throws {
    let text = try await signedV1().serialized()
    let doubled = text.dropLast() + #","maker":"0x0000000000000000000000000000000000000000"}"#
    let nested = String(repeating: "[", count: 100_000)
    let long = text + String(repeating: " ", count: 9000)
    for bad in ["", "{", String(doubled), nested, #"{"a":[[[[]]]]}"#, long, text + text, "\u{FEFF}" + text] {
      #expect(
        failure { () throws(OrderError) in try SignedOrder<OrderV1>(parsing: Bytes(bad.utf8)) }?.code == .malformedJSON)
      #expect(failure { () throws(OrderError) in try AnySignedOrder(parsing: Bytes(bad.utf8)) }?.code == .malformedJSON)
    }
    #expect(failure { () throws(OrderError) in try AnySignedOrder(parsing: Bytes("[]".utf8)) }?.code == .invalidMember)
    #expect(failure { () throws(OrderError) in try AnySignedOrder(parsing: Bytes("{}".utf8)) }?.code == .missingMember)
  }

  @Test("What an error repeats of the input is short and cannot move a cursor")
  func errorTexts() async throws {
    let json = try await signedV1()
    let nasty = String(repeating: "\u{1b}[2J\u{202e}", count: 300)
    for changed in [json.with("maker", .string(nasty)), json.with(nasty, 1), json.with("salt", .string(nasty))] {
      let error = try #require(failure { () throws(OrderError) in try SignedOrder<OrderV1>(json: changed) })
      let text = "\(error)"
      #expect(!text.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" } && text.utf8.count < 600)
    }
  }
}
