import Keys
import Testing

@testable import Terminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A terminal without a window: what is written to one end is typed at the other.
private struct Pseudoterminal {
  let person: Int32
  let path: String

  init?() {
    #if canImport(Darwin)
      person = posix_openpt(O_RDWR | O_NOCTTY)
      guard person >= 0, grantpt(person) == 0, unlockpt(person) == 0, let name = ptsname(person) else { return nil }
      path = String(cString: name)
    #else
      // What posix_openpt and its kin do, which Glibc's module does not show: TIOCSPTLCK and TIOCGPTN.
      person = openFile("/dev/ptmx")
      var unlocked: Int32 = 0
      var number: Int32 = 0
      guard person >= 0, ioctl(person, 0x4004_5431, &unlocked) == 0, ioctl(person, 0x8004_5430, &number) == 0 else {
        return nil
      }
      path = "/dev/pts/\(number)"
    #endif
  }

  func open() -> Int32 { openFile(path) }

  func type(_ text: String) { _ = Descriptor.write(Array(text.utf8), to: person) }

  /// The terminal's output until `text` appears.
  func shown(until text: String) -> String {
    var seen: [UInt8] = []
    // Not characters: "\r\n" is one.
    while !seen.reversed().starts(with: text.utf8.reversed()) {
      guard case .byte(let byte) = LineReader.next(person) else { break }
      seen.append(byte)
    }
    return String(decoding: seen, as: UTF8.self)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(person, UInt(TIOCSWINSZ), &size)
  }

  var echoes: Bool {
    var modes = termios()
    return tcgetattr(person, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO) != 0
  }
}

private func openFile(_ path: String) -> Int32 { open(path, O_RDWR | O_NOCTTY) }

@Suite("A terminal", .serialized)
struct TerminalPrompterTests {
  @Test("has the size that a person gives it while the program runs, unless the environment states the width")
  func size() throws {
    let terminal = try #require(Pseudoterminal())
    let device = terminal.open()
    terminal.resize(columns: 80, rows: 24)
    let output = MemorySink()
    let console = { (variables: [String: String]) in
      let screen = Screen(descriptor: device, environment: variables)
      return Console(
        Environment(
          variables: variables, output: output, errors: output, screen: screen, errorScreen: screen, prompter: nil),
        outputMode: .init(colour: false))
    }
    let (free, told) = (console(["TERM": "xterm"]), console(["TERM": "xterm", "COLUMNS": "100"]))
    #expect(free.screen.columns == 80 && free.screen.rows == 24 && told.screen.columns == 100)

    terminal.resize(columns: 40, rows: 10)
    #expect(free.screen.columns == 40 && free.errorScreen.rows == 10)
    #expect(told.screen.columns == 100 && told.screen.rows == 10)
    close(device)
  }

  @Test("loses nothing of what was drawn on it before it was resized, whether it breaks long lines anew or cuts them")
  func redrawing() throws {
    let terminal = try #require(Pseudoterminal())
    let device = terminal.open()
    defer { close(device) }
    let output = MemorySink()
    let screen = Screen(descriptor: device, environment: ["TERM": "xterm"])
    let console = Console(
      Environment(
        variables: [:], output: output, errors: output, screen: screen, errorScreen: screen, prompter: nil),
      outputMode: .init(colour: false))
    func erased(_ width: Int, from old: (UInt16, UInt16), to new: (UInt16, UInt16)) -> String? {
      terminal.resize(columns: old.0, rows: old.1)
      let drawing = console.draw([StyledText(String(repeating: "x", count: width)), "y"])
      terminal.resize(columns: new.0, rows: new.1)
      let before = output.text
      return console.erase(drawing) ? String(output.text.dropFirst(before.count)) : nil
    }
    // What fits is as many rows as lines, in any width.
    #expect(erased(40, from: (80, 24), to: (40, 10)) == "\r\u{1B}[2A\u{1B}[J")
    #expect(erased(60, from: (40, 24), to: (40, 10)) == "\r\u{1B}[3A\u{1B}[J")
    // A line of 60 is one row now or two: all of the screen goes above it, and no row of somebody else is taken away.
    let moved = "\u{1B}[10;1H" + String(repeating: "\n", count: 10) + "\u{1B}[H"
    #expect(erased(60, from: (80, 24), to: (40, 10)) == moved)
    #expect(erased(60, from: (40, 24), to: (80, 10)) == moved)
    #expect(erased(20, from: (80, 24), to: (80, 2)) == nil)
  }

  @Test("shows a question and gives the answer, and shows no password")
  func asking() async throws {
    let terminal = try #require(Pseudoterminal())
    let device = terminal.open()
    let prompter = TerminalPrompter(open: { terminal.open() }, wakeDescriptor: -1, colour: false)

    terminal.type("y\n")
    #expect(try await prompter.answer(["Buy?"], prompt: "Go on? ") == "y")
    #expect(terminal.shown(until: "Go on? ").hasSuffix("Buy?\r\nGo on? "))

    async let secret = prompter.secret(prompt: "Password: ")
    _ = terminal.shown(until: "Password: ")
    #expect(!terminal.echoes)
    terminal.type("s3cret\n")
    #expect(try await secret == SecretBytes(utf8: "s3cret"))
    #expect(terminal.echoes)
    #expect(!terminal.shown(until: "\n").contains("s3cret"))
    close(device)
  }

  @Test("stays silent between the passwords of one work, and throws away what is typed ahead")
  func silentWork() async throws {
    let terminal = try #require(Pseudoterminal())
    let device = terminal.open()
    let prompter = TerminalPrompter(open: { terminal.open() }, wakeDescriptor: -1, colour: false)
    let typed = try await prompter.silently {
      async let first = prompter.secret(prompt: "Password: ")
      _ = terminal.shown(until: "Password: ")
      terminal.type("wrong\n")
      _ = try await first
      #expect(!terminal.echoes)
      terminal.type("typed ahead\n")
      _ = Descriptor.wait(for: [pollfd(fd: device, events: Int16(POLLIN), revents: 0)])
      async let second = prompter.secret(prompt: "Again: ")
      _ = terminal.shown(until: "Again: ")
      terminal.type("s3cret\n")
      let answer = try await second
      #expect(!terminal.echoes)
      terminal.type("too late\n")
      _ = Descriptor.wait(for: [pollfd(fd: device, events: Int16(POLLIN), revents: 0)])
      return answer
    }
    #expect(typed == SecretBytes(utf8: "s3cret"))
    #expect(terminal.echoes)
    async let answer = prompter.answer([], prompt: "Go on? ")
    let shown = terminal.shown(until: "Go on? ")
    #expect(!shown.contains("ahead") && !shown.contains("late"), "\(shown)")
    terminal.type("y\n")
    #expect(try await answer == "y")
    close(device)
  }

  @Test("gets its echo back when the question is interrupted")
  func interrupted() async throws {
    let terminal = try #require(Pseudoterminal())
    let device = terminal.open()
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let prompter = TerminalPrompter(open: { terminal.open() }, wakeDescriptor: ends[0], colour: false)
    async let answer = prompter.secret(prompt: "Password: ")
    _ = terminal.shown(until: "Password: ")
    #expect(!terminal.echoes)
    _ = Descriptor.write([0], to: ends[1])
    do {
      _ = try await answer
      Issue.record("an interrupted question has no answer")
    } catch {
      #expect((error as? PromptError)?.code == .interrupted)
    }
    #expect(terminal.echoes)
    for end in ends + [device] { close(end) }
  }

  @Test("ends a question at the end of the input")
  func end() async throws {
    let terminal = try #require(Pseudoterminal())
    let device = terminal.open()
    let prompter = TerminalPrompter(open: { terminal.open() }, wakeDescriptor: -1, colour: false)
    terminal.type("\u{4}")
    #expect(try await prompter.answer([], prompt: "Go on? ") == nil)
    close(device)
  }
}
