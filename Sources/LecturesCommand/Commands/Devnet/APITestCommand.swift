import ArgumentParser
import Conformance
import StrictJSON
import Terminal

/// `lectures devnet api-test`: Ethereum's JSON-RPC suite, answered by the devnet.
struct APITestCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "api-test", "Test the devnet against Ethereum's JSON-RPC test suite.",
    examples: ["lectures devnet api-test execution-apis/tests": ""],
    after: """
      The folder holds the suite's genesis.json, chain.rlp and a folder of .io files for each method. The command \
      prints each answer that differs, the counts by method, and in the last line the totals; the exit status is 0 \
      only if some answers agreed and none differed. Methods that the devnet doesn't offer are counted separately.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions

  @Argument(help: "The folder `tests` of ethereum/execution-apis.", completion: .directory) var directory: String

  func run(in context: CommandContext) async throws -> Report {
    let suite = try await context.progress("Asking the devnet") { _ in
      try await ExecutionAPISuite.run(directory: directory)
    }
    return Report(
      [
        "agreed": .integer(suite.count(.agreed)), "agreedInForm": .integer(suite.count(.agreedInForm)),
        "disagreed": .integer(suite.count(.disagreed)),
        "notOffered": .integer(suite.count(.notOffered)),
        "disagreements": .array(
          suite.disagreements.map { ["file": .string($0.file), "difference": .string($0.difference)] }),
      ],
      failure: suite.isSuccess
        ? nil
        : CommandFailure(
          .testsFailed,
          suite.count(.disagreed) > 0 ? "\(suite.count(.disagreed)) answers differ." : "No request was answered.",
          advice: suite.count(.disagreed) > 0 ? nil : "Name the folder with genesis.json and chain.rlp in it.")
    ) {
      suite.description.split(separator: "\n").map { StyledText(String($0)) }
    }
  }
}
