import EVM
import Primitives
import StrictJSON

/// Another chain at one of its blocks, from which a devnet goes on: what is not changed there is read from it, and
/// nothing is ever written to it.
///
/// The blocks made here have no state root (it is zero): the root of a trie can't be known from a part of its leaves. For
/// the same reason `eth_getProof` answers only for blocks before the fork, which the other chain's node knows.
public struct ForkSource: Sendable {
  /// Answers a request of JSON-RPC about what lies before the fork.
  public typealias History = @Sendable (_ method: String, _ parameters: [JSON]) async throws -> JSON

  /// The chain id, for which transactions are signed there and here.
  public var chainID: UInt256
  /// The fork of the blocks to come, and its rules there.
  public var fork: Fork
  /// The rules of that fork; Ethereum's unless they are given.
  public var rules: RuleSet
  /// The parameters of a chain of Kaia's; nil for one of Ethereum's.
  public var kaia: KaiaChainParameters?
  /// The block from which the devnet goes on; fields that only its chain knows may be missing.
  public var header: BlockHeader
  /// The block's hash.
  public var hash: Hash32
  /// The state after that block. Its reads may block the thread; what they throw ends the request that needed them.
  public var state: any StateReader & Sendable
  /// The hash of a block before that one, for BLOCKHASH; nil for none. May block the thread.
  public var blockHash: @Sendable (UInt64) throws -> Hash32?
  /// Answers what is asked about older blocks; only methods that read are ever asked. Without it they are unknown.
  public var history: History?
  /// Gives the same chain at another block, the newest for nil; without it the devnet can't begin anew at another one.
  public var reopen: (@Sendable (_ block: UInt64?) async throws -> ForkSource)?
  /// Where the chain is read from, without credentials; nil if nobody is to know.
  public var url: String?

  /// An origin.
  public init(
    chainID: UInt256, fork: Fork, rules: RuleSet? = nil, header: BlockHeader, hash: Hash32? = nil,
    state: any StateReader & Sendable, blockHash: @escaping @Sendable (UInt64) throws -> Hash32? = { _ in nil },
    history: History? = nil
  ) {
    self.chainID = chainID
    self.fork = fork
    self.rules = rules ?? RuleSet(fork)
    self.history = history
    self.header = header
    self.hash = hash ?? header.hash
    self.state = state
    self.blockHash = blockHash
  }

  /// A value of the origin; whatever goes wrong with reading it is an error of the devnet's.
  static func reading<Value>(_ body: () throws -> Value) throws(DevnetError) -> Value {
    do { return try body() } catch { throw DevnetError(ofOrigin: error) }
  }

  /// A value of the origin that takes a while; whatever goes wrong with reading it is an error of the devnet's.
  static func reading<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws(DevnetError) -> Value {
    do { return try await body() } catch { throw DevnetError(ofOrigin: error) }
  }
}

extension DevnetError {
  fileprivate init(ofOrigin error: any Error) {
    self = error as? DevnetError ?? DevnetError(.originFailed, "\(error)")
  }
}

/// The origin's state, whose errors are the devnet's.
struct OriginState: StateReader, Sendable {
  let reader: any StateReader & Sendable

  func account(_ address: Address) throws -> Account? { try ForkSource.reading { try reader.account(address) } }

  func storage(_ address: Address, _ slot: UInt256) throws -> UInt256 {
    try ForkSource.reading { try reader.storage(address, slot) }
  }

  func code(_ address: Address, hash: Hash32) throws -> Code {
    try ForkSource.reading { try reader.code(address, hash: hash) }
  }

  func hasStorage(_ address: Address) throws -> Bool { try ForkSource.reading { try reader.hasStorage(address) } }
}
