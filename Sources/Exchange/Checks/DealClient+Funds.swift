import Orders
import Primitives
import Tokens

extension DealClient {
  /// An amount of a token that does not arrive whole.
  struct TransferLoss {
    let token: Address
    let sent: UInt256
    let arrived: UInt256
  }

  /// Makes sure that the taker holds what a transaction takes, and lets the exchange take it; fees are in it.
  ///
  /// - Throws: `balance` or `allowance` with the shortage; `unsupportedToken`; a `NodeError`.
  func requireFunds(of taker: Address, for leg: DealLeg, _ identity: ContractIdentity) async throws {
    let needed = leg.needs(feeToken: identity.feeToken)
    let tokens = needed.keys.sorted()
    let holdings = try await calls.holdings(of: taker, in: tokens, for: identity.spender)
    for token in tokens {
      let (amount, held) = (needed[token] ?? 0, holdings[token])
      guard held.balance >= amount else {
        throw ExchangeError.lacking(token, needed: amount, there: held.balance)
      }
      let allowed = approvals.first { $0.token == token && $0.spender == identity.spender }?.plan.steps.last
      guard allowed ?? held.allowance >= amount else {
        throw ExchangeError.notAllowed(token, needed: amount, allowed: held.allowance, for: identity.spender)
      }
    }
  }

  /// The first token of which less arrives than the exchange counts, at the taker or at the makers.
  func lossInTransfer(
    _ expected: DealOutcome, _ simulation: CallSimulation, _ leg: DealLeg, _ taker: Address
  ) -> TransferLoss? {
    guard let terms = leg.parts.first?.order.order else { return nil }
    // Fees that the taker pays in the maker token are a part of what it got.
    if let change = simulation.change(of: taker, in: terms.makerToken) {
      let due = expected.receivedInAll
      if change.gain < due { return TransferLoss(token: terms.makerToken, sent: due, arrived: change.gain) }
    }
    var due: [Address: UInt256] = [:]
    for (part, order) in zip(leg.orders, expected.orders) where order.state == .filled {
      let maker = part.order.order.maker
      due[maker] = (due[maker] ?? 0).addingSaturated(order.fill.takerAmount)
      if leg.version == .v1, terms.takerToken == calls.contracts.v1?.feeToken {
        due[maker] = (due[maker] ?? 0) - min(due[maker] ?? 0, order.fill.makerFee)
      }
    }
    for (maker, amount) in due.sorted(by: { $0.key < $1.key }) {
      guard let change = simulation.change(of: maker, in: terms.takerToken) else { continue }
      if change.gain < amount { return TransferLoss(token: terms.takerToken, sent: amount, arrived: change.gain) }
    }
    return nil
  }
}

extension ExchangeError {
  /// The error of a token of which less arrives than is sent.
  static func feeOnTransfer(_ loss: DealClient.TransferLoss) -> ExchangeError {
    ExchangeError(
      .feeOnTransfer, "Less of the token \(loss.token) arrives than is sent; nothing was sent.",
      reason: "A trial shows \(loss.arrived) of \(loss.sent) smallest units: the token takes a fee of transfers.",
      facts: .shortage(token: loss.token, needed: loss.sent, there: loss.arrived))
  }
}
