/// Brings notifications to the mailboxes of many clients, and gives up those who do not read.
package struct Delivery: Sendable {
  /// A notification and where it goes.
  package typealias AddressedNotification = (mailbox: Mailbox, notification: Mailbox.Notification)

  /// The wait for clients with full mailboxes who may be about to read, all of them together.
  private let patience: Duration

  /// A delivery that waits so long at most.
  package init(patience: Duration = .seconds(1)) { self.patience = patience }

  /// Delivers notifications; when this returns, all were taken, or their clients are gone.
  ///
  /// - Parameter mailboxes: Those of all clients at that moment.
  package func deliver(
    _ parcels: [AddressedNotification], among mailboxes: () -> [Mailbox], isolation: isolated (any Actor)? = #isolation
  ) async {
    let late = parcels.filter { offer($0, among: mailboxes) == .full }
    if !late.isEmpty { await wait(for: late, among: mailboxes, isolation: isolation) }
  }

  private func offer(_ parcel: AddressedNotification, among mailboxes: () -> [Mailbox]) -> Mailbox.Outcome {
    while true {
      let outcome = parcel.mailbox.offer(parcel.notification)
      guard outcome == .allFull else { return outcome }
      // Not who comes last is to blame, but for whom most is waiting.
      guard let greatest = mailboxes().max(by: { $0.bytes < $1.bytes }), greatest.bytes > 0 else { return .full }
      greatest.giveUp()
    }
  }

  /// Offers notifications again to clients whose mailboxes were full, as after many at once, and gives up those who
  /// read nothing in time.
  private func wait(
    for parcels: [AddressedNotification], among mailboxes: () -> [Mailbox], isolation: isolated (any Actor)?
  ) async {
    var late = parcels
    let deadline = ContinuousClock.now + patience
    while !late.isEmpty, ContinuousClock.now < deadline, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(5))
      late = late.filter { offer($0, among: mailboxes) == .full }
    }
    for (mailbox, _) in late { mailbox.giveUp() }
  }
}
