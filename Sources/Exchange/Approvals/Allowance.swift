import ContractABI
import ContractClient
import NodeRPC
import Primitives

/// The questions about allowances that any ERC-20 token answers, and the calls that change them.
struct Allowance: Sendable {
  let token: Address
  let connection: ContractConnection

  /// The amount that an account lets another move.
  ///
  /// - Throws: `unsupportedToken` where the token does not tell; a `NodeError`.
  func amount(of owner: Address, for spender: Address, at block: BlockTag = .latest) async throws -> UInt256 {
    try await read(Self.allowance, [.address(owner), .address(spender)], at: block)
  }

  /// The number of permits that an account gave (EIP-2612); nil where the token knows none.
  func nonce(of owner: Address) async throws -> UInt256? {
    try await word(Self.nonces, [.address(owner)])
  }

  /// The domain that permits are signed for; nil where the token has none.
  func domain() async throws -> Hash32? { try await word(Self.domainSeparator, []).map { Hash32($0) } }

  /// The call that sets the amount.
  func approve(_ spender: Address, _ amount: UInt256) throws -> ContractCall<Void> {
    ContractCall(
      to: token, calldata: try Self.approve.encodeCall([.address(spender), .uint(amount)]), function: Self.approve,
      connection: connection
    ) { answer in
      // Many tokens return nothing; one that returns no refuses.
      guard answer.isEmpty || (try? UInt256(bigEndian: answer.prefix(32))) == 1 else { throw Refusal() }
    }
  }

  private struct Refusal: Error {}

  private func read(_ function: ABIFunction, _ values: [ABIValue], at block: BlockTag) async throws -> UInt256 {
    let request = CallRequest(to: token, data: try function.encodeCall(values))
    do throws(NodeError) {
      let answer = try await connection.node.call(request, at: block)
      if answer.count >= 32, let word = try? UInt256(bigEndian: answer.prefix(32)) { return word }
    } catch {
      guard error.isExecutionFailure else { throw error }
    }
    throw ExchangeError(
      .unsupportedToken, "The contract at \(token) does not tell what others may move; nothing was sent.",
      reason: "It does not answer \(function.name) as a token does.", facts: .contract(token))
  }

  /// An answer of exactly one word: a fallback that takes any call gives another.
  private func word(_ function: ABIFunction, _ values: [ABIValue]) async throws -> UInt256? {
    let request = CallRequest(to: token, data: try function.encodeCall(values))
    do throws(NodeError) {
      let answer = try await connection.node.call(request)
      return answer.count == 32 ? try? UInt256(bigEndian: answer) : nil
    } catch {
      guard error.isExecutionFailure else { throw error }
      return nil
    }
  }

  private static let allowance = ABIFunction(
    name: "allowance", inputs: [ABIParameter("owner", .address), ABIParameter("spender", .address)],
    outputs: [ABIParameter("", .uint(256))], stateMutability: .view)
  private static let approve = ABIFunction(
    name: "approve", inputs: [ABIParameter("spender", .address), ABIParameter("amount", .uint(256))],
    outputs: [ABIParameter("", .bool)])
  private static let nonces = ABIFunction(
    name: "nonces", inputs: [ABIParameter("owner", .address)], outputs: [ABIParameter("", .uint(256))],
    stateMutability: .view)
  private static let domainSeparator = ABIFunction(
    name: "DOMAIN_SEPARATOR", outputs: [ABIParameter("", .fixedBytes(32))], stateMutability: .view)
}
