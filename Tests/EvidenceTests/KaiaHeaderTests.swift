import Evidence
import FixtureSupport
import Primitives
import StrictJSON
import Testing

@Suite("Headers of Kaia", .enabled(if: KaiaFixture.isThere, "fixtures not found: set LECTURES_FIXTURES"))
struct KaiaHeaderTests {
  @Test("hash, round, validators, proposer and sealers are those recorded", arguments: KaiaFixture.all)
  func recorded(name: String) throws {
    let fixture = try KaiaFixture(name)
    var passed = 0
    for header in try fixture.headers() {
      let expected = try fixture.expected(header.number)
      #expect(header.hash.hex == expected["hash"]?.string)
      #expect(Int(header.round) == expected["round"]?.int)
      #expect(header.validators.count == expected["validators"]?.int)
      #expect(header.committedSeals.count == expected["seals"]?.int)
      passed += 4
      guard header.number > 0 else {
        #expect(header.proposer == nil)
        continue
      }
      let size = try #require(fixture.chain.parameters(at: header.number)).committeeSize
      let seals = try KaiaSeals(of: header, committeeSize: size)
      #expect(try seals.proposer == Address(#require(expected["proposer"]?.string)))
      #expect(try seals.sealers == expected["sealers"]?.array?.map { try Address(#require($0.string)) })
      #expect(KaiaSeals.quorum(validators: header.validators.count, committeeSize: size) == expected["safeQuorum"]?.int)
      #expect(try fixture.council(header.number) == Set(header.validators))
      passed += 4
    }
    Fixtures.report("kaia_headers, headers of \(name)", passed: passed)
  }

  @Test("a block's form is the same header", arguments: KaiaFixture.sealedHere)
  func blockForm(name: String) throws {
    let fixture = try KaiaFixture(name)
    for form in ["fullBlock", "consensusInfo"] {
      let header = try KaiaHeader(json: #require(fixture.json[form]), chain: fixture.chain)
      #expect(try header == fixture.header(header.number))
    }
  }

  @Test("the eth_ form is refused: it lacks fields of the hash", arguments: KaiaFixture.sealedHere)
  func ethForm(name: String) throws {
    let fixture = try KaiaFixture(name)
    let json = try #require(fixture.json["ethForm"]?["header"])
    expect(.malformedHeader) { _ = try KaiaHeader(json: json, chain: fixture.chain) }
  }

  @Test("randomReveal and mixHash are in the hash from Randao on, whatever the case of their names")
  func randao() throws {
    let fixture = try KaiaFixture("recorded-1001")
    let chain = KaiaChain(chainID: 1, forks: KaiaForks(magma: 0, randao: 0), ranges: [])
    for json in try #require(fixture.json["hashOnly"]?.array) {
      let header = try KaiaHeader(json: json, chain: chain)
      #expect(header.hash.hex == json["hash"]?.string)
      #expect(try KaiaHeader(json: json.with("mixhash", json["mixHash"]).with("mixHash", nil), chain: chain) == header)
      expect(.wrongHash) { _ = try KaiaHeader(json: json.flipped("mixHash"), chain: chain) }
      expect(.malformedHeader) { _ = try KaiaHeader(json: json.with("randomReveal", "0x00"), chain: chain) }
    }
  }

  @Test("the fork decides which fields are hashed, not what is told")
  func forks() throws {
    // Before Magma nodes tell a base fee that no header has.
    let old = try KaiaFixture("recorded-8217")
    let told = try old.toldHeader(7_210_033)
    let lavish = told.with("baseFeePerGas", "0x0").with("mixHash", "0x00").with("randomReveal", "0x")
    #expect(try KaiaHeader(json: lavish, chain: .mainnet) == old.header(7_210_033))
    // From Magma on it must be there.
    let fixture = try KaiaFixture("chain-10003-impl0")
    expect(.malformedHeader) {
      _ = try KaiaHeader(json: fixture.toldHeader(3).with("baseFeePerGas", nil), chain: fixture.chain)
    }
    expect(.wrongHash) { _ = try KaiaHeader(json: fixture.toldHeader(3), chain: .mainnet) }
  }

  @Test("every exchanged field is noticed by the hash", arguments: KaiaFixture.all)
  func damaged(name: String) throws {
    let fixture = try KaiaFixture(name)
    let json = try #require(fixture.told.last)
    var names = [
      "parentHash", "reward", "stateRoot", "transactionsRoot", "receiptsRoot", "logsBloom", "blockScore", "number",
      "gasUsed", "timestamp", "timestampFoS", "hash",
    ]
    if KaiaFixture.sealedHere.contains(name) { names.append("baseFeePerGas") }
    for name in names {
      expect(.wrongHash, .malformedHeader, when: "\(name)") {
        _ = try KaiaHeader(json: json.flipped(name), chain: fixture.chain)
      }
      if name != "hash" {
        expect(.malformedHeader, when: "\(name) is missing") {
          _ = try KaiaHeader(json: json.with(name, nil), chain: fixture.chain)
        }
      }
      for strange in [JSON.number("1"), .array([]), .string(""), .string("0x0g"), .bool(true)] {
        expect(.malformedHeader, when: "\(name) \(strange)") {
          _ = try KaiaHeader(json: json.with(name, strange), chain: fixture.chain)
        }
      }
    }
    for name in ["governanceData", "voteData"] {
      expect(.wrongHash) { _ = try KaiaHeader(json: json.with(name, "0x01"), chain: fixture.chain) }
    }
    for strange in [JSON.array([]), .string("header"), .number("1")] {
      expect(.malformedHeader) { _ = try KaiaHeader(json: strange, chain: fixture.chain) }
    }
    expect(.missingBlock) { _ = try KaiaHeader(json: .null, chain: fixture.chain) }
  }

  @Test("an extraData of any other form is refused")
  func extraData() throws {
    let fixture = try KaiaFixture("chain-10002-impl2")
    let json = try fixture.toldHeader(5)
    let text = try #require(json["extraData"]?.string)
    let bytes = try Hex.decode(text)
    let parts = try RLP.decode(bytes.dropFirst(32)).list()
    func told(_ parts: [RLP.Item]) -> JSON { .string((Bytes(bytes.prefix(32)) + RLP.encode(.list(parts))).hex) }
    let strange: [JSON] = [
      "0x", .string(String(text.prefix(66))), .string(String(text.dropLast(2))), .string(text + "00"),
      told(Array(parts.dropLast())), told(parts + [.list([])]), told([.bytes([]), parts[1], parts[2]]),
      told([.list([]), parts[1], parts[2]]),
      told([.list(try parts[0].list() + [parts[0].list()[0]]), parts[1], parts[2]]),
      told([parts[0], .list([]), parts[2]]), told([parts[0], parts[1], .list([.list([])])]),
      told([.list([.bytes([1])]), parts[1], parts[2]]),
      .string("0x" + String(repeating: "00", count: 1 << 18)),
    ]
    for extra in strange {
      expect(.malformedHeader) { _ = try KaiaHeader(json: json.with("extraData", extra), chain: fixture.chain) }
    }
    // What the hash covers: validators and the proposer's seal; not the committed seals nor the round.
    expect(.wrongHash) {
      let fewer = RLP.Item.list(Array(try parts[0].list().dropLast()))
      _ = try KaiaHeader(json: json.with("extraData", told([fewer, parts[1], parts[2]])), chain: fixture.chain)
    }
    expect(.wrongHash) {
      _ = try KaiaHeader(json: json.with("extraData", told([parts[0], .bytes([]), parts[2]])), chain: fixture.chain)
    }
    let bare = try KaiaHeader(
      json: json.with("extraData", told([parts[0], parts[1], .list([])])), chain: fixture.chain)
    #expect(try bare.hash == fixture.header(5).hash)
  }
}
