import EVM
import Foundation
import Primitives
import Testing

@testable import Devnet

@Suite("The file that keeps a chain")
struct StorageTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Does a bit of everything that is kept.
  func live(_ devnet: Devnet) async throws {
    let market = try await Market.open(devnet, cost: 1)
    for student in 2..<5 { try await devnet.send(market.purchase(value: ether(1), from: student)) }
    let snapshot = await devnet.snapshot()
    try await devnet.mine(blocks: 3, interval: 7)
    try await devnet.setBalance(5, of: devnet.accounts[9].address)
    try await devnet.revert(to: snapshot)
    let contract = Address(truncating: UInt256(0xc0de))
    try await devnet.setCode([0x5f, 0x54, 0x60, 0x01, 0x01, 0x5f, 0x55], of: contract)
    try await devnet.setStorage(40, slot: 0, of: contract)
    try await devnet.setBalance(ether(3), of: contract)
    try await devnet.setNonce(7, of: contract)
    await devnet.impersonate(contract)
    try await devnet.send(DevnetCall(from: contract, to: contract, value: 1))
    // One that fails, and one that destroys what it creates.
    var failing = DevnetCall(to: market.address, data: [1, 2, 3, 4])
    failing.gas = 100_000
    try await devnet.send(failing)
    try await devnet.send(DevnetCall(data: try Bytes(hex: "6001600055600160005560005fff")))
    await devnet.setMining(.manual)
    try await devnet.increaseTime(by: 1000)
    var waiting: [Hash32] = []
    for value in 1...3 {
      waiting.append(try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: UInt256(value))))
    }
    var replacing = DevnetCall(to: devnet.accounts[3].address)
    replacing.nonce = try await devnet.nonce(of: devnet.accounts[0].address) + 1
    replacing.maxPriorityFeePerGas = 10_000_000_000
    replacing.maxFeePerGas = 20_000_000_000
    try await devnet.send(replacing)
    try await devnet.setNextBlockTimestamp(1 << 33)
    try await devnet.setCoinbase(contract)
    try await devnet.setNextBaseFee(12345)
  }

  /// The root of the state after each block.
  func roots(_ devnet: Devnet) async throws -> [Hash32] {
    var roots: [Hash32] = []
    for number in 0...(await devnet.blockNumber) { roots.append(try await devnet.state(at: .number(number)).root) }
    return roots
  }

  @Test("a devnet goes on where it was: blocks, receipts, state, pool, time, what was chosen of the next block")
  func restart() async throws {
    var before: Fingerprint?
    var pastRoots: [Hash32] = []
    do {
      let devnet = try await Devnet.start(folder.options())
      #expect(devnet.recovery == Devnet.Recovery())
      try await live(devnet)
      before = await devnet.fingerprint
      pastRoots = try await roots(devnet)
      await devnet.close()
    }
    let devnet = try await Devnet.start(folder.options())
    let after = await devnet.fingerprint
    #expect(after == before)
    #expect(after.waiting.count == 3)
    #expect(devnet.recovery.blocks == after.blocks.count - 1)
    #expect(devnet.recovery.discardedBytes == 0)
    // Snapshots are the process's.
    #expect(try await devnet.revert(to: 1) == false)
    #expect(try await roots(devnet) == pastRoots)
    try await devnet.mine()
    let block = try #require(await devnet.block())
    #expect(block.header.timestamp == 1 << 33)
    #expect(block.header.baseFee == 12345)
    #expect(block.transactions.count == 3)
    #expect(try await devnet.storage(of: Address(truncating: UInt256(0xc0de)), slot: 0) == 41)
  }

  @Test("every moment between two answers is one from which a devnet goes on")
  func prefixes() async throws {
    let devnet = try await Devnet.start(folder.options())
    var moments: [(size: Int, fingerprint: Fingerprint)] = []
    func note() async throws { moments.append((try folder.bytes().count, await devnet.fingerprint)) }
    try await note()
    try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
    try await note()
    try await devnet.setBalance(1, of: devnet.accounts[2].address)
    try await note()
    let snapshot = await devnet.snapshot()
    try await devnet.mine()
    try await note()
    try await devnet.revert(to: snapshot)
    try await note()
    await devnet.setMining(.manual)
    try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
    try await note()
    let bytes = try folder.bytes()
    #expect(Set(moments.map(\.size)).count == moments.count)
    for moment in moments {
      try folder.write(Bytes(bytes.prefix(moment.size)), "copy")
      var options = folder.options()
      options.storage?.path = folder.file("copy")
      #expect(await (try Devnet.start(options)).fingerprint == moment.fingerprint)
    }
  }

  @Test("files that are none, of other versions, of other chains, or in use are refused and stay as they are")
  func others() async throws {
    @discardableResult
    func expectRefusal(
      _ code: DevnetError.Code, at place: SourceLocation = #_sourceLocation,
      _ change: (inout Devnet.Options) -> Void = { _ in }
    ) async -> DevnetError? {
      var options = folder.options()
      change(&options)
      let refused = options
      let error = await #expect(throws: DevnetError.self, sourceLocation: place) { try await Devnet.start(refused) }
      #expect(error?.code == code, sourceLocation: place)
      return error
    }
    do {
      let devnet = try await Devnet.start(folder.options())
      try await devnet.mine()
      await expectRefusal(.storageBusy)
      #expect(await devnet.blockNumber == 1)
      await devnet.close()
      await #expect(throws: DevnetError(.storageFailed, "")) { try await devnet.mine() }
      #expect(await devnet.blockNumber == 1)
    }
    let bytes = try folder.bytes()
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file())[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let other = await expectRefusal(.otherStorage) { $0.chainID = 5 }
    #expect(other?.message.split(separator: "\n").count ?? 9 <= 4)
    await expectRefusal(.otherStorage) { $0.fork = .prague }
    await expectRefusal(.otherStorage) { $0.fork = .bpo1 }
    await expectRefusal(.otherStorage) { $0.accountCount = 3 }
    await expectRefusal(.otherStorage) { $0.timestamp = 7 }
    await expectRefusal(.storageFailed) { $0.storage?.path = folder.path }
    await expectRefusal(.storageFailed) { $0.storage?.path = folder.file("none/state") }
    await expectRefusal(.storageFailed) { $0.storage?.path = "/dev/null" }
    #expect(try folder.bytes() == bytes)
    for start in [Bytes("SQLite format 3".utf8), Bytes("LDN".utf8) + [9], [1]] {
      try folder.write(start + bytes)
      await expectRefusal(.otherStorage)
      #expect(try folder.bytes() == start + bytes)
    }
    try folder.write(bytes)
    _ = try await Devnet.start(folder.options())
  }

  #if os(Linux)
    @Test("room on the disk is only asked for where that would help")
    func noFile() async throws {
      var options = folder.options()
      options.storage?.path = "/proc/self/status"
      let refused = options
      let error = await #expect(throws: DevnetError.self) { try await Devnet.start(refused) }
      #expect(error?.code == .storageFailed && error?.message.contains("make room") == false, "\(error?.message ?? "")")
    }

    @Test("a full disk is told, and the chain does not go on without its file")
    func fullDisk() async throws {
      await #expect(processExitsWith: .success) { [path = folder.file() as String] in
        var options = Devnet.Options()
        options.storage = Devnet.Storage(path: path)
        let devnet = try await Devnet.start(options)
        let to = devnet.accounts[1].address
        try await devnet.send(DevnetCall(to: to, value: 1))
        let before = await devnet.fingerprint
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        // The system refuses to let the file grow.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: rlim_t(size + 100), rlim_max: .max)
        try #require(setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0)
        let snapshot = await devnet.snapshot()
        let actions: [(Devnet) async throws -> Void] = [
          { try await $0.send(DevnetCall(to: to, value: 1)) },
          { try await $0.mine() },
          { try await $0.setCode(Bytes(repeating: 1, count: 200), of: to) },
          {
            await $0.setMining(.manual)
            try await $0.send(DevnetCall(to: to, data: Bytes(repeating: 1, count: 200)))
          },
        ]
        for action in actions {
          await #expect(throws: DevnetError(.storageFailed, "")) { try await action(devnet) }
          #expect(await devnet.fingerprint == before)
        }
        limit.rlim_cur = .max
        try #require(setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0)
        try await devnet.mine()
        #expect(try await devnet.revert(to: snapshot))
        #expect(await devnet.fingerprint.blocks == before.blocks)
      }
      let devnet = try await Devnet.start(folder.options())
      #expect(await devnet.blockNumber == 1)
    }
  #endif
}
