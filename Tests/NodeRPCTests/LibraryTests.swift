import NodeRPC
import Platform
import Testing

@Suite("libcurl is opened when it is needed")
struct LibraryTests {
  @Test("where it cannot be opened, a request says so, what helps, and that nothing was sent")
  func missing() async {
    await #expect(processExitsWith: .success) {
      let client = try NodeClient("http://127.0.0.1:1", options: .quick)
      // No further file can be opened.
      var limit = rlimit()
      try #require(setrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let error = try await failure { try await client.blockNumber() }
      #expect(error.code == .noLibrary)
      #expect(error.attempts == 1)
      #expect(!error.leavesOutcomeOpen)
      #expect(error.description.contains("libcurl.so.4"))
      #expect(error.description.contains("apt-get install libcurl4"))
    }
  }
}
