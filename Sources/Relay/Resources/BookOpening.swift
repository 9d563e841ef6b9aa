import Database
import NodeRPC
import OrderBook
import Orders
import Primitives

extension BookKeeper where Node == NodeClient {
  /// Opens the book of the exchanges of rules.
  ///
  /// - Parameter store: Its place; it is made if there is none.
  /// - Throws: `RelayError` `.wrongChain`, `.rules`; `OrderBookError`.
  static func open(
    _ store: DatabasePlace, _ rules: RelayRules, _ node: NodeClient, _ choose: (inout Options) -> Void = { _ in }
  ) async throws -> RelayBook {
    // A node that is silent now is asked later: the book is shown meanwhile.
    if let answered = try? await node.chainID(), answered != rules.chainID {
      throw RelayError(.wrongChain, "The node is on chain \(answered), the rules are for chain \(rules.chainID).")
    }
    var exchanges: [KnownExchange] = []
    if let address = rules.exchangeV1 {
      exchanges.append(try await exchangeV1(ExchangeContract(chainID: rules.chainID, address: address), rules, node))
    }
    if let address = rules.exchangeV4 {
      if let code = try? await node.code(of: address), code.isEmpty {
        throw RelayError(
          .rules, "The relay's rules cannot be used.",
          reason: "There is no contract at \(address), the exchange of version 4.")
      }
      exchanges.append(KnownExchange(ExchangeContract(chainID: rules.chainID, address: address), .v4))
    }
    var choices = Options()
    choices.minimums = rules.minimums
    choose(&choices)
    return try await RelayBook(at: store, node: node, exchanges: exchanges, options: choices)
  }

  /// The exchange of version 1 as it tells itself, or as the rules have it while no node answers.
  private static func exchangeV1(
    _ contract: ExchangeContract, _ rules: RelayRules, _ node: NodeClient
  ) async throws -> KnownExchange {
    let told = rules.settlementV1.map { KnownExchange(contract, .v1(proxy: $0.proxy, feeToken: $0.feeToken)) }
    do throws(OrderBookError) {
      let found = try await KnownExchange.v1(contract, from: node)
      guard let told, told != found else { return found }
    } catch {
      guard error.code == .nodeFailed, let told else { throw error }
      return told
    }
    throw RelayError(
      .rules, "The relay's rules cannot be used.",
      reason: "The exchange of version 1 has another proxy or fee token than they say.")
  }
}
