import ContractClient
import Keys
import NodeRPC
import Orders
import Primitives
import Simulation
import Tokens

/// A permit for an exchange that its token takes, to be signed by the owner and sent by anybody.
public struct ExchangePermit: Sendable, Hashable {
  /// The domain that it is signed for, which names the token.
  public let domain: PermitDomain
  /// The terms that the owner signs: spender, amount, nonce and deadline.
  public let permit: Permit

  /// A permit for a domain.
  public init(_ permit: Permit, for domain: PermitDomain) { (self.permit, self.domain) = (permit, domain) }

  /// The contract of the token, which takes the permit.
  public var token: Address { domain.token }
  /// The time for which a new permit is taken, in seconds.
  public static let lifetime: UInt64 = 1_200
}

extension ExchangeCalls {
  /// The permit that lets the exchange of a version move an amount of a token, for twenty minutes from the newest
  /// block.
  ///
  /// - Throws: `noContract`; `unsupportedToken` where the token does not show that it takes permits: one with a
  ///   function for every call would seem to take one and do nothing; a `NodeError`.
  public func permit(
    of token: Address, amount: UInt256, for version: OrderVersion, by owner: Address
  ) async throws -> ExchangePermit {
    guard let spender = contracts.spender(of: version) else { throw ExchangeError.noContract(version) }
    async let supportAnswer = tokens.permitSupport(
      of: token, owner: owner, chainID: contracts.chainID)
    async let blockAnswer = connection.node.block(.latest)
    switch (try await supportAnswer, try await blockAnswer) {
    case (.supported(let domain, let nonce), let block?):
      let deadline = UInt256(block.timestamp) + UInt256(ExchangePermit.lifetime)
      return ExchangePermit(
        Permit(owner: owner, spender: spender, value: amount, nonce: nonce, deadline: deadline), for: domain)
    case (.unsupported(let reason), _): throw Self.takesNoPermit(token, "It fails at \(reason.rawValue).")
    default: throw Self.takesNoPermit(token, "The node does not give its newest block.")
    }
  }

  /// The transaction with a signed permit, for its owner or anybody else to send, once a trial has shown the allowance.
  ///
  /// - Parameter sender: The account that is to send it.
  /// - Throws: `unsupportedToken` where the token takes the permit and allows nothing; `allowance` for a signer that is
  ///   not the owner, or a refusal; `SimulationError`; what keeps the signer from signing.
  public func permit(
    _ permit: ExchangePermit, signedBy signer: some Signer, sentBy sender: Address
  ) async throws -> ExchangeCall {
    guard signer.address == permit.permit.owner else {
      throw ExchangeError.invalidDeal("the permit is of \(permit.permit.owner), and the key is of \(signer.address)")
    }
    let signature = try await signer.sign(permit.permit.digest(for: permit.domain)).lowS
    let call = call(permit, signature)
    try await requireEffect(of: call, permit, sender)
    return call
  }

  /// The transaction with a permit and its signature, not tried.
  public func call(_ permit: ExchangePermit, _ signature: Signature) -> ExchangeCall {
    call(permit, calldata: permit.permit.calldata(signature))
  }

  /// The transaction of a permit that is not signed yet, by whose key an earlier send is found; no token takes it.
  public func unsigned(_ permit: ExchangePermit) -> ExchangeCall {
    call(permit, calldata: [])
  }

  /// Makes sure that a permit is in force: the allowance is there, whoever sent it.
  ///
  /// - Throws: `allowance` where less may be moved than the permit allows; `unsupportedToken`; a `NodeError`.
  public func requireInForce(_ permit: ExchangePermit) async throws {
    let terms = permit.permit
    let found = try await holdings(of: terms.owner, in: [permit.token], for: terms.spender)[permit.token].allowance
    guard found >= terms.value else {
      throw ExchangeError.notAllowed(permit.token, needed: terms.value, allowed: found, for: terms.spender)
    }
  }

  private func call(_ permit: ExchangePermit, calldata: Bytes) -> ExchangeCall {
    let (terms, token) = (permit.permit, permit.token)
    let call = ContractCall<Void>(
      to: token, calldata: calldata, function: CampusToken.Functions.permit, connection: connection
    ) { _ in }
    return ExchangeCall(
      .permit, "let \(terms.spender) move \(terms.value) of \(token), as its owner signed", call,
      key: "permit \(token.lowercaseHex) \(terms.owner.lowercaseHex) \(terms.nonce)", isGuarded: true)
  }

  private func requireEffect(of call: ExchangeCall, _ permit: ExchangePermit, _ sender: Address) async throws {
    let terms = permit.permit
    let simulation = try await CallSimulation(
      of: CallRequest(from: sender, to: permit.token, data: call.call.calldata),
      reading: [TokenQuestion(token: permit.token, data: TokenCalls.allowance(of: terms.owner, for: terms.spender))],
      on: connection.node)
    guard simulation.transaction.isSuccess else {
      throw ExchangeError(
        .allowance, "The token \(permit.token) does not take the permit; nothing was sent.",
        reason: "A trial on the newest state reverts: another permit may have been used meanwhile.",
        facts: .contract(permit.token))
    }
    guard simulation.answers[0].after >= terms.value else {
      throw Self.takesNoPermit(
        permit.token, "A trial of the permit leaves the allowance at \(simulation.answers[0].after).")
    }
  }

  private static func takesNoPermit(_ token: Address, _ reason: String) -> ExchangeError {
    ExchangeError(
      .unsupportedToken, "The token \(token) takes no permits that could be relied on.", reason: reason,
      facts: .contract(token))
  }
}
