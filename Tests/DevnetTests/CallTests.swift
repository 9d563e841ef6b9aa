import Devnet
import EVM
import Primitives
import StrictJSON
import Testing

@Suite("Calls and estimates")
struct CallTests {
  @Test("an estimate for a purchase suffices and is at most two percent too high")
  func estimate() async throws {
    let devnet = try await Devnet.start()
    let market = try await Market.open(devnet, cost: 3)
    var request = market.purchase(value: ether(3))
    let estimate = try await devnet.estimateGas(request)
    let snapshot = await devnet.snapshot()
    request.gas = estimate
    let receipt = try #require(await devnet.receipt(devnet.send(request)))
    #expect(receipt.isSuccess)
    #expect(receipt.logs.count == 1)
    try await devnet.revert(to: snapshot)
    request.gas = estimate * 98 / 100
    #expect(try #require(await devnet.receipt(devnet.send(request))).isSuccess == false)
  }

  @Test("a revert tells its reason and data; the estimate fails as the call does")
  func revert() async throws {
    let devnet = try await Devnet.start()
    let market = try await Market.open(devnet, cost: 3)
    let expected = "execution reverted: wrong payment"
    for body in ["eth_call", "eth_estimateGas"] {
      let answer = await devnet.answer([
        "jsonrpc": "2.0", "id": 1, "method": .string(body),
        "params": [
          [
            "from": .string(devnet.accounts[2].address.checksummed), "to": .string(market.address.checksummed),
            "value": "0x1", "data": .string(market.purchase(value: 1).data.hex),
          ]
        ],
      ])
      #expect(answer?["error"]?["code"]?.int == 3)
      #expect(answer?["error"]?["message"]?.string == expected)
      #expect(answer?["error"]?["data"]?.string?.hasPrefix("0x08c379a0") == true)
    }
  }

  @Test("a plain transfer is estimated at 21,000; what nobody can pay is refused")
  func transfer() async throws {
    let devnet = try await Devnet.start()
    let (from, to) = (devnet.accounts[0].address, devnet.accounts[1].address)
    #expect(try await devnet.estimateGas(DevnetCall(from: from, to: to, value: 1)) == 21_000)
    await #expect(throws: DevnetError.self) {
      try await devnet.estimateGas(DevnetCall(from: from, to: to, value: ether(10_001)))
    }
    var poor = DevnetCall(from: Address(truncating: UInt256(0xabcd)), to: to)
    poor.maxFeePerGas = 1
    await #expect(throws: DevnetError.self) { try await devnet.estimateGas(poor) }
  }

  @Test("code that eats all gas has no estimate")
  func endless() async throws {
    let devnet = try await Devnet.start()
    let address = Address(truncating: UInt256(0xe0))
    try await devnet.setCode([0x5b, 0x60, 0x00, 0x56], of: address)
    do {
      _ = try await devnet.estimateGas(DevnetCall(to: address))
      Issue.record("there is an estimate")
    } catch let error as DevnetError {
      #expect(error.code == .gasAllowanceExceeded)
      #expect(error.message.hasPrefix("gas required exceeds allowance"))
    }
  }

  @Test("calls nest as deep as the rules let them")
  func depth() async throws {
    var options = Devnet.Options()
    // Before EIP-150 gas sets no limit to it.
    options.fork = .frontier
    let devnet = try await Devnet.start(options)
    let address = Address(truncating: UInt256(0xdee9))
    // Adds 1 to slot 0, and calls itself with all gas but 200.
    try await devnet.setCode(Bytes(hex: "600160005401600055600060006000600060003060c85a03f1"), of: address)
    var request = DevnetCall(to: address)
    request.gas = 30_000_000
    let hash = try await devnet.send(request)
    #expect(await devnet.receipt(hash)?.isSuccess == true)
    #expect(try await devnet.storage(of: address, slot: 0) == 1025)
  }

  @Test("an estimate sees the time that was set")
  func time() async throws {
    let devnet = try await Devnet.start()
    let address = Address(truncating: UInt256(0xe1))
    // Reverts before the time 2^32: TIMESTAMP, PUSH1 32, SHR, PUSH1 9, JUMPI, PUSH0, PUSH0, REVERT, JUMPDEST.
    try await devnet.setCode([0x42, 0x60, 0x20, 0x1c, 0x60, 0x0a, 0x57, 0x5f, 0x5f, 0xfd, 0x5b], of: address)
    await #expect(throws: DevnetError.self) { try await devnet.estimateGas(DevnetCall(to: address)) }
    try await devnet.setNextBlockTimestamp(1 << 32)
    #expect(try await devnet.estimateGas(DevnetCall(to: address)) > 21_000)
  }

  @Test("an estimate speaks of gas only where gas is what lacks")
  func otherRefusals() async throws {
    let devnet = try await Devnet.start()
    let (from, to) = (devnet.accounts[0].address, devnet.accounts[1].address)
    func refusal(_ change: (inout DevnetCall) -> Void) async -> DevnetError? {
      var request = DevnetCall(from: from, to: to, data: [1])
      change(&request)
      do {
        _ = try await devnet.estimateGas(request)
        return nil
      } catch {
        return error as? DevnetError
      }
    }
    let cases: [((inout DevnetCall) -> Void, DevnetError.Code, String)] = [
      ({ ($0.maxFeePerGas, $0.maxPriorityFeePerGas) = (1, 0) }, .refusedTransaction, "max fee per gas less than"),
      ({ ($0.maxFeePerGas, $0.maxPriorityFeePerGas) = (1, 2) }, .refusedTransaction, "max priority fee per gas higher"),
      ({ ($0.to, $0.data) = (nil, Bytes(repeating: 0, count: 49_153)) }, .refusedTransaction, "max initcode size"),
      ({ $0.gas = 21_010 }, .gasAllowanceExceeded, "gas required exceeds allowance (21010)"),
    ]
    for (change, code, words) in cases {
      let error = await refusal(change)
      #expect(error?.code == code && error?.message.hasPrefix(words) == true, "\(error?.message ?? "") not \(words)")
    }
  }

  @Test("a simulation that wants more gas than all may use says so")
  func simulationGas() async throws {
    var options = Devnet.Options()
    options.callGasLimit = 50_000
    let devnet = try await Devnet.start(options)
    let call = DevnetCall(from: devnet.accounts[0].address, to: devnet.accounts[1].address)
    var block = SimulatedBlock()
    block.calls = [call, call]
    #expect(try await devnet.simulate([block]).first?.calls.count == 2)
    block.calls.append(call)
    let tooMany = block
    let error = await #expect(throws: DevnetError.self) { try await devnet.simulate([tooMany]) }
    #expect(error?.code == .simulatedGasLimit)
    #expect(error?.message == "the simulation may use 50000 gas in all, and 8000 are left")
    // Whose own limit is too low is told that.
    block.calls = [call]
    block.calls[0].gas = 20_000
    let tooLow = block
    let own = await #expect(throws: DevnetError.self) { try await devnet.simulate([tooLow]) }
    #expect(own?.number == -38013)
  }
}
