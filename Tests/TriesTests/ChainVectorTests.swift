import FixtureSupport
import Primitives
import StrictJSON
import Testing
import Tries

/// Roots, proofs and blooms of the chain in ethereum/execution-apis.
@Suite(
  "Roots of a chain", .enabled(if: Fixtures.available("execution-apis"), "fixtures not found: set LECTURES_FIXTURES"))
struct ChainVectorTests {
  @Test("the accounts of the genesis file have the state root of the genesis block")
  func genesis() throws {
    let alloc = try #require(Fixtures.json("execution-apis/tests/genesis.json")["alloc"]?.object)
    var state = SecureTrie()
    for (address, fields) in alloc {
      var storage = SecureTrie()
      for (slot, value) in fields["storage"]?.object ?? [:] {
        let number = try UInt256(bigEndian: Bytes(hex: #require(value.string)))
        storage[try UInt256(bigEndian: Bytes(hex: slot)).bigEndianBytes] = RLP.encode(.uint(number))
      }
      let code = try Bytes(hex: fields["code"]?.string ?? "0x")
      let nonce = try UInt256(parsing: fields["nonce"]?.string ?? "0x0")
      let account = try AccountRecord(
        nonce: #require(UInt64(exactly: nonce)), balance: UInt256(parsing: #require(fields["balance"]?.string)),
        storageRoot: storage.root(), codeHash: Keccak256.hash(code))
      state[try Bytes(hex: address)] = account.encoded
    }
    let block = try answer("eth_getBlockByNumber/get-genesis.io")
    #expect(try state.root() == hash(block, "stateRoot"))
  }

  @Test("the transactions and withdrawals of every block have the roots in its header")
  func blocks() throws {
    let chain = try Fixtures.bytes("execution-apis/tests/chain.rlp")
    var offset = 0
    var passed = 0
    while offset < chain.count {
      let block = try RLP.decode(chain, at: &offset).list()
      let header = try block[0].list()
      #expect(try OrderedTrie.root(of: items(block[1])) == header[4].hash())
      passed += 1
      guard block.count > 3 else { continue }
      #expect(try OrderedTrie.root(of: items(block[3])) == header[16].hash())
      passed += 1
    }
    #expect(passed > 50)
    Fixtures.report("execution-apis, transaction and withdrawal roots", passed: passed)
  }

  /// The values of a trie of a list's items: a typed transaction's bytes, any other item's RLP.
  private func items(_ list: RLP.Item) throws -> [Bytes] {
    try list.list().map { if case .bytes(let bytes) = $0 { bytes } else { RLP.encode($0) } }
  }

  @Test("the proofs of another node hold, account and storage, and fail when it lies")
  func proofs() throws {
    let block = try answer("eth_getBlockByNumber/get-latest.io")
    let root = try hash(block, "stateRoot")
    var passed = 0
    for path in try Fixtures.files(under: "execution-apis/tests/eth_getProof", suffix: ".io") {
      let result = try answer(String(path.dropFirst("execution-apis/tests/".count)))
      let address = try Bytes(hex: #require(result["address"]?.string))
      let proof = try nodes(result["accountProof"])
      let value = try #require(try SecureTrie.verify(proof: proof, of: address, root: root), "\(path)")
      let account = try AccountRecord(decoding: value)
      #expect(try account.balance == UInt256(parsing: #require(result["balance"]?.string)))
      #expect(try UInt256(account.nonce) == UInt256(parsing: #require(result["nonce"]?.string)))
      #expect(try account.codeHash == hash(result, "codeHash"))
      #expect(try account.storageRoot == hash(result, "storageHash"))
      for index in proof.indices {
        var lie = proof
        lie[index][lie[index].count / 2] ^= 1
        #expect(throws: TrieError.self) { try SecureTrie.verify(proof: lie, of: address, root: root) }
      }
      passed += 1
      for slot in try #require(result["storageProof"]?.array) {
        let key = try UInt256(parsing: #require(slot["key"]?.string)).bigEndianBytes
        let shown = try SecureTrie.verify(proof: nodes(slot["proof"]), of: key, root: account.storageRoot)
        let number = try shown.map { try RLP.decode($0).uint256() } ?? 0
        #expect(try number == UInt256(parsing: #require(slot["value"]?.string)))
        passed += 1
      }
    }
    #expect(passed > 4)
    Fixtures.report("execution-apis/eth_getProof", passed: passed)
  }

  @Test("the logs of every receipt have its bloom, and the receipts' together that of the block")
  func blooms() throws {
    var passed = 0
    for method in ["eth_getBlockReceipts", "eth_getTransactionReceipt"] {
      for path in try Fixtures.files(under: "execution-apis/tests/\(method)", suffix: ".io") {
        let result = try answer(String(path.dropFirst("execution-apis/tests/".count)))
        for receipt in result.array ?? [result] {
          guard let logs = receipt["logs"]?.array else { continue }
          var bloom = Bloom()
          for log in logs {
            bloom.insert(
              address: try Address(#require(log["address"]?.string)),
              topics: try #require(log["topics"]?.array).map { try Hash32(#require($0.string)) })
          }
          #expect(try bloom.bytes.hex == #require(receipt["logsBloom"]?.string))
          passed += 1
        }
      }
    }
    let blocks = try answer("eth_getBlockReceipts/get-block-receipts-latest.io")
    let union = try #require(blocks.array).reduce(Bloom.empty) {
      $0 | (try Bloom(Bytes(hex: #require($1["logsBloom"]?.string))))
    }
    #expect(try union.bytes.hex == #require(answer("eth_getBlockByNumber/get-latest.io")["logsBloom"]?.string))
    #expect(passed > 5)
    Fixtures.report("execution-apis, blooms of receipts", passed: passed)
  }

  /// The result that a recorded exchange answers with.
  private func answer(_ path: String) throws -> JSON {
    let lines = String(decoding: try Fixtures.bytes("execution-apis/tests/" + path), as: UTF8.self).split(
      separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("<< ") })
    return try #require(JSON(parsing: Bytes(line.dropFirst(3).utf8))["result"])
  }

  private func hash(_ object: JSON, _ key: String) throws -> Hash32 { try Hash32(#require(object[key]?.string)) }

  private func nodes(_ list: JSON?) throws -> [Bytes] {
    try #require(list?.array).map { try Bytes(hex: #require($0.string)) }
  }
}
