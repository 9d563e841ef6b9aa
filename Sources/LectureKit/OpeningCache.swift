import ContractABI
import ContractClient
import NodeRPC
import Primitives

/// A run that was opened, from its `CreatingLecture` log.
struct Opening: Sendable, Hashable {
  /// Lectures that share an id share their runs: so it is with two of one teacher at one price in one block of v1.
  let lectureID: Hash32
  let teacher: Address
  /// Whole KLAY.
  let cost: UInt256
  let block: UInt64

  /// Whether it opened the lecture's run 0: the id is a hash of what that opening had.
  var isFirst: Bool {
    Keccak256.hash(Hash32(UInt256(block)).bytes + teacher.bytes + Hash32(cost).bytes) == lectureID
  }
}

/// The openings of an old contract's runs, read from its logs: the only place where those contracts have a price.
///
/// The openings are kept with the hash of the last block, so that the next run reads only what came after it, and
/// begins anew when that block was reorganised away. The newest blocks are read each time: they may yet be others, and
/// nodes behind one address do not all have them.
actor OpeningCache {
  /// The range of the logs that were read, and the openings in them.
  struct Page: Sendable, Hashable {
    var firstBlock: UInt64
    var lastBlock: UInt64
    var lastBlockHash: Hash32
    var openings: [Opening]
  }

  /// The number of the newest blocks, which are not kept.
  static let margin: UInt64 = 32

  private let contract: Address
  private let connection: ContractConnection
  private let deploymentBlock: UInt64
  private let file: OpeningCacheFile?
  private var page: Page?
  private var hasReadAgain = false

  init(session: Session, contract: Address, connection: ContractConnection) {
    self.contract = contract
    self.connection = connection
    deploymentBlock = session.deploymentBlock
    file = session.cacheDirectory.map {
      OpeningCacheFile(directory: $0, name: "openings-\(session.chainID)-\(contract.lowercaseHex).json")
    }
  }

  /// All openings, oldest first; what was not read yet is read from the logs.
  func all() async throws -> [Opening] {
    var kept = page ?? file?.load()
    if let candidate = kept, try await !stands(candidate) { kept = nil }
    return try await read(after: kept)
  }

  /// All openings, read anew from the first block on, for callers that see that some are missing: a node that once
  /// answered with too few logs must not be believed for ever.
  ///
  /// - Returns: nil the second time; there is nothing new to be had.
  func readAgain() async throws -> [Opening]? {
    guard !hasReadAgain else { return nil }
    hasReadAgain = true
    return try await read(after: nil)
  }

  private func read(after kept: Page?) async throws -> [Opening] {
    guard let head = try await connection.node.block(connection.block) else {
      throw LectureError(.priceUnknown, "The node tells no newest block.", advice: "Is the node still syncing?")
    }
    let next = kept.map { $0.lastBlock &+ 1 } ?? deploymentBlock
    guard next <= head.number else { return kept?.openings ?? [] }
    let logs = try await connection.logs(of: contract, topics: [OpeningEvents.topics], from: next, to: head.number)
    let openings = try (kept?.openings ?? []) + logs.filter { !$0.removed }.map(OpeningEvents.decode)
    page = kept
    let last = head.number - min(head.number, Self.margin)
    if last >= next, let block = try await connection.node.block(.number(last)) {
      let settled = Page(
        firstBlock: kept?.firstBlock ?? deploymentBlock, lastBlock: last, lastBlockHash: block.hash,
        openings: openings.filter { $0.block <= last })
      page = settled
      file?.save(settled)
    }
    return openings
  }

  private func stands(_ page: Page) async throws -> Bool {
    guard page.firstBlock <= deploymentBlock else { return false }
    return try await connection.node.block(.number(page.lastBlock))?.hash == page.lastBlockHash
  }
}

/// The two forms of `CreatingLecture`: v1 lacks the lecture's number, v2 has it in a fourth topic.
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
        facts: .malformedLog)
    }
    return Opening(
      lectureID: log.topics[1], teacher: try Address(log.topics[2].bytes.suffix(20)),
      cost: try UInt256(bigEndian: log.data[..<32]), block: block)
  }
}
