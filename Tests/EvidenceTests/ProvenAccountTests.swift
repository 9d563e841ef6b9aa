import Evidence
import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Tries

@Suite("Proofs of accounts", .enabled(if: KaiaFixture.isThere, "fixtures not found: set LECTURES_FIXTURES"))
struct ProvenAccountTests {
  @Test("Kaia's leaves are read, and an absent account is proven absent", arguments: KaiaFixture.sealedHere)
  func recorded(name: String) throws {
    let fixture = try KaiaFixture(name)
    var passed = 0
    for told in try #require(fixture.json["accountProofs"]?.array) {
      let number = UInt64(try #require(told["number"]?.int))
      let address = try Address(try #require(told["address"]?.string))
      let answer: JSON = ["accountProof": told["proof"] ?? .null, "nonce": "0x63", "balance": "0x63"]
      let account = try ProvenAccount(address, proof: answer, stateRoot: fixture.header(number).stateRoot)
      passed += 1
      guard told["leaf"]?.string != nil else {
        #expect(!account.exists && account.nonce == 0 && account.balance == 0)
        continue
      }
      #expect(account.exists)
      #expect(try UInt256(account.nonce) == UInt256(parsing: #require(told["nonce"]?.string)))
      #expect(try account.balance == UInt256(parsing: #require(told["balance"]?.string)))
      let kind = told["account"]?["account"]?["key"]?["keyType"]?.int
      #expect(Int(account.key.kind.rawValue) == kind)
    }
    #expect(passed > 10)
    Fixtures.report("kaia_headers, account proofs of \(name)", passed: passed)
  }

  @Test("an empty proof proves nothing, least of all that there is no account", arguments: KaiaFixture.sealedHere)
  func empty(name: String) throws {
    let fixture = try KaiaFixture(name)
    let answer = try #require(fixture.json["ethGetProof"])
    let address = try Address(try #require(answer["address"]?.string))
    let root = try #require(fixture.headers().last).stateRoot
    expect(.noProof) { _ = try ProvenAccount(address, proof: answer, stateRoot: root) }
    expect(.noProof) { _ = try ProvenAccount(address, proof: .null, stateRoot: root) }
    expect(.noProof) { _ = try ProvenAccount(address, proof: [:], stateRoot: root) }
    // Not even where the root is that of no accounts.
    expect(.noProof) { _ = try ProvenAccount(address, proof: answer, stateRoot: .emptyTrieRoot) }
  }

  @Test("a damaged proof, one of another account or of another state is refused", arguments: KaiaFixture.sealedHere)
  func damaged(name: String) throws {
    let fixture = try KaiaFixture(name)
    for told in try #require(fixture.json["accountProofs"]?.array) {
      let root = try fixture.header(UInt64(try #require(told["number"]?.int))).stateRoot
      let address = try Address(try #require(told["address"]?.string))
      let nodes = try #require(told["proof"]?.array)
      func refuse(_ nodes: [JSON], _ root: Hash32) {
        expect(.wrongProof, .malformedProof, .noProof) {
          _ = try ProvenAccount(address, proof: ["accountProof": .array(nodes)], stateRoot: root)
        }
      }
      refuse(Array(nodes.dropLast()), root)
      refuse(nodes + nodes, root)
      refuse(nodes, Keccak256.hash([]))
      for index in nodes.indices {
        var other = nodes
        other[index] = .string(try #require(nodes[index].string).flipped(fromEnd: 7))
        refuse(other, root)
        other[index] = 1
        refuse(other, root)
      }
    }
  }

  @Test("Ethereum's leaves are read")
  func ethereum() throws {
    let address = try Address(Bytes(repeating: 7, count: 20))
    var state = SecureTrie()
    for byte in 0..<50 as Range<UInt8> {
      let account = AccountRecord(nonce: UInt64(byte) + 3, balance: UInt256(1000 + UInt64(byte)))
      state[Bytes(repeating: byte, count: 20)] = account.encoded
    }
    let answer: JSON = ["accountProof": .array(state.proof(of: address.bytes).map { .string($0.hex) })]
    let account = try ProvenAccount(address, proof: answer, stateRoot: state.root())
    #expect(account.exists && account.nonce == 10 && account.balance == 1007 && account.key == .legacy)
  }

  @Test("a leaf that is no account is refused")
  func leaves() throws {
    let address = try Address(Bytes(repeating: 7, count: 20))
    let common: [RLP.Item] = [.uint(1 as UInt64), .uint(2 as UInt64), .bytes([]), .uint(1 as UInt64), .list([])]
    func account(_ leaf: Bytes) throws -> ProvenAccount {
      var state = SecureTrie()
      state[address.bytes] = leaf
      let answer: JSON = ["accountProof": .array(state.proof(of: address.bytes).map { .string($0.hex) })]
      return try ProvenAccount(address, proof: answer, stateRoot: state.root())
    }
    let hash = RLP.Item.hash(.zero)
    #expect(try account([1] + RLP.encode(.list(common))).nonce == 1)
    // Since Prague accounts with keys may have code, too.
    #expect(try account([1] + RLP.encode(.list([.list(common), hash, hash, .bytes([])]))).balance == 2)
    let strange: [Bytes] = [
      [1], [0], [3] + RLP.encode(.list(common)), [2] + RLP.encode(.list(common)), [1] + RLP.encode(.list(common)) + [0],
      [1] + RLP.encode(.list(Array(common.dropLast()))), RLP.encode(.list([.uint(1 as UInt64)])),
      [1] + RLP.encode(.list(Array(common.prefix(3)) + [.uint(9 as UInt64), .list([])])),
      [1] + RLP.encode(.list([.bytes([0])] + common.dropFirst())), [0x80], [0xff],
    ]
    for leaf in strange { expect(.malformedProof, when: "\(leaf.hex)") { _ = try account(leaf) } }
  }
}
