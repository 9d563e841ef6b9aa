import ChildProcesses
import Foundation
import Testing

@Suite("A program that we start")
struct ChildProcessTests {
  private func shell(_ line: String, environment: [String: String] = ["PATH": "/usr/bin:/bin"]) async throws -> (
    end: ChildProcess.End, output: String, errors: String
  ) {
    let process = try ChildProcess(
      "/bin/sh", ["-c", line], environment: environment, output: .pipe, errors: .pipe)
    // What these say fits into their pipes.
    let end = await process.waitUntilEnd()
    return (end, try text(process.output), try text(process.errors))
  }

  private func text(_ file: FileHandle?) throws -> String {
    String(decoding: try #require(try file?.readToEnd() ?? Data()), as: UTF8.self)
  }

  @Test("tells how it ended, by itself or by a signal, to everybody who asks")
  func ends() async throws {
    #expect(try await shell("exit 0").end == .exit(0))
    #expect(try await shell("exit 37").end == .exit(37))
    #expect(try await shell("kill -KILL $$").end == .signal(SIGKILL))
    let process = try ChildProcess("/bin/sh", ["-c", "exit 5"], environment: [:])
    async let first = process.waitUntilEnd()
    async let second = process.waitUntilEnd()
    #expect(await [first, second, process.waitUntilEnd()] == [.exit(5), .exit(5), .exit(5)])
    // Its number may be another's by now, who must not get it.
    process.send(SIGKILL)
    #expect(await process.waitUntilEnd() == .exit(5))
  }

  @Test("reads and writes pipes of ours, or nothing at all")
  func streams() async throws {
    let process = try ChildProcess(
      "/bin/sh", ["-c", "cat; echo wrong >&2"], environment: ["PATH": "/usr/bin:/bin"], input: .pipe, output: .pipe,
      errors: .pipe)
    try process.input?.write(contentsOf: Data("right".utf8))
    try process.input?.close()
    #expect(await process.waitUntilEnd() == .exit(0))
    #expect(try text(process.output) == "right")
    #expect(try text(process.errors) == "wrong\n")
    let silent = try ChildProcess(
      "/bin/sh", ["-c", "read line || echo to nobody"], environment: ["PATH": "/usr/bin:/bin"])
    #expect(silent.input == nil && silent.output == nil && silent.errors == nil)
    #expect(await silent.waitUntilEnd() == .exit(0))
  }

  @Test("is forgotten once it has ended, though nobody waits for it; its input ends with whoever holds it")
  func nobodyWaits() async throws {
    var numbers: [Int32] = []
    for line in ["exit 0", "cat >/dev/null"] {
      let process = try ChildProcess("/bin/sh", ["-c", line], environment: ["PATH": "/usr/bin:/bin"], input: .pipe)
      numbers.append(process.identifier)
    }
    var information = siginfo_t()
    for number in numbers {
      while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT | WNOHANG) == 0 {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(errno == ECHILD)
    }
  }

  @Test("has the environment and the directory that it is given")
  func surroundings() async throws {
    #expect(try await shell("echo $A-$HOME", environment: ["A": "b c"]).output == "b c-\n")
    let process = try ChildProcess(
      "/bin/sh", ["-c", "pwd"], environment: ["PATH": "/usr/bin:/bin"], directory: "/", output: .pipe)
    #expect(await process.waitUntilEnd() == .exit(0))
    #expect(try text(process.output) == "/\n")
  }

  @Test("that is not there, or in a directory that is not, is told, and leaves nothing open")
  func failures() async throws {
    for _ in 0..<3 {
      let missing = #expect(throws: ChildProcess.Failure.self) {
        try ChildProcess("/nonexistent/program", [], environment: [:], input: .pipe, output: .pipe, errors: .pipe)
      }
      #expect(missing?.description == "/nonexistent/program cannot be started: No such file or directory.")
      #expect(throws: ChildProcess.Failure.self) {
        try ChildProcess("/bin/sh", [], environment: [:], directory: "/nonexistent", output: .pipe)
      }
    }
  }

  @Test("ends on signals, though the thread that started it blocks or ignores them")
  func signals() async throws {
    let process = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        continuation.resume(
          with: Result { try ChildProcess("/bin/sh", ["-c", "while :; do :; done"], environment: [:]) })
      }
    }
    process.send(SIGTERM)
    #expect(await process.waitUntilEnd() == .signal(SIGTERM))
  }

  #if os(Linux)
    @Test("has nothing open but its own streams, whatever other threads open at that moment")
    func inheritance() async throws {
      // Descriptors without the mark that closes them in other programs, as Foundation and others make them.
      let opening = Task.detached {
        while !Task.isCancelled {
          var ends: [Int32] = [0, 0]
          guard pipe(&ends) == 0 else { return }
          await Task.yield()
          for end in ends { close(end) }
        }
      }
      defer { opening.cancel() }
      for _ in 0..<5 {
        try await withThrowingTaskGroup(of: String.self) { group in
          for _ in 0..<20 {
            // `ls` has one more: the directory that it reads.
            group.addTask { try await shell("exec ls /proc/self/fd").output }
          }
          for try await listed in group { #expect(listed == "0\n1\n2\n3\n") }
        }
      }
    }
  #endif
}
