import ChainSupport
import Foundation
import Locking
import Testing

@testable import WebApp

@Suite("Wrong passwords that are counted in a file")
struct PasswordAttemptsTests {
  private let time = Guarded<Int64>(1_800_000_000)
  private let lines = Guarded<[String]>([])

  private func tries(_ path: String) -> PasswordAttempts {
    PasswordAttempts(path: path, clock: { [time] in time.withLock { $0 } }) { [lines] line in
      lines.withLock { $0.append(line) }
    }
  }

  /// Tries wrong passwords, each as soon as it may be.
  private func fail(_ tries: PasswordAttempts, _ account: String = "alice", times: Int = 1) async {
    for _ in 0..<times {
      let seconds = await wait(tries, account)
      guard seconds > 0 else { continue }
      time.withLock { $0 += seconds }
      #expect(await wait(tries, account) == 0)
    }
  }

  /// The seconds to wait; 0 for none, and then a try has begun.
  private func wait(_ tries: PasswordAttempts, _ account: String = "alice") async -> Int64 {
    do {
      try await tries.begin(account)
      return 0
    } catch {
      guard case .tooManyTries(let seconds) = error else { return -1 }
      return seconds
    }
  }

  @Test("outlive the process, are seen by another, and are forgotten after a right one or a day")
  func restarts() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("state/web/password-tries")
    let name = "alice 가\n%"
    await fail(tries(path), name, times: 7)
    let other = tries(path)
    #expect(await wait(other, name) == 4)
    #expect(await wait(other) == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    await other.succeed(name)
    #expect(await wait(tries(path), name) == 0)
    await fail(other, name, times: 6)
    time.withLock { $0 += 86_400 }
    await fail(other, name)
    #expect(await wait(tries(path), name) == 0)
    #expect(lines.withLock { $0 }.isEmpty)
  }

  @Test("are counted when a try begins: many at once are no more than one after the other")
  func atOnce() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("password-tries")
    let begun = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<40 {
        group.addTask { await wait(tries(path), index % 2 == 0 ? "alice" : "bob") == 0 }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(begun == 10)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("5 1800000001 1800000000 alice\n") && text.contains("5 1800000001 1800000000 bob\n"))
  }

  @Test(
    "begin anew after damage, and the log says so",
    arguments: [
      "x", "wrong passwords 1", "wrong passwords 1\n-1 0 0 alice\n", "wrong passwords 1\n9 9 alice\n",
      "wrong passwords 2\n", "wrong passwords 1\n9 99999999999999999999 0 alice\n",
    ])
  func damage(text: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("password-tries")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(await wait(tries(path)) == 0)
    #expect(lines.withLock { $0 }.count == 1 && lines.withLock { $0 }[0].contains("damaged"))
    await fail(tries(path), times: 4)
    #expect(await wait(tries(path)) == 1)
    #expect(lines.withLock { $0 }.count == 1)
  }

  @Test("keep nobody out for longer than the longest wait, even if the clock was set back")
  func clock() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("password-tries")
    await fail(tries(path), times: 20)
    time.withLock { $0 -= 1_000_000 }
    #expect(await wait(tries(path)) == 60)
  }

  @Test("are counted in memory where there can be no file")
  func noFile() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("folder")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let tries = tries(path)
    await fail(tries, times: 6)
    #expect(await wait(tries) == 2)
    #expect(lines.withLock { $0 }.contains { $0.contains("in memory") })
  }
}
