import Files
import Locking
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite struct BlockingWorkTests {
  @Test func returnsWhatTheWorkReturns() async throws {
    #expect(try await BlockingWork.run { 6 * 7 } == 42)
  }

  @Test func throwsWhatTheWorkThrows() async {
    struct Refused: Error {}
    await #expect(throws: Refused.self) { try await BlockingWork.run { throw Refused() } }
  }

  @Test func runsOnAnotherThread() async throws {
    let here = await MainActor.run { UInt(bitPattern: pthread_self().hashValue) }
    let there = try await BlockingWork.run { UInt(bitPattern: pthread_self().hashValue) }
    #expect(here != there)
  }

  @Test func doesEveryPieceOnceAndNeverMoreAtATimeThanAllowed() async throws {
    let running = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try await BlockingWork.run {
            running.enter()
            usleep(500)
            running.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    let result = running.result
    #expect(result.done == 200)
    #expect(result.most <= BlockingWork.maximumThreads)
    #expect(result.most > 1)
  }

  @Test(.timeLimit(.minutes(20))) func leavesTheCooperativePoolFree() async throws {
    // As much work as may run at once blocks until ordinary tasks, more of them than the pool has threads, are done.
    let gate = Gate()
    let blocked = (0..<BlockingWork.maximumThreads).map { _ in Task { try await BlockingWork.run { gate.wait() } } }
    await withTaskGroup(of: Int.self) { group in
      for number in 0..<100 { group.addTask { number } }
      for await _ in group {}
    }
    gate.open()
    for task in blocked { try await task.value }
  }

  @Test func workOfACancelledTaskIsDoneAllTheSame() async throws {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await BlockingWork.run { "written" }
    }
    task.cancel()
    #expect(try await task.value == "written")
  }
}

/// Counts what runs at the same time.
private final class Counter: Sendable {
  private let state = Guarded((now: 0, most: 0, done: 0))

  var result: (now: Int, most: Int, done: Int) { state.withLock { $0 } }

  func enter() {
    state.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
  }

  func leave() {
    state.withLock {
      $0.now -= 1
      $0.done += 1
    }
  }
}

/// Blocks threads until it is opened.
private final class Gate: Sendable {
  private let isOpen = Guarded(false)

  func open() { isOpen.withLock { $0 = true } }

  func wait() {
    while !isOpen.withLock({ $0 }) { usleep(1000) }
  }
}
