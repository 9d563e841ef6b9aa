import ContractClient
import NodeRPC
import Orders
import Primitives

/// The outcome of a transaction that cancels orders, by the exchange's own events.
public struct CancelOutcome: Sendable, Hashable {
  /// The taker tokens of version 1 that cannot be filled any more, by the orders' hashes.
  public let amounts: [Hash32: UInt256]
  /// The errors of version 1, by the orders' hashes: there was nothing left to cancel.
  public let errors: [Hash32: FillErrorID]
  /// The orders of version 4 that are cancelled.
  public let cancelled: Set<Hash32>
  /// The number below which all salts of a pair are cancelled (v4); nil where the transaction is about single orders.
  public let minimumSalt: UInt256?

  /// Reads the outcome out of a receipt.
  ///
  /// - Throws: `ContractABIError` for an event of the exchange that does not decode.
  public init(of version: OrderVersion, in receipt: CallReceipt) throws {
    let (logs, exchange) = (receipt.receipt.logs, receipt.contract)
    var amounts: [Hash32: UInt256] = [:]
    var errors: [Hash32: FillErrorID] = [:]
    var (cancelled, salt) = (Set<Hash32>(), UInt256?.none)
    switch version {
    case .v1:
      for record in try logs.events(ExchangeV1.LogCancel.self, of: exchange) {
        let sum = amounts[record.event.orderHash] ?? 0
        amounts[record.event.orderHash] = sum.addingSaturated(record.event.cancelledTakerTokenAmount)
      }
      for record in try logs.events(ExchangeV1.LogError.self, of: exchange) {
        errors[record.event.orderHash] = FillErrorID(rawValue: record.event.errorId) ?? .unknown
      }
    case .v4:
      for record in try logs.events(NativeOrders.OrderCancelled.self, of: exchange) {
        cancelled.insert(record.event.orderHash)
      }
      for record in try logs.events(NativeOrders.PairCancelledLimitOrders.self, of: exchange) {
        salt = record.event.minValidSalt
      }
    }
    (self.amounts, self.errors, self.cancelled, minimumSalt) = (amounts, errors, cancelled, salt)
  }
}
