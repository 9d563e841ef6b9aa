import ContractABI
import ContractClient
import LectureKit
import Locking
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

extension CommandContext {
  /// For so many seconds an equal send without a key is asked about.
  static let memory: UInt64 = 600

  /// The user's outbox; it is opened at its first use, so a command that sends nothing makes no file.
  func outbox() throws -> Outbox {
    guard let path = try settings.outboxPath() else {
      guard sending == nil else {
        throw CommandFailure(
          .settings, "There is no place for the outbox: give --outbox FILE.",
          reason: "Neither XDG_DATA_HOME nor HOME is an absolute path.")
      }
      return .inMemory()
    }
    return outboxes.outbox(
      at: path, stateFolder: settings.stateDirectory.map { "\($0)/outboxes" }, telling: sent)
  }

  /// The receipt of an earlier run's action that is done only once; an interrupted one is completed.
  ///
  /// - Returns: nil if it is still to be done.
  func earlier(
    _ deed: LectureAction, by account: ActingAccount, with client: LectureClient
  ) async throws -> CallReceipt? {
    guard !isDryRun, !isMeantAgain else { return nil }
    let options = try await sendOptions()
    if let hash = sending?.named { try await client.name(hash, deed, by: account.address) }
    return try await askingIfNotProven {
      try await progress("Looking for an earlier one") { progress in
        try await client.earlier(deed, by: account.address, options: following(options, progress))
      }
    }
  }

  /// Whether to send a duplicate: by the command line, or because a person agreed.
  var isMeantAgain: Bool { sending?.again == true || consent.withLock { $0 } }

  /// The receipt of an earlier one; where only one node says that nothing of it will be mined, the person is asked
  /// whether to sign another payment. `--yes` does not agree to that.
  ///
  /// - Returns: nil if there is none, or the answer was yes: a transaction sent from then on is a wanted duplicate.
  /// - Throws: `sending.notProven` where nobody can be asked.
  private func askingIfNotProven(_ look: () async throws -> CallReceipt?) async throws -> CallReceipt? {
    do {
      return try await look()
    } catch  where error.isOneNodesWord {
      guard let obstacle = try askable(error).map(CommandFailure.init) else { return nil }
      try await confirm(
        (error as? OutboxError)?.code == .sameElsewhere
          ? "It was sent on another chain. Send it here, too?" : "Only one node says so. Sign another payment?",
        ["Before": StyledText(obstacle.message, .warning), "Why": StyledText(obstacle.reason ?? "")])
      consent.withLock { $0 = true }
      return nil
    }
  }

  /// The receipt of an earlier send with the same `--id`; an interrupted one is completed.
  ///
  /// - Parameters:
  ///   - errors: the custom errors that the contract may raise.
  ///   - isSame: whether the transaction sent under that key is the one wanted.
  /// - Returns: nil if it is still to be done, or was given no name.
  /// - Throws: `sending.otherWithID`; `sending.notProven` where nobody can be asked.
  func earlierWithID(
    by account: ActingAccount, at place: Connection, errors: [ABIError] = [], isSame: (Intent) -> Bool
  ) async throws -> CallReceipt? {
    guard !isDryRun, !isMeantAgain else { return nil }
    let options = try await sendOptions()
    guard let key = options.key else { return nil }
    if let hash = sending?.named {
      try await place.connection.sender.name(hash, key, of: account.address, isSame: isSame)
    }
    return try await askingIfNotProven {
      try await progress("Looking for an earlier one") { progress in
        try await place.connection.earlier(
          key, of: account.address, errors: errors, options: following(options, progress), isSame: isSame)
      }
    }
  }

  /// The options with which an earlier run's transaction is listed as sent while it is waited for.
  private func following(_ options: SendOptions, _ progress: Progress) -> SendOptions {
    var options = options
    options.onEarlier = { [sent] earlier in
      sent.record(earlier.hash.hex, label: earlier.label)
      progress.update("Before \(earlier.hash)")
    }
    return options
  }

  /// The refusal because of an equal send a short time ago; nil if there is none.
  ///
  /// - Throws: `sending.sameJustSent` where nobody can be asked.
  func justSent(_ prepared: PreparedTransaction, at place: Connection) async throws -> OutboxError? {
    let options = try await sendOptions()
    guard !options.again, options.key == nil,
      let same = try await place.connection.sender.justSent(prepared, within: Self.memory, options: options)
    else { return nil }
    return try askable(same)
  }

  /// The refusal because of earlier transactions of the account that the outbox does not know; nil if there are none.
  ///
  /// - Parameter key: the idempotency key, if it follows from what the transaction does.
  /// - Throws: `sending.sameOnChain`, `sending.historyUnknown` where nobody can be asked.
  func unknownHistory(
    _ prepared: PreparedTransaction, at place: Connection, key: IntentKey?
  ) async throws -> SendingError? {
    var options = try await sendOptions()
    options.key = key ?? options.key
    let found = try await progress("Looking at what the account sent before") { [options] _ in
      try await place.connection.sender.historyObstacle(prepared, options: options)
    }
    return try askable(found)
  }
}

extension CommandContext {
  /// The spending limit that a transaction would exceed; nil if none.
  ///
  /// - Parameter replaced: the transaction in whose place it is sent.
  /// - Throws: `sending.limitExceeded` where nobody can be asked.
  func overLimit(
    _ prepared: PreparedTransaction, at place: Connection, inPlaceOf replaced: Intent? = nil
  ) async throws -> OutboxError? {
    let options = try await sendOptions()
    return try askable(
      try await place.connection.sender.excess(
        of: prepared, over: settings.spendingLimits(), options: options, inPlaceOf: replaced))
  }

  /// The obstacle to a send, if a person can be asked about it.
  ///
  /// - Throws: it, where nobody can be asked.
  func askable<Obstacle: Error>(_ obstacle: Obstacle?) throws -> Obstacle? {
    guard let obstacle, prompter == nil || options.yes else { return obstacle }
    throw obstacle
  }
}

extension Error {
  /// Whether it says that an equal transaction may have been sent, which only one node denies: a person can be asked.
  fileprivate var isOneNodesWord: Bool {
    switch self {
    case let error as SendingError: error.code == .notProven
    case let error as OutboxError: [.sameElsewhere, .sameFamily].contains(error.code)
    default: false
    }
  }
}

extension EarlierSend {
  /// For people.
  var words: String {
    let moment = LocalTime.text(since)
    switch standing {
    case .done: return "sent by an earlier run at \(moment); nothing was paid again"
    case .takenUp:
      return "an earlier run was interrupted at \(moment); what it signed was completed, nothing was paid twice"
    case .followed: return "another run sent it at \(moment); this one waited for it, nothing was paid twice"
    }
  }

  /// For people, about something that was done: `Lecture 0`, `was bought`.
  func sentence(_ what: String, _ done: String) -> String {
    let moment = LocalTime.text(since)
    switch standing {
    case .done: return "\(what) \(done) by an earlier run of this command at \(moment); nothing was paid again."
    case .takenUp:
      return
        "\(what) \(done): an earlier run of this command was interrupted at \(moment), and what it signed was completed. Nothing was paid twice."
    case .followed:
      return
        "\(what) \(done) by another run of this command at \(moment); this one waited for it. Nothing was paid twice."
    }
  }

  /// The earlier send in the output of `--json`.
  var json: JSON {
    let word =
      switch standing {
      case .done: "done"
      case .takenUp: "takenUp"
      case .followed: "followed"
      }
    return ["standing": .string(word), "since": .integer(since)]
  }
}

extension SentTransactions: OutboxObserver {
  /// Notes a sent transaction, so that it is reported if the command is interrupted.
  func outbox(_ event: OutboxEvent) {
    switch event {
    case .signed(let hash, _, let label): record(hash.hex, label: label)
    case .takenAlong(let number, let hash, let label): recordAlong(number, hash.hex, label: label)
    case .handedOver(let partly, let hash, let label):
      forget(partly.hex)
      record(hash.hex, label: label)
    case .waits(let number, let label, let isPlain): waits(number, label, isPlain: isPlain)
    case .waitsNoMore(let number): waitsNoMore(number)
    case .broadcast: break
    case .refused(let hash): forget(hash.hex)
    case .settled(let hash, _, let succeeded): settle(hash.hex, succeeded ? .confirmed : .reverted)
    case .superseded(let hash, let fate): settle(hash.hex, fate == .cancelled ? .cancelled : .replaced)
    }
  }
}
