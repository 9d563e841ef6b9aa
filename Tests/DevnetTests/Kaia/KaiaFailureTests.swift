import EVM
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Devnet

@Suite("Why transactions in Kaia's blocks failed")
struct KaiaFailureTests {
  static let contract = Address(truncating: 0xabcd_ef02)

  func failure(
    of code: String, gas: UInt64 = 234_567, _ change: (inout Devnet.Options) -> Void = { _ in }
  ) async throws -> (KaiaTransactionFailure?, DevnetReceipt) {
    let fixture = try await KaiaFixture(mining: .instant, change)
    try await fixture.devnet.setCode(try Bytes(hex: code), of: Self.contract)
    let receipt = try #require(
      try await fixture.send(
        fixture.transaction(.execution(to: Self.contract, value: 1, input: []), .delegated, gas: gas)))
    #expect(!receipt.isSuccess && receipt.logs.isEmpty)
    #expect(try await fixture.balance(Self.contract) == 0)
    #expect(try await fixture.devnet.nonce(of: fixture.sender) == 1)
    return (receipt.failure, receipt)
  }

  @Test("a revert, an exception and a lack of gas have their numbers")
  func machine() async throws {
    #expect(try await failure(of: "60006000fd").0?.rawValue == 0x09)
    #expect(try await failure(of: "fe").0?.rawValue == 0x02)
    #expect(try await failure(of: "56").0?.rawValue == 0x02)
    let (reason, receipt) = try await failure(of: "5b600056", gas: 50_000)
    #expect(reason?.rawValue == 0x07 && receipt.gasUsed == 50_000)
  }

  @Test("code that is too large is told as that, be there gas to store it or not")
  func codeSize() async throws {
    // PUSH2 size, PUSH1 0, RETURN
    func deploy(_ size: Int, gas: UInt64) async throws -> KaiaTransactionFailure? {
      let fixture = try await KaiaFixture()
      let code: Bytes = [0x61, UInt8(size >> 8), UInt8(size & 0xff), 0x60, 0x00, 0xf3]
      return try await fixture.send(fixture.transaction(.deploy(code), gas: gas))?.failure
    }
    #expect(try await deploy(24_577, gas: 100_000)?.rawValue == 0x06)
    #expect(try await deploy(24_577, gas: 10_000_000)?.rawValue == 0x06)
    #expect(try await deploy(24_576, gas: 100_000)?.rawValue == 0x05)
    #expect(try await deploy(24_576, gas: 10_000_000) == nil)
  }

  @Test(
    "a call that fails is answered as Kaia's nodes do: the data of a revert, and else the receipt's words",
    arguments: [
      ("fe", -32000, "VM error occurs while running smart contract", nil),
      ("56", -32000, "VM error occurs while running smart contract", nil),
      ("60006000fd", -32000, "evm: execution reverted", nil),
      ("60206000fd", 3, "execution reverted", "0x" + String(repeating: "00", count: 32)),
    ] as [(String, Int, String, String?)])
  func calls(code: String, number: Int, message: String, data: String?) async throws {
    let fixture = try await KaiaFixture()
    try await fixture.devnet.setCode(try Bytes(hex: code), of: Self.contract)
    for method in ["eth_call", "klay_call", "kaia_call", "eth_estimateGas", "klay_estimateGas", "kaia_estimateGas"] {
      let error = await fixture.ask(method, ["to": .string(Self.contract.lowercaseHex)])["error"]
      #expect(error?["code"]?.int == number && error?["message"]?.string == message, "\(method)")
      #expect(error?["data"]?.string == data, "\(method)")
    }
  }

  @Test("a call that runs out of gas says so, and its estimate that no allowance is enough")
  func callsWithoutGas() async throws {
    let fixture = try await KaiaFixture()
    try await fixture.devnet.setCode([0x5b, 0x60, 0x00, 0x56], of: Self.contract)
    let request: JSON = ["to": .string(Self.contract.lowercaseHex), "gas": "0x186a0"]
    let messages = [
      await fixture.ask("kaia_call", request)["error"]?["message"]?.string,
      await fixture.ask("kaia_estimateGas", request)["error"]?["message"]?.string,
    ]
    #expect(messages == ["out of gas", "gas required exceeds allowance (100000)"])
  }

  @Test("too much computation fails, and takes all gas")
  func computation() async throws {
    // A loop of JUMPDEST, PUSH1, JUMP: 10 + 120 + 253 a turn, and 12 gas.
    let (reason, receipt) = try await failure(of: "5b600056", gas: 100_000_000)
    #expect(reason?.rawValue == 0x0a && receipt.gasUsed == 100_000_000)
    // The same in a call of a call: the whole transaction counts.
    let nested = "60006000600060006000" + "30" + "5af1" + "00"
    let (inner, _) = try await failure(of: nested, gas: 400_000_000) { options in
      options.kaia = KaiaChainParameters()
      options.kaia?.computationLimit = 30_000
    }
    #expect(inner?.rawValue == 0x0a)
  }

  @Test("calls and estimates weigh as much as they like, and tell how much")
  func estimate() async throws {
    let fixture = try await KaiaFixture { options in
      options.kaia = KaiaChainParameters()
      options.kaia?.computationLimit = 100
    }
    // PUSH1, PUSH1, ADD, POP, STOP
    try await fixture.devnet.setCode(try Bytes(hex: "60016002015000"), of: Self.contract)
    let to = "0x00000000000000000000000000000000abcdef02"
    #expect(await fixture.result("kaia_call", ["to": .string(to)], "latest") == "0x")
    #expect(
      await fixture.result("kaia_estimateComputationCost", ["to": .string(to)], "latest")
        == .string(UInt256(UInt64(120 + 120 + 150 + 140)).quantity))
    // A precompile weighs, too: identity nothing, ecrecover 113,150.
    #expect(
      await fixture.result(
        "klay_estimateComputationCost", ["to": "0x0000000000000000000000000000000000000001"], "latest") == "0x1b9fe")
  }

  @Test("a contract's code that is too large, or isn't paid, has its number")
  func creation() async throws {
    let fixture = try await KaiaFixture()
    func deploy(_ code: String, _ nonce: UInt64, gas: UInt64) async throws -> UInt8? {
      try await fixture.send(
        fixture.transaction(.deploy(try Bytes(hex: code)), nonce: nonce, gas: gas))?.failure?.rawValue
    }
    // RETURN of 24,577 bytes, and of 24,576 with too little gas for 200 each.
    #expect(try await deploy("6160016000f3", 0, gas: 10_000_000) == 0x06)
    #expect(try await deploy("6160006000f3", 1, gas: 1_000_000) == 0x05)
    #expect(try await deploy("6160006000f3", 2, gas: 10_000_000) == nil)
    try await fixture.devnet.setCode([0x00], of: .contract(deployer: fixture.sender, nonce: 3))
    #expect(try await deploy("6160006000f3", 3, gas: 1_000_000) == 0x04)
  }

  @Test("a key that can't be any more when its turn comes has its number, and costs what it would have")
  func key() async throws {
    let fixture = try await KaiaFixture()
    let key = AccountKey.publicKey(fixture.keys[4])
    try await fixture.update(.roles([key, key, key]))
    await fixture.devnet.setMining(.manual)
    // The first takes the roles away that the second keeps.
    try await fixture.send(fixture.transaction(.accountUpdate(key), nonce: 1, signers: [4]))
    try await fixture.send(
      fixture.transaction(.accountUpdate(.roles([.none, .none, .fail])), nonce: 2, signers: [4]))
    try await fixture.devnet.mine()
    let receipts = try #require(await fixture.devnet.block()).receipts
    #expect(receipts.map(\.failure?.rawValue) == [nil, 0x11])
    #expect(receipts.map(\.gasUsed) == [41_000, 21_000])
    #expect(try await fixture.devnet.nonce(of: fixture.sender) == 3)
    #expect(try await fixture.devnet.state(at: .latest).account(fixture.sender)?.key == key)
  }

  @Test("a success has none, and neither has a failure on Ethereum's chains")
  func none() async throws {
    let devnet = try await Devnet.start()
    try await devnet.setCode([0xfe], of: Self.contract)
    var request = DevnetCall(to: Self.contract, gas: 50_000)
    request.gasPrice = 10_000_000_000
    let receipt = try #require(await devnet.receipt(devnet.send(request)))
    #expect(!receipt.isSuccess && receipt.failure == nil)
  }
}
