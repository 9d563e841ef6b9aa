import ChainSupport
import Foundation
import Locking
import Testing

@testable import WebApp

@Suite("Wrong passwords that are counted in a file")
struct PasswordTriesTests {
  private let time = Guarded<Int64>(1_800_000_000)
  private let lines = Guarded<[String]>([])

  private func tries(_ path: String) -> PasswordTries {
    PasswordTries(path: path, clock: { [time] in time.withLock { $0 } }) { [lines] line in
      lines.withLock { $0.append(line) }
    }
  }

  /// The seconds to wait; 0 for none.
  private func wait(_ tries: PasswordTries, _ account: String = "alice") async -> Int64 {
    do {
      try await tries.check(account)
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
    for _ in 0..<7 { await tries(path).fail(name) }
    let other = tries(path)
    #expect(await wait(other, name) == 4)
    #expect(await wait(other) == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    await other.succeed(name)
    #expect(await wait(tries(path), name) == 0)
    for _ in 0..<6 { await other.fail(name) }
    time.withLock { $0 += 86_400 }
    await other.fail(name)
    #expect(await wait(tries(path), name) == 0)
    #expect(lines.withLock { $0 }.isEmpty)
  }

  @Test("are all counted where many count at once")
  func atOnce() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("password-tries")
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask { await tries(path).fail(index % 2 == 0 ? "alice" : "bob") }
      }
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("20 1800000060 1800000000 alice\n") && text.contains("20 1800000060 1800000000 bob\n"))
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
    for _ in 0..<5 { await tries(path).fail("alice") }
    #expect(await wait(tries(path)) == 1)
    #expect(lines.withLock { $0 }.count == 1)
  }

  @Test("keep nobody out for longer than the longest wait, even if the clock was set back")
  func clock() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("password-tries")
    for _ in 0..<20 { await tries(path).fail("alice") }
    time.withLock { $0 -= 1_000_000 }
    #expect(await wait(tries(path)) == 60)
  }

  @Test("are counted in memory where there can be no file")
  func noFile() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("folder")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let tries = tries(path)
    for _ in 0..<6 { await tries.fail("alice") }
    #expect(await wait(tries) == 2)
    #expect(lines.withLock { $0 }.contains { $0.contains("in memory") })
  }
}
