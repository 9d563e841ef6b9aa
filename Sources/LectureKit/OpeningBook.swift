import ContractABI
import ContractClient
import NodeRPC
import Primitives

/// A run that was opened, as its `CreatingLecture` log tells.
struct Opening: Sendable, Hashable {
  let lectureID: Hash32
  /// Told by v2, not by v1. Lectures that one teacher opened at one price in one block share their id.
  let lectureNumber: UInt256?
  let teacher: Address
  /// Whole KLAY.
  let cost: UInt256
  let block: UInt64
}

/// The openings of an old contract's runs, read from its logs: the only place where those contracts tell a price.
///
/// What was read is kept with the hash of the last block, so that the next run reads only what came after it, and
/// begins anew when that block was reorganised away.
actor OpeningBook {
  /// How far the logs were read, and what they held.
  struct Page: Sendable, Hashable {
    var firstBlock: UInt64
    var lastBlock: UInt64
    var lastBlockHash: Hash32
    var openings: [Opening]
  }

  private let contract: Address
  private let connection: ContractConnection
  private let deploymentBlock: UInt64
  private let file: OpeningFile?
  private var page: Page?

  init(session: Session, contract: Address, connection: ContractConnection) {
    self.contract = contract
    self.connection = connection
    deploymentBlock = session.deploymentBlock
    file = session.cacheDirectory.map {
      OpeningFile(directory: $0, name: "openings-\(session.chainID)-\(contract.lowercaseHex).json")
    }
  }

  /// All openings, oldest first; what was not read yet is read from the logs.
  func all() async throws -> [Opening] { try await current().openings }

  private func current() async throws -> Page {
    var known = page ?? file?.load()
    if let candidate = known, try await !stands(candidate) { known = nil }
    guard let head = try await connection.node.block(.latest) else {
      throw LectureError(.priceUnknown, "The node tells no newest block.", advice: "Is the node still syncing?")
    }
    var result =
      known ?? Page(firstBlock: deploymentBlock, lastBlock: 0, lastBlockHash: .zero, openings: [])
    if known.map({ $0.lastBlock < head.number }) ?? (deploymentBlock <= head.number) {
      let next = known.map { $0.lastBlock + 1 } ?? deploymentBlock
      let logs = try await connection.logs(of: contract, topics: [OpeningEvents.topics], from: next, to: head.number)
      result.openings += try logs.filter { !$0.removed }.map(OpeningEvents.decode)
      (result.lastBlock, result.lastBlockHash) = (head.number, head.hash)
      file?.save(result)
    }
    page = result
    return result
  }

  private func stands(_ page: Page) async throws -> Bool {
    guard page.firstBlock <= deploymentBlock else { return false }
    return try await connection.node.block(.number(page.lastBlock))?.hash == page.lastBlockHash
  }
}

/// The two forms of `CreatingLecture`: v1 does not tell the lecture's number, v2 does.
private enum OpeningEvents {
  static let topics = [
    Keccak256.hash(Array("CreatingLecture(bytes32,address,uint256,uint256)".utf8)),
    Keccak256.hash(Array("CreatingLecture(bytes32,address,uint256)".utf8)),
  ]

  /// In both forms the id and the teacher are topics 1 and 2, and the cost is the first word of the data.
  static func decode(_ log: Log) throws -> Opening {
    guard log.topics.count >= 3, log.data.count >= 32, let block = log.blockNumber else {
      throw LectureError(
        .unknownContract, "A CreatingLecture log has not the form that the contract gives it.",
        advice: "Is --contract the right address? If so, the node's logs are broken: try another --endpoint.")
    }
    return Opening(
      lectureID: log.topics[1], lectureNumber: log.topics.count > 3 ? UInt256(log.topics[3]) : nil,
      teacher: try Address(log.topics[2].bytes.suffix(20)),
      cost: try UInt256(bigEndian: log.data[..<32]), block: block)
  }
}
