import ChainIndex
import Database
import Locking
import Operations

/// The failures of a platform's store and index, and of the fee payer: shown to visitors without their words, which
/// name machines and limits, and logged with them for the operator, a line for each reason, and again once a minute
/// while it lasts.
final class PlatformFailures: Sendable {
  /// The seconds after which a reason is logged again.
  private static let pause: Int64 = 60

  private let told = Guarded<[String: Int64]>([:])
  private let clock: @Sendable () -> Int64
  private let warn: @Sendable (String) -> Void

  /// - Parameter warn: Gets the lines.
  init(clock: @escaping @Sendable () -> Int64, warn: @escaping @Sendable (String) -> Void) {
    (self.clock, self.warn) = (clock, warn)
  }

  /// The error as it is shown to a visitor: a failure of the store as a refusal without its words.
  ///
  /// - Parameter request: The method and route of the request; its name is in the log of itself.
  func told(_ error: any Error, by request: String) -> any Error {
    if let error = error as? DelegationError {
      switch error.facts {
      case .words(let words), .busy(let words, _):
        tell("\(error.message) \(words)", by: request)
        return error
      default: break
      }
    }
    guard Self.isOfStore(error) else { return error }
    tell("the store cannot be used: \(error.inOneLine)", by: request)
    return WebRefusal.storeAway
  }

  private func tell(_ reason: String, by request: String) {
    let now = clock()
    let isNew = told.withLock { told in
      told = told.filter { now - $0.value < Self.pause }
      defer { if told[reason] == nil { told[reason] = now } }
      return told[reason] == nil
    }
    if isNew { warn("\(request): \(reason)") }
  }

  /// Whether an error is a database's own, or one that a database's caused.
  private static func isOfStore(_ error: any Error) -> Bool {
    switch error {
    case is DatabaseError: true
    case let error as ChainIndexError: error.code == .storeFailed
    case let error as DelegationError: error.code == .bookFailed
    default: false
    }
  }
}
