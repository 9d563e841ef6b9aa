import Evidence
import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing

/// A file of headers, bodies and proofs that nodes told, with what every reader must compute of them.
struct KaiaFixture {
  let name: String
  let json: JSON
  let chain: KaiaChain

  static let isThere = Fixtures.available("kaia_headers")
  static let sealedHere = ["chain-10002-impl2", "chain-10003-impl0", "chain-10004-impl1"]
  static let all = sealedHere + ["recorded-1001", "recorded-8217"]

  init(_ name: String) throws {
    self.name = name
    json = try Fixtures.json("kaia_headers/\(name).json")
    let number = UInt64(try #require(json["chainId"]?.int))
    let form = try #require(json["deriveShaImpl"]?.int.flatMap(DeriveShaImpl.init))
    let size = try #require(json["committeeSize"]?.int)
    chain =
      KaiaChain.known(number)
      ?? KaiaChain(
        chainID: number, forks: KaiaForks(magma: 0), epoch: 20,
        ranges: [KaiaParameters.Range(0, committeeSize: size, deriveSha: form)])
  }

  var told: [JSON] { json["headers"]?.array ?? [] }

  func headers() throws -> [KaiaHeader] { try told.map { try KaiaHeader(json: $0, chain: chain) } }

  func header(_ number: UInt64) throws -> KaiaHeader {
    try KaiaHeader(json: toldHeader(number), chain: chain)
  }

  func toldHeader(_ number: UInt64) throws -> JSON {
    let text = "0x" + String(number, radix: 16)
    return try #require(told.first { $0["number"]?.string == text }, "\(name) has no header \(number)")
  }

  func expected(_ number: UInt64) throws -> JSON { try #require(json["expected"]?[String(number)]) }

  func council(_ number: UInt64) throws -> Set<Address> {
    Set(try #require(json["councils"]?[String(number)]?.array).map { try Address(#require($0.string)) })
  }

  /// The blocks whose bodies were recorded: raw transactions and receipts, those where they are known.
  func bodies() throws -> [(number: UInt64, raw: JSON, receipts: JSON)] {
    try #require(json["blocks"]?.object).map { key, value in
      (try #require(UInt64(key)), value["raw"] ?? .null, value["receipts"] ?? .null)
    }
  }

  func form(_ number: UInt64) throws -> DeriveShaImpl {
    if let other = json["deriveShaImplAt"]?[String(number)]?.int { return try #require(DeriveShaImpl(rawValue: other)) }
    return try #require(json["deriveShaImpl"]?.int.flatMap(DeriveShaImpl.init))
  }
}

extension JSON {
  /// A copy with a member set; nil removes it.
  func with(_ name: String, _ value: JSON?) -> JSON {
    var object = self.object ?? [:]
    object[name] = value
    return .object(object)
  }

  /// A copy with one digit of a member's hexadecimal text exchanged, counted from the end.
  func flipped(_ name: String, fromEnd: Int = 0) throws -> JSON {
    with(name, .string(try #require(self[name]?.string).flipped(fromEnd: fromEnd)))
  }
}

extension String {
  func flipped(fromEnd: Int = 0) -> String {
    var digits = Array(self)
    let index = digits.count - 1 - fromEnd
    digits[index] = digits[index] == "0" ? "1" : "0"
    return String(digits)
  }
}

/// Expects an error of the target with one of these codes.
func expect(
  _ codes: EvidenceError.Code..., when comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  #expect(comment, sourceLocation: sourceLocation) {
    try body()
  } throws: {
    guard let error = $0 as? EvidenceError else { return false }
    return codes.contains(error.code)
  }
}
