import EVM
import Primitives
import StrictJSON
import Testing

@testable import Devnet

/// The roots are those of the executable specification (`dao_fork` of ethereum-execution 2.20.0) over the same accounts.
@Suite("The DAO fork")
struct DAOForkTests {
  /// A chain at Homestead whose block 3 is the fork's, with accounts of The DAO and without others.
  private func start(supporting isSupported: Bool) async throws -> Devnet {
    let first = DAOFork.accounts[0].bytes.hex
    let last = DAOFork.accounts[115].bytes.hex
    var options = Devnet.Options()
    options.accountCount = 0
    options.mining = .manual
    options.genesis = try Genesis(
      parsing: Array(
        """
        {"config": {"chainId": 1, "homesteadBlock": 0, "daoForkBlock": 3, "daoForkSupport": \(isSupported)},
         "coinbase": "0x00000000000000000000000000000000000000c0", "timestamp": "0x1", "difficulty": "0x1",
         "alloc": {"\(first)": {"balance": "5"}, "\(last)": {"balance": "7000000000000000000"},
           "\(DAOFork.recovery.bytes.hex)": {"balance": "3"}, "0x00000000000000000000000000000000000000aa": {"balance": "9"}}}
        """.utf8))
    return try await Devnet.start(options)
  }

  @Test("the ether of 116 accounts goes to the recovery contract at the beginning of its block")
  func change() async throws {
    #expect(Set(DAOFork.accounts).count == 116)
    let devnet = try await start(supporting: true)
    try await devnet.mine(blocks: 14)
    let roots = [
      "0xb1f26bb19ade4f1fe227e8c760a0e23259d5c10fcc7f95b18821224a3db43c43",
      "0x53119010b2ed9339da140f336d3771344f94128745e1b03d55a80f25588d9682",
      "0x7a6e307b93a78f4a5c1fa6602c7a6fc68b5f28e48326f080c80728e4db8cd07e",
      "0xc7641d300a7f1cd5b703b648528ddaa7ff750cade929da74bf47a2fa7f887fce",
    ]
    for (number, root) in zip(1...4 as ClosedRange<UInt64>, roots) {
      #expect(await devnet.block(.number(number))?.header.stateRoot.hex == root, "block \(number)")
    }
    #expect(try await devnet.balance(of: DAOFork.recovery, at: .number(2)) == 3)
    #expect(try await devnet.balance(of: DAOFork.recovery, at: .number(3)) == 7_000_000_000_000_000_008)
    for number in 1...14 as ClosedRange<UInt64> {
      let extraData = (3..<13).contains(number) ? Array("dao-hard-fork".utf8) : []
      #expect(await devnet.block(.number(number))?.header.extraData == extraData, "block \(number)")
    }
  }

  @Test("a chain that doesn't support it leaves the ether where it is")
  func unsupported() async throws {
    let devnet = try await start(supporting: false)
    try await devnet.mine(blocks: 4)
    #expect(try await devnet.balance(of: DAOFork.recovery) == 3)
    #expect(await devnet.block(.number(3))?.header.extraData == [])
  }

  @Test(
    "neither side takes the other's blocks, which are told apart by ten blocks' extra data", arguments: [true, false])
  func sides(isSupported: Bool) async throws {
    let (ours, other) = (try await start(supporting: isSupported), try await start(supporting: !isSupported))
    // The same times make the same blocks.
    for chain in [ours, other] {
      for number in 1...14 as ClosedRange<UInt64> {
        try await chain.setNextBlockTimestamp(1 + number)
        try await chain.mine()
      }
    }
    let copy = try await start(supporting: isSupported)
    for number in 1...14 as ClosedRange<UInt64> {
      let (block, foreign) = (await ours.block(.number(number)), await other.block(.number(number)))
      let theirs = try #require(foreign)
      if number < 3 {
        #expect(block?.hash == theirs.hash)
      } else {
        var header = try #require(block).header
        header.extraData = theirs.header.extraData
        if number < 13 {
          await #expect(throws: DevnetError(.invalidBlock, ""), "block \(number)") {
            try await copy.add(DevnetBlock(header: header))
          }
        }
      }
      try await copy.add(try #require(block))
    }
    #expect(await copy.blockNumber == 14)
  }

  @Test("support without a block, and a block without support, are taken as they are")
  func configuration() throws {
    func fork(_ fields: String) throws -> DAOFork? {
      try Genesis(parsing: Array("{\"config\": {\"chainId\": 1\(fields)}, \"alloc\": {}}".utf8)).daoFork
    }
    #expect(try fork("") == nil)
    #expect(try fork(", \"daoForkSupport\": true") == nil)
    #expect(try fork(", \"daoForkBlock\": 7") == DAOFork(block: 7, isSupported: false))
    #expect(try fork(", \"daoForkBlock\": \"0x1d4c00\", \"daoForkSupport\": true") == .ethereum)
  }

  @Test("a trace of the fork's block sees the state after the change")
  func tracing() async throws {
    var options = Devnet.Options()
    options.genesis = Genesis(chainID: 1, forks: ForkSchedule(.homestead))
    options.genesis?.header.gasLimit = 1_000_000
    options.genesis?.accounts[DAOFork.accounts[3]] = Genesis.Account(balance: 77)
    options.genesis?.daoFork = DAOFork(block: 1)
    let devnet = try await Devnet.start(options)
    // Stores the balance of the recovery contract.
    let code = "73\(DAOFork.recovery.bytes.hex.dropFirst(2))31600055"
    try await devnet.setCode(Bytes(hex: code), of: Address(truncating: 0xaa))
    let hash = try await devnet.send(DevnetCall(to: Address(truncating: 0xaa)))
    #expect(try await devnet.storage(of: Address(truncating: 0xaa), slot: 0) == 77)
    let trace = await devnet.answer([
      "jsonrpc": "2.0", "id": 1, "method": "debug_traceTransaction", "params": [.string(hash.hex)],
    ])
    let store = trace?["result"]?["structLogs"]?.array?.first { $0["op"] == "SSTORE" }
    #expect(store?["stack"]?.array?.first == "0x4d", "\(trace ?? .null)")
  }
}
