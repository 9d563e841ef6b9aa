import EVM
import Keys
import NodeRPC
import Primitives
import Simulation
import StrictJSON

extension ChainOrigin {
  /// A node's chain at one of its blocks, the newest unless told.
  ///
  /// What is needed of its state is asked for when it is needed, once, and kept in the cache for the next run; what lies
  /// before that block is asked for each time. The node is only asked by methods that read.
  ///
  /// - Throws: `SimulationError` if the node can't be read or has no such block.
  public static func node(
    _ client: NodeClient, block number: UInt64? = nil, cache: StateCache? = nil
  ) async throws -> ChainOrigin {
    let configuration = await ChainConfiguration.read(from: client)
    let block = try await NodeBlock.read(number.map { .number($0) } ?? .latest, from: client)
    let kaia = await KaiaFork.read(from: client, chainID: block.chainID, block: block.header.number)
    let told = block.rules(timestamp: block.header.timestamp &+ 1, configuration: configuration)
    // A header tells nothing of the forks before London: there a devnet of ours is asked, or another one's.
    let old = kaia != nil || told.fork > .berlin ? nil : await fork(of: client)
    // A file is read, which is nothing for the threads that tasks share.
    let hasAccountKeys = kaia != nil
    let state = try await BlockingWork.run {
      NodeState(client: client, block: block, cache: cache, hasAccountKeys: hasAccountKeys)
    }
    var origin = ChainOrigin(
      chainID: block.chainID, fork: kaia?.fork ?? old ?? told.fork,
      rules: kaia?.rules ?? old.map { RuleSet($0) } ?? told.rules, header: BlockHeader(block), hash: block.hash,
      state: state, blockHash: { number in try state.blockHash(number) },
      history: { method, parameters in try await answer(of: client, method, parameters) })
    origin.kaia = kaia?.parameters
    origin.reopen = { number in try await node(client, block: number, cache: cache) }
    origin.url = client.endpoints.first?.redacted
    if origin.chainID == 1 { origin.rules.daoFork = .ethereum }
    return origin
  }

  /// The hardfork of a devnet's next block, as `anvil_nodeInfo` names it; nil if the node is none.
  private static func fork(of client: NodeClient) async -> Fork? {
    do throws(NodeError) {
      let name = try await client.call("anvil_nodeInfo")["hardFork"]?.string?.lowercased()
      return Fork.allCases.first { "\($0)".lowercased() == name }
    } catch { return nil }
  }

  private static func answer(of client: NodeClient, _ method: String, _ parameters: [JSON]) async throws -> JSON {
    do throws(NodeError) {
      return try await client.call(method, parameters)
    } catch {
      guard error.code == .rpc, let number = error.rpcCode else { throw error }
      throw DevnetError(answered: number, error.rpcMessage ?? "\(error)", data: error.rpcData)
    }
  }
}

extension BlockHeader {
  /// A block as a node tells of it; what it doesn't tell is zero.
  init(_ block: NodeBlock) {
    self.init()
    let header = block.header
    func hash(_ name: String) -> Hash32? { header.raw[name].flatMap { try? Reply.hash($0) } }
    parentHash = header.parentHash
    number = header.number
    timestamp = header.timestamp
    gasLimit = header.gasLimit ?? UInt64(Int64.max)
    gasUsed = header.gasUsed
    coinbase = header.miner ?? .zero
    difficulty = block.difficulty ?? 0
    mixHash = block.mixHash
    baseFee = header.baseFeePerGas
    blobGasUsed = block.blobGasUsed
    excessBlobGas = block.excessBlobGas
    parentBeaconBlockRoot = block.parentBeaconBlockRoot
    stateRoot = hash("stateRoot") ?? .zero
    transactionsRoot = hash("transactionsRoot") ?? .zero
    receiptsRoot = hash("receiptsRoot") ?? .zero
    withdrawalsRoot = hash("withdrawalsRoot")
    requestsHash = hash("requestsHash")
  }
}
