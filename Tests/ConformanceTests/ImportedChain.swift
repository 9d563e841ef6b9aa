import Devnet
import FixtureSupport

@testable import Conformance

/// The chain of Ethereum's JSON-RPC suite: 54 blocks from Frontier to the second change of blob parameters.
enum ImportedChain {
  static let folder = "execution-apis/tests"
  static let isAvailable = Fixtures.available(folder + "/chain.rlp")

  private static var root: String { (Fixtures.directory ?? "") + "/" + folder }

  /// A devnet at the chain's genesis, without accounts of its own.
  static func start() async throws -> Devnet { try await ExecutionAPISuite.genesis(root) }

  static func blocks() throws -> [DevnetBlock] { try ExecutionAPISuite.blocks(root) }

  /// A devnet at the chain's end.
  static func imported() async throws -> Devnet { try await ExecutionAPISuite.devnet(importing: root) }

  /// The suite's findings on the devnet's answers.
  static func report() async throws -> ExecutionAPISuite.Report { try await ExecutionAPISuite.run(directory: root) }
}
