import Conformance
import FixtureSupport
import Primitives
import StrictJSON
import Testing

@testable import Devnet

@Suite("The chain of Ethereum's JSON-RPC suite", .enabled(if: ImportedChain.isAvailable))
struct ImportedChainTests {
  @Test("every block gives the roots, gas and bloom that its header says")
  func importing() async throws {
    let devnet = try await ImportedChain.start()
    let blocks = try ImportedChain.blocks()
    #expect(
      await devnet.block()?.hash.hex == "0x44fd89d504659cd58f48f4796b77a7e7012cf296a2409afa2f6c3cb99b5b3d99")
    for block in blocks {
      try await devnet.add(block)
      #expect(await devnet.block()?.hash == block.hash)
    }
    #expect(blocks.count == 54)
    #expect(
      await devnet.block()?.hash.hex == "0xd226371d0b1551adb03fb52b71f08e3e11247fe9b1af994768af8cdaa8e7dcd7")
    Fixtures.report("chain.rlp blocks", passed: blocks.count)
  }

  @Test("a block that says something else is refused, and the chain stays as it was")
  func refusing() async throws {
    let devnet = try await ImportedChain.start()
    let blocks = try ImportedChain.blocks()
    var header = blocks[0].header
    header.stateRoot = .zero
    let wrong = DevnetBlock(header: header, transactions: blocks[0].transactions)
    await #expect(throws: DevnetError(.invalidBlock, "")) { try await devnet.add(wrong) }
    await #expect(throws: DevnetError(.invalidBlock, "")) { try await devnet.add(blocks[1]) }
    for block in blocks { try await devnet.add(block) }
  }

  @Test("blocks are encoded as they were")
  func encoding() throws {
    let bytes = try Fixtures.bytes(ImportedChain.folder + "/chain.rlp")
    #expect(try ImportedChain.blocks().flatMap(\.encoded) == bytes)
  }

  @Test("the state of every block can be read, and going back to it gives its root")
  func past() async throws {
    let devnet = try await ImportedChain.start()
    var snapshots: [UInt64] = []
    let blocks = try ImportedChain.blocks()
    for block in blocks {
      snapshots.append(await devnet.snapshot())
      try await devnet.add(block)
    }
    for block in blocks {
      #expect(try await devnet.state(at: .number(block.number)).root == block.header.stateRoot, "block \(block.number)")
    }
    for (snapshot, block) in zip(snapshots, blocks).reversed() {
      #expect(try await devnet.revert(to: snapshot))
      #expect(await devnet.block()?.hash == block.header.parentHash)
      #expect(try await devnet.state(at: .latest).root == devnet.block()?.header.stateRoot)
    }
  }

  @Test("the answers are those of the suite")
  func answers() async throws {
    let report = try await ImportedChain.report()
    print(report)
    #expect(report.isSuccess, "\(report.disagreements)")
    Fixtures.report("JSON-RPC answers", passed: report.count(.agreed))
  }
}
