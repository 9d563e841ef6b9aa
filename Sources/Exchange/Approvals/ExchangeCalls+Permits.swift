import ContractClient
import Keys
import NodeRPC
import Orders
import Primitives

extension ExchangeCalls {
  /// The permit that lets the exchange of a version move an amount of a token, to be signed by its owner.
  ///
  /// - Returns: nil where the token does not show that it takes permits: a token with a function for every call would
  ///   seem to take one and do nothing.
  /// - Throws: `noContract`; a `NodeError`.
  public func permit(
    of token: Address, amount: UInt256, for version: OrderVersion, by owner: Address
  ) async throws -> TokenPermit? {
    guard let spender = contracts.spender(of: version) else { throw ExchangeError.noContract(version) }
    let allowance = Allowance(token: token, connection: connection)
    async let nonceAnswer = allowance.nonce(of: owner)
    async let domainAnswer = allowance.domain()
    async let blockAnswer = connection.node.block(.latest)
    guard let nonce = try await nonceAnswer, let domain = try await domainAnswer,
      let time = try await blockAnswer?.timestamp
    else { return nil }
    return TokenPermit(
      token: token, owner: owner, spender: spender, amount: amount, nonce: nonce,
      deadline: UInt256(time) + UInt256(TokenPermit.lifetime), domain: domain)
  }

  /// The transaction with a signed permit, for its owner or anybody else to send.
  ///
  /// - Throws: `invalidDeal` for a signer that is not the owner; what keeps the signer from signing.
  public func permit(_ permit: TokenPermit, signedBy signer: some Signer) async throws -> ExchangeCall {
    let call = ContractCall<Void>(
      to: permit.token, calldata: try await permit.calldata(signedBy: signer), function: TokenPermit.permit,
      connection: connection
    ) { _ in }
    return ExchangeCall(
      .permit, "let \(permit.spender) move \(permit.amount) of \(permit.token), as its owner signed", call,
      key: "permit \(permit.token.lowercaseHex) \(permit.owner.lowercaseHex) \(permit.nonce)", repetition: .never,
      isGuarded: true)
  }

  /// Makes sure that a permit is in force: the allowance is there, whoever sent it.
  ///
  /// - Throws: `allowance` where less may be moved than the permit says; `unsupportedToken`; a `NodeError`.
  public func requireInForce(_ permit: TokenPermit) async throws {
    let found = try await Allowance(token: permit.token, connection: connection)
      .amount(of: permit.owner, for: permit.spender)
    guard found >= permit.amount else {
      throw ExchangeError(
        .allowance, "The permit is not in force.",
        reason: "\(permit.spender) may move \(found) smallest units, and the permit says \(permit.amount).",
        facts: .shortage(token: permit.token, needed: permit.amount, there: found))
    }
  }
}
