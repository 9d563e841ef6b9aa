import Alerts
import Primitives
import WalletBook

/// The news that a payment that was asked for has come.
package struct PaymentNotice: AlertSubject {
  private let request: PaymentRequest
  private let state: PaymentWatch.State

  /// The news of a request, with what came for it.
  package init(_ request: PaymentRequest, _ state: PaymentWatch.State) { (self.request, self.state) = (request, state) }

  /// The words for notices about payments.
  package static let topic = AlertTopic("payment", title: "Payment", watched: "all of it")
  /// A payment is of no value that is watched.
  package static let hasValues = false

  /// The number of the chain.
  package var scope: String { request.chainID?.description ?? "" }
  /// Nothing: it is delivered at once, and never kept.
  package var stored: String { "" }
  /// None, since none is kept.
  package init?(scope: String, stored: String) { return nil }

  /// The request, all that came for it, and the transactions in which it was paid, as far as they are known.
  package var facts: [(name: String, text: String)] {
    [
      ("event", "paid"), ("recipient", request.recipient.checksummed), ("chainId", scope),
      ("token", request.token?.checksummed ?? ""), ("amount", "\(request.amount ?? 0)"), ("paid", "\(state.total)"),
      ("unexplained", "\(state.unexplained)"), ("confirmations", "\(state.confirmations ?? 0)"),
      ("transactions", state.payments.compactMap { $0.transaction?.hex }.joined(separator: " ")),
    ]
  }
  /// No unit.
  package var unit: String { "" }
  /// Nothing.
  package func text(of value: UInt256) -> String { "" }
}
