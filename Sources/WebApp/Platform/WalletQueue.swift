import Database
import Operations
import Primitives
import StrictJSON

/// Several actions that somebody's wallet is asked for one after the other, each once the one before it is proven: a row in
/// the store of a platform.
struct WalletQueue: Sendable, Hashable {
  let id: String
  let account: Address
  let actions: [WalletAction]
  /// The page to go back to, and the one that shows what became of all.
  let back: Link
  let next: Link
  /// The time when it was made, in seconds since 1970.
  let made: Int64

  /// A queue of which nothing was asked yet.
  init(_ actions: [WalletAction], of account: Address, back: Link, next: Link, made: Int64) {
    id = RandomToken.text()
    (self.actions, self.account, self.back, self.next, self.made) = (actions, account, back, next, made)
  }

  /// Reads a row.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  init(_ row: Row) throws {
    id = try row.value("id")
    guard let account = try? Address(try row.value("account", as: String.self)) else {
      throw DatabaseError.unreadable("account")
    }
    guard let json = try? JSON(parsing: try row.value("actions", as: String.self)), case .array(let items) = json else {
      throw DatabaseError.unreadable("actions")
    }
    self.account = account
    actions = items.compactMap { WalletAction($0) }
    guard actions.count == items.count, !actions.isEmpty else { throw DatabaseError.unreadable("actions") }
    guard let back = Link(back: try row.value("back")), let next = Link(back: try row.value("next")) else {
      throw DatabaseError.unreadable("next")
    }
    (self.back, self.next) = (back, next)
    made = try row.value("made")
  }

  /// The page of it.
  var link: Link { Link("queues", id) }
}

/// The place of a proposal in a queue.
struct QueuePlace: Sendable, Hashable {
  /// The queue's name.
  let queue: String
  /// The number of it, from 0.
  let index: Int
}

/// The parts of a queue with the newest proposal of each; nil for one that was not proposed yet.
struct QueueProgress: Sendable {
  let queue: WalletQueue
  let parts: [WalletProposal?]

  /// The number of those that are done, all of them at the beginning.
  var done: Int { parts.prefix { $0?.state == .done }.count }
  /// The first that is not done; nil where all are.
  var next: Int? { done < parts.count ? done : nil }
  /// Whether one failed, so that nothing goes on.
  var isStopped: Bool { next.map { parts[$0]?.state == .failed } ?? false }
}
