import Testing

@Suite("A send whose block is reorganised away", .timeLimit(.minutes(20)))
struct ReorganisationTests {
  @Test("is offered again, the same bytes, and mined again", arguments: 1...5)
  func reorganised(depth: Int) async throws {
    try await ReorganisationRun(depth: depth).run()
  }

  @Test("after it was told as mined is not forgotten: it is mined again before the next", arguments: [1, 3])
  func told(depth: Int) async throws {
    try await ReorganisationRun(depth: depth).runAfterwards()
  }
}
