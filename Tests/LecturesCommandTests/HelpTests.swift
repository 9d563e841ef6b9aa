import Terminal
import Testing

@testable import LecturesCommand

@Suite("Help")
struct HelpTests {
  @Test("goes to standard output and puts shared options behind the command's own, the global ones last")
  func order() async {
    for line in ["devnet run --help", "help devnet run", "devnet run -h"] {
      let run = await CommandRun(line)
      #expect(run.status == .success)
      #expect(run.errors.isEmpty)
      let titles = run.output.split(separator: "\n").filter { !$0.hasPrefix(" ") && $0.contains(":") }
        .map { $0.prefix { $0 != ":" } }
      #expect(
        titles == [
          "OVERVIEW", "USAGE", "EXAMPLES", "OPTIONS", "CHAIN OPTIONS", "NODE OPTIONS", "ACCOUNT OPTIONS",
          "GLOBAL OPTIONS",
        ])
    }
  }

  @Test("begins with what the command does and how it is typed")
  func beginning() async {
    let run = await CommandRun("network use --help")
    #expect(
      run.output.hasPrefix(
        """
        OVERVIEW: Choose the network for later commands.

        The settings on the same line are kept, too, those of the definition options
        for all profiles. `config unset` removes one. An invitation (`lectures network
        invite`) brings a network, its chain and the lecture contract; what it says is
        shown and confirmed before anything is kept. With `--yes` it is kept only if
        its nodes have a code at the contract's address that this program knows;
        otherwise you are asked at a terminal to type the address.

        USAGE: lectures network use [<options>] <name>

        EXAMPLES:
          # Kaia's test network
          lectures network use kairos

        """))
  }

  @Test("of the whole lists the commands and the exit statuses, and is what no arguments give")
  func whole() async {
    let run = await CommandRun("")
    #expect(run.status == .success)
    #expect(run.output == (await CommandRun("--help").output))
    #expect(run.output.contains("\n  network                 Manage networks.\n"))
    for title in ["CONTRACT AND MARKET", "SETUP"] { #expect(run.output.contains("\n\(title) COMMANDS:\n")) }
    #expect(!run.output.contains("SUBCOMMANDS:"))
    #expect(run.output.contains("\nEXIT STATUS:\n  0    done\n"))
    #expect(run.output.contains("{\"ok\": true, \"result\": …}"))
  }

  @Test(
    "has brackets around what may be left out, and the options first",
    arguments: [
      ("list", "[<options>]"), ("tx move", "[<options>] --to <place>"), ("evaluate", "[<options>] <lecture>"),
      ("tx speed-up", "[<options>] <tx>"), ("demo", "[<subcommand>]"), ("wallet", "<subcommand>"),
    ])
  func usage(of command: String, is usage: String) async {
    let run = await CommandRun("\(command) --help")
    #expect(run.output.contains("\nUSAGE: lectures \(command) \(usage)\n"), "\(run.output)")
  }

  @Test("breaks a long example as a shell lets it be broken, whatever the terminal")
  func examples() async {
    for columns in [60, 100] {
      let run = await CommandRun("network use --help", terminal: columns)
      #expect(
        run.output.contains(
          """

            lectures network use kaia --contract 0x… --from-block 123 --from teacher \\
              --max-total-fee 0.1

          """))
      #expect(!run.output.contains("\u{A0}"))
    }
    let quoted = await CommandRun("gas alert add --help")
    #expect(quoted.output.contains("\n    --command 'echo \"$LECTURES_ALERT_MESSAGE\" | mail -s Gas me@example.org'\n"))
  }

  @Test("has no line that an ordinary terminal cuts, in any command")
  func width() async throws {
    let commands = try CommandDescription(of: Lectures.self).leaves.map(\.name) + ["", "wallet", "gas alert"]
    #expect(commands.count > 100)
    for command in commands {
      for line in await CommandRun("\(command) --help").output.split(separator: "\n") {
        #expect(DisplayWidth.of(line) <= 80, "\(command): \(line)")
      }
    }
  }

  @Test("says in one line what each command does, a verb first")
  func abstracts() throws {
    func check(_ command: CommandDescription) {
      #expect(DisplayWidth.of(command.abstract) <= 80 && command.abstract.hasSuffix("."), "\(command.abstract)")
      #expect(!command.abstract.contains(/^(Keep|Take) |\bconsumers?\b/), "\(command.abstract)")
      for below in command.commands where below.isShown { check(below) }
    }
    check(try CommandDescription(of: Lectures.self))
  }

  @Test("has the version and completion scripts beside it")
  func others() async {
    #expect(await CommandRun("--version").output == "\(Version.text)\n")
    for shell in ["bash", "zsh", "fish"] {
      let run = await CommandRun("--generate-completion-script \(shell)")
      #expect(run.status == .success)
      #expect(run.output.contains(LineCompletion.question))
    }
  }

  @Test("options may stand before and after the command's name")
  func placement() async {
    let before = await CommandRun("--json --network kairos network list")
    let after = await CommandRun("network list --json --network kairos")
    let between = await CommandRun("--json network --network=kairos list")
    #expect(before.output.hasPrefix("{\"ok\":true,\"result\":{\"inUse\":\"kairos\""))
    #expect(before.output == after.output && after.output == between.output)
  }
}
