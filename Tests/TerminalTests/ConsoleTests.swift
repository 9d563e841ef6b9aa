import StrictJSON
import Testing

@testable import Terminal

@Suite("The console")
struct ConsoleTests {
  private let output = MemorySink()
  private let errors = MemorySink()

  private func console(terminal: Int? = 40, _ outputMode: Console.OutputMode = .init(colour: false)) -> Console {
    let screen = terminal.map { Screen(isTerminal: true, columns: $0, hasColour: true, hasCursor: true) } ?? .none
    return Console(
      Environment(
        variables: [:], output: output, errors: errors, screen: screen, errorScreen: screen, prompter: nil),
      outputMode: outputMode)
  }

  @Test("takes the status line away before anything else is written, and puts it back below")
  func status() {
    let console = console()
    console.showStatus("working")
    console.note("half of it is done")
    console.print(text: "result\n")
    #expect(errors.text == "\rworking\u{1B}[K\r\u{1B}[Khalf of it is done\n\rworking\u{1B}[K\r\u{1B}[K")
    #expect(output.text == "result\n")
  }

  @Test("shows one text at a time where several are being done: that of the last begun")
  func nestedStatus() {
    final class Work: Sendable {}
    let (console, outer, inner) = (console(), Work(), Work())
    console.showStatus("outer", of: outer)
    console.showStatus("inner", of: inner)
    console.showStatus("outer", of: outer)
    console.clearStatus(of: inner)
    console.showStatus("outer", of: outer)
    console.clearStatus(of: outer)
    #expect(
      errors.text == "\router\u{1B}[K\rinner\u{1B}[K\r\u{1B}[K\router\u{1B}[K\r\u{1B}[K", "\(errors.text)")
  }

  @Test("cuts a status line that would not fit")
  func longStatus() {
    console(terminal: 20).showStatus("스위프트 스위프트 스위프트 스위프트")
    #expect(errors.text == "\r스위프트 스위프트 …\u{1B}[K")
  }

  @Test("shows progress after a while on a terminal, and clears it")
  func progress() async {
    let console = console()
    let value = await Progress.show("Waiting", on: console, after: .milliseconds(10)) { progress in
      progress.update("Waiting longer")
      // On a machine with much else to do the wheel comes late.
      for _ in 0..<2000 where errors.text.isEmpty { try? await Task.sleep(for: .milliseconds(10)) }
      return 7
    }
    #expect(value == 7)
    #expect(errors.text.contains("Waiting longer …"))
    #expect(errors.text.hasSuffix("\r\u{1B}[K"))
  }

  @Test("shows no progress of what is quick, in a pipe, or with --quiet")
  func noProgress() async {
    await Progress.show("Waiting", on: console(), after: .seconds(60)) { _ in }
    for console in [console(terminal: nil), console(.init(quiet: true))] {
      await Progress.show("Waiting", on: console, after: .zero) { _ in try? await Task.sleep(for: .milliseconds(50)) }
    }
    #expect(errors.text.isEmpty)
  }

  @Test("hands messages beside results to a log once there is one, which knows itself what it keeps")
  func log() {
    let console = console(.init(quiet: true))
    let log = MemorySink()
    console.hand { weight, text in _ = log.write(Array("\(weight) \(text)\n".utf8)) }
    console.note("a note")
    console.detail(StyledText("a de\ntail"))
    console.warn("a warning")
    console.say(["a failure"])
    #expect(log.text == "note a note\ndetail a de\\ntail\nwarning a warning\n")
    #expect(errors.text == "a failure\n" && output.text.isEmpty)
  }

  @Test("prints nothing for people with --quiet, but the JSON that was asked for")
  func quiet() {
    let quiet = console(.init(quiet: true))
    quiet.print(["A result"])
    #expect(!quiet.redraws && output.text.isEmpty)
    quiet.print(json: 1)
    #expect(output.text == "1\n")
  }

  @Test("says details with --verbose and no notes with --quiet")
  func manners() {
    console(.init(verbose: true, colour: false)).detail("asking the node")
    console(.init(quiet: true, colour: false)).note("never")
    console().detail("never")
    console(.init(quiet: true, colour: false)).warn("danger")
    #expect(errors.text == "asking the node\nwarning: danger\n")
  }

  @Test("prints JSON over several lines for a person and on one for a program")
  func json() {
    console().print(json: ["ok": true])
    console(terminal: nil).print(json: ["ok": true, "text": "\u{9B}"])
    #expect(output.text == "{\n  \"ok\": true\n}\n{\"ok\":true,\"text\":\"\\u009b\"}\n")
  }

  @Test("takes of lines that are drawn again and again as many rows as a screen has, each a line")
  func fitted() {
    let lines: [StyledText] = ["prices of gas in ston", StyledText(String(repeating: "x", count: 30)), "a", "b"]
    func fitted(_ columns: Int, _ rows: Int) -> [String] {
      Screen(isTerminal: true, columns: columns, rows: rows, hasColour: false, hasCursor: true).fitted(lines)
        .map(\.plain)
    }
    #expect(fitted(40, 24) == lines.map(\.plain))
    #expect(fitted(20, 24) == ["prices of gas in", "ston", String(repeating: "x", count: 19) + "…", "a", "b"])
    #expect(fitted(20, 4) == ["prices of gas in", "ston", String(repeating: "x", count: 19) + "…"])
    #expect(Screen.none.fitted(lines) == lines)
  }

  @Test("knows a terminal by its environment")
  func screens() {
    #expect(Screen(descriptor: -1, environment: ["TERM": "xterm"]) == Screen.none)
    #expect(Screen(descriptor: -1, environment: ["COLUMNS": "132"]).columns == 132)
    #expect(Screen(descriptor: -1, environment: ["COLUMNS": "-5"]).columns == 80)
  }
}
