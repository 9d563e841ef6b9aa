import Listening
import OrderBook
import Orders
import Primitives

/// The way of posted orders into the book.
struct OrderEntry: Sendable {
  let book: RelayBook
  let policy: RelayPolicy
  let meters: RelayMeters
  let clock: @Sendable () -> UInt64

  /// Takes orders, all of them or none, and returns when they are on the disk and in the book.
  ///
  /// Where another instance keeps the book that one is handed what is right so far.
  ///
  /// - Parameter isHanded: Whether they were handed over to this instance, which hands nothing on.
  /// - Throws: the refusal of the first stage at which there is something wrong.
  func take(
    _ posted: [AnySignedOrder], isList: Bool = false, of client: ClientAddress, isHanded: Bool = false
  ) async throws(RelayRefusal) {
    let hashes = posted.map(\.hash)
    let (head, open) = await book.read { book in
      (book.head, Set(hashes.filter { book[$0]?.status.state.isInBook ?? false }))
    }
    guard let head else { throw .notReady }
    let moment = policy.at(clock())
    let checks = TermChecks(moment, at: head.time)
    var failures: [(index: Int, refusal: RelayRefusal)] = []
    var orders: [BookOrder] = []
    for (index, signed) in posted.enumerated() {
      // An order that is open is answered like the first time, though fees or rules may have changed meanwhile.
      if open.contains(signed.hash) { continue }
      do throws(RelayRefusal) {
        try checks.check(signed.order)
        let order = try self.signed(signed, of: client)
        if !orders.contains(where: { $0.hash == order.hash }) { orders.append(order) }
      } catch { failures.append((index, error)) }
    }
    try Self.refuse(failures, isList: isList)
    guard !orders.isEmpty else { return }
    try checkRate(of: orders)
    guard await book.keeps || isHanded else { return try await handOver(posted, isList: isList) }
    let places = Dictionary(posted.enumerated().map { ($1.hash, $0) }) { first, _ in first }
    // An order that came before and cannot be filled keeps its list from coming; one that comes alone is met when it
    // is added, together with those of others.
    if orders.count > 1 {
      failures = try await meet(orders, moment.rules).map { (places[$0] ?? 0, $1) }
      try Self.refuse(failures, isList: isList)
    }
    failures = try await add(orders, moment.rules, client).map { (places[$0] ?? 0, $1) }
    try Self.refuse(failures, isList: isList)
    await makeRoom(orders, moment.rules.limits)
  }

  /// Answers orders that another instance was posted; nil where a later keeper of the book is to do that.
  func answer(_ bytes: Bytes) async -> Bytes? {
    do throws(RelayRefusal) {
      let post = try ForwardedPost(bytes)
      try await take(post.orders, isList: post.isList, of: ClientAddress(nil), isHanded: true)
      return ForwardedPost.answer(nil)
    } catch { return await book.keeps ? ForwardedPost.answer(error) : nil }
  }

  /// Lets the keeper of the book take orders; when this returns they are in the book here, too.
  private func handOver(_ orders: [AnySignedOrder], isList: Bool) async throws(RelayRefusal) {
    let hashes = orders.map(\.hash)
    let answer: Bytes?
    do throws(OrderBookError) {
      answer = try await book.hand(ForwardedPost(orders, isList: isList).bytes)
    } catch { throw RelayRefusal(error) }
    guard let answer else { throw .notKnown(hashes) }
    try ForwardedPost.read(answer: answer)
    // An order that was just posted here is found by readers of this relay.
    if await book.read({ book in hashes.contains { book[$0] == nil } }) { _ = try? await book.advance() }
  }

  private func signed(_ signed: AnySignedOrder, of client: ClientAddress) throws(RelayRefusal) -> BookOrder {
    do throws(RelayRefusal) {
      return try TermChecks.signed(signed)
    } catch {
      meters.badSignature(from: client)
      throw error
    }
  }

  /// Makes makers wait who have had too many orders added. Those that are posted count once they are in the book, since
  /// anybody can post an order that ended, or one that somebody else than the maker signed.
  private func checkRate(of orders: [BookOrder]) throws(RelayRefusal) {
    for (maker, orders) in Dictionary(grouping: orders, by: \.maker) {
      if let wait = meters.wait(for: orders.count, of: maker) {
        throw .throttled("too many new orders of \(maker)", retryAfter: (wait + 999) / 1000)
      }
    }
  }

  /// Looks for orders that came before: those that were let go are watched again if there is room.
  ///
  /// - Returns: the refusals of those that cannot be filled, by their hashes.
  private func meet(
    _ orders: [BookOrder], _ rules: RelayRules
  ) async throws(RelayRefusal) -> [(Hash32, RelayRefusal)] {
    var refusals: [(Hash32, RelayRefusal)] = []
    do throws(OrderBookError) {
      for hash in orders.map(\.hash) {
        guard var entry = try await book.entry(hash) else { continue }
        if entry.isStopped, await book.status.open < rules.limits.openOrders {
          try await book.stop([hash], areStopped: false)
          entry = try await book.entry(hash) ?? entry
        }
        if let refusal = Self.refusal(in: .known(entry)) { refusals.append((hash, refusal)) }
      }
    } catch { throw RelayRefusal(error) }
    return refusals
  }

  /// Adds orders to the book.
  ///
  /// - Returns: the refusals, by the orders' hashes; none where all are in the book.
  private func add(
    _ orders: [BookOrder], _ rules: RelayRules, _ client: ClientAddress
  ) async throws(RelayRefusal) -> [(Hash32, RelayRefusal)] {
    let check = ChainCheck(rules)
    let outcomes: [AddOutcome<RelayRefusal>]
    do throws(OrderBookError) {
      outcomes = try await book.add(orders) { check.refusal(of: $0) }
    } catch { throw RelayRefusal(error) }
    var refusals: [(Hash32, RelayRefusal)] = []
    for (order, outcome) in zip(orders, outcomes) {
      if case .added = outcome { meters.added(1, of: order.maker) }
      if case .known(let entry) = outcome, entry.isStopped {
        refusals += try await meet([order], rules)
        continue
      }
      guard let refusal = Self.refusal(in: outcome) else { continue }
      if refusal.errors.contains(where: { $0.code == .signature }) { meters.badSignature(from: client) }
      refusals.append((order.hash, refusal))
    }
    return refusals
  }

  private static func refusal(in outcome: AddOutcome<RelayRefusal>) -> RelayRefusal? {
    switch outcome {
    case .added, .withheld: return nil
    case .refused(let refusal): return refusal
    case .known(let entry):
      let (state, spelling) = (entry.status.state, entry.order.spelling)
      if state.isInBook || state == .unfunded { return nil }
      let name = state == .expired ? spelling.expiry : spelling.takerAmount
      return .fields([FieldError(name, .range, state == .dust ? "FILLED" : state.rawValue.uppercased())])
    }
  }

  /// Throws one refusal for all orders that are refused, with their places where there is a list.
  private static func refuse(
    _ failures: [(index: Int, refusal: RelayRefusal)], isList: Bool
  ) throws(RelayRefusal) {
    guard let first = failures.first else { return }
    guard isList, first.refusal.code == 100 else { throw first.refusal }
    throw .fields(failures.flatMap { $0.refusal.inside("[\($0.index)]").errors })
  }

  /// Lets the orders go that are furthest from the best price, where there are too many in all.
  private func makeRoom(_ orders: [BookOrder], _ limits: RelayLimits) async {
    let directions = Set(orders.map(\.direction))
    let leaving = await book.read { book in
      var superfluous = book.openCount - limits.openOrders
      var leaving: [Hash32] = []
      for direction in directions where superfluous > 0 {
        let count = min(superfluous, book.openCount(direction) - Self.keptOfSide)
        guard count > 0 else { continue }
        leaving += book.furthest(direction, most: count)
        superfluous -= count
      }
      return leaving
    }
    guard !leaving.isEmpty else { return }
    // If that fails they stay: too many are better than none.
    try? await book.stop(leaving)
  }

  /// The orders of a side that never go.
  private static let keptOfSide = 100
}

extension RelayRefusal {
  /// The refusal of a request that the book could not carry out.
  init(_ error: OrderBookError) {
    switch error.code {
    case .nodeFailed, .badAnswer, .chainMoved: self = .nodeSilent
    case .notReady, .notKeeper: self = .notReady
    default: self = .internalError
    }
  }
}
