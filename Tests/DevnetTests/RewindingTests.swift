import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Devnet

@Suite("Going back, dropping, dumping")
struct RewindingTests {
  func manual() async throws -> Devnet {
    var options = Devnet.Options()
    options.mining = .manual
    return try await Devnet.start(options)
  }

  @Test("a reset brings the beginning back")
  func reset() async throws {
    let devnet = try await Devnet.start()
    let (genesis, root) = (try #require(await devnet.block()).hash, try await devnet.state(at: .latest).root)
    try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
    try await devnet.setBalance(5, of: devnet.accounts[3].address)
    let snapshot = await devnet.snapshot()
    try await devnet.increaseTime(by: 10_000)
    await devnet.impersonate(.zero)
    #expect(await ask(devnet, "hardhat_reset")["result"] == true)
    #expect(await devnet.block()?.hash == genesis)
    #expect(try await devnet.state(at: .latest).root == root)
    #expect(await devnet.ledger.clock.setting == BlockClock.Setting())
    #expect(try await devnet.revert(to: snapshot) == false)
    #expect(await devnet.senders.count == 10)
    try await devnet.mine()
    #expect(await devnet.blockNumber == 1)
  }

  @Test("a rollback takes blocks back with what was changed after them, and snapshots of them")
  func rollback() async throws {
    let devnet = try await manual()
    let someone = Address(truncating: UInt256(0x77))
    try await devnet.mine()
    try await devnet.setBalance(1, of: someone)
    let early = await devnet.snapshot()
    try await devnet.mine()
    try await devnet.setBalance(2, of: someone)
    let late = await devnet.snapshot()
    let waiting = try await devnet.send(DevnetCall(to: someone, value: 1))
    #expect(await ask(devnet, "anvil_rollback")["result"] == .null)
    #expect(await devnet.blockNumber == 1)
    #expect(try await devnet.balance(of: someone) == 1)
    #expect(await devnet.pool[waiting] != nil)
    #expect(try await devnet.revert(to: late) == false)
    #expect(try await devnet.revert(to: early))
    #expect(await ask(devnet, "anvil_rollback", 9)["error"]?["code"]?.int == -32602)
    #expect(await ask(devnet, "anvil_rollback", "0x1")["result"] == .null)
    #expect(await devnet.blockNumber == 0)
    #expect(try await devnet.balance(of: someone) == 0)
  }

  @Test("a reorganization puts other blocks in the place of the last ones, with the transactions given")
  func reorganization() async throws {
    let devnet = try await Devnet.start()
    let to = devnet.accounts[1].address
    var hashes: [Hash32] = []
    for value in 1...3 { hashes.append(try await devnet.send(DevnetCall(to: to, value: UInt256(value)))) }
    var old: [Hash32] = []
    for number in 0...3 { old.append(try #require(await devnet.block(.number(UInt64(number)))).hash) }
    let filter = try #require(await ask(devnet, "eth_newBlockFilter")["result"])
    let raw = try #require(await devnet.block(.number(3))?.transactions.first).transaction.encoded
    let answer = await ask(
      devnet, "anvil_reorg", 2,
      [[["from": ControlTests.text(devnet.accounts[2].address), "to": ControlTests.text(to), "value": "0x9"], 1]])
    #expect(answer["result"] == .null, "\(answer)")
    var new: [Hash32] = []
    for number in 0...3 { new.append(try #require(await devnet.block(.number(UInt64(number)))).hash) }
    #expect(new[...1] == old[...1])
    #expect(Set(new).intersection(old).count == 2)
    #expect(await devnet.receipt(hashes[0])?.isSuccess == true)
    #expect(await devnet.receipt(hashes[1]) == nil)
    #expect(await devnet.block(.number(2))?.transactions.count == 0)
    #expect(await devnet.block(.number(3))?.transactions.map(\.sender) == [devnet.accounts[2].address])
    #expect(try await devnet.balance(of: to) == ether(10_000) + 10)
    #expect(await ask(devnet, "eth_getFilterChanges", filter)["result"]?.array?.count == 2)
    // A raw transaction whose turn has not come is left out.
    #expect(await ask(devnet, "anvil_reorg", 1, [[.string(raw.hex), 0]])["result"] == .null)
    #expect(await devnet.block()?.transactions.count == 0)
    #expect(await ask(devnet, "anvil_reorg", 1, [[.string(raw.hex), 1]])["error"]?["code"]?.int == -32602)
    #expect(await ask(devnet, "anvil_reorg", 99)["error"]?["code"]?.int == -32602)
  }

  @Test("what waits can be dropped, one, a sender's, or all")
  func dropping() async throws {
    let devnet = try await manual()
    let filter = try #require(await ask(devnet, "eth_newPendingTransactionFilter")["result"])
    var hashes: [JSON] = []
    for sender in [0, 0, 2, 3] {
      let request = DevnetCall(from: devnet.accounts[sender].address, to: devnet.accounts[1].address)
      hashes.append(.string(try await devnet.send(request).hex))
    }
    #expect(Set(await ask(devnet, "eth_getFilterChanges", filter)["result"]?.array ?? []) == Set(hashes))
    #expect(await ask(devnet, "eth_getFilterChanges", filter)["result"] == [])
    #expect(await ask(devnet, "anvil_dropTransaction", hashes[1])["result"] == hashes[1])
    #expect(await ask(devnet, "anvil_dropTransaction", hashes[1])["result"] == .null)
    #expect(await ask(devnet, "hardhat_dropTransaction", hashes[1])["result"] == false)
    #expect(await devnet.pool.count == 3)
    let address = ControlTests.text(devnet.accounts[0].address)
    #expect(await ask(devnet, "anvil_removePoolTransactions", address)["result"] == .null)
    #expect(await devnet.pool.count == 2)
    #expect(await ask(devnet, "hardhat_dropAllTransactions")["result"] == true)
    #expect(await devnet.pool.count == 0)
    #expect(await ask(devnet, "eth_getFilterChanges", filter)["result"] == [])
  }

  @Test("a dump loaded into another devnet gives its accounts, with the higher nonce of the two")
  func dumping() async throws {
    let (devnet, other) = (try await Devnet.start(), try await Devnet.start())
    let market = try await Market.open(devnet, cost: 1)
    try await devnet.send(market.purchase(value: ether(1)))
    try await other.setNonce(99, of: devnet.accounts[0].address)
    let dump = try #require(await ask(devnet, "anvil_dumpState")["result"])
    #expect(await ask(other, "hardhat_loadState", dump)["result"] == true)
    #expect(try await other.balance(of: market.address) == ether(1))
    #expect(try await other.code(of: market.address) == devnet.code(of: market.address))
    #expect(try await other.nonce(of: devnet.accounts[0].address) == 99)
    #expect(try await other.nonce(of: devnet.accounts[2].address) == 1)
    // The same lecture can be bought there.
    #expect(try #require(await other.receipt(other.send(market.purchase(value: ether(1), from: 3)))).isSuccess)
    for wrong in ["0x", "0x1f8b08", "0x7b7d", "0x7b226163636f756e7473223a7b2230223a7b7d7d7d"] as [JSON] {
      #expect(await ask(other, "anvil_loadState", wrong)["error"]?["code"]?.int == -32602)
    }
  }

  @Test("a devnet tells of itself as others do, and its chain id stays")
  func telling() async throws {
    let devnet = try await Devnet.start()
    try await devnet.mine()
    _ = await devnet.snapshot()
    let hash = JSON.string(try #require(await devnet.block()).hash.hex)
    let info = await ask(devnet, "anvil_nodeInfo")["result"]
    #expect(info?["currentBlockNumber"] == "0x1")
    #expect(info?["currentBlockHash"] == hash)
    #expect(info?["hardFork"] == "osaka")
    #expect(info?["environment"]?["chainId"] == 31337)
    let metadata = await ask(devnet, "hardhat_metadata")["result"]
    #expect(metadata?["latestBlockNumber"] == 1)
    #expect(metadata?["snapshots"]?["0x1"] == [1, hash])
    #expect(await ask(devnet, "anvil_setChainId", 31337)["result"] == .null)
    #expect(await ask(devnet, "anvil_setChainId", 1)["error"]?["code"]?.int == -32602)
    #expect(await ask(devnet, "hardhat_setLoggingEnabled", false)["result"] == true)
  }

  @Test("the devnet signs with its own accounts' keys alone")
  func signing() async throws {
    let devnet = try await Devnet.start()
    let account = devnet.accounts[3].address
    let message = Bytes("good morning".utf8)
    let text = ControlTests.text(account)
    let signed = await ask(devnet, "eth_sign", text, .string(message.hex))["result"]
    #expect(await ask(devnet, "personal_sign", .string(message.hex), text)["result"] == signed)
    let signature = try Signature(bytes65: Bytes(hex: signed?.string ?? ""))
    #expect(try PersonalMessage.recoverAddress(message, signature: signature) == account)

    let typed = try JSON(
      parsing: """
        {"types": {"Rating": [{"name": "score", "type": "uint256"}]}, "primaryType": "Rating",
        "domain": {"name": "Lectures", "chainId": 31337}, "message": {"score": 5}}
        """)
    let object = await ask(devnet, "eth_signTypedData_v4", text, typed)["result"]
    #expect(await ask(devnet, "eth_signTypedData_v4", text, .string(typed.serialized()))["result"] == object)
    let recovered = try TypedData(json: typed).recoverAddress(Signature(bytes65: Bytes(hex: object?.string ?? "")))
    #expect(recovered == account)

    let answered = await ask(devnet, "eth_signTransaction", ["from": text, "to": text, "value": "0x1"])["result"]
    let raw = answered?["raw"]
    let transaction = try SignedTransaction(decodingHex: raw?.string ?? "")
    #expect(answered?["tx"]?["hash"]?.string == transaction.hash.hex && answered?["tx"]?["nonce"] == "0x0")
    #expect(try transaction.sender() == account)
    #expect(await devnet.blockNumber == 0)
    #expect(await ask(devnet, "eth_sendRawTransaction", raw ?? .null)["result"]?.string == transaction.hash.hex)

    let nobody = ControlTests.text(Address(truncating: UInt256(0x99)))
    await devnet.setImpersonatesAll(true)
    for (method, parameters) in [
      ("eth_sign", [nobody, "0x00"]), ("personal_sign", ["0x00", nobody]), ("eth_signTypedData_v4", [nobody, typed]),
      ("eth_signTransaction", [["from": nobody, "gas": "0x5208", "to": nobody]]),
    ] as [(String, [JSON])] {
      let answer = await devnet.answer([
        "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(parameters),
      ])
      #expect(
        answer?["error"]?["message"]?.string?.hasPrefix("unknown account") == true, "\(method): \(answer ?? .null)")
    }
    #expect(await ask(devnet, "eth_signTypedData_v4", text, "{")["error"]?["code"]?.int == -32602)
  }
}

@Suite("The genesis of a file")
struct GenesisTests {
  static let text = """
    {"config": {"chainId": 77, "homesteadBlock": 0, "eip150Block": 0, "eip155Block": 0, "eip158Block": 0,
      "byzantiumBlock": 0, "constantinopleBlock": 0, "petersburgBlock": 0, "istanbulBlock": 0, "berlinBlock": 0,
      "londonBlock": 0, "terminalTotalDifficulty": 0, "shanghaiTime": 0, "cancunTime": 2000000000},
     "gasLimit": "0x1c9c380", "timestamp": "0x64", "baseFeePerGas": "0x7", "coinbase": "0x00000000000000000000000000000000000000c0",
     "extraData": "0x0102", "difficulty": "0x0",
     "alloc": {"00000000000000000000000000000000000000aa": {"balance": "1000", "nonce": "0x2", "code": "0x5f545f5260205ff3",
        "storage": {"0x00": "0x2a", "0000000000000000000000000000000000000000000000000000000000000001": "ff"}}}}
    """

  @Test("a genesis file gives chain id, forks, fields and accounts; funded accounts are added")
  func reading() async throws {
    var options = Devnet.Options()
    options.genesis = try Genesis(parsing: Array(Self.text.utf8))
    options.funded = [Address(truncating: UInt256(0xf0)), Address(truncating: UInt256(0xaa))]
    options.clock = { 1000 }
    let devnet = try await Devnet.start(options)
    let address = Address(truncating: UInt256(0xaa))
    #expect(devnet.chainID == 77)
    let header = try #require(await devnet.block()).header
    #expect(header.gasLimit == 30_000_000)
    #expect(header.timestamp == 100)
    #expect(header.baseFee == 7)
    #expect(header.extraData == [1, 2])
    #expect(header.withdrawalsRoot != nil)
    #expect(header.blobGasUsed == nil)
    #expect(try await devnet.balance(of: address) == 1000)
    #expect(try await devnet.nonce(of: address) == 2)
    #expect(try await devnet.storage(of: address, slot: 0) == 42)
    #expect(try await devnet.storage(of: address, slot: 1) == 255)
    #expect(try await devnet.call(DevnetCall(to: address)) == UInt256(42).bigEndianBytes)
    #expect(try await devnet.balance(of: options.funded[0]) == ether(10_000))
    try await devnet.setNextBlockTimestamp(2_000_000_000)
    try await devnet.mine()
    #expect(await devnet.block()?.header.blobGasUsed == 0)
  }

  @Test(
    "what is wrong with a genesis is said with its place",
    arguments: [
      ("\"chainId\": 77,", "", "config.chainId"), ("\"alloc\"", "\"allok\"", "alloc"),
      ("\"config\"", "\"konfig\"", "config"), ("00aa\"", "00az\"", "alloc."), ("\"1000\"", "\"1e3\"", ".balance"),
      ("\"0x2\"", "\"0x10000000000000000\"", ".nonce"), ("5ff3\"", "5ff\"", ".code"), ("\"0x2a\"", "true", ".storage."),
      ("\"0x2a\"", "\"0x1\(String(repeating: "0", count: 64))\"", ".storage."),
      ("{\"0x00\"", "[{\"0x00\"", "cannot read"),
      ("\"shanghaiTime\": 0,", "", "config.shanghaiTime"),
      ("\"berlinBlock\": 0", "\"berlinBlock\": 5", "config.londonBlock"),
      ("\"0x64\"", "\"0xffffffffffffffff\"", "timestamp"),
      ("\"terminalTotalDifficulty\": 0,", "", "config.mergeNetsplitBlock"),
      ("\"0x0102\"", "5", "extraData"),
    ])
  func refusing(old: String, new: String, place: String) throws {
    let text = Self.text.replacing(old, with: new)
    #expect(text != Self.text)
    do {
      _ = try Genesis(parsing: Array(text.utf8))
      Issue.record("it was taken")
    } catch {
      #expect(error.code == .malformedGenesis)
      #expect(error.message.contains(place), "\(error)")
      #expect(error.message.split(separator: "\n").count <= 4)
    }
  }
}
