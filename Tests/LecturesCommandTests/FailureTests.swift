import ArgumentParser
import Keys
import NodeRPC
import Primitives
import StrictJSON
import Terminal
import Testing

@testable import LecturesCommand

private struct FailingRoot: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "failing", subcommands: [Fail.self])

  struct Fail: ReportingCommand {
    @OptionGroup var global: GlobalOptions
    @Argument var kind: String

    func run(in context: CommandContext) async throws -> Report {
      switch kind {
      case "full":
        throw CommandFailure(
          .overLimit, "Lecture 3 costs more than you allow.", reason: "It costs 1,000 KLAY; --price is 10.",
          call: "purchaseLecture(3) with 10 KLAY", advice: "Look at it: lectures show 3",
          details: ["lecture": 3, "code": "ignored"])
      case "room": throw try #require(throws: PrimitivesError.self) { try Address("0x12") }
      case "foreign":
        struct Foreign: Error, CustomStringConvertible { let description = "the disk is full\nreally\u{1B}[2J" }
        throw Foreign()
      case "misuse": throw ValidationError("Five scores are due, not four.")
      case "cancelled": throw CancellationError()
      case "sent":
        context.sent.record("0xaa", label: "purchase of lecture 0")
        context.sent.record("0xbb", label: "rating of lecture 0")
        context.sent.settle("0xaa", .confirmed)
        throw CancellationError()
      case "node":
        throw NodeError(
          .rpc, detail: "The block is pruned.", method: "eth_call", endpoint: "https://node.example", attempts: 3,
          rpcCode: -32601, rpcMessage: "the method eth_call does not exist/is not available")
      case "word":
        throw try #require(throws: KeysError.self) {
          try Mnemonic(phrase: "tset test test test test test test test test test test junk")
        }
      default:
        return Report(
          ["kind": .string(kind)], failure: CommandFailure(.overLimit, "One of two is too dear.", advice: "Look twice.")
        ) { "One of two." }
      }
    }
  }
}

@Suite("Failures")
struct FailureTests {
  private func run(_ line: String, terminal: Int? = nil, signal: Int32? = nil) async -> CommandRun {
    await CommandRun("fail \(line)", root: FailingRoot.self, terminal: terminal, signal: signal)
  }

  @Test("are told in four lines on standard error: what, why, the call, what to do")
  func fourLines() async {
    let run = await run("full")
    #expect(run.status == .overLimit)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        error: Lecture 3 costs more than you allow.
          It costs 1,000 KLAY; --price is 10.
          Call: purchaseLecture(3) with 10 KLAY
          Look at it: lectures show 3

        """)
    #expect(await self.run("full", terminal: 80).errors.hasPrefix("\u{1B}[1;31merror:\u{1B}[0m Lecture 3"))
  }

  @Test("are one JSON value on standard output with --json, and nothing else")
  func json() async {
    let run = await run("full --json")
    #expect(run.status == .overLimit)
    #expect(run.errors.isEmpty)
    #expect(
      run.output == """
        {"ok":false,"error":{"code":"overLimit","exit":11,"message":"Lecture 3 costs more than you allow.",\
        "reason":"It costs 1,000 KLAY; --price is 10.","call":"purchaseLecture(3) with 10 KLAY",\
        "advice":"Look at it: lectures show 3","lecture":3}}

        """)
  }

  @Test("of the lower rooms have a code and a status")
  func rooms() async throws {
    let run = await run("room --json")
    #expect(run.status == .failure)
    #expect(try JSON(parsing: run.output)["error"]?["code"] == "value.badLength")
    let key = try #require(throws: KeysError.self) { try PrivateKey(bytes: [1, 2]) }
    #expect(CommandFailure(key).code.name == "key.invalidPrivateKey")
  }

  @Test("of anybody else are told as they are, without what could harm the terminal")
  func foreign() async {
    #expect(await run("foreign").errors == "error: The disk is full.\n  really\\u{1b}[2J\n")
  }

  @Test("of use are told with the usage")
  func misuse() async {
    let run = await run("misuse")
    #expect(run.status == .usage)
    #expect(run.errors.hasPrefix("error: Five scores are due, not four.\n  Usage: failing fail"))
    let missing = await CommandRun("fail", root: FailingRoot.self)
    #expect(missing.status == .usage)
    #expect(missing.errors.hasPrefix("error: Missing expected argument '<kind>'.\n"))
  }

  @Test("tell what was sent before, and what to do about what is open")
  func sent() async throws {
    let run = await run("sent", signal: 2)
    #expect(run.status == .interrupted)
    #expect(
      run.errors == """
        error: Interrupted.
        Already sent:
          purchase of lecture 0  0xaa  included
          rating of lecture 0  0xbb  not known to be included yet
          See what became of it before you send it again: lectures tx show HASH

        """)
    let json = try JSON(parsing: await self.run("sent --json", signal: 15).output)
    #expect(json["error"]?["exit"] == 143)
    #expect(json["sent"]?[0] == ["hash": "0xaa", "label": "purchase of lecture 0", "state": "confirmed"])
  }

  @Test("of being interrupted begin where the terminal has written ^C")
  func interruptedAtTerminal() async {
    let run = await run("cancelled", terminal: 80, signal: 2)
    #expect(run.errors == "\r\u{1B}[K\u{1B}[1;31merror:\u{1B}[0m Interrupted.\n")
  }

  @Test("that a command finds out come after its report, in the same shape as any other")
  func reported() async {
    let run = await run("something")
    #expect(run.status == .overLimit)
    #expect(run.output == "One of two.\n")
    #expect(run.errors == "error: One of two is too dear.\n  Look twice.\n")
    #expect(
      await self.run("something --json").output == """
        {"ok":false,"error":{"code":"overLimit","exit":11,"message":"One of two is too dear.","advice":"Look twice."},\
        "result":{"kind":"something"}}

        """)
  }

  @Test("of a node have their parts in the JSON, and their four lines on the screen")
  func node() async throws {
    let error = try #require(try JSON(parsing: await run("node --json").output)["error"])
    #expect(error["code"] == "node.rpc" && error["exit"] == 5 && error["rpcCode"] == -32601)
    #expect(error["message"] == "The node answered with an error.")
    #expect(
      error["reason"]
        == "The node says: the method eth_call does not exist/is not available (code -32601) The block is pruned.")
    #expect(error["call"] == "eth_call at https://node.example (3 attempts)")
    #expect(error["advice"] == "This node does not offer the method: try another endpoint.")
    let lines = await run("node").errors.split(separator: "\n")
    #expect(lines.count == 4 && lines[2] == "  Call: eth_call at https://node.example (3 attempts)")
  }

  @Test("of a mistyped word suggest once what was meant")
  func word() async {
    #expect(
      await run("word").errors == """
        error: Cannot read the mnemonic: word 1, “tset”, is not in the English list.
          Did you mean “test”, “asset”, “best”, “diet”?

        """)
  }

  @Test("never have a line break in a part")
  func oneLine() {
    let failure = CommandFailure(
      .other, "a\nb", reason: "c\r\n  d", call: "e\nf", place: "g\n\nh", advice: "i\u{2028}j")
    #expect(failure.lines == ["a b", "c d", "Call: e f", "g h", "i j"])
  }

  @Test("that cause others are told as their reason, with what to do about both")
  func because() throws {
    let cause = try #require(throws: PrimitivesError.self) { try Address("0x12") }
    let failure = CommandFailure(.usage, "The address of --to is none.", because: cause, advice: "Or give a name.")
    #expect(failure.reason == "Cannot read the address \"0x12\": 2 digits instead of 40.")
    #expect(
      failure.advice
        == "Copy the whole address; a transaction's hash has 64 digits and is no address. Or give a name.")
    #expect(CommandFailure(.usage, "No.", because: CommandFailure(.other, "It is late.")).advice == nil)
  }

  @Test("have statuses that are all different and described")
  func statuses() {
    #expect(Set(ExitStatus.allCases.map(\.rawValue)).count == ExitStatus.allCases.count)
    #expect(ExitStatus.manual(columns: 80).split(separator: "\n").count >= ExitStatus.allCases.count)
    #expect(ExitStatus.manual(columns: 60).split(separator: "\n").allSatisfy { $0.count <= 60 })
    #expect(ExitStatus(signal: 2) == .interrupted && ExitStatus(signal: 1) == .hungUp)
  }

  @Test("to write the result are failures, unless the reader only had enough")
  func output() async {
    struct Full: ByteSink {
      let number: Int32
      func write(_ bytes: [UInt8]) -> Int32 { number }
    }
    for (number, status) in [(Int32(28), ExitStatus.failure), (32, .success)] {
      let errors = MemorySink()
      let world = Environment(
        variables: [:], output: Full(number: number), errors: errors, screen: .none, errorScreen: .none,
        prompter: nil)
      let program = Program(environment: world)
      #expect(await program.conclude(await program.run(["network", "list"])) == status)
      #expect(errors.text.isEmpty == (status == .success))
    }
  }
}
