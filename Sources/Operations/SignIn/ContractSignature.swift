import ContractABI
import NodeRPC
import Primitives

/// A signature of a contract, which its code takes or not (EIP-1271).
struct ContractSignature: Sendable {
  private static let function = ABIFunction(
    name: "isValidSignature",
    inputs: [ABIParameter("hash", .fixedBytes(32)), ABIParameter("signature", .bytes)],
    stateMutability: .view)
  /// The one answer that says yes: the function's selector, in a word.
  private static let accepted = function.selector.bytes + Bytes(repeating: 0, count: 28)
  /// Enough for curves that are computed in a contract. Memory costs gas: no answer of more is longer than about a MB.
  private static let mostGas: UInt64 = 2_000_000

  private let digest: Hash32
  private let signature: Bytes

  init(_ signature: Bytes, of digest: Hash32) { (self.signature, self.digest) = (signature, digest) }

  /// Whether the contract says, in the newest block, that the signature is its own.
  ///
  /// - Throws: `NodeError` if the node fails; a call that reverts, or needs too much gas, says no.
  func isAccepted(by contract: Address, at node: NodeClient) async throws -> Bool {
    let data = try Self.function.encodeCall([.fixedBytes(digest.bytes), .bytes(signature)])
    do throws(NodeError) {
      return try await node.call(CallRequest(to: contract, gas: Self.mostGas, data: data)) == Self.accepted
    } catch {
      guard error.isExecutionFailure else { throw error }
      return false
    }
  }
}
