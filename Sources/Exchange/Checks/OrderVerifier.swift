import ContractClient
import Orders
import Primitives

/// Checks whose orders they are, before anything else of them is believed.
struct OrderVerifier: Sendable {
  let contracts: ExchangeContracts
  let connection: ContractConnection

  /// The orders that are for the network's exchanges and signed by their makers, or by accounts that the makers
  /// registered there; the others with a reason.
  ///
  /// - Throws: a `NodeError` where registered signers cannot be asked for.
  func verified(
    _ orders: [AnySignedOrder]
  ) async throws -> (orders: [AnySignedOrder], refused: [Hash32: DealExclusion.Reason]) {
    var (good, refused) = ([AnySignedOrder](), [Hash32: DealExclusion.Reason]())
    for order in orders {
      if try await isGenuine(order) { good.append(order) } else { refused[order.hash] = .refused }
    }
    return (good, refused)
  }

  private func isGenuine(_ order: AnySignedOrder) async throws -> Bool {
    guard let exchange = contracts.exchange(of: order.exchangeProtocol) else { return false }
    do throws(OrderError) {
      try order.verify(for: exchange)
      return true
    } catch {
      guard error.code == .wrongSigner, case .v4(let signed) = order,
        let signer = (try? signed.signer()), (try? signed.verify(for: exchange, signers: [signer])) != nil
      else { return false }
      return try await NativeOrders(address: exchange.address, connection: connection)
        .isValidOrderSigner(maker: signed.order.maker, signer: signer).call()
    }
  }
}
