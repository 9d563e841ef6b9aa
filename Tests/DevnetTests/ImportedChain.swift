import Devnet
import FixtureSupport
import Primitives
import StrictJSON

/// The chain of Ethereum's JSON-RPC suite: 54 blocks from Frontier to the second change of blob parameters.
enum ImportedChain {
  static let folder = "execution-apis/tests"
  static let isAvailable = Fixtures.available(folder + "/chain.rlp")

  /// A devnet at the chain's genesis, without accounts of its own.
  static func start() async throws -> Devnet {
    var options = Devnet.Options()
    options.genesis = try Genesis(json: Fixtures.json(folder + "/genesis.json"))
    options.accountCount = 0
    options.mining = .manual
    return try await Devnet.start(options)
  }

  static func blocks() throws -> [Block] {
    let bytes = try Fixtures.bytes(folder + "/chain.rlp")
    var offset = 0
    var blocks: [Block] = []
    while offset < bytes.count { blocks.append(try Block(RLP.decode(bytes, at: &offset), allowingHighS: true)) }
    return blocks
  }

  /// A devnet at the chain's end.
  static func imported() async throws -> Devnet {
    let devnet = try await start()
    for block in try blocks() { try await devnet.add(block) }
    return devnet
  }
}

/// A request of the suite and the answer expected.
struct Exchange {
  let file: String
  let request: JSON
  let answer: JSON

  /// Those of a file: lines that begin with `>>`, each followed by one that begins with `<<`.
  static func read(_ file: String) throws -> [Exchange] {
    let lines = String(decoding: try Fixtures.bytes(file), as: UTF8.self).split(separator: "\n")
    var exchanges: [Exchange] = []
    var request: JSON?
    for line in lines {
      if line.hasPrefix(">> ") { request = try JSON(parsing: String(line.dropFirst(3))) }
      if line.hasPrefix("<< "), let asked = request {
        exchanges.append(Exchange(file: file, request: asked, answer: try JSON(parsing: String(line.dropFirst(3)))))
        request = nil
      }
    }
    return exchanges
  }

  /// Whether an answer is the expected one: equal results, or errors equal in code and data.
  func agrees(with answer: JSON?) -> Bool {
    guard let error = self.answer["error"] else { return answer?["result"] == self.answer["result"] }
    return answer?["error"]?["code"] == error["code"] && answer?["error"]?["data"] == error["data"]
  }
}
