import Orders
import Primitives
import StrictJSON

/// A signed order of the 0x protocol: what is read is written and read the same, its hash is its terms', and no amount in
/// it makes the arithmetic trap; nothing that is refused says it badly.
func fuzzOrders(_ bytes: Bytes) {
  do throws(OrderError) {
    let signed = try AnySignedOrder(parsing: bytes)
    let again = must("reading an order's own text") { () throws(OrderError) in
      try AnySignedOrder(parsing: signed.json.serializedBytes())
    }
    require(again == signed && again.hash == signed.order.hash, "an order that is read is another")
    checkTerms(signed.order)
    let exchange = ExchangeContract(chainID: 1, address: .zero)
    do throws(OrderError) { try signed.verify(for: exchange) } catch { requirePresentable(error, of: "a signature") }
    switch signed {
    case .v1(let signed): checkFill(try? signed.order.fill(.max, at: 0), of: signed.order)
    case .v4(let signed): checkFill(try? signed.order.fill(.max, at: 0), of: signed.order)
    }
  } catch {
    requirePresentable(error, of: "an order")
  }
}

private func checkTerms(_ order: some ExchangeOrder) {
  for fault in order.faults(at: 1_700_000_000) { requirePresentable(fault, of: "a fault of an order") }
  let rank = OrderRank(order)
  require((rank == nil) == (order.makerAmount == 0 || order.takerAmount == 0), "a rank of an order of nothing")
  if let rank { require(rank == rank && !(rank < rank), "an order before itself") }
  for funds in [0, 1, order.makerAmount / 2, order.makerAmount, UInt256.max] {
    let fill = order.funded(makerFunds: funds)
    require(fill <= order.takerAmount, "a funded part above the whole")
    if order.takerAmount > 0 { require((order.makerShare(of: fill) ?? .max) <= funds, "a part beyond the funds") }
  }
}

private func checkFill(_ fill: OrderFill?, of order: some ExchangeOrder) {
  guard let fill else { return }
  require(fill.takerAmount <= order.takerAmount && fill.makerAmount <= order.makerAmount, "a fill above the order")
}
