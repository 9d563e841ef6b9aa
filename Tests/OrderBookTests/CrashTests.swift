import ChainSupport
import DiskDoubles
import Foundation
import Locking
import Orders
import Primitives
import Testing

@testable import OrderBook

/// Processes that die while they take orders and follow a chain.
@Suite struct CrashTests {
  /// Each step is one of the disk's: every write and sync of SQLite's.
  @Test(arguments: [1, 2, 3, 5, 8, 12, 17, 23, 30, 38, 47, 57])
  func whatWasTakenIsThereWhereverTheProcessDies(step: Int) async throws {
    let folder = try TemporaryFolder()
    // The file and its first orders are there before anything goes wrong.
    let first = try await OrderBookTests.keeper(Self.chain(), folder.file("book.sqlite"))
    try await first.add(try Self.order(0))
    try await first.close()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.file("book.sqlite") as String, taken = folder.file("taken") as String, step = step as Int] in
      let log = open(taken, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      let left = Guarded(Int.max)
      FaultyDisk.install { _ in
        let isLast = left.withLock { left in
          left -= 1
          return left == 0
        }
        guard isLast else { return .go }
        return .tear {
          FaultyDisk.losePower()
          kill(getpid(), SIGKILL)
          exit(1)
        }
      }
      let chain = Self.chain()
      let keeper = try await OrderBookTests.keeper(chain, path)
      left.withLock { $0 = step }
      for number in 1...50 {
        for outcome in try await keeper.add(try Self.order(2 * number), try Self.order(2 * number + 1)) {
          guard case .added(let entry) = outcome else { continue }
          // One call, so that a kill leaves whole answers.
          try #require(write(log, entry.hash.bytes, 32) == 32)
        }
        chain.mine([.fill(try Self.order(2 * number), 30)])
        try await keeper.advance()
      }
    }
    let taken = try Bytes(Data(contentsOf: URL(fileURLWithPath: folder.file("taken"))))
    let chain = Self.chain()
    let keeper = try await OrderBookTests.keeper(chain, folder.file("book.sqlite"))
    for start in stride(from: 0, to: taken.count, by: 32) {
      let hash = try Hash32(taken[start..<(start + 32)])
      #expect(try await keeper.entry(hash) != nil)
    }
    // Of those that were not answered for, both of a call are there or none, and nothing else is.
    let hashes = await keeper.read { Set($0.entries.keys) }
    #expect(hashes.contains(try Self.order(0).hash))
    #expect(hashes.count >= 1 + taken.count / 32 && hashes.count <= 1 + taken.count / 32 + 2)
    #expect(hashes.count.isMultiple(of: 2) == false)
    try await keeper.close()
  }

  /// The same chain in each process.
  private static func chain() -> ModelChain {
    let chain = ModelChain(3)
    chain.mine(fund(Cast.makers[0], Cast.base, 1_000_000))
    return chain
  }

  private static func order(_ number: Int) throws -> BookOrder {
    number.isMultiple(of: 2) ? try Cast.v1(salt: UInt256(UInt64(number))) : try Cast.v4(salt: UInt256(UInt64(number)))
  }
}
