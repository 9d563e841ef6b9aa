/// One change of a book at a time: whoever comes while one is under way waits in line.
struct FIFOLock {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Takes the place if it is free.
  mutating func take() -> Bool {
    guard !isTaken else { return false }
    isTaken = true
    return true
  }

  /// Waits in line.
  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

  /// Hands the place to the first in line, or frees it.
  mutating func leave() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
