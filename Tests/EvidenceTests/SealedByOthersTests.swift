import ChainSupport
import Evidence
import Primitives
import StrictJSON
import Testing

@Suite("Chains that another program seals", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"))
struct SealedByOthersTests {
  @Test("headers of 4, 22 and 50 validators are those that were sealed", arguments: [4, 22, 50])
  func sealed(validators: Int) async throws {
    let headers = try await Sealer.seal(["validators": .number("\(validators)"), "committee": 50, "blocks": 40])
    for (number, told) in headers.told.enumerated() {
      let header = try headers.header(number)
      let seals = try KaiaSeals(of: header, committeeSize: 50)
      #expect(try seals.sealers == told["sealedBy"]?.array?.map { try Address(#require($0.string)) })
      #expect(seals.sealers.count == KaiaSeals.quorum(validators: validators, committeeSize: 50))
      #expect(seals.proposer == header.rewardBase && Int(header.round) == number % 3)
    }
    let (path, asked) = try headers.follow(from: 0, to: 40)
    #expect(path.anchor.checkpoint.number == 40 && asked == [40])
    #expect(path.anchor.validators.count == validators)
  }

  /// Votes that replace one validator after another, `every` so many blocks.
  private func replacing(_ validators: Int, every: Int, blocks: Int) -> JSON {
    var votes: JSON = [:]
    for (index, number) in stride(from: every, to: blocks, by: every).enumerated() {
      votes = votes.with(
        String(number), ["remove": [.number("\(index)")], "add": [.number("\(validators + index)")]])
    }
    return votes
  }

  @Test("a council that was replaced meanwhile is reached by nearer blocks", arguments: [4, 22, 50])
  func halving(validators: Int) async throws {
    let blocks = 300
    let headers = try await Sealer.seal([
      "validators": .number("\(validators)"), "committee": 50, "blocks": .number("\(blocks)"),
      "votes": replacing(validators, every: 4, blocks: blocks),
    ])
    let (path, asked) = try headers.follow(from: 0, to: UInt64(blocks))
    #expect(path.anchor.checkpoint == (try headers.header(blocks).checkpoint))
    // The first question was for the target, and others had to be asked.
    #expect(asked.first == UInt64(blocks) && asked.count > 2 && asked.count < blocks)
    #expect(Set(asked).count == asked.count, "a header is asked for once")
    #expect(path.anchor.validators.isDisjoint(with: try headers.anchor(0).validators))
    // And the same by the actor that asks.
    let start = try headers.header(0)
    let source = try FixtureSource(headers: headers.told)
    let chain = SealedChain(headers.chain, checkpoint: start.checkpoint, source: source) { start.time }
    #expect(try await chain.header(UInt64(blocks)).hash == path.anchor.checkpoint.hash)
  }

  @Test("a block sealed by 2F, by one twice or by strangers is refused", arguments: [4, 22, 50])
  func lies(validators: Int) async throws {
    let council = (0..<validators).map { JSON.number("\($0)") }
    let strangers = (900..<(900 + validators)).map { JSON.number("\($0)") }
    let faulty = (validators + 2) / 3 - 1
    let quorum = KaiaSeals.quorum(validators: validators, committeeSize: 50)
    func forged(_ validators: [JSON], _ sealers: [JSON]) -> JSON {
      ["number": 20, "validators": .array(validators), "sealers": .array(sealers)]
    }
    let headers = try await Sealer.seal([
      "validators": .number("\(validators)"), "committee": 50, "blocks": 30,
      "forged": [
        forged(council, Array(council.prefix(2 * faulty))),
        forged(council, Array(council.prefix(quorum - 1))),
        forged(council, Array(council.prefix(quorum - 1) + council.prefix(1))),
        forged(council, Array(council.prefix(quorum - 1) + strangers.prefix(1))),
        forged(council, Array(strangers.prefix(quorum))),
        forged(council, []),
        forged(council, Array(council.prefix(quorum))).with("proposer", 900),
        // Its own council, with all seals that it needs: of strangers, and with as many of the true ones as may lie.
        forged(strangers, Array(strangers.prefix(quorum))),
        forged(
          Array(council.prefix(faulty) + strangers.prefix(validators - faulty)),
          Array(council.prefix(faulty) + strangers.prefix(quorum - faulty))),
      ],
    ])
    for (index, lie) in headers.forged.enumerated() {
      expect(.notSealed, .unknownCouncil, .wrongHash, when: "lie \(index)") {
        _ = try headers.follow(from: 0, to: 20, lies: [20: lie])
      }
      // A liar that has an answer to every question fails as well.
      expect(.notSealed, .unknownCouncil, .wrongBlock, when: "lie \(index), again") {
        _ = try headers.follow(from: 19, to: 20, lies: [20: lie])
      }
    }
    #expect(try headers.follow(from: 0, to: 20).path.anchor.checkpoint.number == 20)
  }

  @Test("where three seal, no single one is believed")
  func three() async throws {
    let headers = try await Sealer.seal([
      "validators": 3, "blocks": 5,
      "forged": [
        ["number": 3, "validators": [0, 901, 902], "sealers": [0, 901, 902]],
        ["number": 3, "validators": [0, 1, 2], "sealers": [0, 1]],
      ],
    ])
    for lie in headers.forged {
      expect(.notSealed, .unknownCouncil) { _ = try headers.follow(from: 2, to: 3, lies: [3: lie]) }
    }
    #expect(try headers.follow(from: 0, to: 5).asked == [5])
  }

  @Test("a change of the committee's size is followed in sealed headers, and no epoch's first header is passed over")
  func governance() async throws {
    let wish: JSON = [
      "validators": 10, "committee": 4, "epoch": 20, "blocks": 100,
      "governance": ["40": ["istanbul.committeesize": 10]], "committees": ["60": 10],
    ]
    let headers = try await Sealer.seal(wish)
    let (path, asked) = try headers.follow(from: 3, to: 95)
    #expect(asked == [20, 40, 60, 80, 95])
    #expect(try path.anchor.parameters(at: 59).committeeSize == 4)
    #expect(try path.anchor.parameters(at: 60).committeeSize == 10)
    // A chain whose blocks go on with fewer seals is refused from the block on at which the change counts.
    let lazy = try await Sealer.seal(wish.with("committees", nil))
    #expect(try lazy.follow(from: 3, to: 59).path.anchor.checkpoint.number == 59)
    expect(.notSealed) { _ = try lazy.follow(from: 3, to: 60) }
    let strange = try await Sealer.seal(wish.with("governance", ["40": ["istanbul.committeesize": "many"]]))
    expect(.malformedGovernance) { _ = try strange.follow(from: 3, to: 95) }
  }

  @Test("the form of roots changes with the epoch that governance says")
  func rootForm() async throws {
    let headers = try await Sealer.seal([
      "validators": 4, "epoch": 10, "blocks": 30, "governance": ["10": ["governance.deriveshaimpl": 0]],
    ])
    let anchor = try headers.follow(from: 2, to: 25).path.anchor
    #expect(try anchor.parameters(at: 19).deriveSha == .concatenation)
    #expect(try anchor.parameters(at: 20).deriveSha == .trie)
    let start = try headers.header(2)
    let chain = SealedChain(
      headers.chain, checkpoint: start.checkpoint, source: try FixtureSource(headers: headers.told)
    ) { start.time }
    // An empty block's roots are those of the old form: proven before the change, and refused after it.
    #expect(try await chain.block(19).transactions.isEmpty)
    await #expect { try await chain.block(20) } throws: { ($0 as? EvidenceError)?.code == .wrongRoot }
    // Who goes on from a block that was reached has to be told what changed on the way.
    _ = try await chain.header(25)
    let (reached, followed) = (await chain.reached, await chain.followed)
    #expect(reached?.number == 25)
    #expect(followed == [KaiaParameters.Range(20, committeeSize: 22, deriveSha: .trie)])
    for (changes, isRight) in [(followed, true), ([], false)] {
      let next = SealedChain(
        headers.chain, checkpoint: start.checkpoint, reached: reached, followed: changes,
        source: try FixtureSource(headers: headers.told)
      ) { start.time }
      #expect(((try? await next.block(26)) == nil) == isRight)
      #expect(await next.followed == changes)
    }
  }

  @Test("a path asks for nothing when it begins at its end, and takes nothing else than it wants")
  func bounds() async throws {
    let headers = try await Sealer.seal(["validators": 4, "blocks": 10])
    let anchor = try headers.anchor(5)
    #expect(try KaiaHeaderPath(from: anchor, to: 5, now: .max).wanted == nil)
    expect(.wrongBlock) { _ = try KaiaHeaderPath(from: anchor, to: 4, now: anchor.time) }
    expect(.staleAnchor) { _ = try KaiaHeaderPath(from: anchor, to: 6, now: .max) }
    expect(.wrongBlock) {
      var path = try KaiaHeaderPath(from: anchor, to: 9, now: anchor.time)
      try path.take(try headers.header(8))
    }
    // The next block must name its parent.
    let other = try await Sealer.seal([
      "validators": 4, "blocks": 10, "roots": ["5": ["stateRoot": .string(Hash32.zero.hex)]],
    ])
    expect(.wrongHash) {
      var path = try KaiaHeaderPath(from: anchor, to: 6, now: anchor.time)
      try path.take(try other.header(6))
    }
  }
}
