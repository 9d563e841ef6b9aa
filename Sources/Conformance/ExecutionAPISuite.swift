import Devnet
import Primitives
import StrictJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Ethereum's JSON-RPC suite (github.com/ethereum/execution-apis, `tests/`): a chain, and requests with their answers.
///
/// The files are run in the order of their names on one devnet, as the suite was recorded: what one sends waits in the pool
/// when a later one asks for it.
public enum ExecutionAPISuite {
  /// Imports `chain.rlp` after `genesis.json` and asks what every `.io` file asks.
  ///
  /// - Parameter directory: where the two files and the folders of the methods are, or the one above it.
  /// - Throws: `missingFixture` for a directory without them, and what reading or importing the chain throws.
  public static func run(directory: String) async throws -> Report {
    let root = try root(directory)
    let devnet = try await devnet(importing: root)
    var report = Report()
    for file in try files(root) {
      let exchanges: [Exchange]
      do {
        exchanges = try Exchange.read(bytes(root + "/" + file))
      } catch {
        report.add(
          .disagreed, file: file, method: String(file.prefix { $0 != "/" }), "the file can't be read: \(error)")
        continue
      }
      for exchange in exchanges {
        let answer = await devnet.answer(exchange.request) ?? .null
        report.add(exchange.judge(answer), file: file, method: exchange.method, exchange.difference(answer))
      }
    }
    return report
  }

  /// A devnet at the end of the suite's chain, without accounts of its own.
  static func devnet(importing root: String) async throws -> Devnet {
    let devnet = try await genesis(root)
    for block in try blocks(root) { try await devnet.add(block) }
    return devnet
  }

  /// A devnet at the beginning of the suite's chain.
  static func genesis(_ root: String) async throws -> Devnet {
    var options = Devnet.Options()
    options.genesis = try Genesis(json: JSON(parsing: bytes(root + "/genesis.json")))
    options.accountCount = 0
    options.mining = .manual
    return try await Devnet.start(options)
  }

  /// The chain's blocks, without the genesis.
  static func blocks(_ root: String) throws -> [DevnetBlock] {
    let bytes = try bytes(root + "/chain.rlp")
    var offset = 0
    var blocks: [DevnetBlock] = []
    while offset < bytes.count { blocks.append(try DevnetBlock(RLP.decode(bytes, at: &offset), allowingHighS: true)) }
    return blocks
  }

  // MARK: Files

  private static func root(_ directory: String) throws(ConformanceError) -> String {
    for root in [directory, directory + "/tests"]
    where FileManager.default.fileExists(atPath: root + "/chain.rlp") { return root }
    throw ConformanceError(
      .missingFixture,
      """
      no chain.rlp in \(directory) or its folder tests
      give the folder `tests` of github.com/ethereum/execution-apis
      """)
  }

  /// The files of all methods, by method and name.
  private static func files(_ root: String) throws -> [String] {
    let folders = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
    return folders.flatMap { folder in
      // A file has no contents.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
      return names.filter { $0.hasSuffix(".io") }.sorted().map { folder + "/" + $0 }
    }
  }

  private static func bytes(_ path: String) throws(ConformanceError) -> Bytes {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ConformanceError(.missingFixture, "cannot read \(path)")
    }
    return Bytes(data)
  }
}
