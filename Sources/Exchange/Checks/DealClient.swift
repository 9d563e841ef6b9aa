import ContractClient
import Keys
import NodeRPC
import Orders
import Primitives
import Sending
import Simulation

/// Plans deals on the chain's state, checks and tries them, and carries them out.
///
/// No relayer is believed: whose orders they are, their states and their makers' money are read from the user's own
/// node, and the very transaction is carried out here before a key is unlocked.
///
/// ```swift
/// let client = DealClient(contracts, over: connection, states: source)
/// let deal = try await client.check(request, among: orders)
/// show(deal)
/// let outcome = try await client.carryOut(deal, signer: key) { worse in await ask(worse) }
/// ```
public struct DealClient: Sendable {
  /// The transactions of the exchanges.
  public let calls: ExchangeCalls
  /// The inspector of the exchanges' contracts.
  public let inspector: ContractInspector
  let states: any OrderStateSource
  let cache: StateCache?
  /// Whether tokens of which less arrives than is sent are traded, too.
  public var allowsFeeOnTransfer = false
  /// The transactions that are to let the exchanges move tokens before: a trial carries them out first, and what they
  /// allow counts as allowed.
  public var approvals: [ApprovalCalls] = []
  /// The name of the amounts that a transaction moves, as `buy 100 TKA for 30 WKAIA`, under which it is sent: what is
  /// paid and what is received, fees in both tokens counted; nil where its tokens have no names.
  public var label: @Sendable (DealLeg, DealSide, _ paid: UInt256, _ received: UInt256) -> String? = { _, _, _, _ in nil
  }
  /// Called with a deal right before it is signed, while no other process can send its transaction.
  var willSign: @Sendable (CheckedDeal) async throws -> Void = { _ in }

  /// A client of the exchanges of a network; nothing is asked yet.
  ///
  /// - Parameters:
  ///   - states: The source of orders' states.
  ///   - cache: States that trials read, kept from one to the next.
  public init(
    _ contracts: ExchangeContracts, over connection: ContractConnection, states: any OrderStateSource,
    cache: StateCache? = nil
  ) {
    calls = ExchangeCalls(contracts, over: connection)
    inspector = ContractInspector(contracts, over: connection)
    (self.states, self.cache) = (states, cache)
  }

  /// The most times that a deal is planned anew.
  static let mostReplans = 3

  /// Plans a deal among orders, checks it and tries its first transaction; nothing is signed or sent.
  ///
  /// Orders that the trial shows to be refused are left out, and the deal is planned anew, three times at most.
  ///
  /// - Parameters:
  ///   - orders: The orders of books; of whatever else is among them nothing is taken.
  ///   - costs: The price of gas and the worth of fees, where they are known.
  /// - Throws: `ExchangeError` with each of its codes; `SimulationError`; a `NodeError`.
  public func check(
    _ request: DealRequest, among orders: [AnySignedOrder], costs: DealCosts = DealCosts()
  ) async throws -> CheckedDeal {
    for version in Set(orders.map(\.exchangeProtocol)) where calls.contracts.exchange(of: version) != nil {
      _ = try await inspector.identity(of: version)
    }
    let verifier = OrderVerifier(contracts: calls.contracts, connection: calls.connection)
    var (good, excluded) = try await verifier.verified(orders)
    var costs = costs
    if costs.feeToken == nil { costs.feeToken = calls.contracts.v1?.feeToken }
    for attempt in 0...Self.mostReplans {
      let states = try await states.states(of: good)
      let plan = try DealPlanner(request, at: states.time, costs: costs, excluding: excluded).plan(
        states.candidates + unread(orders, good, excluded))
      guard let leg = plan.legs.first else { break }
      switch try await simulation(of: leg, plan, orders, costs) {
      case .good(let deal):
        // The taker has to have what each of several transactions takes before the first is sent.
        for other in plan.legs.dropFirst() {
          try await requireFunds(of: request.taker, for: other, try await inspector.identity(of: other.version))
        }
        return deal
      case .refused(let refused, let error):
        // Where nothing can be blamed, the error alone is reported.
        guard attempt < Self.mostReplans, !refused.isEmpty else { throw error }
        excluded.merge(refused) { first, _ in first }
        good.removeAll { excluded[$0.hash] != nil }
      }
    }
    throw ExchangeError(.priceMoved, "The book changes faster than a trade can be planned; nothing was sent.")
  }

  /// The orders that were refused, so that the plan names them.
  private func unread(
    _ orders: [AnySignedOrder], _ good: [AnySignedOrder], _ excluded: [Hash32: DealExclusion.Reason]
  ) -> [DealCandidate] {
    let read = Set(good.map(\.hash))
    return orders.filter { excluded[$0.hash] != nil && !read.contains($0.hash) }
      .map { DealCandidate($0, remaining: 0, fillable: 0) }
  }
}
