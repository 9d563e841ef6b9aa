import Database
import Files
import Foundation
import Primitives

extension OutboxError {
  /// An error of an outbox's file as one of this target; one that is so already stays as it is.
  init(_ error: any Error, at path: String?) {
    let place = path ?? "in memory"
    let unusable = Facts.file(path: place, .failed)
    switch error {
    case let error as OutboxError: self = error
    case let error as DatabaseError: self = Self.failure(error, at: place)
    case is PrimitivesError: self = Self.damagedFile(at: place, reason: "\(error)")
    case let error as SystemFailure:
      self.init(
        .failed, "The outbox \(place) cannot be used; nothing was signed.",
        reason: "The system says: \(error).", facts: unusable, cause: error)
    default:
      self.init(
        .failed, "The outbox \(place) cannot be used; nothing was signed.",
        reason: "\((error as NSError).localizedDescription)", facts: unusable, cause: error)
    }
  }

  private static func failure(_ error: DatabaseError, at place: String) -> OutboxError {
    let words = error.description
    switch error.code {
    case .busy:
      return OutboxError(
        .busy, "The outbox \(place) is busy; nothing was signed.",
        reason: "Another process has kept it for half a minute.", advice: "Try again.", cause: error)
    case .damaged, .unreadable: return damagedFile(at: place, reason: words)
    case .foreign: return foreignFile(at: place)
    case .newer(let version): return newerFile(at: place, version: version)
    case .full:
      return OutboxError(
        .failed, "The outbox \(place) cannot be written: there is no room left; nothing was signed.",
        reason: words, facts: .file(path: place, .failed), cause: error)
    case .notWritable:
      return OutboxError(
        .failed, "The outbox \(place) cannot be written; nothing was signed.", reason: words,
        facts: .file(path: place, .notWritable), cause: error)
    case .failed:
      return OutboxError(
        .failed, "The outbox \(place) cannot be used; nothing was signed.", reason: words,
        facts: .file(path: place, .failed), cause: error)
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
  static func shortFile(at place: String, _ reach: OutboxMark.Reach, _ marked: OutboxMark.Reach) -> OutboxError {
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

  static func newerFile(at place: String, version: Int) -> OutboxError {
    OutboxError(
      .newer, "The outbox \(place) was written by a later version of this program; nothing was signed.",
      reason: "It has version \(version), this program knows \(OutboxSchema.current.version).",
      advice: "Use that version of the program.")
  }
}
