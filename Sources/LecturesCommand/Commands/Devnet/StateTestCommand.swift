import ArgumentParser
import Conformance
import StrictJSON
import Terminal

/// `lectures devnet state-test`: the official tests of Ethereum, run by the devnet's EVM.
struct StateTestCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "state-test", "Run Ethereum's official execution tests.",
    examples: ["lectures devnet state-test tests/GeneralStateTests": "", "lectures devnet state-test add11.json": ""],
    after: """
      It runs the GeneralStateTests of ethereum/tests and of execution-spec-tests at every fork they name, and \
      TrieTests, RLPTests and TransactionTests. It prints each failure, each skip with its reason, the counts by \
      fork, and in the last line the totals; the exit status is 0 only if some tests ran and none failed.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions

  @Argument(help: "Files, and folders of .json files.", completion: .file()) var paths: [String]

  func run(in context: CommandContext) async throws -> Report {
    let tests = await context.progress("Running the tests") { _ in await StateTests.run(paths: paths) }
    let total = tests.total
    return Report(
      [
        "passed": .integer(total.passed), "failed": .integer(total.failed), "skipped": .integer(total.skipped),
        "failures": .array(tests.failures.map { .string($0) }),
      ],
      failure: tests.isSuccess
        ? nil
        : CommandFailure(
          .testsFailed, total.failed > 0 ? "\(total.failed) tests failed." : "No test was run.",
          advice: total.failed > 0
            ? "The lines that begin with `failed:` tell which." : "Name files with tests in them.")
    ) {
      tests.lines.map { StyledText($0) }
    }
  }
}

extension CommandFailure.Code {
  /// Official tests failed.
  static let testsFailed = Self("testsFailed", .failure)
}
