import Locking
import NIOCore

/// The notifications that wait for one client, bounded in number and bytes; who lets more of them wait is given up.
package final class Mailbox: Sendable {
  /// A notification of an event for a subscription.
  package struct Notification: Sendable {
    /// The event's number.
    let event: UInt64
    let subscription: String
    private let head: String
    /// In JSON; all who get the same result share these bytes.
    private let result: ByteBuffer
    private let tail: String

    /// A notification whose message is made of three parts when it is sent.
    ///
    /// - Parameter event: The number of the event; that of a later one is higher.
    package init(event: UInt64, subscription: String, head: String, result: ByteBuffer, tail: String) {
      self.event = event
      self.subscription = subscription
      self.head = head
      self.result = result
      self.tail = tail
    }

    /// As many bytes as the message has.
    var size: Int { head.utf8.count + result.readableBytes + tail.utf8.count }

    /// The message.
    var message: ByteBuffer {
      var buffer = ByteBuffer()
      buffer.reserveCapacity(size)
      buffer.writeString(head)
      buffer.writeImmutableBuffer(result)
      buffer.writeString(tail)
      return buffer
    }
  }

  /// The most that waits.
  package struct Limits: Sendable {
    /// For one client.
    package var notifications = 1_024
    /// For one client; a single notification may be longer.
    package var bytes = 1 << 20
    /// For all clients together.
    package var bytesOfAll = 64 << 20

    /// The usual limits: 1,024 notifications or 1 MiB for one, 64 MiB for all.
    package init() {}
  }

  /// The bytes that wait for all clients of a server.
  package final class Total: Sendable {
    private let bytes = Guarded(0)

    /// Nothing waits yet.
    package init() {}

    /// The number that wait.
    package var count: Int { bytes.withLock { $0 } }

    func add(_ count: Int, most: Int) -> Bool {
      bytes.withLock { bytes in
        guard count <= 0 || bytes + count <= most else { return false }
        bytes += count
        return true
      }
    }
  }

  /// The outcome of offering a notification.
  package enum Outcome: Sendable {
    case taken
    /// The notification does not fit among this client's, or among all.
    case full
    case allFull
    /// The client is gone.
    case closed
  }

  private struct State: Sendable {
    var queue: [Notification] = []
    /// The place of the first message; those before it were taken.
    var first = 0
    var bytes = 0
    var holds = 0
    var isClosed = false
    var isTooSlow = false

    var count: Int { queue.count - first }
  }

  /// A signal after each change that may have something to take; ends when the mailbox is closed.
  let wakeups: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation
  private let state = Guarded(State())
  private let limits: Limits
  private let total: Total
  private let whenTooSlow: @Sendable () -> Void

  /// An empty mailbox; `whenTooSlow` is called when its client is given up.
  package init(_ limits: Limits, _ total: Total, whenTooSlow: @escaping @Sendable () -> Void) {
    self.limits = limits
    self.total = total
    self.whenTooSlow = whenTooSlow
    (wakeups, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The number of bytes that wait.
  package var bytes: Int { state.withLock { $0.bytes } }

  /// Whether the client let too much wait.
  package var isTooSlow: Bool { state.withLock { $0.isTooSlow } }

  /// Adds a notification, if it fits.
  package func offer(_ notification: Notification) -> Outcome {
    let outcome: Outcome = state.withLock { state in
      if state.isClosed { return .closed }
      let size = notification.size
      guard state.count < limits.notifications, state.count == 0 || state.bytes + size <= limits.bytes else {
        return .full
      }
      guard total.add(size, most: limits.bytesOfAll) else { return .allFull }
      state.bytes += size
      state.queue.append(notification)
      return .taken
    }
    if outcome == .taken { wake.yield() }
    return outcome
  }

  /// The next one, unless they are held back.
  package func take() -> Notification? {
    state.withLock { state in
      guard state.holds == 0, state.count > 0 else { return nil }
      let next = state.queue[state.first]
      state.first += 1
      // Now and then, for it moves all that is left.
      if state.first == state.queue.count || state.first == 256 {
        state.queue.removeFirst(state.first)
        state.first = 0
      }
      remove(next, &state)
      return next
    }
  }

  /// Forgets those of a subscription; only of events before one, if that is given.
  package func drop(_ subscription: String, before event: UInt64 = .max) {
    state.withLock { state in
      var kept: [Notification] = []
      for notification in state.queue[state.first...] {
        if notification.subscription == subscription, notification.event < event {
          remove(notification, &state)
        } else {
          kept.append(notification)
        }
      }
      (state.queue, state.first) = (kept, 0)
    }
  }

  private func remove(_ notification: Notification, _ state: inout State) {
    state.bytes -= notification.size
    _ = total.add(-notification.size, most: .max)
  }

  /// Holds all back until as many times ``release()`` was called: an answer has to come first.
  package func hold() { state.withLock { $0.holds += 1 } }

  /// Ends one holding back.
  package func release() {
    state.withLock { $0.holds = max(0, $0.holds - 1) }
    wake.yield()
  }

  /// Takes nothing more, and forgets what waits.
  package func close() { _ = close(asTooSlow: false) }

  /// Closes the mailbox because the client does not read, and reports that once.
  package func giveUp() { if close(asTooSlow: true) { whenTooSlow() } }

  private func close(asTooSlow isTooSlow: Bool) -> Bool {
    let isNew = state.withLock { state in
      guard !state.isClosed else { return false }
      state.isClosed = true
      state.isTooSlow = isTooSlow
      _ = total.add(-state.bytes, most: .max)
      (state.queue, state.first, state.bytes) = ([], 0, 0)
      return true
    }
    wake.finish()
    return isNew
  }
}
