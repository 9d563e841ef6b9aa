import Exchange
import HTTPTypes
import Operations
import Primitives
import StrictJSON

// The routes of the script of wallets.
extension WalletProposalPages {
  /// Notes that the wallet is going to be asked, for what is shown and nothing else. What was sent already, and what
  /// may have been, is shown in its place: a second signature would be for what is done, by an account that has paid
  /// for it.
  @Sendable static func asked(_ visit: Visit) async throws -> WebAnswer {
    let proposals = try WalletProposals(visit)
    let proposal = try await proposals.found(try await proposals.proposal(try visit.value("id")))
    guard proposal.isOpen else { return .json(["ok": true, "state": .string(proposal.state.rawValue)]) }
    guard let showing = visit.request.form["shown"].flatMap({ Int($0) }) else { throw WebRefusal.badForm }
    let terms: WalletProposal.Terms
    do {
      terms = try await proposals.terms(of: proposal.action, for: proposal.account).0
    } catch is TradeEnd {
      throw WebRefusal.changed
    } catch let error where WalletProposals.isDone(proposal.action, error) {
      let ended = try await proposals.ended(proposal, nil)
      return .json(["ok": true, "state": .string(ended.state.rawValue)])
    } catch let error as ExchangeError {
      throw try await proposals.explained(error, of: proposal)
    }
    try await proposals.checkChanges(of: proposal)
    guard terms.isSame(as: proposal.terms),
      try await proposals.store.ask(proposal, showing: showing, nonce: try await proposals.nonce(for: proposal))
    else { throw WebRefusal.changed }
    return .json(["ok": true])
  }

  /// Notes the transaction that the wallet sent.
  @Sendable static func sent(_ visit: Visit) async throws -> WebAnswer {
    let proposals = try WalletProposals(visit)
    let proposal = try await proposals.proposal(try visit.value("id"))
    guard !proposal.action.isSignedOnly else { throw WebRefusal.badForm }
    // Before it was asked no transaction of it is one for this.
    guard proposal.nonce != nil else { throw WebRefusal.notAsked }
    guard let hash = visit.request.form.trimmed("hash").flatMap({ try? Hash32($0) }) else { throw WebRefusal.badForm }
    // Told once more, it is no news for the pages that wait for it, and a fee that the platform paid stays paid.
    guard proposal.hash != hash else { return .json(["ok": true]) }
    if try await proposals.sent(proposal, as: hash, isDelegated: false) == nil {
      // That one may be known already, and have its end.
      guard try await proposals.proposal(proposal.id).hash == hash else { throw WebRefusal.changed }
    }
    return .json(["ok": true])
  }

  /// Pays the fee of what a wallet signed, if that is what was proposed, and sends it.
  @Sendable static func pay(_ visit: Visit) async throws -> WebAnswer {
    try await visit.limit("fee", most: 10)
    let proposals = try WalletProposals(visit)
    guard let fees = visit.site.platform?.fees else { throw WebRefusal.notHere }
    let limits = JSON.Limits(depth: 8, bytes: 64 << 10)
    guard let body = try? JSON(parsing: visit.request.body, limits: limits),
      case .string(let id)? = body["proposal"], case .string(let raw)? = body["userSignedTx"]?["raw"],
      let bytes = try? Bytes(hex: raw)
    else { throw WebRefusal.badJSON }
    let proposal = try await proposals.proposal(id)
    // Of nothing else the fee is paid, whatever its bytes are.
    guard proposal.action.isPaidFor else { throw WebRefusal.badForm }
    let payment: PlatformFeePayer.Payment
    do {
      payment = try await fees.payer.pay(for: proposal.delegated, raw: bytes, client: visit.request.client)
    } catch let error as DelegationError where error.code == .budgetSpent {
      fees.spent.note(proposal.account, at: visit.site.options.clock())
      throw error
    } catch let error as DelegationError where error.code != .outcomeUnknown {
      // Of the bytes that were sent, whoever sent them, the answer is their hash; others are refused for what these
      // used up.
      let now = try await proposals.found(try await proposals.proposal(id))
      if now.isOpen { throw error }
      guard let hash = now.hash, await fees.payer.sent(bytes, for: now.delegated) == hash else {
        throw DelegationError.signedAnother
      }
      return .json(["ok": true, "hash": .string(hash.hex)])
    }
    // Of the same bytes again the answer is the same, and it is known already.
    _ = try await proposals.sent(proposal, as: payment.hash, isDelegated: true)
    return .json([
      "ok": true, "hash": .string(payment.hash.hex), "senderHash": .string(payment.senderHash.hex),
    ])
  }
}
