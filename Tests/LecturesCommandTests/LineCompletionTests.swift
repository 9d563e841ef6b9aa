import ChildProcesses
import Foundation
import Primitives
import Testing

@testable import LecturesCommand

@Suite("Completions of a line", .timeLimit(.minutes(20)))
struct LineCompletionTests {
  /// The answer to a question; a node on a busy machine is waited for.
  private func told(_ typed: String, after words: [String], _ home: MarketHome) async throws -> String {
    let completion = LineCompletion(root: Lectures.self, environment: home.environment, patience: .seconds(60))
    return try #require(await completion.lines(for: [LineCompletion.question, typed] + words))
  }

  private func words(_ line: String, _ home: MarketHome) async throws -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return try await told(words[words.count - 1], after: words.dropLast(), home)
      .split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test("offer commands, options, values, accounts, contacts, lectures and files, each where it can stand")
  func offers() async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Swift --from teacher --yes",
      "contact add school 0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    )
    let cases: [(line: String, offered: [String], not: [String])] = [
      ("", ["list", "wallet", "purchase"], ["--json", "transfer"]),
      ("-", ["--json", "--language"], ["--yes"]), ("wallet ", ["transfer", "list"], ["purchase"]),
      ("purchase -", ["--price", "--from", "--yes"], ["--scores"]), ("purchase ", ["0"], ["teacher"]),
      ("purchase --from ", ["student", "teacher", "owner"], ["0", "school"]),
      ("wallet use ", ["student", "teacher"], ["school"]), ("balance ", ["student", "school"], []),
      ("purchase 0 --from ", ["student"], ["0"]),
      ("purchase --from=", ["--from=student"], ["student"]), ("list --sort ", ["price", "rating"], ["swift"]),
      ("list --language ", ["en", "ko", "uk"], ["kaia"]), ("network use ", ["kaia", "local"], ["student"]),
      ("--network kairos ", ["purchase", "list"], ["--json"]), ("--json --from student ", ["purchase"], ["student"]),
      ("--network ", ["kairos", "local"], ["purchase"]), ("balance --network kairos ", ["student"], ["--json"]),
      ("batch ", ["files"], []),
      ("balance -- ", ["student"], ["--json"]), ("nothing ", [], ["list"]),
      ("wallet transfer --to ", ["student", "school"], []), ("wallet remove ", ["student"], ["school"]),
      ("contact remove ", ["school"], ["student"]), ("contact add ", [], ["school", "student"]),
      ("purchase 0 --fee-payer ", ["teacher"], ["school"]), ("purchase 0 --sign-with ", ["teacher"], ["school"]),
      ("devnet --host ", [], ["student", "school"]), ("contract call --contract ", ["school"], ["student"]),
      ("list --teacher ", ["teacher", "school"], []), ("average 0 ", ["0"], ["student"]),
      ("evaluate ", ["0"], ["student"]), ("config get ", ["profile", "account", "max-price"], ["student"]),
      ("config set network ", ["kaia", "local"], ["student"]),
      ("config set account ", ["student"], ["school", "kaia"]),
      ("config set max-price ", [], ["student", "kaia"]), ("wallet network student ", ["kairos"], ["teacher"]),
    ]
    for row in cases {
      let words = try await words(row.line, home)
      #expect(Set(row.offered).isSubset(of: words), "‘\(row.line)’: \(words)")
      #expect(Set(row.not).isDisjoint(with: words), "‘\(row.line)’: \(words)")
    }
    let told = try await told("", after: ["show"], home)
    #expect(told == "0\tSwift, 10 KLAY\n", "\(told)")
  }

  @Test("reach bash and zsh by scripts that ask the program, and parted words are put together again")
  func shells() async throws {
    let folder = TemporaryDirectory()
    // Answers with what it is asked for, and with what it was asked.
    let answers = #"printf '%s\t\n' ada@school.org 'Ada L' --from=ada@school.org "<$3>" "${@:4}""#
    folder.write("#!/bin/bash\n\(answers)\n", to: "lectures", mode: 0o700)
    folder.write(try #require(CompletionScript(for: ["--generate-completion-script", "bash"])).text, to: "script")
    let line = #"""
      source "$0"; PATH=$1:/usr/bin:/bin
      try() { COMP_LINE=$1; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lectures; printf '%s|' "${COMPREPLY[@]}"; echo; }
      try 'lectures purchase --from ada@s' lectures purchase --from ada @ s
      try 'lectures purchase --from=ada' lectures purchase --from = ada
      try 'lectures purchase --from Ada' lectures purchase --from Ada
      try "lectures show 'Ada L' " lectures show "'Ada L'" ''
      """#
    let process = try ChildProcess(
      "/bin/bash", ["-c", line, folder.file("script"), folder.path], environment: [:], output: .pipe)
    let output = String(decoding: try process.output?.readToEnd() ?? Data(), as: UTF8.self)
    _ = await process.waitUntilEnd()
    #expect(
      output == """
        school.org|
        ada@school.org|
        Ada\\ L|
        ada@school.org|Ada\\ L|--from=ada@school.org|\\<show\\>|Ada\\ L|

        """, "\(output)")
    for shell in CompletionScript.allCases {
      #expect(shell.text.contains(" \(LineCompletion.question) "), "\(shell)")
    }
    #expect(CompletionScript(for: ["--generate-completion-script=zsh"]) == .zsh)
    #expect(CompletionScript(for: ["--generate-completion-script", "csh"]) == nil)
  }

  @Test("a title cannot add words, nor reach the terminal as it is; a node that is not there offers no lecture")
  func hostile() async throws {
    let home = try await MarketHome()
    #expect(
      await home.run([
        "create", "--price", "10", "--title", "a\n1\tb\u{1B}[31m", "--from", "teacher", "--yes",
      ]).status == .success)
    let told = try await told("", after: ["show"], home)
    #expect(told.split(separator: "\n").count == 1 && !told.contains("\u{1B}"), "\(told)")
    let dead = await home.run([LineCompletion.question, "", "show", "--endpoint", "http://127.0.0.1:1"])
    #expect(dead.status == .success && dead.output.isEmpty)
    try await home.done("list")
    let listed = await home.run([LineCompletion.question, "", "show", "--endpoint", "http://127.0.0.1:1"])
    #expect(listed.output == told, "those that were listed last: \(listed.output)")
  }
}
