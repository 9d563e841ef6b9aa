import Foundation
import Primitives

@testable import Devnet

/// A folder that is gone when the test is over.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("devnet-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String = "state") -> String { "\(path)/\(name)" }

  func bytes(_ name: String = "state") throws -> Bytes { Bytes(try Data(contentsOf: URL(fileURLWithPath: file(name)))) }

  func write(_ bytes: Bytes, _ name: String = "state") throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  /// Options with which a devnet keeps its chain in the file.
  func options(_ sync: Devnet.Storage.Sync = .everySecond) -> Devnet.Options {
    var options = Devnet.Options()
    options.storage = Devnet.Storage(path: file(), sync: sync)
    return options
  }
}

/// All that a devnet keeps, to compare.
struct Fingerprint: Equatable {
  let blocks: [Hash32]
  let receipts: [[DevnetReceipt]]
  let root: Hash32
  let waiting: [Hash32]
  let clock: BlockClock.Setting
  let next: NextBlock

  init(_ chain: Chain, _ pool: TransactionPool, _ clock: BlockClock, _ next: NextBlock) {
    blocks = chain.blocks.map(\.hash)
    receipts = chain.blocks.map(\.receipts)
    var state = chain.state
    root = state.root()
    waiting = pool.all.map(\.hash)
    self.clock = clock.setting
    self.next = next
  }

  init(_ kept: StoredChain) { self.init(kept.chain, kept.pool, kept.clock, kept.next) }

  init(_ devnet: isolated Devnet) { self.init(devnet.chain, devnet.pool, devnet.ledger.clock, devnet.ledger.next) }
}

extension Devnet {
  var fingerprint: Fingerprint { Fingerprint(self) }
}
