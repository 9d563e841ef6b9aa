import EVM
import Locking
import Primitives

/// A state in memory that counts what is asked of it, and can be told to fail.
final class CountingState: StateReader, Sendable {
  struct Gone: Error, CustomStringConvertible { let description = "the node is gone" }

  private struct Told: Sendable {
    var state: MemoryState
    var count = 0
    var failsAfter = Int.max
  }

  private let told: Guarded<Told>

  init(_ state: MemoryState = MemoryState()) { told = Guarded(Told(state: state)) }

  /// How many questions there were.
  var count: Int { told.withLock { $0.count } }

  /// Lets so many questions through, and then fails; nil for never.
  func fail(after count: Int?) { told.withLock { $0.failsAfter = count.map { $0 } ?? .max } }

  private func ask<Answer: Sendable>(_ read: (MemoryState) -> Answer) throws -> Answer {
    try told.withLock { told in
      guard told.failsAfter > 0 else { throw Gone() }
      told.failsAfter -= 1
      told.count += 1
      return read(told.state)
    }
  }

  func account(_ address: Address) throws -> Account? { try ask { $0.account(address) } }
  func storage(_ address: Address, _ slot: UInt256) throws -> UInt256 { try ask { $0.storage(address, slot) } }
  func code(_ address: Address, hash: Hash32) throws -> Code { try ask { $0.code(address, hash: hash) } }
  func hasStorage(_ address: Address) throws -> Bool { try ask { $0.hasStorage(address) } }
}
