import Foundation
import NodeDoubles
import Testing

@testable import Rates

@Suite("Several processes that share a book")
struct ProcessTests {
  private let fixture: AskingFixture
  private let source = WordSource("https://shared.test/")

  init() throws { fixture = try AskingFixture(.pause(milliseconds: 200), .reply("41.5")) }

  /// The outcome of a process of its own.
  private static func ask(_ path: String, _ url: String) async throws -> SourceOutcome {
    let client = SourceClient(book: try RatesBook(path), mirror: try SourceMirror(url), clock: { BookFixture.noon })
    return await client.ask([WordSource("https://shared.test/")], for: .news)[0]
  }

  @Test("Twenty processes at once make one request, and all have the answer", .timeLimit(.minutes(20)))
  func twenty() async throws {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = fixture.files.path as String, url = fixture.server.url as String] in
            let outcome = try await Self.ask(path, url)
            let kept = try await RatesBook(path).quotes(in: .crypto, at: BookFixture.noon)
            exit(outcome.problem == nil && kept.count == 1 ? 0 : 1)
          }
        }
      }
    }
    #expect(fixture.server.requests.count == 1)
  }

  @Test("A process that is killed while it asks has asked: nobody does within five minutes", .timeLimit(.minutes(20)))
  func killed() async throws {
    let silent = try AskingFixture(.hang)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = silent.files.path as String, url = silent.server.url as String] in
      async let outcome = Self.ask(path, url)
      // Killed when the attempt is in the book, whether or not anything was sent yet.
      let book = try RatesBook(path)
      while try await book.requests().isEmpty { try await Task.sleep(for: .milliseconds(1)) }
      kill(getpid(), SIGKILL)
      _ = try await outcome
    }
    let sent = silent.server.requests.count
    #expect(sent <= 1)
    for second in [0, 299] as [Int64] {
      silent.clock.now = BookFixture.noon + second
      #expect(await silent.ask(source, isForced: true).wasAsked == false)
    }
    #expect(silent.server.requests.count == sent)
  }
}
