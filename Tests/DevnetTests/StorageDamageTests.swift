import EVM
import Foundation
import Primitives
import Testing

@testable import Devnet

@Suite("The file that keeps a chain, cut off and damaged")
struct StorageDamageTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A short log, and what a devnet is after each of its records.
  func log(_ sync: Devnet.Storage.Sync) throws -> (bytes: Bytes, ends: [Int], prints: [Fingerprint]) {
    var ends: [Int] = []
    var prints: [Fingerprint] = []
    var options = folder.options(sync)
    options.fork = .berlin
    options.timestamp = 1_000_000
    do {
      var (kept, log, _) = try StoredChain.open(#require(options.storage), options, accounts: [])
      func note() throws {
        ends.append(try folder.bytes().count)
        prints.append(Fingerprint(kept))
      }
      try note()
      let (chain, someone) = (kept.chain, Address(truncating: UInt256(0xab)))
      let edit = StateChanges(accounts: [
        someone: StateChanges.Change(account: Account(nonce: 1, balance: 2), storage: [3: 4])
      ])
      try log.append(LogEntry.encode([.edit(edit)]))
      kept.chain.edit(edit)
      try note()
      for _ in 0..<2 {
        let header = kept.chain.nextHeader(timestamp: kept.chain.head.header.timestamp + 1)
        let outcome = try kept.chain.build(header, from: kept.pool).outcome
        try kept.chain.append(outcome, to: header) { try log.append(LogEntry.encode([.block($0, $1)])) }
        try note()
      }
      #expect(kept.chain.blocks.count == chain.blocks.count + 2)
      log.close()
    }
    return (try folder.bytes(), ends, prints)
  }

  func open(_ bytes: Bytes, repairs: Bool = false) throws -> (Fingerprint, Devnet.Recovery) {
    try folder.write(bytes, "copy")
    var options = folder.options()
    options.fork = .berlin
    options.timestamp = 1_000_000
    let (kept, _, recovery) = try StoredChain.open(
      Devnet.Storage(path: folder.file("copy"), repairs: repairs), options, accounts: [])
    return (Fingerprint(kept), recovery)
  }

  @Test("a record that was cut off anywhere is dropped and said, and the log goes on behind the one before")
  func torn() async throws {
    let (bytes, ends, prints) = try log(.everySecond)
    for (record, end) in ends.enumerated().dropLast() {
      for count in (end + 1)..<ends[record + 1] {
        let (print, recovery) = try open(Bytes(bytes.prefix(count)))
        #expect(print == prints[record])
        #expect(recovery.discardedBytes == count - end)
        #expect(try folder.bytes("copy") == Bytes(bytes.prefix(end)))
      }
      // What a power loss leaves of a file that was just growing.
      let (print, recovery) = try open(Bytes(bytes.prefix(end)) + Bytes(repeating: 0, count: 5000))
      #expect(print == prints[record])
      #expect(recovery.discardedBytes == 5000)
    }
    for count in 0..<ends[0] {
      let (print, recovery) = try open(Bytes(bytes.prefix(count)))
      #expect(print == prints[0])
      #expect(recovery.discardedBytes == count)
    }
  }

  @Test("a flipped bit gives an error or an earlier moment, never another state")
  func flipped() async throws {
    for sync in [Devnet.Storage.Sync.everyAnswer, .everySecond] {
      try? FileManager.default.removeItem(atPath: folder.file())
      let (bytes, ends, prints) = try log(sync)
      var errors = 0
      for index in bytes.indices {
        var wrong = bytes
        wrong[index] ^= 1 << UInt8(index % 8)
        do {
          let (print, recovery) = try open(wrong)
          let record = try #require(ends.lastIndex { $0 <= index })
          #expect(print == prints[record])
          #expect(recovery.discardedBytes == bytes.count - ends[record])
          // What was on the disk when later records were written can't be missing.
          #expect(record == ends.count - 2)
          // Nothing is cut off that is not kept.
          #expect(try recovery.keptCopy.map { Bytes(try Data(contentsOf: URL(fileURLWithPath: $0))) } == wrong)
          if let copy = recovery.keptCopy { try FileManager.default.removeItem(atPath: copy) }
        } catch let error as DevnetError {
          #expect([.storageDamaged, .otherStorage].contains(error.code), "\(error)")
          #expect(error.message.split(separator: "\n").count <= 4)
          #expect(try folder.bytes("copy") == wrong)
          errors += 1
        }
      }
      #expect(errors >= ends[0])
      #expect(errors >= ends[ends.count - 2])
    }
  }

  @Test("a damaged log is repaired if that is asked for: it is cut off where the damage begins, and kept as it was")
  func repaired() async throws {
    let (bytes, ends, prints) = try log(.everySecond)
    for index in ends[0]..<ends[ends.count - 2] {
      var wrong = bytes
      wrong[index] ^= 4
      #expect(throws: DevnetError(.storageDamaged, "")) { try open(wrong) }
      let record = try #require(ends.lastIndex { $0 <= index })
      let (print, recovery) = try open(wrong, repairs: true)
      #expect(print == prints[record])
      #expect(recovery.damagedAt == UInt64(ends[record]) && recovery.discardedBytes == bytes.count - ends[record])
      #expect(try folder.bytes("copy") == Bytes(bytes.prefix(ends[record])))
      let copy = try #require(recovery.keptCopy)
      #expect(Bytes(try Data(contentsOf: URL(fileURLWithPath: copy))) == wrong)
      try FileManager.default.removeItem(atPath: copy)
      // From then on it is whole.
      #expect(try open(try folder.bytes("copy")).1 == Devnet.Recovery(blocks: recovery.blocks))
    }
  }

  @Test("records that are whole but say nonsense are errors")
  func nonsense() async throws {
    let (bytes, ends, _) = try log(.everySecond)
    let block = try #require(
      LogEntry.decode(Bytes(bytes[(ends[2] + LogFrame.size)...])).first)
    var payloads: [Bytes] = [
      [], [0x80], [0xc0 + 1, 0x01], RLP.encode(.list([.list([])])), RLP.encode(.list([.list([.uint(9 as UInt64)])])),
      LogEntry.encode([.back(toStep: 99)]), LogEntry.encode([block]),
    ]
    let impossible = payloads.count
    let good = Bytes(bytes[(ends[2] + LogFrame.size)...])
    for index in good.indices.dropFirst(3) {
      var wrong = good
      wrong[index] ^= 0x81
      payloads.append(wrong)
    }
    for (index, payload) in payloads.enumerated() {
      let end = ends[payload == LogEntry.encode([block]) ? 3 : 2]
      do {
        _ = try open(Bytes(bytes.prefix(end)) + LogFrame.encode(payload, at: UInt64(end), durable: 0))
        // Not all that a block says is looked at again: the check of its record vouches for it.
        #expect(index >= impossible)
      } catch let error as DevnetError {
        #expect(error.code == .storageDamaged)
      }
    }
  }
}
