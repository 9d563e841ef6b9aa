import Dispatch
import EVM
import Locking
import NodeRPC
import Platform
import Primitives
import StrictJSON

/// Runs transactions on a node's state as the block to come would carry them out. Nothing is sent, nobody signs.
///
/// That block stands right on the one whose state is read: transactions that wait in the node's pool are not in it. Its
/// system calls (EIP-4788, EIP-2935) are left out. Fields that the node does not give are this block's: its producer,
/// its gas limit, its randomness.
public struct Simulation: Sendable {
  /// The state that is read.
  public let state: NodeState
  /// The rules of the block to come.
  public let rules: BlockRules
  /// The block to come.
  public internal(set) var environment: BlockEnvironment

  /// A simulation of a block over a state.
  public init(state: NodeState, rules: BlockRules, environment: BlockEnvironment) {
    self.state = state
    self.rules = rules
    self.environment = environment
  }

  /// Asks a node, in one round trip, for all that doesn't depend on the transaction.
  ///
  /// Rules that no header shows are asked for afterwards (``BlockRules/read(of:timestamp:configuration:from:)``).
  ///
  /// - Parameters:
  ///   - tag: The block on whose state transactions shall run.
  ///   - timestamp: The time of the block to come in seconds since 1970; nil is now. It is later than that block's.
  ///   - cache: Where states are kept for the next run.
  /// - Throws: `SimulationError`.
  public static func begin(
    with client: NodeClient, at tag: BlockTag = .latest, timestamp: UInt64? = nil, cache: StateCache? = nil
  ) async throws -> Simulation {
    async let blockReply = NodeBlock.read(tag, from: client)
    async let configurationReply = ChainConfiguration.read(from: client)
    async let feesReply = feeHistory(tag, client)
    let (block, configuration, fees) = (try await blockReply, await configurationReply, await feesReply)
    let time = max(timestamp ?? UInt64(clamping: time(nil)), block.header.timestamp &+ 1)
    let rules = await BlockRules.read(of: block, timestamp: time, configuration: configuration, from: client)
    // Chains set their base fees by rules of their own: what the node tells of the next block counts more than EIP-1559.
    let isNext = fees.map { $0.oldestBlock == block.number && $0.baseFeePerGas.count == 2 } ?? false
    let state = try await offPool {
      NodeState(client: client, block: block, cache: cache, hasAccountKeys: rules.isKaia)
    }
    let environment = block.next(
      timestamp: time, rules: rules.rules, baseFee: isNext ? fees?.baseFeePerGas.last : nil,
      blockHash: { try state.blockHash($0) })
    return Simulation(state: state, rules: rules, environment: environment)
  }

  /// The highest gas limit that a transaction in the block may have.
  public var highestGasLimit: UInt64 { min(environment.gasLimit, rules.rules.maxTransactionGas) }

  private static func feeHistory(_ tag: BlockTag, _ client: NodeClient) async -> FeeHistory? {
    if case .hash = tag { return nil }
    do throws(NodeError) { return try await client.feeHistory(blocks: 1, newest: tag) } catch { return nil }
  }
}

/// Runs work that blocks on a thread that is not of Swift's cooperative pool.
func offPool<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  // The outcome goes over in a box with a lock rather than with the continuation: a continuation that is resumed before
  // its task sleeps orders the two threads where the thread sanitizer cannot see it.
  let outcome = Guarded<Result<Value, any Error>?>(nil)
  await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
    DispatchQueue(label: "lectures.simulation").async {
      let result = Result(catching: work)
      outcome.withLock { $0 = result }
      continuation.resume()
    }
  }
  guard let result = outcome.withLock({ $0 }) else { preconditionFailure("the work ended without an outcome") }
  return try result.get()
}
