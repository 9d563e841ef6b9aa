import Devnet
import Listening
import NIOCore
import StrictJSON

/// Notifies all clients of a server of what they subscribed to.
///
/// It alone listens to the chain: what an event means is worked out, and written as JSON, once for all who asked for
/// the same, and each client's ``Mailbox`` bounds what waits for it.
actor Notifier {
  private struct Group {
    let subscription: Devnet.Subscription
    var members: [String: Mailbox] = [:]
  }

  private let chain: Devnet
  nonisolated let limits: Mailbox.Limits
  nonisolated let total = Mailbox.Total()
  private let delivery: Delivery
  private var groups: [String: Group] = [:]
  /// The group of a subscription.
  private var keys: [String: String] = [:]
  private var opening: Task<Void, Never>?
  private var listening: Task<Void, Never>?

  init(_ chain: Devnet, limits: Mailbox.Limits = Mailbox.Limits(), patience: Duration = .seconds(1)) {
    self.chain = chain
    self.limits = limits
    delivery = Delivery(patience: patience)
  }

  /// Begins a subscription: the client gets all that happens after this returns. Its mailbox has to be held until the
  /// id is answered.
  ///
  /// - Parameters:
  ///   - key: Equal for subscriptions that get equal notifications.
  ///   - id: The subscription's own.
  func subscribe(
    _ subscription: Devnet.Subscription, key: String, id: String, telling mailbox: Mailbox
  ) async {
    await listen()
    groups[key, default: Group(subscription: subscription)].members[id] = mailbox
    keys[id] = key
    // Of what is on its way already it was not asked.
    mailbox.drop(id, before: await chain.eventCount)
  }

  /// Ends a subscription.
  func unsubscribe(_ id: String) {
    guard let key = keys.removeValue(forKey: id) else { return }
    groups[key]?.members.removeValue(forKey: id)?.drop(id)
    if groups[key]?.members.isEmpty == true { groups[key] = nil }
  }

  /// Listens no more.
  func stop() {
    listening?.cancel()
    groups = [:]
    keys = [:]
  }

  private func listen() async {
    let opening = opening ?? Task { await open() }
    self.opening = opening
    await opening.value
  }

  private func open() async {
    let (events, first) = await chain.numberedEvents()
    listening = Task {
      var number = first
      for await event in events {
        await tell(event, number)
        number += 1
      }
      end()
    }
  }

  /// The chain was too fast: rather than to leave something out, all are turned away.
  private func end() {
    opening = nil
    guard !Task.isCancelled else { return }
    for mailbox in groups.values.flatMap(\.members.values) { mailbox.giveUp() }
  }

  private func tell(_ event: Devnet.Event, _ number: UInt64) async {
    for key in Array(groups.keys) {
      guard let group = groups[key] else { continue }
      for result in group.subscription.results(of: event) {
        let bytes = ByteBuffer(bytes: result.serializedBytes())
        let parcels: [Delivery.AddressedNotification] = group.members.map { id, mailbox in
          let notification = Mailbox.Notification(
            event: number, subscription: id,
            head:
              #"{"jsonrpc":"2.0","method":"\#(group.subscription.notification)","params":{"subscription":"\#(id)","result":"#,
            result: bytes, tail: "}}")
          return (mailbox, notification)
        }
        await delivery.deliver(parcels) { groups.values.flatMap(\.members.values) }
      }
    }
  }
}
