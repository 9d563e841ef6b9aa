import EVM
import Foundation
import NodeDoubles
import NodeRPC
import Primitives
import Testing

@testable import Simulation

@Suite struct StateCacheTests {
  private static let facts: [StateFact] = [
    .account(.test(1), Account(nonce: 4, balance: .max, codeHash: Keccak256.hash([0xfe]))), .code(Code([0xfe])),
    .slot(.test(1), 0, 0), .slot(.test(1), .max, 9), .account(.test(2), Account()),
  ]

  private func filled(_ scratch: Scratch) throws -> String {
    scratch.cache.state(chainID: 1, block: StateNode.hash)?.append(Self.facts)
    return try #require(scratch.files.first)
  }

  @Test func whatWasKeptIsThereAgain() throws {
    let scratch = Scratch()
    _ = try filled(scratch)
    scratch.cache.state(chainID: 1, block: StateNode.hash)?.append([.slot(.test(3), 3, 3)])
    #expect(scratch.cache.state(chainID: 1, block: StateNode.hash)?.facts == Self.facts + [.slot(.test(3), 3, 3)])
    #expect(scratch.files.count == 1)
  }

  @Test func anotherBlockOrChainHasItsOwn() throws {
    let scratch = Scratch()
    let file = try filled(scratch)
    #expect(scratch.cache.state(chainID: 2, block: StateNode.hash)?.facts == [])
    #expect(scratch.cache.state(chainID: 1, block: StateNode.hash(of: 8))?.facts == [])
    // A file under another block's name is not that block's.
    let other = try #require(scratch.files.first { $0.contains("/2-") })
    try scratch.write(scratch.bytes(file), to: other)
    #expect(scratch.cache.state(chainID: 2, block: StateNode.hash)?.facts == [])
  }

  @Test func filesAreTheOwnersAlone() throws {
    let scratch = Scratch()
    let file = try filled(scratch)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let folder = try FileManager.default.attributesOfItem(atPath: scratch.path)[.posixPermissions] as? Int
    #expect(folder == 0o700)
  }

  @Test func aFileThatIsCutAnywhereIsBegunAnew() throws {
    let scratch = Scratch()
    let file = try filled(scratch)
    let whole = try scratch.bytes(file)
    // Where a record ends, a shorter file is whole.
    var ends: Set<Int> = [0, 16]
    for count in 1...Self.facts.count {
      let part = Scratch()
      part.cache.state(chainID: 1, block: StateNode.hash)?.append(Array(Self.facts[..<count]))
      ends.insert(try part.bytes(try #require(part.files.first)).count)
    }
    for length in 0..<whole.count {
      try scratch.write(Array(whole[..<length]), to: file)
      let facts = try #require(scratch.cache.state(chainID: 1, block: StateNode.hash)).facts
      if !ends.contains(length) {
        #expect(facts == [], "cut at \(length)")
        #expect(try scratch.bytes(file) == [])
      }
    }
  }

  @Test func aFileWithAWrongBitIsBegunAnewAndServesAgain() throws {
    let scratch = Scratch()
    let file = try filled(scratch)
    let whole = try scratch.bytes(file)
    for place in 0..<whole.count {
      var wrong = whole
      wrong[place] ^= 0x10
      try scratch.write(wrong, to: file)
      #expect(scratch.cache.state(chainID: 1, block: StateNode.hash)?.facts == [], "at \(place)")
    }
    _ = try filled(scratch)
    #expect(scratch.cache.state(chainID: 1, block: StateNode.hash)?.facts == Self.facts)
  }

  @Test func severalWritersLoseNothing() async throws {
    let scratch = Scratch()
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        // Each opens the file for itself, as another process would.
        let state = scratch.cache.state(chainID: 1, block: StateNode.hash)
        group.addTask {
          for slot in 0..<50 { state?.append([.slot(.test(UInt64(writer)), UInt256(UInt64(slot)), 1)]) }
        }
      }
    }
    let facts = try #require(scratch.cache.state(chainID: 1, block: StateNode.hash)).facts
    #expect(Set(facts).count == 400)
    #expect(facts.count == 400)
  }

  @Test func whatWasUsedLongestAgoGoesFirst() throws {
    let scratch = Scratch()
    let cache = StateCache(directory: scratch.path, maximumBytes: 4_000)
    let code = StateFact.code(Code(Bytes(repeating: 1, count: 900)))
    for number in 0..<6 as Range<UInt64> {
      cache.state(chainID: 1, block: StateNode.hash(of: number))?.append([code])
      let file = scratch.files.first { $0.contains(StateNode.hash(of: number).hex.dropFirst(2)) }
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000 + Double(number))], ofItemAtPath: try #require(file))
    }
    #expect(scratch.files.count <= 4)
    #expect(!scratch.files.contains { $0.contains(StateNode.hash(of: 0).hex.dropFirst(2)) })
    #expect(cache.state(chainID: 1, block: StateNode.hash(of: 5))?.facts == [code])
  }

  @Test func aFileGrowsNoLargerThanItsShare() throws {
    let scratch = Scratch()
    let cache = StateCache(directory: scratch.path, maximumBytes: 4_000)
    let state = cache.state(chainID: 1, block: StateNode.hash)
    state?.append([.code(Code(Bytes(repeating: 1, count: 900)))])
    state?.append([.code(Code(Bytes(repeating: 2, count: 900)))])
    #expect(cache.state(chainID: 1, block: StateNode.hash)?.facts.count == 1)
  }

  @Test func aSecondRunAsksTheNodeNothing() async throws {
    let scratch = Scratch()
    let node = try StateNode(NodeStateTests.accounts)
    let block = try await NodeBlock.read(.latest, from: node.client())
    for _ in 0..<2 {
      let client = try node.client()
      try await offPool {
        let state = NodeState(client: client, block: block, cache: scratch.cache)
        let account = try #require(try state.account(NodeStateTests.contract))
        #expect(try state.code(NodeStateTests.contract, hash: account.codeHash).bytes == NodeStateTests.code)
        #expect(try state.storage(NodeStateTests.contract, 7) == 0xfeed)
      }
    }
    #expect(node.count("eth_getCode") == 1)
    #expect(node.count("eth_getStorageAt") == 1)
  }

  @Test func withoutAPlaceNothingIsKept() {
    #expect(StateCache(directory: "/dev/null/cache").state(chainID: 1, block: StateNode.hash) == nil)
  }
}
