import ChainSupport
import Evidence
import FixtureSupport
import Foundation
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Outbox
@testable import Sending

@Suite("The newest block proven from a checkpoint", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"))
struct ReachedBlockTests {
  /// A look at a failed transaction in block 9 by a process of its own.
  private func look(
    _ node: SealedNode, _ block: SealedBlock, folder: String?
  ) async throws -> (level: EvidenceLevel?, asked: [String?]) {
    let before = node.node.calls(of: "kaia_getHeaderByNumber").count
    let sender = try node.sender(folder: folder)
    let finding = await sender.context.proofs.finding(
      for: try Receipt(reply: block.receipt()), of: block.transactions[block.place].hash)
    return (finding.level, node.node.calls(of: "kaia_getHeaderByNumber").dropFirst(before).map { $0.params[0].string })
  }

  private func sealed(age: Int = 3_600, period: Int = 1) async throws -> (SealedNode, SealedBlock) {
    let node = try await SealedNode(age: age, more: ["period": .number("\(period)")])
    let own = try UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: 1337, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 50_000_000_000, gasLimit: 21_000, to: .zero,
        value: 7,
        data: [], accessList: [])
    ).signed(by: node.key)
    return (node, try await node.seal(own, succeeds: false))
  }

  private func file(_ node: SealedNode, in folder: String) throws -> ReachedBlockFile {
    try #require(ReachedBlockFile(TrustedCheckpoint(node.checkpoint, of: node.chain, folder: folder)))
  }

  private func mode(_ path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test("is kept for its owner only, and the next command starts there")
  func kept() async throws {
    let home = try TemporaryFolder()
    defer { withExtendedLifetime(home) {} }
    let folder = home.path + "/checkpoints"
    let (node, block) = try await sealed()
    let first = try await look(node, block, folder: folder)
    #expect(first.level == .sealed && first.asked == ["0x0", "0x9"])
    let file = try file(node, in: folder)
    #expect(try mode(file.path) == 0o600)
    #expect(try mode(folder) == 0o700)
    #expect(file.read()?.block == (try SealedNode.checkpoint(block.header)))
    let second = try await look(node, block, folder: folder)
    #expect(second.level == .sealed && second.asked == ["0x9"])
    // Another checkpoint has a file of its own.
    let other = TrustedCheckpoint(try SealedNode.checkpoint(block.headers[3]), of: node.chain, folder: folder)
    #expect(ReachedBlockFile(other)?.read() == nil)
  }

  @Test("is ignored when it is damaged, of another chain or open to others, and made anew")
  func damaged() async throws {
    let home = try TemporaryFolder()
    defer { withExtendedLifetime(home) {} }
    let folder = home.path + "/checkpoints"
    let (node, block) = try await sealed()
    _ = try await look(node, block, folder: folder)
    let file = try file(node, in: folder)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file.path))
    let right = try #require(file.read())
    for index in stride(from: 3, to: whole.count - 1, by: 11) {
      var bytes = whole
      bytes[index] ^= 1
      try bytes.write(to: URL(fileURLWithPath: file.path))
      #expect(file.read() == nil, "a bit of byte \(index)")
    }
    for contents in [Data(), Data("{}".utf8), whole.prefix(40), Data(repeating: 0, count: 1 << 20)] {
      try contents.write(to: URL(fileURLWithPath: file.path))
      let found = try await look(node, block, folder: folder)
      #expect(found.level == .sealed && found.asked == ["0x0", "0x9"])
      #expect(file.read() == right)
    }
    // A block that is not on the chain, or that the node has not got.
    for number in [UInt64(5), 9, 4_000] {
      file.write(ReachedBlock(block: KaiaCheckpoint(number: number, hash: Keccak256.hash([1])), parameters: []))
      #expect(try await look(node, block, folder: folder).level == .sealed)
      #expect(file.read() == right, "\(number)")
    }
    chmod(file.path, 0o666)
    #expect(file.read() == nil)
    #expect(try await look(node, block, folder: folder).level == .sealed)
    #expect(try mode(file.path) == 0o600)
    #expect(file.read() == right)
  }

  @Test("is young enough where its checkpoint is not")
  func stale() async throws {
    let home = try TemporaryFolder()
    defer { withExtendedLifetime(home) {} }
    let folder = home.path + "/checkpoints"
    let (node, block) = try await sealed(age: 45 * 86_400, period: 4 * 86_400)
    #expect(try await look(node, block, folder: folder).level == nil)
    let sender = try node.sender(folder: folder)
    let hash = block.transactions[block.place].hash
    _ = await sender.context.proofs.finding(for: try Receipt(reply: block.receipt()), of: hash)
    let why = await sender.context.proofs.obstacle(of: hash)
    #expect(why?.contains("choose a newer block") == true, "\(why ?? "")")
    try file(node, in: folder).write(
      ReachedBlock(block: try SealedNode.checkpoint(block.headers[7]), parameters: []))
    #expect(try await look(node, block, folder: folder).level == .sealed)
    #expect(try file(node, in: folder).read()?.block.number == 9)
  }

  @Test("keeps the parameters that changed on the way")
  func parameters() throws {
    let home = try TemporaryFolder()
    defer { withExtendedLifetime(home) {} }
    let folder = home.path + "/checkpoints"
    let trusted = TrustedCheckpoint(KaiaCheckpoint(number: 7, hash: .zero), of: .mainnet, folder: folder)
    let file = try #require(ReachedBlockFile(trusted))
    let reached = ReachedBlock(
      block: KaiaCheckpoint(number: 700, hash: Keccak256.hash([1])),
      parameters: [
        KaiaParameters.Range(20, committeeSize: 7, deriveSha: .binary),
        KaiaParameters.Range(40, committeeSize: 9, deriveSha: nil),
      ])
    file.write(reached)
    #expect(file.read() == reached)
  }

  @Test(
    "receipts of real blocks of Mainnet and Kairos are proven, and a false one is contradicted",
    .enabled(if: Fixtures.available("kaia_headers"), "fixtures not found: set LECTURES_FIXTURES"),
    arguments: ["recorded-8217", "recorded-1001"])
  func recorded(name: String) async throws {
    let fixture = try Fixtures.json("kaia_headers/\(name).json")
    let id = UInt64(try #require(fixture["chainId"]?.int))
    let headers = try #require(fixture["headers"]?.array)
    let blocks = try #require(fixture["blocks"]?.object)
    let node = try StubNode {
      $0.answers["kaia_getHeaderByNumber"] = { call, _ in
        .result(headers.first { $0["number"] == call.params.first } ?? .null)
      }
      $0.answers["kaia_getBlockByNumber"] = { call, _ in
        let number = (call.params.first?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) } ?? 0
        return .result(["transactions": blocks[String(number)]?["raw"] ?? []])
      }
      $0.answers["kaia_getBlockReceipts"] = { call, _ in
        let header = headers.first { $0["hash"] == call.params.first }
        let number = (header?["number"]?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) } ?? 0
        return .result(blocks[String(number)]?["receipts"] ?? [])
      }
    }
    var proven = 0
    for (number, block) in blocks {
      guard let receipts = block["receipts"]?.array else { continue }
      let header = try #require(
        headers.first { ($0["number"]?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) } == UInt64(number) })
      var trusted = TrustedCheckpoint(try SealedNode.checkpoint(header), of: try #require(KaiaChain.known(id)))
      // The machine may be busy with other tests.
      trusted.patience = .seconds(600)
      let search = SealSearch(
        trusted, node: try NodeClient(endpoints: [Endpoint(node.url)], options: .patient), chainID: UInt256(id))
      for json in receipts {
        // The recorded ones have what the root needs, and no more.
        var told = json.object ?? [:]
        (told["blockNumber"], told["blockHash"]) = (header["number"], header["hash"])
        told["from"] = .string(Address.zero.lowercaseHex)
        told["type"] = nil
        let receipt = try Receipt(reply: .object(told))
        let hash = receipt.transactionHash
        guard case .proven = await search.finding(for: receipt, of: hash, isNeeded: true) else {
          Issue.record("\(hash): \(await search.obstacle(of: hash) ?? "")")
          continue
        }
        proven += 1
        var lie = told
        lie["status"] = receipt.status == true ? "0x0" : "0x1"
        let denied = try Receipt(reply: .object(lie))
        guard case .contradicted = await search.finding(for: denied, of: hash, isNeeded: true) else {
          Issue.record("\(hash) is believed")
          continue
        }
      }
    }
    #expect(proven > 0 || name == "recorded-1001")
  }
}
