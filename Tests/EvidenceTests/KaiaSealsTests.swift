import Evidence
import Primitives
import StrictJSON
import Testing

@Suite("Seals of validators", .enabled(if: KaiaFixture.isThere, "fixtures not found: set LECTURES_FIXTURES"))
struct KaiaSealsTests {
  @Test("a block needs the seals that honest nodes wait for, not those that nodes accept")
  func quorum() {
    let expected = [1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 6: 4, 7: 5, 22: 15, 31: 21, 50: 34]
    for (validators, seals) in expected {
      #expect(KaiaSeals.quorum(validators: validators, committeeSize: 100) == seals)
      #expect(KaiaSeals.quorum(validators: 100, committeeSize: validators) == seals)
    }
    // Two sets of so many have more in common than may lie.
    for count in 4...100 {
      let quorum = KaiaSeals.quorum(validators: count, committeeSize: count)
      let share = KaiaSeals.honestShare(validators: count, committeeSize: count)
      #expect(2 * quorum - count >= share)
    }
    #expect(KaiaSeals.honestShare(validators: 1, committeeSize: 22) == 1)
    #expect(KaiaSeals.honestShare(validators: 3, committeeSize: 22) == 2)
    #expect(KaiaSeals.honestShare(validators: 4, committeeSize: 22) == 2)
    #expect(KaiaSeals.honestShare(validators: 50, committeeSize: 50) == 17)
  }

  /// A header with other seals behind its validators.
  private func header(
    _ fixture: KaiaFixture, _ number: UInt64, _ change: (inout [RLP.Item]) throws -> Void
  ) throws -> KaiaHeader {
    let json = try fixture.toldHeader(number)
    let bytes = try Hex.decode(try #require(json["extraData"]?.string))
    var parts = try RLP.decode(bytes.dropFirst(32)).list()
    var seals = try parts[2].list()
    try change(&seals)
    parts[2] = .list(seals)
    let extra = Bytes(bytes.prefix(32)) + RLP.encode(.list(parts))
    return try KaiaHeader(json: json.with("extraData", .string(extra.hex)), chain: fixture.chain)
  }

  @Test("seals left out, twice, damaged, of others or of another block are refused", arguments: KaiaFixture.all)
  func damaged(name: String) throws {
    let fixture = try KaiaFixture(name)
    var refused = 0
    let headers = try fixture.headers()
    for header in headers where header.number > 0 && (headers.count < 10 || header.number % 8 == 1) {
      let number = header.number
      let size = try #require(fixture.chain.parameters(at: number)).committeeSize
      func expectRefused(_ what: Comment, _ change: (inout [RLP.Item]) throws -> Void) throws {
        let damaged = try self.header(fixture, number, change)
        #expect(damaged.hash == header.hash)
        expect(.notSealed, when: what) { _ = try KaiaSeals(of: damaged, committeeSize: size) }
        refused += 1
      }
      try expectRefused("none") { $0 = [] }
      try expectRefused("one less") { $0.removeLast() }
      try expectRefused("one twice") { $0.append($0[0]) }
      if header.committedSeals.count > 1 {
        try expectRefused("one twice instead of another") { $0[$0.count - 1] = $0[0] }
      }
      try expectRefused("a bit of r") { $0[0] = try $0[0].flipped(at: 5) }
      try expectRefused("a bit of s") { $0[0] = try $0[0].flipped(at: 40) }
      try expectRefused("another recovery bit") { $0[0] = try $0[0].flipped(at: 64) }
      try expectRefused("no signature") { $0[0] = .bytes(Bytes(repeating: 0, count: 65)) }
      try expectRefused("a byte less") { $0[0] = .bytes(Bytes(try $0[0].bytes().dropLast())) }
      guard let other = headers.last(where: { $0.number != number && $0.number > 0 }) else { continue }
      try expectRefused("of another block") { $0 = other.committedSeals.map { .bytes($0) } }
    }
    #expect(refused > 8)
  }

  @Test("the round is not in the hash, and changes nothing that is sealed")
  func round() throws {
    let fixture = try KaiaFixture("chain-10002-impl2")
    for number in [1, 73, 76, 79] as [UInt64] {
      let header = try fixture.header(number)
      #expect(header.round > 0)
      let text = try #require(try fixture.toldHeader(number)["extraData"]?.string)
      let other = text.prefix(64) + "07" + text.dropFirst(66)
      let json = try fixture.toldHeader(number).with("extraData", .string(String(other)))
      let changed = try KaiaHeader(json: json, chain: fixture.chain)
      #expect(changed.round == 7 && changed.hash == header.hash)
    }
  }

  @Test("a header with the validators of before a vote has another hash, and its seals do not fit")
  func councilBefore() throws {
    let fixture = try KaiaFixture("chain-10002-impl2")
    for (number, before) in [(60, 59), (69, 68)] as [(UInt64, UInt64)] {
      let json = try fixture.toldHeader(number)
      let bytes = try Hex.decode(try #require(json["extraData"]?.string))
      var parts = try RLP.decode(bytes.dropFirst(32)).list()
      parts[0] = .list(try fixture.header(before).validators.map { .address($0) })
      let extra = JSON.string((Bytes(bytes.prefix(32)) + RLP.encode(.list(parts))).hex)
      expect(.wrongHash) { _ = try KaiaHeader(json: json.with("extraData", extra), chain: fixture.chain) }
      let strange = try KaiaHeader(json: json.with("extraData", extra).with("hash", nil), chain: fixture.chain)
      expect(.notSealed) { _ = try KaiaSeals(of: strange, committeeSize: 22) }
    }
  }

  @Test("a header of another chain is nobody's there")
  func otherChain() throws {
    let here = try KaiaFixture("chain-10002-impl2")
    let other = try KaiaFixture("chain-10003-impl0")
    let start = try here.header(3)
    let anchor = try KaiaAnchor(start, checkpoint: start.checkpoint, chain: here.chain)
    let stranger = try other.header(10)
    #expect(throws: EvidenceError.self) {
      var path = try KaiaHeaderPath(from: anchor, to: 10, now: start.time)
      while let wanted = path.wanted { try path.take(try other.header(wanted)) }
    }
    expect(.wrongHash) { _ = try KaiaAnchor(stranger, checkpoint: start.checkpoint, chain: here.chain) }
  }
}

extension RLP.Item {
  fileprivate func flipped(at index: Int) throws -> RLP.Item {
    var bytes = try bytes()
    bytes[index] ^= 1
    return .bytes(bytes)
  }
}
