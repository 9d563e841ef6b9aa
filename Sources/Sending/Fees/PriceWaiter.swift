import NodeRPC
import Outbox
import Primitives

/// Waits until gas is as cheap as was asked for, before a transaction takes a nonce.
struct PriceWaiter: SenderPart {
  let context: SenderContext
  let estimator: FeeEstimator
  let nonces: NonceManager
  let resumer: Resumer

  /// Waits until gas is as cheap as was asked for, and takes a nonce then.
  ///
  /// The row says what is waited for, so that another run goes on when this one ends. Nodes that are away for a while,
  /// or have something else against being asked, are no reason to give up.
  ///
  /// - Returns: The row with its nonce, and the transaction at the price that was met.
  /// - Throws: `SendingError` `.priceNotMet` when the time is over, `.cancelled` when somebody gave it up; a
  ///   `NodeError` if the call would fail on the chain by then; `CancellationError`, and then it stays written down.
  func awaitPrice(
    _ intent: Intent, _ prepared: PreparedTransaction, _ fees: FeeOptions, _ tracking: TrackingOptions,
    _ events: SendEvents
  ) async throws -> (Intent, PreparedTransaction) {
    do {
      let wait = intent.wait ?? fees.priceWait ?? PriceWait(limit: .max)
      var last: PriceObstacle?
      while true {
        guard try await outbox.intent(intent.id)?.state == .waiting else { throw givenUp(intent) }
        var pause = fees.pricePause
        if let deadline = wait.deadline {
          let now = try await outbox.now()
          guard now < deadline else { throw try await expired(intent, wait, last) }
          pause = min(pause, Double(deadline - now))
        }
        switch try await look(intent, wait, prepared, fees, tracking, events) {
        case .begun(let reserved, let prepared): return (reserved, prepared)
        case .waits(let obstacle):
          if obstacle.isNews(after: last) { events.onWait?(intent.id, obstacle, wait) }
          last = obstacle
        }
        try await Task.sleep(for: .seconds(pause))
      }
    } catch let lost as AgreementLost {
      let reason = "What was agreed to did not hold any more when its price was met."
      try? await outbox.settle(intent.id, IntentOutcome(.expired, cost: .zero, reason: reason))
      outbox.observer?.outbox(.waitsNoMore(intent.id))
      throw lost.error
    } catch let refusal as CallRefusal {
      try? await outbox.settle(intent.id, IntentOutcome(.expired, cost: .zero, reason: refusal.error.rpcMessage))
      outbox.observer?.outbox(.waitsNoMore(intent.id))
      throw refusal.error
    } catch {
      await outbox.release(intent.id)
      if (try? await outbox.intent(intent.id))?.state != .waiting { outbox.observer?.outbox(.waitsNoMore(intent.id)) }
      throw error
    }
  }

  /// The result of a look at the price.
  private enum PriceLook: Sendable {
    case begun(Intent, PreparedTransaction)
    case waits(PriceObstacle)
  }

  /// Takes a nonce if gas is cheap enough now.
  ///
  /// - Throws: `CallRefusal`; the outbox's errors.
  private func look(
    _ intent: Intent, _ wait: PriceWait, _ prepared: PreparedTransaction, _ fees: FeeOptions,
    _ tracking: TrackingOptions, _ events: SendEvents
  ) async throws -> PriceLook {
    // The price that was shown, agreed to and held against every limit is not exceeded, either.
    let limit = min(wait.limit, prepared.fees.maximumPerGas)
    let offer: FeeQuote
    let beginning: Beginning?
    do {
      offer = try await estimator.quote(wait.speed, fees)
      guard offer.price <= limit else { return .waits(.price(offer)) }
      // A broken agreement says more about the reason than a refused trial does.
      try await checkAgreement(events)
      try await tryAgain(prepared.request)
      let told = try await nonces.pendingNonce(of: intent.account, tracking, events)
      beginning = try await nonces.withPendingNonce(of: intent.account, on: intent.chain, told: told) {
        try await outbox.reserve(intent.id, count: $0, known: $1)
      }
    } catch {
      try Task.checkCancellation()
      guard !(error is SendingError), !(error is OutboxError), !(error is CallRefusal), !(error is AgreementLost)
      else { throw error }
      return .waits(.failure(error))
    }
    guard case .begun(let reserved, let stranded)? = beginning else { throw givenUp(intent) }
    try await resumer.rebroadcastStranded(of: reserved, past: stranded, tracking, events)
    let capped = offer.capped(at: limit)
    return .begun(
      reserved, prepared.offering(prepared.kaia == nil ? capped.fees : .legacy(gasPrice: capped.nativePrice)))
  }

  /// Asks whether the chain would still carry it out: that was tried a while ago.
  private func tryAgain(_ request: SendRequest) async throws {
    guard request.operation == nil else { return }
    do throws(NodeError) {
      _ = try await node.estimateGas(
        CallRequest(from: request.from, to: request.to, value: request.value, data: request.data), at: .latest)
    } catch {
      guard error.isExecutionFailure else { throw error }
      throw CallRefusal(error: error)
    }
  }

  /// Asks whether what was agreed to is still so.
  ///
  /// - Throws: `AgreementLost`; a `NodeError`, which is no answer.
  private func checkAgreement(_ events: SendEvents) async throws {
    do {
      try await events.beforeSigning?()
    } catch let error as NodeError {
      throw error
    } catch {
      try Task.checkCancellation()
      throw AgreementLost(error: error)
    }
  }

  private func expired(_ intent: Intent, _ wait: PriceWait, _ last: PriceObstacle?) async throws -> SendingError {
    try await outbox.settle(intent.id, .overdue(wait, last, in: context.unit))
    if case .failure(let error)? = last {
      return SendingError(
        .priceNotMet, "The time to wait for its price is over; nothing was sent.", reason: last?.failure,
        call: intent.label, advice: "Look after the node, and try again.", cause: error)
    }
    var reason: String?
    if case .price(let offer)? = last {
      reason =
        "It costs \(Amount(wei: offer.price).formatted(in: .gwei)) \(context.unit.ofGasPrices.name), above \(Amount(wei: wait.limit).formatted(in: .gwei))."
    }
    return SendingError(
      .priceNotMet, "Gas did not become cheap enough in time; nothing was sent.", reason: reason, call: intent.label,
      facts: .priceLimit(wait.limit))
  }

  private func givenUp(_ intent: Intent) -> SendingError {
    SendingError(
      .cancelled, "It was given up while it waited for its price; nothing was sent.", call: intent.label,
      facts: .intent(intent.id))
  }
}

/// The call of something that waited would fail on the chain by now.
private struct CallRefusal: Error {
  let error: NodeError
}

/// The error that what was agreed to does not hold any more.
private struct AgreementLost: Error {
  let error: any Error
}

extension PriceObstacle {
  /// Whether it is another than the one before.
  fileprivate func isNews(after last: PriceObstacle?) -> Bool {
    switch (self, last) {
    case (.price(let offer), .price(let earlier)?): offer.price != earlier.price
    case (.failure, .failure?): failure != last?.failure
    default: true
    }
  }
}

extension IntentOutcome {
  /// The end of an intent whose time to wait was over, with the obstacle that was there last.
  static func overdue(_ wait: PriceWait, _ last: PriceObstacle?, in coin: Amount.Unit) -> IntentOutcome {
    switch last {
    case nil: overdue(wait, because: "Its time to wait for \(wait.limitText(in: coin)) was over.")
    case .price:
      overdue(wait, because: "Gas was never as cheap as \(wait.limitText(in: coin)) until its time was over.")
    case .failure:
      overdue(
        wait,
        because: "Its time to wait for \(wait.limitText(in: coin)) was over. At last: \(last?.failure ?? "")")
    }
  }
}
