import Listening
import NIOCore
import OrderBook
import Orders
import Primitives
import StrictJSON

/// Notifies all clients of WebSocket of what they subscribed to.
///
/// It alone listens to the book: a change is written as JSON once for all who see it, and each client's mailbox bounds
/// what waits for it.
actor RelayFeed {
  private struct Member {
    let subscription: FeedSubscription
    let mailbox: Mailbox
    /// The book's sequence number up to which the client knows all.
    var after: UInt64
  }

  /// The most changes that are sent to a client that comes back; others are given a snapshot.
  static let mostKept = 10_000
  /// The changes beyond those at which the oldest are forgotten: to forget some moves all others.
  private static let mostForgotten = 1_000

  private let book: RelayBook
  private let policy: RelayPolicy
  private let delivery: Delivery
  private var members: [String: Member] = [:]
  private var kept: [BookChange] = []
  /// The sequence number of the last change that was delivered.
  private(set) var delivered: UInt64 = 0
  private var listening: [Task<Void, Never>] = []

  init(_ book: RelayBook, _ policy: RelayPolicy, delivery: Delivery = Delivery()) {
    self.book = book
    self.policy = policy
    self.delivery = delivery
  }

  /// The number of subscriptions.
  var count: Int { members.count }

  /// Begins to listen to the book.
  func start() async {
    let (changes, trades) = (await book.changes(), await book.tradeChanges())
    delivered = await book.status.sequence
    listening = [
      Task { for await batch in changes { await tell(batch) } },
      Task { for await change in trades { await tell(change) } },
    ]
  }

  /// Listens no more.
  func stop() {
    for task in listening { task.cancel() }
    listening = []
    members = [:]
  }

  // MARK: Subscriptions

  /// Begins a subscription, whose mailbox has to be held until what this returns is sent.
  ///
  /// - Parameters:
  ///   - since: The sequence number up to which the client knows all; nil if it knows nothing.
  ///   - snapshot: The most orders of a side, or of all, in a snapshot; nil for none unless one is needed.
  /// - Returns: The messages with what the client has to know first.
  func subscribe(
    _ subscription: FeedSubscription, telling mailbox: Mailbox, since: UInt64?, snapshot: Int?
  ) async -> [[UInt8]] {
    members[subscription.id] = Member(subscription: subscription, mailbox: mailbox, after: delivered)
    if let since, let missed = missed(since: since) {
      return missed.compactMap { change in
        var change = FeedChange(change)
        guard let (type, payload) = change.message(on: subscription.channel, policy.rules) else { return nil }
        let (head, tail) = subscription.envelope(type, sequence: change.change.sequence)
        return Array(head.utf8) + Array(payload.readableBytesView) + Array(tail.utf8)
      }
    }
    guard let most = snapshot ?? since.map({ _ in Self.mostOfSnapshot }),
      let filter = subscription.channel.filter(policy.rules)
    else { return [] }
    let (message, sequence) = await book.read { (Self.snapshot(of: $0, filter, subscription, most), $0.sequence) }
    // Of what is in the snapshot nothing is sent again.
    members[subscription.id]?.after = sequence
    mailbox.drop(subscription.id, before: sequence + 1)
    return [message]
  }

  /// The most orders of a side in a snapshot.
  static let mostOfSnapshot = 1_000

  /// Ends a subscription.
  func unsubscribe(_ id: String) { members.removeValue(forKey: id)?.mailbox.drop(id) }

  /// The changes after a sequence number; nil where they are not all kept.
  private func missed(since: UInt64) -> [BookChange]? {
    guard since <= delivered else { return nil }
    if since == delivered { return [] }
    guard let first = kept.first, first.sequence <= since + 1 else { return nil }
    let missed = kept.filter { $0.sequence > since }
    return missed.count <= Self.mostKept ? missed : nil
  }

  private static func snapshot(
    of book: LiveBook, _ filter: OrderFilter, _ subscription: FeedSubscription, _ most: Int
  ) -> [UInt8] {
    let page = PageRequest(size: most)
    let payload: JSON
    if case .orderbook(let pair, _) = subscription.channel {
      let (bids, asks) = book.sides(of: pair, filter, page)
      payload = [
        "bids": .array(bids.entries.map(\.order.signed.json)), "asks": .array(asks.entries.map(\.order.signed.json)),
      ]
    } else {
      payload = .array(book.orders(filter, page).entries.map { OrderRecords.record($0, word: $0.status.state.word) })
    }
    return subscription.message("snapshot", payload, sequence: book.sequence)
  }

  // MARK: EndpointEvidence

  private func tell(_ batch: [BookChange]) async {
    kept.append(contentsOf: batch)
    if kept.count >= Self.mostKept + Self.mostForgotten { kept.removeFirst(kept.count - Self.mostKept) }
    delivered = batch.last?.sequence ?? delivered
    let rules = policy.rules
    var parcels: [Delivery.AddressedNotification] = []
    for change in batch {
      var change = FeedChange(change)
      let sequence = change.change.sequence
      for member in members.values where member.after < sequence {
        guard let (type, payload) = change.message(on: member.subscription.channel, rules) else { continue }
        parcels.append(Self.parcel(member, type, payload, sequence))
      }
    }
    await deliver(parcels)
  }

  private func tell(_ change: TradeChange) async {
    // Made once for all who are sent the same.
    var messages: [FeedChannel: [(type: String, payload: ByteBuffer)]] = [:]
    for channel in Set(members.values.map(\.subscription.channel)) {
      messages[channel] = await self.messages(on: channel, of: change).map { type, payload in
        (type, ByteBuffer(bytes: payload.serializedBytes()))
      }
    }
    let parcels = members.values.flatMap { member in
      (messages[member.subscription.channel] ?? []).map { Self.parcel(member, $0.type, $0.payload, 0) }
    }
    await deliver(parcels)
  }

  /// The kinds and payloads of the messages that a channel has for a change of trades.
  private func messages(on channel: FeedChannel, of change: TradeChange) async -> [(type: String, payload: JSON)] {
    switch channel {
    case .trades(let pair):
      let trades = change.added.filter { trade in pair.map { trade.side(in: $0) != nil } ?? true }
      return (change.undoneAbove.map { [("remove", ["aboveBlock": .number("\($0)")])] } ?? [])
        + (trades.isEmpty ? [] : [("update", .array(trades.map { MarketRecords.trade($0, in: pair) }))])
    case .candles(let pair, let interval):
      let candles = await candles(of: pair, interval, after: change)
      return candles.isEmpty ? [] : [("update", .array(candles.map(MarketRecords.candle)))]
    case .orderbook, .orders: return []
    }
  }

  /// The candles that a change made others; after a reorganisation those of the last intervals.
  private func candles(
    of pair: TokenPair, _ interval: CandleInterval, after change: TradeChange
  ) async -> [Candle] {
    let times = change.added.filter { $0.side(in: pair) != nil }.map(\.time)
    guard let now = await book.status.head?.time, change.undoneAbove != nil || !times.isEmpty else { return [] }
    let first = change.undoneAbove == nil ? times.min() ?? now : now - min(now, Self.retold * interval.seconds)
    return (try? await book.candles(of: pair, interval, from: first, to: now + 1)) ?? []
  }

  /// The intervals whose candles are sent anew after a reorganisation, beside the last.
  private static let retold: UInt64 = 9

  private func deliver(_ parcels: [Delivery.AddressedNotification]) async {
    guard !parcels.isEmpty else { return }
    await delivery.deliver(parcels) { members.values.map(\.mailbox) }
  }

  private static func parcel(
    _ member: Member, _ type: String, _ payload: ByteBuffer, _ sequence: UInt64
  ) -> Delivery.AddressedNotification {
    let (head, tail) = member.subscription.envelope(type, sequence: sequence)
    let notification = Mailbox.Notification(
      event: sequence, subscription: member.subscription.id, head: head, result: payload, tail: tail)
    return (member.mailbox, notification)
  }
}
