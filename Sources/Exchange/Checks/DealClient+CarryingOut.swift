import ContractABI
import ContractClient
import Keys
import NodeRPC
import Orders
import Outbox
import Primitives
import Sending
import Tokens
import Transactions

/// The result of a deal's transaction.
public struct DealResult: Sendable {
  /// The receipt; of an earlier transaction, if the deal was carried out before.
  public let receipt: CallReceipt
  /// The outcome by the exchange's events.
  public let outcome: DealOutcome
  /// The version of the protocol of its orders.
  public let version: OrderVersion
  /// The deal as it was signed; nil if it was carried out before.
  public let deal: CheckedDeal?
  /// The transaction's orders.
  let leg: DealLeg
}

extension DealClient {
  /// Looks at a deal once more: the states of its orders, the taker's means and a trial, all on the newest block. The
  /// worst price stays that of the first plan, wherever the best one goes.
  ///
  /// - Throws: `priceMoved` where other orders take more than the taker has or allowed, and those of the deal would
  ///   not; what ``check(_:among:costs:)`` throws.
  public func recheck(_ deal: CheckedDeal) async throws -> DealRecheck {
    let request = deal.plan.request.fixed(at: deal.plan.bound)
    let now: CheckedDeal
    do { now = try await check(request, among: deal.orders, costs: deal.costs) } catch let error as ExchangeError {
      guard [.balance, .allowance].contains(error.code),
        case .shortage(let token, _, let there, _)? = error.facts,
        let agreed = deal.leg.needs(feeToken: deal.identity.feeToken)[token],
        agreed <= (error.code == .allowance ? max(there, allowance(of: token)) : there)
      else { throw error }
      throw ExchangeError.moved("More would be paid than was agreed to.", cause: error)
    }
    if now.leg == deal.leg { return .unchanged(now) }
    guard let before = deal.plan.averagePrice, let after = now.plan.averagePrice else { return .worse(now) }
    let isWorse = deal.plan.request.side == .buy ? after > before : after < before
    return isWorse || now.plan.missing > deal.plan.missing ? .worse(now) : .replanned(now)
  }

  /// The amount of a token that transactions before a deal are to let an exchange move.
  private func allowance(of token: Address) -> UInt256 {
    approvals.first { $0.token == token }?.plan.steps.last ?? 0
  }

  /// Makes sure that a deal that somebody agreed to can still be had, at a price that is no worse.
  ///
  /// - Throws: `priceMoved`, also where the book is why it cannot be had; as ``recheck(_:)``.
  public func requireNoWorse(_ deal: CheckedDeal) async throws {
    do {
      if case .worse = try await recheck(deal) { throw ExchangeError.worse }
    } catch let error as ExchangeError {
      throw error.sinceAgreement(to: deal.plan.request)
    }
  }

  /// The result of a wish, or of a part of one, if a transaction for it was sent before, within the hour, or is under
  /// way: a wish is not carried out a second time because the book looks otherwise now.
  ///
  /// - Throws: what following an earlier transaction throws.
  public func earlier(_ request: DealRequest, options: SendOptions = SendOptions()) async throws -> DealResult? {
    let receipt = try await calls.connection.earlier(
      IntentKey(request.partKey(at: calls.contracts)), request.repetition, by: request.taker,
      errors: ExchangeV1.abi.errors + NativeOrders.abi.errors, options: options)
    guard let receipt else { return nil }
    return try await result(of: receipt, request)
  }

  /// Signs and sends the deal's transaction and waits for its receipt, or follows the earlier one of an equal deal.
  ///
  /// Before it is signed the deal is checked once more, planned anew within its bound where an order is gone, and
  /// tried; three times at most.
  ///
  /// - Parameters:
  ///   - deal: The deal as it was agreed to.
  ///   - agree: Asked when the average price got worse, or less can be had; false ends it.
  /// - Returns: The outcome, which may be that nothing was filled: see ``DealOutcome/requireComplete()``.
  /// - Throws: `priceMoved` where somebody disagrees, or the book moves faster than it can be planned; what
  ///   ``check(_:among:costs:)`` and sending throw.
  public func carryOut(
    _ deal: CheckedDeal, signer: any Signer, options: SendOptions = SendOptions(),
    agree: (CheckedDeal) async throws -> Bool = { _ in false }
  ) async throws -> DealResult {
    guard signer.address == deal.plan.request.taker else {
      throw ExchangeError.invalidDeal(
        "it is planned for \(deal.plan.request.taker), and the key is of \(signer.address)")
    }
    // An earlier transaction of a deal that is written down is followed, also where another deal like an earlier one is
    // wanted.
    if !options.intent.again || deal.plan.request.isWrittenDown,
      let earlier = try await earlier(deal.plan.request, options: options)
    {
      return earlier
    }
    var agreed = deal
    for _ in 0..<Self.mostReplans {
      switch try await recheck(agreed) {
      case .unchanged(let now), .replanned(let now): agreed = now
      case .worse(let now):
        guard try await agree(now) else {
          throw ExchangeError.worse
        }
        agreed = now
      }
      do {
        let current = agreed
        let (leg, request) = (current.leg, current.plan.request)
        var call = current.call
        call.label = label(
          leg, request.side, leg.needs(feeToken: feeToken)[request.takerToken] ?? leg.takerAmount,
          leg.brings(feeToken: feeToken))
        let receipt = try await call.prepare(from: signer.address, options: options)
          .holding {
            try await self.requireFillable(current)
            try await self.willSign(current)
          }
          .send(from: signer, options: options)
        return try await result(of: receipt, current)
      } catch let error as ExchangeError where error.isBookChange {
        // An order went away between the trial and the signature: nothing is signed yet.
        continue
      }
    }
    throw ExchangeError.moved("Orders were gone each time that it was about to be signed.")
  }

  /// Makes sure that the orders of a transaction still have what it takes of them.
  ///
  /// - Throws: `orderGone` or `expired` for the first that has not; what reading states throws.
  func requireFillable(_ deal: CheckedDeal) async throws {
    let states = try await states.states(of: deal.leg.parts.map(\.order))
    for (part, candidate) in zip(deal.leg.parts, states.candidates) {
      guard !part.order.order.isExpired(at: states.time.addingSaturated(DealPlanner.expiryMargin)) else {
        throw ExchangeError(
          .expired, "An order of this trade ends before it can be filled; nothing was sent.",
          facts: .order(part.hash))
      }
      guard candidate.fillable >= part.fill.takerAmount else {
        throw ExchangeError(
          .orderGone, "An order of this trade has not enough left; nothing was sent.",
          reason: "\(part.fill.takerAmount) smallest units were to be paid for it, \(candidate.fillable) can be.",
          facts: .order(part.hash))
      }
    }
  }

  private func result(of receipt: CallReceipt, _ deal: CheckedDeal) async throws -> DealResult {
    guard receipt.earlier == nil else { return try await result(of: receipt, deal.plan.request) }
    return try await result(of: receipt, deal.plan.request, deal.leg, deal)
  }

  /// The result of an earlier run's transaction, by its own calldata.
  private func result(of receipt: CallReceipt, _ request: DealRequest) async throws -> DealResult {
    let transaction = receipt.confirmation.transaction.transaction
    let leg = try DealLeg(calldata: transaction.data, at: receipt.contract, on: calls.contracts.chainID)
    return try await result(of: receipt, request, leg, nil)
  }

  /// The result of a transaction; where it moved less than it was to move, the outbox keeps that.
  private func result(
    of receipt: CallReceipt, _ request: DealRequest, _ leg: DealLeg, _ deal: CheckedDeal?
  ) async throws -> DealResult {
    let outcome = try DealOutcome(of: leg, by: request.taker, in: receipt, feeToken: feeToken)
    // Calldata of a total in taker tokens does not tell how many maker tokens it was to get.
    let wanted = request.amount.isOfMakerToken ? deal?.leg.makerAmount ?? 0 : 0
    let moved = label(leg, request.side, outcome.paidInAll, outcome.receivedInAll)
    if let remark = DealRemark(on: outcome, wanted: wanted, moved: moved) {
      await calls.connection.sender.outbox.remark(receipt.hash, remark.text)
    }
    return DealResult(receipt: receipt, outcome: outcome, version: leg.version, deal: deal, leg: leg)
  }

  /// The token that fees of version 1 are paid in.
  private var feeToken: Address? { calls.contracts.v1?.feeToken }
}

extension ExchangeError {
  /// Whether it is about a transaction that was mined and failed: its fee is gone.
  public var isMined: Bool { (refusal.cause as? ContractError)?.code == .failedOnChain }

  /// The reason for which a further transaction of a trade was not sent, where this tells that; else this error.
  public var refusal: ExchangeError { code == .partlyFilled ? cause as? ExchangeError ?? self : self }

  /// The error of a further transaction of a trade that was not sent, or failed: those before it stand, so that it does
  /// not say that nothing was sent or filled. An error that says no such thing stays as it is.
  static func ofRest(_ error: any Error) -> any Error {
    let (reason, isMined): (String?, Bool)
    switch error {
    case let error as ExchangeError where error.code != .partlyFilled: (reason, isMined) = (error.reason, error.isMined)
    case let error as ContractError where [.reverted, .failedOnChain].contains(error.code):
      (reason, isMined) = (error.reason, error.code == .failedOnChain)
    case let error as RelayClientError where error.code == .lied: (reason, isMined) = (error.reason, false)
    default: return error
    }
    return ExchangeError(
      .partlyFilled,
      "A further transaction of this trade \(isMined ? "failed, and its fee is spent" : "was not sent"); those before it stand.",
      reason: reason, cause: error)
  }

  /// This error of a trade for which an exchange was let move what it took: that the book moved, where it takes more by
  /// now.
  ///
  /// - Parameter approvals: The transactions that let it. Where less may be moved than these gave, something else took
  ///   it.
  public func sinceAllowing(_ approvals: [ApprovalCalls]) -> ExchangeError {
    let error = refusal
    guard error.code == .allowance, !error.isMined, case .shortage(let token, _, let there, let spender)? = error.facts,
      !approvals.contains(where: {
        $0.token == token && $0.spender == spender && $0.plan.steps.last ?? 0 > there
      })
    else { return self }
    let moved = ExchangeError.moved("More would be paid than the exchange was let move.", cause: error)
    return code == .partlyFilled ? Self.ofRest(moved) as? ExchangeError ?? moved : moved
  }

  /// This error of a trade that was agreed to: that the book moved, where that is why nothing was signed.
  ///
  /// For a single named order its status is given.
  public func sinceAgreement(to request: DealRequest) -> ExchangeError {
    guard request.single == nil, isBookChange else { return self }
    // Within a price that was given, and not reckoned from the best one, there is nothing else to offer.
    if case .price = request.bound, code == .slippage { return self }
    return .moved(reason, cause: self)
  }

  /// Whether it is for the book that nothing was sent; what was mined and failed is never sent once more.
  fileprivate var isBookChange: Bool {
    !isMined && [.orderGone, .expired, .makerUnfunded, .rounding, .slippage].contains(code)
  }

  fileprivate static var worse: ExchangeError { moved("Its average price got worse, or less of it can be had.") }

  static func moved(_ reason: String?, cause: (any Error)? = nil) -> ExchangeError {
    ExchangeError(
      .priceMoved, "The book moved since this trade was agreed to; nothing was sent.", reason: reason, cause: cause)
  }
}
