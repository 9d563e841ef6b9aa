import Evidence
import Primitives
import StrictJSON
import Testing

@Suite("A chain proven by one node", .enabled(if: KaiaFixture.isThere, "fixtures not found: set LECTURES_FIXTURES"))
struct SealedChainTests {
  private func chain(
    _ fixture: KaiaFixture, from number: UInt64, reached: KaiaCheckpoint? = nil, after seconds: UInt64 = 3600
  ) throws -> (chain: SealedChain, source: FixtureSource) {
    let source = try FixtureSource(fixture)
    let time = try fixture.header(number).time + seconds
    let chain = SealedChain(
      fixture.chain, checkpoint: try fixture.header(number).checkpoint, reached: reached, source: source
    ) { time }
    return (chain, source)
  }

  @Test("every transaction's outcome is proven, and the absence of others", arguments: KaiaFixture.sealedHere)
  func outcomes(name: String) async throws {
    let fixture = try KaiaFixture(name)
    let (chain, _) = try chain(fixture, from: 0)
    for body in try fixture.bodies() {
      for receipt in try #require(body.receipts.array) {
        let hash = try Hash32(try #require(receipt["transactionHash"]?.string))
        guard case .included(let proven) = try await chain.outcome(of: hash, in: body.number) else {
          Issue.record("\(hash) is not in block \(body.number)")
          continue
        }
        #expect(proven.succeeded == (receipt["txError"] == nil) && proven.block.number == body.number)
        guard case .absent = try await chain.outcome(of: hash, in: body.number - 1) else {
          Issue.record("\(hash) is in block \(body.number - 1)")
          continue
        }
      }
    }
    let last = try #require(fixture.headers().last)
    #expect(try await chain.header(last.number) == last)
    #expect(await chain.reached == last.checkpoint)
  }

  @Test("accounts are proven after a block; where nodes give no proof, nothing is", arguments: KaiaFixture.sealedHere)
  func accounts(name: String) async throws {
    let fixture = try KaiaFixture(name)
    let (chain, _) = try chain(fixture, from: 1)
    for told in try #require(fixture.json["accountProofs"]?.array) where told["leaf"]?.string != nil {
      let number = UInt64(try #require(told["number"]?.int))
      let address = try Address(try #require(told["address"]?.string))
      let nonce = try await chain.nonce(of: address, at: number)
      #expect(try UInt256(nonce) == UInt256(parsing: #require(told["nonce"]?.string)))
    }
    await #expect { try await chain.nonce(of: .zero, at: 20) } throws: { ($0 as? EvidenceError)?.code == .noProof }
  }

  @Test("every block is proven from every other, over votes that change the council")
  func everyPair() async throws {
    let fixture = try KaiaFixture("chain-10002-impl2")
    let headers = try fixture.headers()
    for start in stride(from: 0, to: headers.count, by: 9) {
      for end in stride(from: 4, to: headers.count, by: 11) {
        let (chain, _) = try chain(fixture, from: UInt64(start))
        #expect(try await chain.header(UInt64(end)) == headers[end], "from \(start) to \(end)")
      }
    }
  }

  @Test("a block before the checkpoint is followed by hashes, and a false one among them is refused")
  func backwards() async throws {
    let fixture = try KaiaFixture("chain-10002-impl2")
    let (chain, source) = try chain(fixture, from: 125)
    #expect(try await chain.header(100) == fixture.header(100))
    #expect(source.asked == [125] + (100...124).reversed())
    let (deceived, liar) = try self.chain(fixture, from: 125)
    let other = try fixture.toldHeader(110).with("gasUsed", "0x5").with("hash", nil)
    liar.lie { $0.headers[110] = other }
    await #expect { try await deceived.header(100) } throws: { ($0 as? EvidenceError)?.code == .wrongHash }
  }

  @Test("false statuses, exchanged receipts, lists without ours and headers of others are refused")
  func lies() async throws {
    let fixture = try KaiaFixture("chain-10002-impl2")
    let body = try #require(try fixture.bodies().first { $0.number == 5 })
    let receipts = try #require(body.receipts.array)
    let raw = try #require(body.raw.array)
    func refused(_ codes: EvidenceError.Code..., lie: (inout FixtureSource.Answers) -> Void) async throws {
      let (chain, source) = try chain(fixture, from: 0)
      source.lie(lie)
      await #expect { try await chain.outcome(of: .zero, in: 5) } throws: {
        ($0 as? EvidenceError).map { codes.contains($0.code) } ?? false
      }
    }
    var false0 = receipts
    false0[0] = receipts[0].with("status", "0x0").with("txError", "0x9")
    try await refused(.wrongRoot) { $0.receipts[5] = .array(false0) }
    try await refused(.wrongRoot) { $0.receipts[5] = [] }
    try await refused(.wrongRoot) { $0.transactions[5] = [] }
    try await refused(.wrongRoot) { $0.transactions[5] = .array(Array(raw.dropFirst())) }
    try await refused(.malformedReceipt) { $0.receipts[5] = .null }
    try await refused(.malformedTransaction) { $0.transactions[5] = .null }
    try await refused(.missingBlock) { $0.headers[5] = .null }
    let other = try fixture.toldHeader(7)
    try await refused(.wrongBlock) { $0.headers[5] = other }
    let foreign = try KaiaFixture("chain-10004-impl1").toldHeader(5)
    try await refused(.notSealed, .unknownCouncil, .wrongHash) { $0.headers[5] = foreign }
    let unhashed = try fixture.toldHeader(5).with("receiptsRoot", other["receiptsRoot"]).with("hash", nil)
    try await refused(.notSealed) { $0.headers[5] = unhashed }
    let start = try fixture.toldHeader(1)
    try await refused(.wrongHash) { $0.headers[0] = start.with("number", "0x0").with("hash", nil) }
  }

  @Test("from a block older than 30 days nothing later is proven, unless a newer one was reached")
  func stale() async throws {
    let fixture = try KaiaFixture("chain-10002-impl2")
    let month = 30 * 86_400 as UInt64
    let (fresh, _) = try chain(fixture, from: 0, after: month)
    #expect(try await fresh.header(90) == fixture.header(90))
    let (old, _) = try chain(fixture, from: 0, after: month + 1)
    await #expect { try await old.header(90) } throws: { ($0 as? EvidenceError)?.code == .staleAnchor }
    #expect(try await old.header(0) == fixture.header(0))
    let reached = try fixture.header(70).checkpoint
    let (kept, _) = try chain(fixture, from: 0, reached: reached, after: month + 1)
    #expect(try await kept.header(90) == fixture.header(90))
  }

  @Test("a chain whose parameters are not known for a block proves no list of it")
  func unknownParameters() async throws {
    let fixture = try KaiaFixture("recorded-1001")
    let header = try fixture.header(118_540_800)
    var gap = KaiaChain.kairos
    gap.ranges = [KaiaParameters.Range(0, committeeSize: 22, deriveSha: nil)]
    let source = try FixtureSource(fixture)
    let chain = SealedChain(gap, checkpoint: header.checkpoint, source: source) { header.time }
    #expect(try await chain.header(header.number) == header)
    await #expect { try await chain.block(header.number) } throws: {
      ($0 as? EvidenceError)?.code == .unknownParameters
    }
    #expect(KaiaChain.known(1) == nil && KaiaChain.known(8217) == .mainnet)
  }
}
