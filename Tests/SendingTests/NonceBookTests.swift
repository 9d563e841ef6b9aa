import Primitives
import Sending
import Testing

@Suite("Nonces given out side by side")
struct NonceBookTests {
  let account = Address.zero

  @Test("begin at the chain's count and go up by one")
  func consecutive() async throws {
    let book = NonceBook()
    var taken: [UInt64] = []
    for _ in 0..<3 { taken.append(try await book.reserve(for: account, chainCount: 5)) }
    #expect(taken == [5, 6, 7])
  }

  @Test("are all different and without a gap under a hundred tasks")
  func concurrent() async throws {
    let book = NonceBook()
    let taken = try await withThrowingTaskGroup(of: UInt64.self) { group in
      for _ in 0..<100 { group.addTask { try await book.reserve(for: .zero, chainCount: 3) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(taken.sorted() == Array(3..<103))
  }

  @Test("that were given back are the first to be used again")
  func givenBack() async throws {
    let book = NonceBook()
    for _ in 0..<3 { _ = try await book.reserve(for: account, chainCount: 0) }
    await book.release(1, of: account)
    #expect(try await book.reserve(for: account, chainCount: 0) == 1)
    #expect(try await book.reserve(for: account, chainCount: 0) == 3)
  }

  @Test("that were given back from the end leave nothing behind")
  func givenBackFromTheEnd() async throws {
    let book = NonceBook()
    for _ in 0..<3 { _ = try await book.reserve(for: account, chainCount: 0) }
    await book.release(1, of: account)
    await book.release(2, of: account)
    #expect(try await book.reserve(for: account, chainCount: 0) == 1)
    #expect(try await book.reserve(for: account, chainCount: 0) == 2)
  }

  @Test("that another program used meanwhile are not given out")
  func usedElsewhere() async throws {
    let book = NonceBook()
    _ = try await book.reserve(for: account, chainCount: 0)
    _ = try await book.reserve(for: account, chainCount: 0)
    await book.release(0, of: account)
    #expect(try await book.reserve(for: account, chainCount: 4) == 4)
  }

  @Test("that were never reserved cannot be given back")
  func neverReserved() async throws {
    let book = NonceBook()
    await book.release(9, of: account)
    #expect(try await book.reserve(for: account, chainCount: 0) == 0)
  }

  @Test("of different accounts do not touch")
  func accounts() async throws {
    let book = NonceBook()
    let other = try Address("0x00000000000000000000000000000000000000ff")
    _ = try await book.reserve(for: account, chainCount: 0)
    #expect(try await book.reserve(for: other, chainCount: 0) == 0)
  }
}
