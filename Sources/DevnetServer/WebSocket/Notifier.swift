import Devnet
import NIOCore
import StrictJSON

/// Notifies all clients of a server of what they subscribed to.
///
/// It alone listens to the chain: what an event means is worked out, and written as JSON, once for all who asked for the
/// same, and each client's ``Mailbox`` bounds what waits for it.
actor Notifier {
  private struct Group {
    let subscription: Devnet.Subscription
    var members: [String: Mailbox] = [:]
  }

  private let chain: Devnet
  nonisolated let limits: Mailbox.Limits
  nonisolated let total = Mailbox.Total()
  /// How long is waited for clients with full mailboxes who may be about to read, all of them together.
  private let patience: Duration
  private var groups: [String: Group] = [:]
  /// The group of a subscription.
  private var keys: [String: String] = [:]
  private var opening: Task<Void, Never>?
  private var listening: Task<Void, Never>?

  init(_ chain: Devnet, limits: Mailbox.Limits = Mailbox.Limits(), patience: Duration = .seconds(1)) {
    self.chain = chain
    self.limits = limits
    self.patience = patience
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
        var late: [(mailbox: Mailbox, notification: Mailbox.Notification)] = []
        for (id, mailbox) in group.members {
          let notification = Mailbox.Notification(
            event: number, subscription: id, method: group.subscription.notification, result: bytes)
          if offer(notification, to: mailbox) == .full { late.append((mailbox, notification)) }
        }
        if !late.isEmpty { await wait(for: late) }
      }
    }
  }

  private func offer(_ notification: Mailbox.Notification, to mailbox: Mailbox) -> Mailbox.Outcome {
    while true {
      let outcome = mailbox.offer(notification)
      guard outcome == .allFull else { return outcome }
      // Not who comes last is to blame, but for whom most is waiting.
      let mailboxes = groups.values.flatMap(\.members.values)
      guard let greatest = mailboxes.max(by: { $0.bytes < $1.bytes }), greatest.bytes > 0 else { return .full }
      greatest.giveUp()
    }
  }

  /// Offers notifications again to clients whose mailboxes were full, as after many blocks at once, and gives up those
  /// who read nothing in time.
  private func wait(for late: [(mailbox: Mailbox, notification: Mailbox.Notification)]) async {
    var late = late
    let deadline = ContinuousClock.now + patience
    while !late.isEmpty, ContinuousClock.now < deadline, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(5))
      late = late.filter { offer($0.notification, to: $0.mailbox) == .full }
    }
    for (mailbox, _) in late { mailbox.giveUp() }
  }
}
