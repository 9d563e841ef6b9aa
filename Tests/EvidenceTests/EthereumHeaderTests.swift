import FixtureSupport
import Primitives
import StrictJSON
import Testing

@testable import Evidence

/// Blocks that geth gave (ethereum/execution-apis, CC0).
@Suite(
  "Headers of Ethereum's form",
  .enabled(if: Fixtures.available("execution-apis"), "fixtures not found: set LECTURES_FIXTURES"))
struct EthereumHeaderTests {
  private static func blocks() throws -> [JSON] {
    let folder = "execution-apis/tests/eth_getBlockByNumber"
    return try Fixtures.files(under: folder, suffix: ".io").compactMap { file in
      let text = String(decoding: try Fixtures.bytes(file), as: UTF8.self)
      guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("<< ") }) else { return nil }
      let answer = try JSON(parsing: String(line.dropFirst(3)))["result"]
      return answer?["hash"]?.string == nil ? nil : answer
    }
  }

  @Test("have the hash that a node tells, from before London to Prague")
  func hashes() throws {
    let blocks = try Self.blocks()
    for block in blocks {
      let header = try EthereumHeader(json: block)
      #expect(header.hash.hex == block["hash"]?.string)
    }
    #expect(blocks.count > 7 && Set(blocks.compactMap { $0["number"]?.string }).count > 5)
    Fixtures.report("execution-apis/tests (hashes of headers)", passed: blocks.count)
  }

  @Test("are refused with any field changed or missing")
  func changed() throws {
    let block = try #require(try Self.blocks().max { $0.object?.count ?? 0 < $1.object?.count ?? 0 })
    let fields = [
      "parentHash", "sha3Uncles", "miner", "stateRoot", "transactionsRoot", "receiptsRoot", "logsBloom", "number",
      "gasLimit", "gasUsed", "timestamp", "mixHash", "nonce", "baseFeePerGas", "withdrawalsRoot",
      "parentBeaconBlockRoot",
    ]
    for field in fields {
      var object = try #require(block.object)
      let text = try #require(object[field]?.string, "\(field)")
      object[field] = .string(text.dropLast() + (text.last == "1" ? "2" : "1"))
      #expect(throws: EvidenceError(.wrongHash, ""), "\(field)") { try EthereumHeader(json: .object(object)) }
      object[field] = nil
      #expect(throws: EvidenceError.self, "\(field)") { try EthereumHeader(json: .object(object)) }
    }
    #expect(throws: EvidenceError(.missingBlock, "")) { try EthereumHeader(json: .null) }
  }
}
