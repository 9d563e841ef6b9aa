import ChainIndex
import ChainSupport
import ContractClient
import Database
import Keys
import LectureKit
import NodeDoubles
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON

@testable import LectureIndex

/// A lecture contract on a devnet, and an index of it.
struct IndexFixture: Sendable {
  private typealias Runner = IndexRunner<NodeClient, LectureProjection<MarketFacts>>

  let chain: Chain
  let market: LectureMarket
  let owner: PrivateKey
  let client: LectureClient
  let folder: TemporaryFolder

  var path: String { folder.file("index.sqlite") }

  /// Sends a call from an account of the node's, and mines it.
  func send<Output>(_ call: ContractCall<Output>, from account: Int) async throws {
    _ = try await chain.node.call(
      "eth_sendTransaction",
      [
        [
          "from": .string(chain.accounts[account].lowercaseHex), "to": .string(market.address.lowercaseHex),
          "value": .string(call.value.wei.quantity), "data": .string(Hex.encode(call.calldata, prefix: true)),
          "gas": "0xf4240",
        ]
      ])
  }

  /// Reads all blocks of the chain's node, or of another that tells of it.
  func catchUp(by node: NodeClient? = nil) async throws {
    let store = try LectureIndexFile.open(.file(path))
    var options = Runner.Options(holder: "a test")
    (options.isOnce, options.poll) = (true, .milliseconds(1))
    let projection = LectureProjection(contract: market.address, facts: MarketFacts(market))
    try await Runner(node ?? chain.node, projection, store, options).run()
  }

  func verification() async throws -> IndexVerification {
    try await IndexVerifier(.file(path), chain.node, market).verify()
  }

  static func open(kaia: Bool = false) async throws -> IndexFixture {
    let chain = try await Chain.start(kaia: kaia)
    let owner = try await chain.account()
    var session = Session(endpoints: [try Endpoint(chain.url)], chainID: chain.chainID)
    let connection = try session.connect()
    let (market, _) = try await LectureMarket.deploy(connection: connection).send(from: owner)
    session.contract = market.address
    let client = try await LectureClient.connect(session, over: connection)
    return IndexFixture(chain: chain, market: market, owner: owner, client: client, folder: try TemporaryFolder())
  }
}
