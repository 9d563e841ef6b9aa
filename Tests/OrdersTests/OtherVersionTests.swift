import FixtureSupport
import Keys
import Orders
import Primitives
import StrictJSON
import Testing

/// Kinds of orders that are not read here (versions 2 and 3, RFQ and OTC) are typed data, too: their vectors hold typed
/// data and signature schemes to the originals' hashes.
@Suite("Vectors of other kinds of 0x orders", .enabled(if: Vectors.available, "no fixtures of 0x"))
struct OtherVersionTests {
  @Test("Versions 2 and 3 hash as typed data, and their signatures are the makers'")
  func olderVersions() throws {
    var (hashes, signatures) = (0, 0)
    for version in ["v2", "v3"] {
      let part = try Vectors.part(version)
      for vector in try #require(part["orders"]?.array) {
        let order = try #require(vector["order"])
        var domain: JSONObject = [
          "name": .string(try part.text("name")), "version": .string(try part.text("version")),
        ]
        domain["chainId"] = order["chainId"]
        domain["verifyingContract"] = order["exchangeAddress"]
        let message = order.with("exchangeAddress", nil).with("chainId", nil)
        let data = try typedData(part.text("orderType"), domain: .object(domain), message)
        #expect(data.digest().hex == vector["orderHash"]?.string)
        if let separator = vector["domainSeparator"]?.string { #expect(data.domainSeparator().hex == separator) }
        if let hash = vector["structHash"]?.string { #expect(try data.hashStruct().hex == hash) }
        hashes += 1
        for name in ["signature", "ethSignSignature", "eip712Signature"] {
          guard let bytes = try vector[name]?.string.map({ try Bytes(hex: $0) }) else { continue }
          let scheme = try #require(SignatureScheme(rawValue: bytes[65]))
          let signature = try Signature(bytes65: Bytes(bytes[1..<65]) + [bytes[0]])
          #expect(
            try signature.recover(scheme.digest(of: data.digest())).address.lowercaseHex
              == order.text("makerAddress"))
          signatures += 1
        }
      }
    }
    #expect(hashes == 5 && signatures == 4)
  }

  @Test("RFQ and OTC orders of version 4 hash as typed data, and their makers' keys make their signatures")
  func otherKinds() throws {
    let part = try Vectors.part("v4")
    let types = try #require(part["typeStrings"])
    let vectors = try Vectors.list("v4", "orders").filter { $0["order"]?["txOrigin"] != nil }
    #expect(vectors.count == 2)
    var signatures = 0
    for vector in vectors {
      let name = try vector.text("name").hasPrefix("Rfq") ? "RfqOrder" : "OtcOrder"
      let order = try #require(vector["order"])
      let domain: JSON = [
        "name": "ZeroEx", "version": "1.0.0", "chainId": try #require(order["chainId"]),
        "verifyingContract": try #require(order["verifyingContract"]),
      ]
      let message = order.with("chainId", nil).with("verifyingContract", nil)
      for signing in [vector] + (vector["signatures"]?.array ?? []) {
        let own = signing["makerReplacedBy"].map { message.with("maker", $0) } ?? message
        let data = try typedData(types.text(name), domain: domain, own)
        #expect(data.digest().hex == signing["orderHash"]?.string)
        guard let key = try signing["privateKey"]?.string.map({ try PrivateKey(hex: $0) }) else { continue }
        for (member, scheme) in [("ethSign", SignatureScheme.message), ("eip712", .typedData)] {
          guard let expected = signing[member] else { continue }
          let signature = try key.sign(scheme.digest(of: data.digest()))
          #expect(try signature.r == expected.number("r") && signature.s == expected.number("s"))
          signatures += 1
        }
      }
    }
    #expect(signatures == 5)
  }

  /// Typed data of a type's text, such as `Order(address maker,uint256 salt)`.
  private func typedData(_ type: String, domain: JSON, _ message: JSON) throws -> TypedData {
    let parts = type.dropLast().split(separator: "(")
    let fields = parts[1].split(separator: ",").map { field -> JSON in
      let words = field.split(separator: " ").map(String.init)
      return ["type": .string(words[0]), "name": .string(words[1])]
    }
    let name = String(parts[0])
    return try TypedData(
      json: [
        "types": .object([name: .array(fields)]), "primaryType": .string(name), "domain": domain, "message": message,
      ])
  }
}
