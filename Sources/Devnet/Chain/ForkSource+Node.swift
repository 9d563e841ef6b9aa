import EVM
import Files
import JSONFields
import NodeRPC
import Primitives
import Simulation
import StrictJSON

extension ForkSource {
  /// A node's chain at one of its blocks, the newest by default.
  ///
  /// Parts of its state are read when they are first needed, once, and kept in the cache for the next run; what lies
  /// before that block is asked for each time. The node is only asked by methods that read.
  ///
  /// - Throws: `SimulationError` if the node can't be read or has no such block.
  public static func node(
    _ client: NodeClient, block number: UInt64? = nil, cache: StateCache? = nil
  ) async throws -> ForkSource {
    let configuration = await ChainConfiguration.read(from: client)
    let block = try await NodeBlock.read(number.map { .number($0) } ?? .latest, from: client)
    let rules = await BlockRules.read(
      of: block, timestamp: block.header.timestamp &+ 1, configuration: configuration, from: client)
    // A file is read, which is nothing for the threads that tasks share.
    let hasAccountKeys = rules.isKaia
    let state = try await BlockingWork.run {
      NodeState(client: client, block: block, cache: cache, hasAccountKeys: hasAccountKeys)
    }
    var origin = ForkSource(
      chainID: block.chainID, fork: rules.fork, rules: rules.rules, header: BlockHeader(block), hash: block.hash,
      state: state, blockHash: { number in try state.blockHash(number) },
      history: { method, parameters in try await answer(of: client, method, parameters) })
    if rules.isKaia { origin.kaia = KaiaChainParameters(baseFee: rules.kaia?.baseFee ?? .kaia) }
    origin.reopen = { number in try await node(client, block: number, cache: cache) }
    origin.url = client.endpoints.first?.redacted
    if origin.chainID == 1 { origin.rules.daoFork = .ethereum }
    return origin
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
  /// A block as a node gives it; fields that it leaves out are zero.
  init(_ block: NodeBlock) {
    self.init()
    let header = block.header
    func hash(_ name: String) -> Hash32? { header.raw[name].flatMap { try? JSONReader.hash($0) } }
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
