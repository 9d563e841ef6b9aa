import Primitives
import StrictJSON

/// A node that is asked for blocks, and is not believed.
///
/// Answers are handed on as they are; a failure of the connection is thrown as it is.
public protocol KaiaBlockSource: Sendable {
  /// The header of a block: `kaia_getHeaderByNumber`, or `kaia_getBlockByNumber`; not the `eth_` methods.
  func header(number: UInt64) async throws -> JSON
  /// All transactions of a block, raw or as objects: `kaia_getBlockByNumber` with `true` will do as it is.
  func transactions(number: UInt64, hash: Hash32) async throws -> JSON
  /// The list of `kaia_getBlockReceipts`, which older nodes take the hash for.
  func receipts(number: UInt64, hash: Hash32) async throws -> JSON
  /// The answer to `kaia_getProof` or `eth_getProof` without slots.
  func proof(of account: Address, number: UInt64) async throws -> JSON
}
