import Database
import Files
import Foundation

extension OutboxError {
  /// An error of an outbox's file as one of this target; one that is so already stays as it is.
  init(_ error: any Error, at path: String?) {
    let place = path ?? "in memory"
    func failure(_ use: String, _ reason: String, _ problem: OutboxErrors.Problem = .failed) -> OutboxError {
      OutboxError(
        .failed, "The outbox \(place) cannot be \(use); nothing was signed.", reason: reason,
        facts: .file(path: place, problem), cause: error)
    }
    switch error {
    case let error as OutboxError: self = error
    case is SystemFailure: self = failure("used", "The system says: \(error).")
    case let error as DatabaseError:
      switch (error.code, error.facts) {
      case (.busy, _):
        self.init(
          .busy, "The outbox \(place) is busy; nothing was signed.",
          reason: "Another process has kept it for half a minute.", advice: "Try again.", cause: error)
      case (.damaged, _), (.unreadable, _): self = Self.damagedFile(at: place, reason: "\(error)")
      case (.foreign, _): self = Self.foreignFile(at: place)
      case (.newer, OutboxSchema.movedVersion?): self = Self.movedFile(at: place)
      case (.newer, _):
        self.init(
          .newer, "The outbox \(place) was written by a later version of this program; nothing was signed.",
          reason: error.reason, advice: "Use that version of the program, or a later one.", cause: error)
      case (.leaseLost, _): self = Self.takenForDead
      case (.uncertain, _):
        self.init(
          .failed, "It is not known whether the outbox \(place) has what was to be written; nothing was sent.",
          reason: "\(error)", advice: "Try again.", facts: .file(path: place, .failed), cause: error)
      case (.unreachable, _), (.crowded, _), (.refused, _), (.unsafe, _), (.badAddress, _):
        self = failure("used", "\(error)", .server)
      case (.behind, _): self = failure("used", "\(error)", .behind)
      case (.full, _): self = failure("written: there is no room left", "\(error)")
      case (.notWritable, _): self = failure("written", "\(error)", .notWritable)
      default: self = failure("used", "\(error)")
      }
    default: self = failure("used", (error as NSError).localizedDescription)
    }
  }

  static func damagedFile(at place: String, reason: String?) -> OutboxError {
    OutboxError(
      .damaged, "The outbox \(place) is damaged; nothing was signed.", reason: reason,
      facts: .file(path: place, .damaged))
  }

  /// There is none where there was one.
  ///
  /// - Parameter marks: the files that say that there was one.
  static func lostFile(at place: String, marks: [String]) -> OutboxError {
    OutboxError(
      .damaged, "The outbox \(place) is gone; nothing was signed.",
      reason:
        "What was sent from here stood in it. If you removed it on purpose, remove \(marks.joined(separator: " and ")), too.",
      facts: .file(path: place, .missing(marks: marks)))
  }

  /// Rows that were written down are missing.
  static func shortFile(at place: String, _ reach: OutboxHighWaterMark.Reach, _ marked: OutboxHighWaterMark.Reach)
    -> OutboxError
  {
    let missing = max(marked.intent - reach.intent, 0)
    return damagedFile(
      at: place,
      reason: missing > 0
        ? "The newest \(missing == 1 ? "send is" : "\(missing) sends are") missing in it."
        : "What was signed last is missing in it.")
  }

  static func foreignFile(at place: String) -> OutboxError {
    OutboxError(
      .damaged, "The file \(place) is no outbox; nothing was signed.",
      reason: "It is a database of another program.", facts: .file(path: place, .foreign))
  }

  static func movedFile(at place: String) -> OutboxError {
    OutboxError(
      .moved, "The outbox \(place) was moved to a server; nothing was signed.",
      reason: "From there it goes on, and nothing is sent from the file any more.", facts: .file(path: place, .failed))
  }
}
