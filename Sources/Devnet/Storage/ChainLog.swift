import Keys
import Locking

/// The log that a devnet writes: every record with one call of the system, and to the disk once a second or at once.
final class ChainLog: Sendable {
  private let file: LogFile
  private let sync: Devnet.Storage.Sync

  private struct State: Sendable {
    /// Where the next record goes.
    var end: UInt64
    /// How much is on the disk.
    var durable: UInt64
    var isSyncPlanned = false
    /// Why nothing is written any more.
    var failure: String?
  }

  private let state: Guarded<State>

  /// Goes on with a file after its last whole record, and cuts off what follows.
  ///
  /// - Throws: `storageFailed`.
  init(_ file: LogFile, _ sync: Devnet.Storage.Sync, end: UInt64) throws(DevnetError) {
    self.file = file
    self.sync = sync
    if try file.size() > end, !file.cut(to: end) {
      throw DevnetError(.storageFailed, "cannot cut off what is not whole at the end of \(file.path)")
    }
    if let number = file.sync() { throw Self.failed(file.path, LogFile.reason(number)) }
    state = Guarded(State(end: end, durable: end))
  }

  /// Begins a file anew with the record that says whose it is.
  ///
  /// - Throws: `storageFailed`.
  convenience init(
    _ file: LogFile, _ sync: Devnet.Storage.Sync, identity: LogIdentity
  ) throws(DevnetError) {
    let first = LogFrame.encode(identity.encoded, at: 0, durable: 0)
    if let number = file.write(first, at: 0) { throw Self.failed(file.path, LogFile.reason(number)) }
    try self.init(file, sync, end: UInt64(first.count))
    file.syncFolder()
  }

  deinit { _ = file.sync() }

  /// Brings all to the disk and lets go of the file; nothing is written any more.
  func close() {
    state.withLock { $0.failure = "the devnet was closed" }
    _ = file.sync()
    file.unlock()
  }

  /// Appends a record; when this returns it is in the file, or on the disk. Only for one task at a time.
  ///
  /// - Throws: `storageFailed`; the file is then as it was before.
  func append(_ payload: [UInt8]) throws(DevnetError) {
    let (end, durable, failure) = state.withLock { ($0.end, $0.durable, $0.failure) }
    if let failure { throw Self.failed(file.path, failure) }
    guard payload.count <= LogFrame.longest else { throw Self.failed(file.path, "a record is longer than 1 GiB") }
    let bytes = LogFrame.encode(payload, at: end, durable: durable)
    if let number = file.write(bytes, at: end) {
      // Half a record must not stay in front of others.
      let isWhole = file.cut(to: end)
      throw fail(LogFile.reason(number), forGood: !isWhole)
    }
    if sync == .everyAnswer, let number = file.sync() {
      _ = file.cut(to: end)
      // A disk that failed once may have forgotten more than it says.
      throw fail(LogFile.reason(number), forGood: true)
    }
    let newEnd = end + UInt64(bytes.count)
    let shouldPlan = state.withLock { state in
      state.end = newEnd
      if sync == .everyAnswer { state.durable = newEnd }
      defer { state.isSyncPlanned = state.durable < newEnd }
      return !state.isSyncPlanned && state.durable < newEnd
    }
    if shouldPlan { planSync() }
  }

  private func fail(_ reason: String, forGood isForGood: Bool) -> DevnetError {
    if isForGood { state.withLock { $0.failure = reason } }
    return Self.failed(file.path, reason)
  }

  /// Brings to the disk what was written, in a second.
  private func planSync() {
    Task.detached { [weak self] in
      try? await Task.sleep(for: .seconds(1))
      guard let self else { return }
      try? await BlockingWork.run { self.syncNow() }
    }
  }

  private func syncNow() {
    let end = state.withLock { state in
      state.isSyncPlanned = false
      return state.end
    }
    let number = file.sync()
    state.withLock { state in
      if let number { state.failure = LogFile.reason(number) } else { state.durable = max(state.durable, end) }
    }
  }

  private static func failed(_ path: String, _ reason: String) -> DevnetError {
    DevnetError(
      .storageFailed,
      """
      cannot write the state file, so nothing was changed: \(path)
      \(reason)
      make room on the disk, or start again with another file
      """)
  }
}
