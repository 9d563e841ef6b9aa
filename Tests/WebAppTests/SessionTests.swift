import Localization
import Locking
import Testing

@testable import WebApp

@Suite("Sessions of pages")
struct WebSessionTests {
  private let time = Guarded<Int64>(1000)

  private var clock: @Sendable () -> Int64 { { [time] in time.withLock { $0 } } }

  @Test("a link lets in once, and for five minutes")
  func links() {
    let links = EntryLinks(clock: clock)
    let (first, second) = (links.make(), links.make())
    #expect(first.utf8.count == 43)
    #expect(links.redeem("") == .unknown)
    #expect(links.redeem(String(first.dropLast())) == .unknown)
    #expect(links.redeem(first) == .admitted)
    #expect(links.redeem(first) == .unknown)
    time.withLock { $0 += 299 }
    let third = links.make()
    time.withLock { $0 += 1 }
    #expect(links.redeem(second) == .tooOld && links.redeem(second) == .tooOld)
    #expect(links.redeem(third) == .admitted)
    time.withLock { $0 += 86_400 }
    #expect(links.redeem(second) == .unknown)
  }

  @Test("secrets are equal only where all of their bytes are, and keep their bytes as text")
  func tokens() {
    #expect(RandomToken.areEqual([1, 2, 3], [1, 2, 3]))
    for other: [UInt8] in [[1, 2, 4], [3, 2, 1], [2, 1, 3], [1, 3, 2], [1, 2], [], [1, 2, 3, 0]] {
      #expect(!RandomToken.areEqual([1, 2, 3], other))
    }
    for count in 0..<70 {
      let bytes = RandomToken.bytes(count)
      #expect(RandomToken.bytes(base64URL: RandomToken.base64URL(bytes)) == bytes)
    }
  }

  @Test("the time for which an account is kept unlocked is told in whole minutes, or else in seconds")
  func periods() {
    let told: [(Int64, [String])] = [
      (600, ["10 minutes", "10분", "10 хвилин"]), (60, ["1 minute", "1분", "1 хвилину"]),
      (30, ["30 seconds", "30초", "30 секунд"]), (92, ["92 seconds", "92초", "92 секунди"]),
    ]
    for (seconds, words) in told {
      let texts = Language.allCases.map { $0[FormText.keepUnlocked(seconds: seconds)] }
      for word in words { #expect(texts.count { $0.contains(word) } == 1, "\(texts)") }
    }
  }

  @Test("a session ends by its time or by leaving, and only its own text finds it")
  func sessions() {
    let sessions = WebSessions(clock: clock)
    let (one, other) = (sessions.begin(), sessions.begin())
    #expect(sessions.session(one) != nil)
    #expect(sessions.session(one) !== sessions.session(other))
    #expect(sessions.session(nil) == nil)
    #expect(sessions.session("x") == nil)
    sessions.end(one)
    #expect(sessions.session(one) == nil)
    time.withLock { $0 += WebSessions.lifetime }
    #expect(sessions.session(other) == nil)
  }

  @Test("the secret of a session is written anew into each form, and another session's is refused")
  func formGuards() {
    let (guardian, other) = (FormGuard(), FormGuard())
    let tokens = (0..<20).map { _ in guardian.token() }
    #expect(Set(tokens).count == 20)
    #expect(tokens.allSatisfy { guardian.admits($0) })
    #expect(!guardian.admits(other.token()))
    for token in [nil, "", "AAAA", String(tokens[0].dropLast()), tokens[0] + "A"] { #expect(!guardian.admits(token)) }
  }

  @Test("after five wrong passwords the next has to wait, each time longer, a minute at most; a right one ends it")
  func tries() async throws {
    let tries = PasswordAttempts(clock: clock)
    var waits: [Int64] = []
    for _ in 0..<15 {
      do {
        try await tries.begin("alice")
        waits.append(0)
      } catch {
        guard case .tooManyTries(let seconds) = error else { throw error }
        waits.append(seconds)
        time.withLock { $0 += seconds }
        try await tries.begin("alice")
      }
      try await tries.begin("bob")
      await tries.takeBack("bob")
    }
    #expect(waits == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
    await tries.succeed("alice")
    try await tries.begin("alice")
  }

  @Test("a reader that was away gets what it missed, or is told that something is gone")
  func events() async throws {
    let hub = EventHub()
    for number in 0..<5 { hub.tell("tx", "\(number)") }
    func first(_ count: Int, after last: Int?) async throws -> String {
      var text = ""
      var left = count
      for await piece in try #require(hub.stream(after: last)) {
        text += String(decoding: piece, as: UTF8.self)
        left -= 1
        if left == 0 { break }
      }
      return text
    }
    let missed = try await first(3, after: 3)
    #expect(missed.contains("id: 4\nevent: tx\ndata: 3\n\n") && missed.contains("id: 5"))
    for number in 0..<2_000 { hub.tell("tx", "\(number)") }
    #expect(try await first(2, after: 3).contains("event: reset"))
  }
}
