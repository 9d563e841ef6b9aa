import ArgumentParser
import ChainIndex
import LectureIndex
import LectureKit
import Operations
import Primitives
import Terminal

/// `lectures index`
struct IndexCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "index", "Keep and check an index of the lectures.",
    examples: [
      "lectures index run": "read what is missing, and follow the chain until Ctrl-C",
      "lectures index run --once": "read what is missing, and end",
      "lectures index status": "as of which block, and who writes",
      "lectures index verify": "compare it with the contract",
    ],
    after: """
      The index is a file with all that the lecture contract logged, as tables: lectures, runs, purchases, ratings and \
      settlements. Pages for many people read it in place of a node. It is made from the chain, so that it may be \
      removed at any time.
      """,
    subcommands: [IndexRun.self, IndexStatus.self, IndexVerify.self])
}

/// The option of commands that work with an index.
struct IndexOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file of the index; by default that of the setting index, else one for each contract in the state folder.",
      valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var database: String?

  /// The file, for a contract of a chain.
  func path(of contract: Address, on chainID: UInt256, _ settings: Settings) throws -> String {
    try database ?? settings.indexFile() ?? settings.indexFile(of: contract, on: chainID)
  }

  /// The file for the contract in use; the node is asked only where the settings do not tell its chain.
  func path(in context: CommandContext) async throws -> String {
    if let path = try database ?? context.settings.indexFile() { return path }
    let contract = try context.settings.contract()
    if let chainID = try context.settings.network().chainID {
      return try context.settings.indexFile(of: contract, on: chainID)
    }
    return try context.settings.indexFile(of: contract, on: try await context.nodes.connection().session.chainID)
  }
}
