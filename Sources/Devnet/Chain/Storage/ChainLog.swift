import Files
import Locking

/// The log that a devnet writes: every record with one call of the system, and to the disk once a second or at once.
final class ChainLog: Sendable {
  private let file: AppendFile
  private let sync: DevnetStorage.Sync

  private struct State: Sendable {
    /// Where the next record goes.
    var end: UInt64
    /// The bytes that are on the disk.
    var durable: UInt64
    var isSyncPlanned = false
    /// Why nothing is written any more.
    var failure: String?
  }

  private let state: Guarded<State>

  /// Goes on with a file after its last whole record, and cuts off what follows.
  ///
  /// - Throws: `storageFailed`.
  init(_ file: AppendFile, _ sync: DevnetStorage.Sync, end: UInt64) throws(DevnetError) {
    self.file = file
    self.sync = sync
    if try DevnetError.reading(file.path, { () throws(AppendFile.Problem) in try file.size() }) > end,
      !file.cut(to: end)
    {
      throw DevnetError(.storageFailed, "cannot cut off what is not whole at the end of \(file.path)")
    }
    do throws(AppendFile.Failure) { try file.sync() } catch { throw Self.failed(file.path, error) }
    state = Guarded(State(end: end, durable: end))
  }

  /// Begins a file anew with the record that says whose it is.
  ///
  /// - Throws: `storageFailed`.
  convenience init(
    _ file: AppendFile, _ sync: DevnetStorage.Sync, identity: LogIdentity
  ) throws(DevnetError) {
    let first = LogFrame.encode(identity.encoded, at: 0, durable: 0)
    do throws(AppendFile.Failure) {
      try file.append(first, at: 0)
    } catch {
      throw Self.failed(file.path, error)
    }
    try self.init(file, sync, end: UInt64(first.count))
    file.syncFolder()
  }

  deinit { try? file.sync() }

  /// Brings all to the disk and lets go of the file; nothing is written any more.
  func close() {
    state.withLock { $0.failure = "the devnet was closed" }
    try? file.sync()
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
    do throws(AppendFile.Failure) {
      try file.append(bytes, at: end)
      if sync == .everyAnswer { try file.commit(from: end) }
    } catch {
      if error.isForGood { state.withLock { $0.failure = error.reason } }
      throw Self.failed(file.path, error)
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
    do throws(AppendFile.Failure) {
      try file.sync()
      state.withLock { $0.durable = max($0.durable, end) }
    } catch {
      state.withLock { $0.failure = error.reason }
    }
  }

  private static func failed(_ path: String, _ failure: AppendFile.Failure) -> DevnetError {
    failed(path, failure.reason, isFull: failure.isFull)
  }

  private static func failed(_ path: String, _ reason: String, isFull: Bool = false) -> DevnetError {
    DevnetError(
      .storageFailed,
      """
      cannot write the state file, so nothing was changed: \(path)
      \(reason)
      \(isFull ? "make room on the disk, or start" : "start") again with another file
      """)
  }
}
