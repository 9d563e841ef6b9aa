import Keys
import NodeRPC
import Primitives
import Sending

/// The questions of a fee payer to its chain.
public protocol FeePayerChain: Sendable {
  /// The id of the chain that the node is on.
  func chainID() async throws -> UInt256
  /// An account's key; legacy for one that does not exist yet.
  func accountKey(of address: Address) async throws -> AccountKey
  /// The numbers of transactions that an account has sent, without and with those that wait.
  func transactionCounts(of address: Address) async throws -> (mined: UInt64, pending: UInt64)
  /// The balance of an account in the newest block.
  func balance(of address: Address) async throws -> Amount
  /// Whether an account has code, be it delegated.
  func hasCode(_ address: Address) async throws -> Bool
  /// The least that a unit of gas costs in the next block, in peb; 0 where it is unknown.
  func nextBaseFee() async throws -> UInt256
  /// Tries a call without sending it.
  ///
  /// - Throws: a `NodeError`, with the revert's data if the contract reverts.
  func attempt(_ call: CallRequest, at block: BlockTag) async throws
  /// Hands a transaction in; one that the node has already is fine.
  func send(_ raw: Bytes, hash: Hash32) async throws
  /// The number of the newest block.
  func blockNumber() async throws -> UInt64
  /// The time of a block, in seconds since 1970.
  ///
  /// - Throws: `FeePayerError` `.blockMissing` if it is not there.
  func time(ofBlock number: UInt64) async throws -> UInt64
  /// The transactions whose fee an account paid for others.
  ///
  /// - Throws: `FeePayerError` `.blockMissing` if one of the blocks is not there.
  func payments(by feePayer: Address, in blocks: ClosedRange<UInt64>) async throws -> [FeePayment]
  /// A transaction's receipt; nil while the node knows none, and without a block number while no block has it.
  func receipt(of hash: Hash32) async throws -> Receipt?
}

extension NodeClient: FeePayerChain {
  /// The key of an account in the newest block; the legacy key where the node tells of none.
  public func accountKey(of address: Address) async throws -> AccountKey {
    try await kaiaAccountKey(address) ?? .legacy
  }

  /// Transactions of an account: those in blocks, and with those that wait.
  public func transactionCounts(of address: Address) async throws -> (mined: UInt64, pending: UInt64) {
    let (mined, pending) = try await send(
      together: .transactionCount(of: address, at: .latest), .transactionCount(of: address, at: .pending))
    return (mined, pending)
  }

  /// A balance in the newest block.
  public func balance(of address: Address) async throws -> Amount { try await balance(of: address, at: .latest) }

  /// Whether a contract stands at an address.
  public func hasCode(_ address: Address) async throws -> Bool {
    try await !code(of: address, at: .latest).isEmpty
  }

  /// The base fee of the next block, in kei; 0 on a chain that has none (KIP-71).
  public func nextBaseFee() async throws -> UInt256 { try await kaiaFeeRule()?.baseFee ?? 0 }

  /// Runs a call on the node and throws the error that it would end with.
  public func attempt(_ call: CallRequest, at block: BlockTag) async throws { _ = try await self.call(call, at: block) }

  /// Broadcasts a signed transaction; a node that has it already is no failure.
  public func send(_ raw: Bytes, hash: Hash32) async throws {
    do throws(NodeError) {
      _ = try await kaiaSendRawTransaction(raw)
    } catch {
      // A refusal may be because the node has it: an earlier answer was lost on the way.
      guard error.code == .rpc, try await transaction(hash) != nil else { throw error }
    }
  }

  /// The number of the newest block.
  public func blockNumber() async throws -> UInt64 { try await send(.blockNumber(namespace: options.namespace)) }

  /// The time of a block, in seconds since 1970.
  public func time(ofBlock number: UInt64) async throws -> UInt64 {
    guard let block = try await block(.number(number)), block.number == number else {
      throw FeePayerError(
        .blockMissing, "The node does not show block \(number).",
        reason: "It is asked for where the day began: what the account paid for since then counts in a new record.")
    }
    return block.timestamp
  }

  /// The fees that an account paid for others in a range of blocks, read from the blocks themselves.
  public func payments(by feePayer: Address, in blocks: ClosedRange<UInt64>) async throws -> [FeePayment] {
    var payments: [FeePayment] = []
    for (number, block) in zip(blocks, try await kaiaBlocks(blocks)) {
      guard let block, block.number == number, block.transactions != nil || block.transactionHashes.isEmpty else {
        throw FeePayerError(
          .blockMissing, "The node does not show block \(number).",
          reason: "What the account paid for is compared with the journal, block by block.")
      }
      payments += (block.transactions ?? []).filter { $0.feePayer == feePayer }
        .map { FeePayment($0, by: feePayer, in: number) }
    }
    return payments
  }

  /// The receipt of a transaction, nil while it has none.
  public func receipt(of hash: Hash32) async throws -> Receipt? { try await transactionReceipt(hash) }
}
