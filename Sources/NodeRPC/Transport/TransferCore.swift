import CCurl
import Platform
import Synchronization

/// The multi handle, its transfers and its sockets.
///
/// Not `Sendable`: the engine keeps it in a mutex. libcurl's callbacks come only from inside its functions, so from
/// inside the mutex too; they get the core by its address.
final class TransferCore {
  private let curl: ccurl
  private let multi: UnsafeMutableRawPointer
  private var sockets = SocketTable()
  /// The number of transfers under way. Each one's handle is kept alive by its transfer, and the transfer by the handle
  /// until it is finished.
  private var active = 0
  /// Handles that carry no transfer, by their target's serial number.
  private var idle: [[TransferHandle]] = []
  private var finished: [Completion] = []
  /// When libcurl wants to be called, on the monotonic clock in nanoseconds; 0 is at once.
  private var due: UInt64?
  /// Until when the driver's `poll` sleeps at most.
  private var driverSleepsUntil: UInt64 = 0
  private var driverMustWake = false
  /// Whether a transfer began or ended since the driver last lay down.
  private var wasUsed = false
  /// When a transfer last began beside others.
  private var lastCrowd: UInt64 = 0
  /// Whether the last answer came from a node that is near, so that the next one will, most likely, not be the
  /// driver's.
  private var lastWasNear = false

  /// A transfer that ended, whose continuation is to be resumed outside the mutex.
  struct Completion {
    let transfer: Transfer
    let continuation: UnsafeContinuation<Void, Never>
  }

  /// The longest sleep of the driver after work, so that a timer set meanwhile need not wake it.
  private static let nap: UInt64 = 500_000_000
  /// For how long after a crowd another one is expected.
  private static let crowdLasts: UInt64 = 50_000_000
  /// Idle transfer handles kept for each target.
  private static let idleHandles = 32

  init(_ curl: ccurl) {
    self.curl = curl
    _ = curl.global_init(Int(CURL_GLOBAL_ALL))
    guard let multi = curl.multi_init() else { fatalError("libcurl has no memory for a multi handle") }
    self.multi = multi
    _ = curl.multi_set_callbacks(multi, TransferCore.socketChanged, TransferCore.timerChanged, address)
    // More requests at once than connections wait for their turn.
    _ = curl.multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 32)
    _ = curl.multi_set_long(multi, CURLMOPT_MAXCONNECTS, 64)
  }

  // The process's one core is never released.

  private var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func core(_ context: UnsafeMutableRawPointer?) -> TransferCore? {
    context.map { Unmanaged<TransferCore>.fromOpaque($0).takeUnretainedValue() }
  }

  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  // MARK: Transfers

  /// Begins a transfer; what can be done without waiting is done by ``runDue()``.
  func start(_ transfer: Transfer) {
    guard transfer.state == .new else { return }
    wasUsed = true
    guard !transfer.isCancelled else { return finish(transfer, .cancelled) }
    let serial = transfer.target.serial
    while idle.count <= serial { idle.append([]) }
    guard let handle = idle[serial].popLast() ?? TransferHandle(curl, target: transfer.target, core: address) else {
      return finish(transfer, .failed(.noMemory))
    }
    handle.load(transfer)
    transfer.start = TransferCore.now()
    if active > 0 { lastCrowd = transfer.start }
    guard curl.multi_add_handle(multi, handle.easy) == CURLM_OK else {
      handle.transfer = nil
      return finish(transfer, .failed(.noMemory))
    }
    active += 1
    transfer.handle = handle
    transfer.state = .running
  }

  /// Gives a transfer up, or keeps it from beginning.
  func cancel(_ transfer: Transfer) {
    switch transfer.state {
    case .new: transfer.isCancelled = true
    case .finished: break
    case .running:
      if let handle = transfer.handle {
        _ = curl.multi_remove_handle(multi, handle.easy)
        active -= 1
        _ = handle.outcome(CURLE_ABORTED_BY_CALLBACK)
        keep(handle, for: transfer.target)
      }
      finish(transfer, .cancelled)
    }
  }

  /// Forgets the handles of a target that is gone.
  func retire(_ serial: Int) {
    if serial < idle.count { idle[serial] = [] }
  }

  /// Runs libcurl if it is due.
  func runDue() {
    guard let due, due == 0 || due <= TransferCore.now() else { return }
    self.due = nil
    var running: Int32 = 0
    _ = curl.multi_run_timers(multi, &running)
    collect()
  }

  /// Tells libcurl of sockets that are ready.
  func handle(_ ready: [pollfd]) {
    var running: Int32 = 0
    for entry in ready where entry.revents != 0 {
      guard sockets.wanted(on: entry.fd) != 0 else {
        sockets.surprise(on: entry.fd)
        continue
      }
      // An error counts as readiness: reading shows it. It may be that of an older connection whose number this one got
      // while the driver woke, and then reading finds nothing.
      let failed = entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
      var events: Int32 = 0
      if failed || entry.revents & Int16(POLLIN) != 0 { events |= CURL_CSELECT_IN }
      if failed || entry.revents & Int16(POLLOUT) != 0 { events |= CURL_CSELECT_OUT }
      _ = curl.multi_socket_action(multi, entry.fd, events, &running)
    }
    collect()
  }

  private func collect() {
    var code = CURLE_OK
    while let easy = curl.multi_next_finished(multi, &code) {
      _ = curl.multi_remove_handle(multi, easy)
      guard let handle = TransferHandle.of(easy, curl), let transfer = handle.transfer else { continue }
      active -= 1
      let outcome = handle.outcome(code)
      if case .reply = outcome {
        transfer.target.isWarm.store(true, ordering: .relaxed)
        transfer.target.note(nanoseconds: TransferCore.now() &- transfer.start)
        lastWasNear = transfer.target.isNear
      }
      keep(handle, for: transfer.target)
      finish(transfer, outcome)
    }
  }

  private func keep(_ handle: TransferHandle, for target: HTTPTarget) {
    handle.transfer = nil
    if idle[target.serial].count < TransferCore.idleHandles { idle[target.serial].append(handle) }
  }

  private func finish(_ transfer: Transfer, _ outcome: TransferOutcome) {
    transfer.state = .finished
    transfer.handle = nil
    wasUsed = true
    transfer.outcome = outcome
    guard let continuation = transfer.continuation else { return }
    transfer.continuation = nil
    finished.append(Completion(transfer: transfer, continuation: continuation))
  }

  /// The transfers that ended since the last call.
  func takeFinished() -> [Completion] {
    guard !finished.isEmpty else { return [] }
    defer { finished = [] }
    return finished
  }

  /// Notes the task that waits for a transfer's outcome.
  func attach(_ continuation: UnsafeContinuation<Void, Never>, to transfer: Transfer) {
    if transfer.outcome != nil {
      finished.append(Completion(transfer: transfer, continuation: continuation))
    } else {
      transfer.continuation = continuation
    }
  }

  // MARK: Answers that come at once

  /// The socket on which a transfer's answer will come, if it is the only transfer and its node is near.
  ///
  /// Until ``endWait(on:for:isReady:)`` the driver leaves this socket alone.
  func beginWait(for transfer: Transfer) -> Int32? {
    guard transfer.state == .running, active == 1, transfer.target.isNear, let number = sockets.beginWait() else {
      return nil
    }
    driverMustWake = false
    return number
  }

  /// Takes the answer, or leaves the socket to the driver.
  func endWait(on number: Int32, for transfer: Transfer, isReady: Bool) {
    sockets.endWait(on: number)
    if isReady, transfer.state == .running, sockets.wanted(on: number) == Int16(POLLIN) {
      var running: Int32 = 0
      _ = curl.multi_socket_action(multi, number, CURL_CSELECT_IN, &running)
      collect()
    }
    guard transfer.state == .running else { return }
    transfer.target.note(nanoseconds: .max)
    lastWasNear = transfer.target.isNear
    driverMustWake = true
  }

  // MARK: The driver

  /// Writes down what the driver has to wait for, and returns for how many milliseconds at most; −1 is for ever.
  func prepareWait(_ entries: inout [pollfd], keepingFirst: Int) -> Int32 {
    entries.removeLast(entries.count - keepingFirst)
    let now = TransferCore.now()
    // An idle connection is listened to if its next answer will be for the driver, so that its next use need not wake
    // it.
    let listensToIdle = !lastWasNear || now &- lastCrowd < TransferCore.crowdLasts
    sockets.list(into: &entries, listensToIdle: listensToIdle)
    driverMustWake = false
    defer { wasUsed = false }
    guard wasUsed || active > 0 || due != nil else {
      driverSleepsUntil = .max
      return -1
    }
    driverSleepsUntil = min(due ?? .max, now &+ TransferCore.nap)
    guard driverSleepsUntil > now else { return 0 }
    return Int32(clamping: (driverSleepsUntil - now + 999_999) / 1_000_000)
  }

  /// Whether the driver sleeps over something that came up since ``prepareWait(_:keepingFirst:)``.
  func takeDriverMustWake() -> Bool {
    defer { driverMustWake = false }
    return driverMustWake || (due ?? .max) < driverSleepsUntil
  }

  // MARK: libcurl's callbacks

  private static let socketChanged: curl_socket_callback = { _, number, what, context, _ in
    guard let core = core(context) else { return 0 }
    guard what != CURL_POLL_REMOVE else {
      core.sockets.release(number)
      return 0
    }
    var wanted: Int16 = 0
    if what & CURL_POLL_IN != 0 { wanted |= Int16(POLLIN) }
    if what & CURL_POLL_OUT != 0 { wanted |= Int16(POLLOUT) }
    if core.sockets.want(wanted, on: number) { core.driverMustWake = true }
    return 0
  }

  private static let timerChanged: curl_multi_timer_callback = { _, milliseconds, context in
    guard let core = core(context) else { return 0 }
    switch milliseconds {
    case ..<0: core.due = nil
    case 0: core.due = 0
    default: core.due = TransferCore.now() &+ UInt64(milliseconds) &* 1_000_000
    }
    return 0
  }

  static let socketOpened: curl_sockopt_callback = { context, number, _ in
    guard let core = core(context) else { return 0 }
    core.sockets.opened(number)
    return 0
  }

  static let socketClosing: curl_closesocket_callback = { context, number in
    core(context)?.sockets.closing(number)
    return close(number)
  }
}

extension TransferFailure {
  /// libcurl could not even begin.
  static let noMemory = TransferFailure(
    code: CURLE_OUT_OF_MEMORY.rawValue, text: "Out of memory", systemError: 0, nothingWasSent: true,
    wasConnected: false,
    isTooLarge: false, hasTooLargeHeaders: false)
}
