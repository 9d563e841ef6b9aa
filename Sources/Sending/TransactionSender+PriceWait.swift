import Keys
import NodeRPC
import Primitives
import Transactions

extension TransactionSender {
  /// What to offer for gas now: as whoever was handed in tells it, else by the rules of this room.
  func offer(_ speed: FeeSpeed, _ options: SendOptions) async throws -> GasOffer {
    if let advice = options.gasAdvice { return try await advice(speed) }
    if let rule = try await node.kaiaFeeRule() {
      let fees = rule.fees(speed)
      return GasOffer(price: fees.maximumPerGas, fees: fees, nativePrice: rule.price(speed))
    }
    let fees = try await fees(speed: speed)
    return GasOffer(price: fees.maximumPerGas, fees: fees, nativePrice: fees.maximumPerGas)
  }

  /// As ``offer(_:_:)``, and never above what is waited for.
  func cappedOffer(_ options: SendOptions) async throws -> GasOffer {
    guard let wait = options.priceWait else { return try await offer(options.speed, options) }
    return try await offer(wait.speed, options).capped(at: wait.limit)
  }

  /// Waits until gas is as cheap as was asked for, and takes a nonce then.
  ///
  /// The row says what is waited for, so that another run goes on when this one ends.
  ///
  /// - Returns: The row with its nonce, and the transaction at the price that was met.
  /// - Throws: `SendingError` `.priceNotMet` when the time is over, `.cancelled` when somebody gave it up; what the node
  ///   has against the call by then; `CancellationError`, and then it stays written down.
  func awaitPrice(
    _ intent: Intent, _ prepared: PreparedTransaction, _ options: SendOptions
  ) async throws -> (Intent, PreparedTransaction) {
    do {
      let wait = intent.wait ?? options.priceWait ?? PriceWait(limit: .max)
      let offer = try await cheapOffer(intent, wait, options).capped(at: wait.limit)
      let request = prepared.request
      // The call was tried a while ago.
      if request.operation == nil {
        _ = try await node.estimateGas(
          CallRequest(from: request.from, to: request.to, value: request.value, data: request.data), at: .latest)
      }
      let count = try await node.freshCount(of: request.from, within: .seconds(options.patience))
      guard case .begun(let reserved, let stranded)? = try await outbox.reserve(intent.id, count: count) else {
        throw givenUp(intent)
      }
      for one in stranded { await offerAgain(one) }
      let fees = prepared.kaia == nil ? offer.fees : .legacy(gasPrice: offer.nativePrice)
      return (reserved, prepared.offering(fees))
    } catch let error as NodeError where error.code == .rpc {
      // The contract refuses by now.
      try? await outbox.settle(intent.id, IntentOutcome(.expired, cost: .zero, reason: error.rpcMessage))
      outbox.observer?.outbox(.waitsNoMore(intent.id))
      throw error
    } catch {
      await outbox.release(intent.id)
      if (try? await outbox.intent(intent.id))?.state != .waiting { outbox.observer?.outbox(.waitsNoMore(intent.id)) }
      throw error
    }
  }

  /// The first offer that is cheap enough.
  private func cheapOffer(_ intent: Intent, _ wait: PriceWait, _ options: SendOptions) async throws -> GasOffer {
    var last: GasOffer?
    while true {
      guard try await outbox.intent(intent.id)?.state == .waiting else { throw givenUp(intent) }
      do {
        let offer = try await offer(wait.speed, options)
        if offer.price <= wait.limit { return offer }
        if offer.price != last?.price { options.onWait?(intent.id, offer) }
        last = offer
      } catch let error as NodeError {
        // A node that is away for a while is no reason to give up.
        guard error.code != .cancelled else { throw CancellationError() }
      }
      var pause = options.pricePause
      if let deadline = wait.deadline {
        let now = try await outbox.now()
        guard now < deadline else { throw try await expired(intent, wait, last) }
        pause = min(pause, Double(deadline - now))
      }
      try await Task.sleep(for: .seconds(pause))
    }
  }

  private func expired(_ intent: Intent, _ wait: PriceWait, _ last: GasOffer?) async throws -> SendingError {
    let reason =
      "Gas was never as cheap as \(Amount(wei: wait.limit).formatted(in: .gwei)) gwei until its time was over."
    try await outbox.settle(intent.id, IntentOutcome(.expired, cost: .zero, reason: reason))
    return SendingError(
      .priceNotMet, "Gas did not become cheap enough in time; nothing was sent.",
      reason: last.map {
        "It costs \(Amount(wei: $0.price).formatted(in: .gwei)) gwei, above \(Amount(wei: wait.limit).formatted(in: .gwei))."
      }, call: intent.label, advice: "Wait longer with --deadline, or raise --wait-for-price.")
  }

  private func givenUp(_ intent: Intent) -> SendingError {
    SendingError(
      .cancelled, "It was given up while it waited for its price; nothing was sent.", call: intent.label,
      advice: "Look: lectures tx show \(intent.id)")
  }
}
