import Devnet
import Keys
import LectureKit
import NodeDoubles
import Primitives
import Transactions

@testable import CrashWorker

/// A chain in this process, behind HTTP so that other processes reach it, with something to spend money on.
///
/// A class, so that all of it lives as long as any part of it is asked for.
final class ChainFixture: Sendable {
  /// The initial balance of an account.
  static let purse = Amount.klay(1_000_000)

  let devnet: Devnet
  /// The way to the chain for other processes; nothing goes wrong on it.
  let server: FaultProxy
  /// Counts how often it is called with a word, and keeps what it is paid: it accepts every repeat.
  let counter: Address
  /// Nothing without lectures.
  let market: Address
  let lectures: Int
  /// The first block after all this was made.
  let firstBlock: UInt64

  private init(
    _ devnet: Devnet, _ server: FaultProxy, counter: Address, market: Address, lectures: Int, firstBlock: UInt64
  ) {
    (self.devnet, self.server, self.counter, self.market) = (devnet, server, counter, market)
    (self.lectures, self.firstBlock) = (lectures, firstBlock)
  }

  static func open(
    lectures: Int = 0, market code: Bytes = LectureMarket.bytecode, change: (inout Devnet.Options) -> Void = { _ in }
  ) async throws -> ChainFixture {
    var options = Devnet.Options()
    change(&options)
    let devnet = try await Devnet.start(options)
    let server = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    let market = lectures == 0 ? .zero : try await devnet.deploy(code)
    for _ in 0..<lectures {
      try await devnet.send(DevnetCall(to: market, data: LectureMarket.Calldata.createLecture(lectureCost: 1)))
    }
    let counter = try await devnet.deploy(try Bytes(hex: counterCode))
    return ChainFixture(
      devnet, server, counter: counter, market: market, lectures: lectures, firstBlock: await devnet.blockNumber + 1)
  }

  /// The creation of ten bytes that add one to the slot whose number is the calldata's first word:
  /// PUSH0 CALLDATALOAD DUP1 SLOAD PUSH1 1 ADD SWAP1 SSTORE STOP.
  private static let counterCode = "0x69" + "5f358054600101905500" + "5f52" + "600a" + "6016" + "f3"

  /// What a new account with money does, and where it writes it down.
  func job(_ kind: CrashJob.Kind, outbox: String) async throws -> CrashJob {
    let secret = Bytes((0..<32).map { UInt8.random(in: $0 == 0 ? 1...0x7f : 0...0xff) }).hex
    let job = CrashJob(
      kind: kind, port: server.port, outbox: outbox, secret: secret, counter: counter.lowercaseHex,
      market: market.lowercaseHex,
      lectures: lectures)
    try await devnet.setBalance(Self.purse.wei, of: job.account())
    return job
  }
}
