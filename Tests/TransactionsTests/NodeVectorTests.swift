import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

/// Transactions that a node wrote: execution-apis (a chain, and answers of JSON-RPC).
@Suite(.enabled(if: Fixtures.available("execution-apis"), "fixtures not found: set LECTURES_FIXTURES"))
struct NodeVectorTests {
  @Test("the transactions of every answer have the hash, sender and fields that the node tells")
  func answers() throws {
    var seen = 0
    for path in try Fixtures.files(under: "execution-apis/tests", suffix: ".io") {
      for line in try String(decoding: Fixtures.bytes(path), as: UTF8.self).split(separator: "\n") {
        guard line.hasPrefix("<< "), let result = try JSON(parsing: String(line.dropFirst(3)))["result"] else {
          continue
        }
        for json in [result] + (result["transactions"]?.array ?? []) {
          // Receipts have a hash of the transaction, but no signature.
          guard json["r"] != nil, json["hash"] != nil else { continue }
          let signed = try SignedTransaction(json: json)
          #expect(signed.hash.hex == json["hash"]?.string, "\(path)")
          #expect(try SignedTransaction(decoding: signed.encoded) == signed)
          for (name, value) in try #require(signed.json.object) {
            #expect(
              value.serialized().lowercased() == json[name]?.serialized().lowercased()
                || (name == "chainId" && json[name] == nil), "\(path) \(name)")
          }
          seen += 1
        }
      }
    }
    #expect(seen > 10)
    Fixtures.report("execution-apis, transactions in answers", passed: seen)
  }

  @Test("what was sent raw has the hash that the node answered, blobs included")
  func sent() throws {
    var seen = 0
    var sidecars = 0
    for path in try Fixtures.files(under: "execution-apis/tests/eth_sendRawTransaction", suffix: ".io") {
      let lines = try String(decoding: Fixtures.bytes(path), as: UTF8.self).split(separator: "\n")
      let request = try #require(lines.first { $0.hasPrefix(">> ") })
      let answer = try #require(lines.first { $0.hasPrefix("<< ") })
      let raw = try Bytes(hex: try #require(JSON(parsing: String(request.dropFirst(3)))["params"]?[0]?.string))
      let hash = try #require(JSON(parsing: String(answer.dropFirst(3)))["result"]?.string)
      let signed = try SignedTransaction(decoding: raw)
      #expect(signed.hash.hex == hash, "\(path)")
      #expect(signed.encoded == raw)
      let again = try SignedTransaction(signed.transaction, signature: signed.signature, sidecar: signed.sidecar)
      #expect(again == signed)
      #expect(throws: Never.self) { try signed.sender() }
      if signed.sidecar != nil { sidecars += 1 }
      seen += 1
    }
    #expect(sidecars > 0)
    Fixtures.report("execution-apis/eth_sendRawTransaction", passed: seen)
  }

  @Test("every transaction of the chain encodes to itself and is valid in its latest fork")
  func chain() throws {
    let chain = try Fixtures.bytes("execution-apis/tests/chain.rlp")
    let genesis = try Fixtures.json("execution-apis/tests/genesis.json")
    let chainID = try UInt256(parsing: try #require(genesis["config"]?["chainId"]?.numberText))
    var seen = 0
    var rest = chain[...]
    while !rest.isEmpty {
      let block = try #require(rest.firstItem)
      rest = rest.dropFirst(block.count)
      for item in try RLP.decode(block).list()[1].list() {
        let raw: Bytes
        switch item {
        case .bytes(let bytes): raw = bytes
        case .list: raw = RLP.encode(item)
        }
        let valid = try TransactionRules.prague.validate(raw, chainID: chainID)
        #expect(valid.transaction.encoded == raw)
        let again = try SignedTransaction(valid.transaction.transaction, signature: valid.transaction.signature)
        #expect(again == valid.transaction)
        seen += 1
      }
    }
    #expect(seen > 10)
    Fixtures.report("execution-apis/chain.rlp, transactions", passed: seen)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes of the RLP list at the beginning; what is in it is checked later.
  fileprivate var firstItem: Bytes? {
    guard let first, first >= 0xc0 else { return nil }
    var count = Int(first) - 0xc0
    var header = 1
    if first > 0xf7 {
      let digits = dropFirst().prefix(Int(first) - 0xf7)
      count = digits.reduce(0) { $0 << 8 | Int($1) }
      header += digits.count
    }
    return count + header <= self.count ? Bytes(prefix(header + count)) : nil
  }
}
