import Keys
import NodeRPC
import Primitives
import Sending

/// What a fee payer asks its chain.
public protocol FeePayerChain: Sendable {
  /// The id of the chain that the node is on.
  func chainID() async throws -> UInt256
  /// An account's key; legacy for one that does not exist yet.
  func accountKey(of address: Address) async throws -> AccountKey
  /// How many transactions an account has sent, and how many with those that wait.
  func transactionCounts(of address: Address) async throws -> (mined: UInt64, pending: UInt64)
  /// What an account holds in the newest block.
  func balance(of address: Address) async throws -> Amount
  /// Whether an account has code, be it delegated.
  func hasCode(_ address: Address) async throws -> Bool
  /// What a unit of gas costs at least in the next block, in peb; 0 where nobody tells.
  func nextBaseFee() async throws -> UInt256
  /// Tries a call without sending it.
  ///
  /// - Throws: a `NodeError`, with the revert's data if the contract reverts.
  func attempt(_ call: CallRequest, at block: BlockTag) async throws
  /// Hands a transaction in; one that the node has already is fine.
  func send(_ raw: Bytes, hash: Hash32) async throws
  /// A transaction's receipt; nil while the node knows none, and without a block number while no block has it.
  func receipt(of hash: Hash32) async throws -> Receipt?
}

extension NodeClient: FeePayerChain {
  public func accountKey(of address: Address) async throws -> AccountKey {
    try await kaiaAccountKey(address) ?? .legacy
  }

  public func transactionCounts(of address: Address) async throws -> (mined: UInt64, pending: UInt64) {
    let (mined, pending) = try await send(
      together: .transactionCount(of: address, at: .latest), .transactionCount(of: address, at: .pending))
    return (mined, pending)
  }

  public func balance(of address: Address) async throws -> Amount { try await balance(of: address, at: .latest) }

  public func hasCode(_ address: Address) async throws -> Bool {
    try await !code(of: address, at: .latest).isEmpty
  }

  public func nextBaseFee() async throws -> UInt256 { try await kaiaFeeRule()?.baseFee ?? 0 }

  public func attempt(_ call: CallRequest, at block: BlockTag) async throws { _ = try await self.call(call, at: block) }

  public func send(_ raw: Bytes, hash: Hash32) async throws {
    do throws(NodeError) {
      _ = try await kaiaSendRawTransaction(raw)
    } catch {
      // A refusal may be because the node has it: an earlier answer was lost on the way.
      guard error.code == .rpc, try await transaction(hash) != nil else { throw error }
    }
  }

  public func receipt(of hash: Hash32) async throws -> Receipt? { try await transactionReceipt(hash) }
}
