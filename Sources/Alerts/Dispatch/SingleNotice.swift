import NodeRPC
import Primitives

/// Something that has happened, told to one webhook now: it stands in no journal, so it ends with the process.
public struct SingleNotice<Subject: AlertSubject>: Sendable {
  private let delivery: Delivery<Subject>

  /// A notice that was not told yet.
  ///
  /// - Parameters:
  ///   - id: The same for the same event, so that a receiver takes it once.
  ///   - message: One line for people.
  ///   - channel: A webhook.
  ///   - time: In seconds since 1970.
  public init(_ subject: Subject, id: String, message: String, over channel: AlertChannel, at time: Int64) {
    delivery = Delivery(
      id: id, alert: 0, crossing: 1, time: time, subject: subject, condition: .above(0), reference: nil, value: 0,
      message: message, note: nil, channel: channel, state: .begun, attempts: 1, due: time, problem: nil)
  }

  /// The number of attempts: with pauses that double from a second, for two minutes.
  static var mostAttempts: Int64 { 8 }

  /// Tells it.
  ///
  /// - Parameter pause: Waits before the next attempt.
  /// - Returns: Nil once the receiver has it; else why it has not.
  public func tell(pause: (Duration) async -> Void) async -> String? {
    let webhook: Webhook<Subject>
    do throws(NodeError) { webhook = try Webhook(delivery) } catch { return error.message }
    var attempt: Int64 = 1
    while true {
      let wait = SignedPost.pause(after: attempt)
      switch await webhook.send() {
      case .delivered: return nil
      case .lost(let problem): return problem
      case .refused(let problem), .again(let problem, after: nil):
        guard attempt < Self.mostAttempts, !Task.isCancelled else { return problem }
        await pause(.seconds(wait))
      case .again(let problem, let after?):
        guard attempt < Self.mostAttempts, !Task.isCancelled else { return problem }
        await pause(.seconds(max(wait, min(after, 60))))
      }
      attempt += 1
    }
  }
}
