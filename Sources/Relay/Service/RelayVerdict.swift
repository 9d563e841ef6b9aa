import Database
import Listening
import NodeRPC
import OrderBook
import Orders
import Primitives
import StrictJSON

/// The verdict of a relay on an order, without the relay: would it be taken now, and why not.
///
/// ```swift
/// let verdict = try await RelayVerdict(on: json, rules: rules, node: node, clock: clock)
/// for fault in verdict.faults { print(fault.field, fault.reason) }
/// ```
public struct RelayVerdict: Sendable, Hashable {
  /// Something wrong with a member of an order.
  public struct Fault: Sendable, Hashable {
    /// The member, by its place in the order's JSON.
    public let field: String
    /// The number of the Standard Relayer API for the kind of fault, 1000 to 1010.
    public let code: Int
    /// A word in capitals where the chain or the rules refuse the order's terms, else a phrase.
    public let reason: String
  }

  /// Whether it would be taken.
  public let isTaken: Bool
  /// The number of the Standard Relayer API for the refusal, 100 to 105; nil where it has none, or the order is taken.
  public let code: Int?
  /// The reason of the refusal, in words; nil where the order is taken.
  public let reason: String?
  /// All faults that the first stage with some found.
  public let faults: [Fault]

  /// Checks a signed order by rules and the chain, as a relay without other orders would.
  ///
  /// - Parameter clock: Milliseconds since 1970.
  /// - Throws: `RelayError` `.wrongChain`, `.rules`; `TokenError`; `OrderBookError` where the node does not answer.
  public init(
    on order: JSON, rules: RelayRules, node: NodeClient, clock: @escaping @Sendable () -> UInt64
  ) async throws {
    let rules = try await rules.withListedTokens()
    let book = try await RelayBook.open(.memory, rules, node) { $0.now = clock }
    try await book.advance()
    let entry = OrderEntry(
      book: book, policy: RelayPolicy(rules), meters: RelayMeters(rules.limits, clock: clock), clock: clock)
    var refusal: RelayRefusal?
    do throws(RelayRefusal) {
      try await entry.take([try PostedOrderReader.read(order)], of: ClientAddress(nil))
    } catch { refusal = error }
    try await book.close()
    self.init(refusal)
  }

  /// The verdict of a refusal; nil takes the order.
  init(_ refusal: RelayRefusal?) {
    isTaken = refusal == nil
    code = refusal?.code
    reason = refusal?.reason
    faults = refusal?.errors.map { Fault(field: $0.field, code: $0.code.rawValue, reason: $0.reason) } ?? []
  }
}
