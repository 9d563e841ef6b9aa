import ChainSupport
import Foundation
import HTTPTypes
import Testing

@testable import WebApp

#if os(Linux)
  @Suite("A platform whose store cannot be written")
  struct ReadinessTests {
    @Test("is not ready, and is again once it can be")
    func fullDisk() async throws {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let platform = try PlatformFixture(try await SiteFixture.open(), storeAt: folder.file("platform.sqlite"))
        func isReady() async -> Bool {
          await platform.answer("GET", "/readyz", hosts: ["10.0.0.7:7789"]).status == .ok
        }
        func limit(_ bytes: rlim_t) throws {
          signal(SIGXFSZ, SIG_IGN)
          var limit = rlimit(rlim_cur: bytes, rlim_max: .max)
          try #require(setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0)
        }
        #expect(await isReady())
        try limit(0)
        while await isReady() { try await Task.sleep(for: .milliseconds(50)) }
        try limit(.max)
        while await !isReady() { try await Task.sleep(for: .milliseconds(50)) }
      }
    }
  }
#endif
