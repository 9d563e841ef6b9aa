import ArgumentParser
import Keys
import StrictJSON
import Terminal
import Testing

@testable import LecturesCommand

/// Commands that only ask.
private struct AskingRoot: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "asking", subcommands: [Buy.self, Remove.self, Unlock.self, Protect.self])

  struct Buy: ReportingCommand {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: AgreementOptions

    func run(in context: CommandContext) async throws -> Report {
      try await context.prompts.confirm("Buy lecture 3?", ["Price": "10 KLAY", "Fee at most": "0.01 KLAY"])
      return Report(["bought": 3]) { "Bought." }
    }
  }

  struct Remove: ReportingCommand {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: AgreementOptions

    func run(in context: CommandContext) async throws -> Report {
      try await context.prompts.confirm("Remove the account teacher?", typing: "teacher")
      return Report(nil) { "Removed." }
    }
  }

  struct Unlock: ReportingCommand {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: PasswordOptions

    func run(in context: CommandContext) async throws -> Report {
      let password = try await context.prompts.password(for: "teacher", isPublished: false)
      return Report(nil) { "\(password) \(password.count) \(password == SecretBytes(utf8: "s3cret"))" }
    }
  }

  struct Protect: ReportingCommand {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: PasswordOptions

    func run(in context: CommandContext) async throws -> Report {
      let password = try await context.prompts.newPassword(for: "teacher", from: try context.prompts.passwordSource())
      return Report(nil) { "\(password.count)" }
    }
  }
}

@Suite("Prompts")
struct PromptTests {
  private let directory = TemporaryDirectory()

  private func run(_ line: String, answers: [String]? = nil, environment: [String: String] = [:]) async -> CommandRun {
    await CommandRun(line, root: AskingRoot.self, environment: environment, answers: answers)
  }

  @Test("show what will be spent before it is spent")
  func confirmation() async {
    let run = await run("buy", answers: ["y"])
    #expect(run.status == .success)
    #expect(
      run.questions == [
        """
        Buy lecture 3?
          Price        10 KLAY
          Fee at most  0.01 KLAY
        Go on? [y/N]\(" ")
        """
      ])
    #expect(run.output == "Bought.\n")
  }

  @Test(
    "take yes for an answer and everything else for no", arguments: ["Y", "yes", " y ", "예", "n", "", "no", "maybe"])
  func answers(_ answer: String) async {
    let isYes = ["Y", "yes", " y ", "예"].contains(answer)
    let run = await run("buy", answers: [answer])
    #expect(run.status == (isYes ? .success : .notConfirmed))
    #expect(run.errors == (isYes ? "" : "error: Not done: you did not say yes.\n  Nothing was sent.\n"))
  }

  @Test("are not needed with --yes, which still says what is spent")
  func yes() async throws {
    let run = await run("buy --yes")
    #expect(run.status == .success)
    #expect(run.errors == "  Price        10 KLAY\n  Fee at most  0.01 KLAY\n")
    let quiet = await self.run("buy --yes --quiet")
    #expect(quiet.status == .success && quiet.output.isEmpty && quiet.errors.isEmpty)
    #expect(try JSON(parsing: await self.run("buy --yes --quiet --json").output)["ok"] == true)
  }

  @Test("fail with what to do when nobody is there")
  func nobody() async throws {
    let run = await run("buy")
    #expect(run.status == .notConfirmed)
    #expect(
      run.errors == """
        error: Not done: it has to be confirmed.
          Buy lecture 3? Price: 10 KLAY, Fee at most: 0.01 KLAY
          Run it at a terminal to be asked, or add --yes.

        """)
    let json = try JSON(parsing: await self.run("buy --json").output)
    #expect(json["ok"] == false)
    #expect(json["error"]?["code"] == "needsConfirmation")
    #expect(json["error"]?["exit"] == 8)
  }

  @Test("want a name typed where a slip would be expensive")
  func typing() async {
    #expect(await run("remove", answers: ["teacher"]).status == .success)
    #expect(await run("remove", answers: ["y"]).status == .notConfirmed)
  }

  @Test("for a password come after the file, and print it nowhere")
  func password() async {
    #expect(await run("unlock", answers: ["s3cret"]).output == "<secret> 6 true\n")
    let file = directory.write("s3cret\r\nnot this\n", to: "password")
    #expect(await run("unlock --password-file \(file)").output == "<secret> 6 true\n")
    #expect(await run("unlock", environment: ["LECTURES_PASSWORD_FILE": file]).output == "<secret> 6 true\n")
    let nobody = await run("unlock")
    #expect(nobody.status == .locked)
    #expect(nobody.errors.contains("--password-file FILE"))
  }

  @Test("refuse a password file that others can read, and tell why one cannot be read")
  func passwordFile() async {
    let open = directory.write("s3cret", to: "open", mode: 0o644)
    let run = await run("unlock --password-file \(open)")
    #expect(run.status == .locked)
    #expect(
      run.errors == """
        error: The password file is not used, because others have access to it.
          The mode of \(open) is 644: others may read it.
          chmod 600 \(open)

        """)
    let missing = await self.run("unlock --password-file \(directory.file("none"))")
    #expect(missing.status == .locked)
    #expect(missing.errors.contains("\n  There is no file or folder "))
    let long = directory.write(String(repeating: "x", count: 5000), to: "long")
    #expect(await self.run("unlock --password-file \(long)").status == .locked)
    #expect(await self.run("unlock --password-fd 2000000000").status == .locked)
    #expect(await self.run("unlock --password-fd 3 --password-file x").status == .usage)
  }

  @Test("for a new password ask twice and take no empty one")
  func newPassword() async {
    #expect(await run("protect", answers: ["abc", "abc"]).output == "3\n")
    let second = await run("protect", answers: ["abc", "abd", "wide mossy lane", "wide mossy lane"])
    #expect(second.output == "15\n")
    #expect(second.errors == "warning: The two are not the same; try again.\n")
    #expect(await run("protect", answers: [""]).status == .locked)
    #expect(await run("protect", answers: ["a", "b", "a", "b", "a", "b"]).status == .locked)
  }
}
