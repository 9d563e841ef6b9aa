import CCurl
import Locking
import Platform
import Synchronization

/// Carries out transfers: one libcurl multi handle and one thread, the driver, for the process.
///
/// The driver waits for sockets and timers. A request to an endpoint that answered before is written to its connection by
/// the task that makes it, so nothing has to wake the driver for it. If that node has answered within 0.5 ms lately and
/// nobody else is asking, the task also waits for the answer, up to that long, as a lock spins before it sleeps: two thread
/// hops would take as long as the answer. At most one thread in the process waits like this. Everything else is the
/// driver's: making connections, slow answers, many requests at once. No task waits for the mutex.
final class TransferEngine: Sendable {
  /// Nil where libcurl cannot be opened.
  private static let shared = LibCurl.functions.map { TransferEngine($0) }
  private static let hasStarted = Atomic<Bool>(false)

  private enum Order {
    case start(Transfer)
    case attach(UnsafeContinuation<Void, Never>, Transfer)
    case endWait(Int32, Transfer)
    case cancel(Transfer)
    case retire(Int)
  }

  /// The result of an operation on the core.
  private struct Turn: Sendable {
    var outcome: TransferOutcome?
    var awaited: Int32?
    var finished: [TransferCore.Completion] = []
    var mustWake = false
  }

  private let core: Guarded<TransferCore>
  private let inbox = Guarded<[Order]>([])
  /// A pipe that ends the driver's `poll`.
  private let wakeReader: Int32
  private let wakeWriter: Int32
  private let isWaking = Atomic<Bool>(false)

  private init(_ curl: ccurl) {
    core = Guarded(TransferCore(curl))
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { fatalError("no file descriptors left for the network's thread") }
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (wakeReader, wakeWriter) = (ends[0], ends[1])
    startThread()
    TransferEngine.hasStarted.store(true, ordering: .releasing)
  }

  /// Sends a request and waits for what comes; a cancelled task gives the transfer up at once.
  static func perform(_ body: [UInt8], at target: HTTPTarget, isReplayable: Bool) async -> TransferOutcome {
    guard let shared else { return .noLibrary(reason: LibCurl.problem) }
    return await shared.perform(Transfer(target: target, body: body, isReplayable: isReplayable))
  }

  /// Frees what is kept for a target; nothing is where no request was ever made.
  static func retire(_ serial: Int) {
    if hasStarted.load(ordering: .acquiring) { shared?.order(.retire(serial)) }
  }

  private func perform(_ transfer: Transfer) async -> TransferOutcome {
    guard !Task.isCancelled else { return .cancelled }
    let hasBegun: Bool
    switch begin(transfer) {
    case .ended(let outcome): return outcome
    case .begun: hasBegun = true
    case .notBegun: hasBegun = false
    }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        if hasBegun {
          attach(continuation, to: transfer)
        } else {
          transfer.continuation = continuation
          order(.start(transfer))
        }
      }
    } onCancel: {
      order(.cancel(transfer))
    }
    return transfer.toldOutcome()
  }

  private enum Beginning {
    case notBegun, begun
    case ended(TransferOutcome)
  }

  /// Begins a transfer on this thread, if it is likely to be a matter of writing to an open connection.
  private func begin(_ transfer: Transfer) -> Beginning {
    guard transfer.isReplayable, transfer.target.isWarm.load(ordering: .relaxed) else { return .notBegun }
    let turn = core.withLockIfAvailable { core in
      core.start(transfer)
      core.runDue()
      var turn = Turn(outcome: transfer.takeOutcome(), finished: core.takeFinished())
      if turn.outcome == nil { turn.awaited = core.beginWait(for: transfer) }
      turn.mustWake = turn.awaited == nil && core.takeDriverMustWake()
      return turn
    }
    guard let turn else { return .notBegun }
    settle(turn)
    if let outcome = turn.outcome { return .ended(outcome) }
    guard let socket = turn.awaited else { return .begun }
    let isReady = ccurl_wait_readable(socket, Int(HTTPTarget.nearness / 1_000)) != 0
    return endWait(on: socket, for: transfer, isReady: isReady).map(Beginning.ended) ?? .begun
  }

  private func endWait(on socket: Int32, for transfer: Transfer, isReady: Bool) -> TransferOutcome? {
    let turn = core.withLockIfAvailable { core in
      core.endWait(on: socket, for: transfer, isReady: isReady)
      var turn = Turn(outcome: transfer.takeOutcome(), finished: core.takeFinished())
      turn.mustWake = core.takeDriverMustWake()
      return turn
    }
    guard let turn else {
      order(.endWait(socket, transfer))
      return nil
    }
    settle(turn)
    return turn.outcome
  }

  private func attach(_ continuation: UnsafeContinuation<Void, Never>, to transfer: Transfer) {
    let finished = core.withLockIfAvailable { core in
      core.attach(continuation, to: transfer)
      return core.takeFinished()
    }
    if let finished { tell(finished) } else { order(.attach(continuation, transfer)) }
  }

  private func settle(_ turn: Turn) {
    tell(turn.finished)
    if turn.mustWake { wake() }
  }

  private func order(_ order: Order) {
    inbox.withLock { $0.append(order) }
    wake()
  }

  private func wake() {
    guard !isWaking.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var byte: UInt8 = 1
    _ = write(wakeWriter, &byte, 1)
  }

  private func tell(_ finished: [TransferCore.Completion]) {
    for completion in finished { completion.transfer.tell(completion.continuation) }
  }

  // MARK: The driver's thread

  private func startThread() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<TransferEngine>.fromOpaque(context).takeUnretainedValue().drive() }
          return nil
        }, context)
    #else
      var thread: pthread_t?
      let code = pthread_create(
        &thread, nil,
        { context in
          Unmanaged<TransferEngine>.fromOpaque(context).takeUnretainedValue().drive()
          return nil
        }, context)
    #endif
    guard code == 0 else { fatalError("the network's thread cannot be started (error \(code))") }
  }

  private func drive() {
    // A peer that closes its end while this thread writes is an error code here, not the end of the program.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)

    var entries = [pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0)]
    while true {
      if entries[0].revents != 0 { drainPipe() }
      let orders = inbox.withLock { orders in
        defer { orders = [] }
        return orders
      }
      let turn = core.withLock { core in
        for order in orders {
          switch order {
          case .start(let transfer): core.start(transfer)
          case .attach(let continuation, let transfer): core.attach(continuation, to: transfer)
          case .endWait(let socket, let transfer): core.endWait(on: socket, for: transfer, isReady: true)
          case .cancel(let transfer): core.cancel(transfer)
          case .retire(let serial): core.retire(serial)
          }
        }
        core.handle(entries)
        core.runDue()
        let finished = core.takeFinished()
        return (finished: finished, milliseconds: core.prepareWait(&entries, keepingFirst: 1))
      }
      tell(turn.finished)
      if poll(&entries, nfds_t(entries.count), turn.milliseconds) <= 0 {
        for index in entries.indices { entries[index].revents = 0 }
      }
    }
  }

  private func drainPipe() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while withUnsafeMutableBytes(of: &bytes, { read(wakeReader, $0.baseAddress, $0.count) }) > 0 {}
    // Lowered before the inbox is read, so that an order that comes later writes again.
    isWaking.store(false, ordering: .sequentiallyConsistent)
  }
}
