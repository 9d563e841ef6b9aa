import NodeRPC
import Primitives

/// Waits for a payment to an address: the chain's coin by transactions themselves, or a token as its contract tells.
///
/// Coin that contracts pay is in no list of a block. It is looked for in traces where a node offers them, else in the events
/// of contracts that are known; what the balance rose by beyond all that is found counts as well, and is marked as such.
public struct PaymentWatch: Sendable {
  /// The state of what is waited for.
  public struct State: Sendable, Hashable {
    /// The payments that came since the waiting began, the oldest first.
    public internal(set) var payments: [LedgerPayment] = []
    /// The sum of them, in the smallest unit; what is beyond 256 bits is cut.
    public internal(set) var sum: UInt256 = 0
    /// The rise of the coin's balance that no payment explains; zero of a token, and of a node that does not tell the
    /// balances.
    public internal(set) var unexplained: UInt256 = 0
    /// All that came.
    public var total: UInt256 {
      let (total, overflow) = sum.addingReportingOverflow(unexplained)
      return overflow ? .max : total
    }
    /// The number of blocks on the payment that completes the amount, its own included; nil while it is not complete.
    public internal(set) var confirmations: UInt64?

    /// Nothing came yet.
    public init() {}
  }

  private let node: NodeClient
  private let address: Address
  private let token: Address?
  private let amount: UInt256
  private let confirmations: UInt64
  private let events: [PaymentEvent]?

  /// The most blocks that are read at once.
  private static let blocksAtOnce: UInt64 = 50
  /// The number of blocks before the one where the waiting began that are read anew after a reorganisation.
  private static let mostReplaced: UInt64 = 64

  /// A watch on a node's chain; nothing is asked yet.
  ///
  /// - Parameters:
  ///   - token: The token's contract; nil is the chain's coin.
  ///   - amount: The least that has to come, in the smallest unit; several payments together will do.
  ///   - confirmations: The number of blocks that it has to have, its own included.
  ///   - events: The events by which contracts that are known say what they paid; nil looks for no payment of a contract,
  ///     so that all of them stay unexplained.
  public init(
    node: NodeClient, address: Address, token: Address? = nil, atLeast amount: UInt256, confirmations: UInt64 = 1,
    naming events: [PaymentEvent]? = nil
  ) {
    (self.node, self.address, self.token) = (node, address, token)
    (self.amount, self.confirmations, self.events) = (amount, max(1, confirmations), events)
  }

  /// The block after which payments count: the newest one now.
  ///
  /// - Throws: `NodeError`.
  public func start() async throws(NodeError) -> BlockReach {
    guard let block = try await node.block(.latest) else {
      throw NodeError(.badReply, kind: .missingReply, method: "eth_getBlockByNumber")
    }
    return BlockReach(block: block.number, hash: block.hash)
  }

  /// The payments since a block as far as they were read.
  public struct Course: Sendable {
    /// The block after which payments count.
    public let start: BlockReach
    /// The state at the block up to which it was read.
    public fileprivate(set) var state = State()
    fileprivate var reach: BlockReach
    fileprivate var balance: BalanceRise
    /// The block by which the balance had risen enough, where the payments alone are not.
    fileprivate var risen: UInt64?
  }

  /// The payments after a block, of which none was read yet.
  public func course(after start: BlockReach) async -> Course {
    Course(
      start: start, reach: start,
      balance: await BalanceRise(from: start.block, of: token == nil ? address : nil, node: node))
  }

  /// Reads on to the newest block; blocks that were replaced are read anew.
  ///
  /// - Throws: `NodeError`; what was read before it is kept.
  public func look(_ course: inout Course) async throws(NodeError) {
    let head = try await node.blockNumber()
    if try await node.block(.number(course.reach.block))?.hash != course.reach.hash {
      let earlier = try await earlier(than: course.start)
      course = await self.course(after: course.start)
      course.reach = earlier
    }
    while course.reach.block < head {
      let last = min(head, course.reach.block.addingSaturated(Self.blocksAtOnce))
      let part = try await BlockPayments(node: node, address: address).read(after: course.reach, upTo: last)
      let before = max(course.reach.block, course.start.block)
      let payments = part.payments.filter { $0.block > course.start.block }
      course.balance.add(payments)
      let paid = last > before ? await contractPayments(after: before, upTo: last, beside: payments, &course) : []
      add((payments + paid).sorted { $0.block < $1.block }, to: &course.state)
      course.reach = part.reach
    }
    let reach = course.reach.block
    if reach > course.start.block {
      course.state.unexplained = await course.balance.unexplained(at: reach, node: node)
    }
    course.risen = course.state.total >= amount ? course.risen ?? reach : nil
    course.state.confirmations = (completing(course.state)?.block ?? course.risen).map { reach - min(reach, $0) + 1 }
  }

  /// Waits until all of the amount has come behind a block, with its confirmations.
  ///
  /// A node that fails is asked again; blocks that are replaced are read anew.
  ///
  /// - Parameters:
  ///   - pause: The time between two looks.
  ///   - tell: Gets each new state.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func wait(
    after start: BlockReach, pause: Duration = .seconds(1), tell: (State) -> Void = { _ in }
  ) async throws -> State {
    var course = await course(after: start)
    while true {
      try Task.checkCancellation()
      let before = course.state
      do throws(NodeError) {
        try await look(&course)
      } catch {
        // The next look comes after the pause.
        course.state.confirmations = nil
      }
      if course.state != before { tell(course.state) }
      if let count = course.state.confirmations, count >= confirmations { return course.state }
      try await Task.sleep(for: pause)
    }
  }

  /// The payments of contracts in blocks behind one, where the balance rose in them by more than other payments explain.
  private func contractPayments(
    after start: UInt64, upTo last: UInt64, beside payments: [LedgerPayment], _ course: inout Course
  ) async -> [LedgerPayment] {
    guard let events, token == nil,
      await course.balance.unexplained(at: last, node: node) > course.state.unexplained
    else { return [] }
    let reader = InternalPayments(node: node, address: address, events: events)
    let found = (try? await reader.read(after: start, upTo: last, beside: payments)) ?? []
    course.balance.add(found)
    return found
  }

  private func add(_ payments: [LedgerPayment], to state: inout State) {
    for payment in payments where payment.isGain && payment.token == token && payment.kind != .fee {
      state.payments.append(payment)
      let (sum, overflow) = state.sum.addingReportingOverflow(payment.units)
      state.sum = overflow ? .max : sum
    }
  }

  /// The payment with which the amount is complete.
  private func completing(_ state: State) -> LedgerPayment? {
    var sum: UInt256 = 0
    return state.payments.first { payment in
      let (total, overflow) = sum.addingReportingOverflow(payment.units)
      sum = overflow ? .max : total
      return sum >= amount
    }
  }

  /// A block from before the waiting, which the chain has now.
  private func earlier(than start: BlockReach) async throws(NodeError) -> BlockReach {
    let number = start.block - min(start.block, Self.mostReplaced)
    guard let block = try await node.block(.number(number)) else {
      throw NodeError(.badReply, kind: .missingReply, method: "eth_getBlockByNumber")
    }
    return BlockReach(block: block.number, hash: block.hash)
  }
}
