import Locking
import Testing

@testable import NodeRPC

@Suite("Work on several elements at once")
struct InParallelTests {
  private struct Failure: Error, Equatable { let number: Int }

  @Test("gives the outcomes in the elements' order", arguments: [0, 1, 2, 3, 10], [1, 3, 20])
  func order(count: Int, most: Int) async {
    let outcomes = await Array(0..<count).inParallel(atOnce: most) { number in
      for _ in number..<count { await Task.yield() }
      return number * 2
    }
    #expect(outcomes == (0..<count).map { $0 * 2 })
  }

  @Test("is never done for more than so many, and for so many where there are")
  func bound() async {
    let running = Guarded((now: 0, most: 0))
    _ = await Array(0..<20).inParallel(atOnce: 3) { number in
      running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      // The first three go on when all of them are there.
      while number < 3, running.withLock({ $0.most }) < 3 { await Task.yield() }
      running.withLock { $0.now -= 1 }
    }
    #expect(running.withLock { $0.now } == 0 && running.withLock { $0.most } == 3)
  }

  @Test("ends with the failure of the first element that has one, though a later one fails before it")
  func failure() async {
    let hasLaterFailed = Guarded(false)
    await #expect(throws: Failure(number: 4)) {
      try await Array(0..<100).inParallel(atOnce: 6) { number throws(Failure) in
        if number == 5 {
          hasLaterFailed.withLock { $0 = true }
          throw Failure(number: 5)
        }
        guard number == 4 else { return }
        while !hasLaterFailed.withLock({ $0 }) { await Task.yield() }
        throw Failure(number: 4)
      }
    }
  }

  @Test("begins nothing after a failure")
  func end() async {
    let begun = Guarded(0)
    await #expect(throws: Failure(number: 4)) {
      try await Array(0..<100).inParallel(atOnce: 1) { number throws(Failure) in
        begun.withLock { $0 += 1 }
        guard number != 4 else { throw Failure(number: number) }
      }
    }
    #expect(begun.withLock { $0 } == 5)
  }
}
