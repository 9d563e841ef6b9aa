import ChildProcesses
import Foundation
import Testing

@testable import LecturesCommand

/// The program as it is installed; what can be shown inside a test is shown in the other suites.
@Suite(
  "The program", .serialized, .enabled(if: Executable.path != nil, "lectures is not built"), .timeLimit(.minutes(20)))
struct ProcessTests {
  @Test("tells its version, and its result and failures where they belong")
  func basics() async throws {
    let version = try await Executable.run(["--version"])
    #expect(version.status == 0 && version.output == "\(Version.text)\n" && version.errors.isEmpty)
    let list = try await Executable.run(["network", "list", "--json"])
    #expect(list.status == 0 && list.output.hasPrefix("{\"ok\":true") && list.errors.isEmpty)
    let misuse = try await Executable.run(["netwrok"])
    #expect(misuse.status == 64 && misuse.output.isEmpty && misuse.errors.contains("Did you mean 'network'?"))
  }

  @Test("is not disturbed by a reader that has enough")
  func pipe() async throws {
    let run = try await Executable.shell("\"$0\" --help | head -n 1; \"$0\" network list > /dev/full; echo $?")
    #expect(run.output.hasPrefix("OVERVIEW: "))
    #expect(run.output.hasSuffix("\n1\n"))
    #expect(run.errors.contains("The result could not be written."))
  }

  @Test("never takes a pipe of its own for an output that is closed")
  func closed() async throws {
    for closing in [">&-", "<&- >&-"] {
      let run = try await Executable.shell("\"$0\" contract encode 'f(bytes)' 0x00 \(closing); echo $?")
      #expect(run.output == "1\n", "\(closing)")
      #expect(run.errors.contains("The result could not be written."), "\(closing)")
    }
  }

  @Test("reads a password's descriptor line by line")
  func environment() async throws {
    let run = try await Executable.shell("LECTURES_NETWORK=kairos \"$0\" network show --json | head -c 60")
    #expect(run.output.hasPrefix("{\"ok\":true,\"result\":{\"network\":{\"name\":\"kairos\""))
  }

  @Test("ends on a signal even if what it does cannot be cancelled, and at once on the second")
  func signals() async throws {
    for (signals, status) in [([SIGINT], 130), ([SIGTERM], 143), ([SIGINT, SIGINT], 130)] {
      // Reading a pipe whose other end stays open blocks for ever.
      let process = try Executable.start(["network", "show", "--config", "/dev/stdin"], input: .pipe)
      let writer = try #require(process.process.input)
      try writer.write(contentsOf: Data(" ".utf8))
      // Once the program has read that, its signals are looked after.
      var unread: Int32 = 1
      while unread > 0 {
        try #require(!process.process.isOver, "it ended before it read")
        try await Task.sleep(for: .milliseconds(10))
        try #require(ioctl(writer.fileDescriptor, UInt(FIONREAD), &unread) == 0)
      }
      for signal in signals {
        process.process.send(signal)
        try await Task.sleep(for: .milliseconds(100))
      }
      let run = await process.end()
      withExtendedLifetime(writer) {}
      #expect(run.status == status)
      if signals.count == 1 {
        #expect(run.errors == (status == 130 ? "error: Interrupted.\n" : "error: Ended by a signal.\n"))
      }
    }
  }
}
