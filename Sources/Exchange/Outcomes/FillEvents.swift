import ContractClient
import NodeRPC
import Orders
import Primitives

/// Fills and errors that an exchange logged in a transaction, by the orders' hashes.
struct FillEvents {
  private(set) var fills: [Hash32: OrderFill] = [:]
  private(set) var errors: [Hash32: FillErrorID] = [:]

  init(of leg: DealLeg, by taker: Address, in logs: [NodeRPC.Log]) throws {
    switch leg.version {
    case .v1:
      for record in try logs.events(ExchangeV1.LogFill.self, of: leg.exchange) where record.event.taker == taker {
        let event = record.event
        add(
          OrderFill(
            takerAmount: event.filledTakerTokenAmount, makerAmount: event.filledMakerTokenAmount,
            makerFee: event.paidMakerFee, takerFee: event.paidTakerFee), to: event.orderHash)
      }
      for record in try logs.events(ExchangeV1.LogError.self, of: leg.exchange) {
        errors[record.event.orderHash] = FillErrorID(rawValue: record.event.errorId) ?? .unknown
      }
    case .v4:
      for record in try logs.events(NativeOrders.LimitOrderFilled.self, of: leg.exchange)
      where record.event.taker == taker {
        let event = record.event
        add(
          OrderFill(
            takerAmount: event.takerTokenFilledAmount, makerAmount: event.makerTokenFilledAmount,
            takerFee: event.takerTokenFeeFilledAmount), to: event.orderHash)
      }
    }
  }

  private mutating func add(_ fill: OrderFill, to hash: Hash32) {
    let before = fills[hash] ?? .nothing
    fills[hash] = OrderFill(
      takerAmount: before.takerAmount.addingSaturated(fill.takerAmount),
      makerAmount: before.makerAmount.addingSaturated(fill.makerAmount),
      makerFee: before.makerFee.addingSaturated(fill.makerFee),
      takerFee: before.takerFee.addingSaturated(fill.takerFee))
  }
}
