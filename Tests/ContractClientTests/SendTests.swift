import ContractABI
import ContractClient
import NodeDoubles
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

@Suite("Calls that are sent")
struct SendTests {
  private func working(_ change: (inout StubNode.Chain) -> Void = { _ in }) throws -> ContractFixture {
    try ContractFixture {
      $0.callResult = words(0)
      change(&$0)
    }
  }

  @Test("What is signed is what was asked: receiver, value, calldata, chain")
  func sent() async throws {
    let fixture = try working()
    let call = try fixture.call(value: .klay(2))
    let receipt = try await call.send(from: fixture.key)
    let raw = try SignedTransaction(decodingHex: try #require(fixture.node.sent.first))
    #expect(raw.hash == receipt.hash)
    #expect(try raw.sender() == fixture.account)
    #expect(raw.transaction.to == (try ContractFixture.contract))
    #expect(raw.transaction.value == Amount.klay(2).wei)
    #expect(raw.transaction.data == call.calldata)
    #expect(raw.transaction.chainID == 1337)
    #expect(receipt.call == "buy(number: 3)" && receipt.value == .klay(2))
    #expect(try receipt.contract == ContractFixture.contract)
    #expect(receipt.fee == Amount(wei: UInt256(21_000) * UInt256(1_000_000_000)))
    #expect(fixture.node.sent.count == 1)
  }

  @Test("Before it is sent nothing is asked twice")
  func questions() async throws {
    let fixture = try working()
    _ = try await fixture.call(value: .klay(2)).prepare(from: fixture.account)
    for method in ["eth_chainId", "eth_getBalance", "eth_getCode", "eth_call", "eth_estimateGas"] {
      #expect(fixture.node.calls(of: method).count == 1, "\(method)")
    }
  }

  @Test("Only the contract's own events of the type are in its receipt")
  func receiptEvents() async throws {
    let fixture = try working()
    let logs = [
      try Till.Sold.json(3, price: 10), try Till.Sold.json(4, price: 11, address: .zero),
      try Till.Sold.json(5, price: 12, topic: .zero), try Till.Sold.json(6, price: 13, removed: true),
    ]
    fixture.node.change { $0.logs = logs }
    let receipt = try await fixture.call().send(from: fixture.key)
    #expect(receipt.receipt.logs.count == 4)
    #expect(try receipt.events(Till.Sold.self) == [Till.Sold(3, 10)])
  }

  // MARK: Nothing is sent

  /// Fails if anything was signed and sent.
  private func refusal<Failure: Error>(
    _ type: Failure.Type, _ fixture: ContractFixture, _ call: ContractCall<[ABIValue]>,
    _ options: SendOptions = SendOptions()
  ) async throws -> Failure {
    let error = try await failure(type) { try await call.send(from: fixture.key, options: options) }
    #expect(fixture.node.calls(of: "eth_sendRawTransaction").isEmpty)
    #expect("\(error)".split(separator: "\n", omittingEmptySubsequences: false).count <= 4)
    return error
  }

  @Test("A call that would revert is not sent, and the reason is told", arguments: 0..<CallTests.shapes.count)
  func reverts(shape: Int) async throws {
    for (data, reason) in CallTests.reverts {
      let fixture = try working { $0.answers["eth_call"] = { _, _ in CallTests.shapes[shape](data) } }
      let error = try await refusal(ContractError.self, fixture, fixture.call())
      #expect(error.code == .reverted && error.revert == reason)
      #expect(error.advice == "Nothing was sent and nothing is spent.")
    }
  }

  @Test("A revert that only the estimate shows is told the same way", arguments: 0..<CallTests.shapes.count)
  func estimateReverts(shape: Int) async throws {
    let (data, reason) = CallTests.reverts[2]
    let fixture = try working { $0.answers["eth_estimateGas"] = { _, _ in CallTests.shapes[shape](data) } }
    let error = try await refusal(ContractError.self, fixture, fixture.call())
    #expect(error.code == .reverted && error.revert == reason)
    let again = try await failure(ContractError.self) { try await fixture.call().estimateGas(from: fixture.account) }
    #expect(again.revert == reason)
  }

  @Test(
    "An estimate that no gas is enough for is a revert without a reason",
    arguments: [
      "gas required exceeds allowance (30000000)", "gas required exceeds allowance or always failing transaction",
    ])
  func alwaysFailing(text: String) async throws {
    let fixture = try working { $0.answers["eth_estimateGas"] = { _, _ in .error(text) } }
    let error = try await refusal(ContractError.self, fixture, fixture.call())
    #expect(error.code == .reverted && error.revert == .empty)
  }

  @Test("An old node that answers a revert with 0x stops the send as well")
  func oldNode() async throws {
    let fixture = try working { $0.callResult = "0x" }
    #expect(try await refusal(ContractError.self, fixture, fixture.call()).code == .unexpectedAnswer)
  }

  @Test("An address without code gets nothing")
  func noContract() async throws {
    let fixture = try working { $0.contracts = [] }
    #expect(try await refusal(ContractError.self, fixture, fixture.call(value: .klay(1))).code == .noContract)
  }

  @Test("A node of another chain is told nothing of the call")
  func wrongChain() async throws {
    let fixture = try working { $0.chainID = 8217 }
    #expect(try await refusal(SendingError.self, fixture, fixture.call()).code == .wrongChain)
    #expect(fixture.node.calls(of: "eth_call").isEmpty && fixture.node.calls(of: "eth_estimateGas").isEmpty)
  }

  @Test("An account that does not hold the value is told so, whatever the node says of the simulation")
  func notEnough() async throws {
    let fixture = try working { $0.answers["eth_call"] = { _, _ in .error("insufficient funds for transfer") } }
    #expect(try await refusal(SendingError.self, fixture, fixture.call(value: .klay(101))).code == .notEnoughForValue)
  }

  @Test("An account that holds the value and nothing for gas is told so")
  func notEnoughForGas() async throws {
    let fixture = try working()
    #expect(try await refusal(SendingError.self, fixture, fixture.call(value: .klay(100))).code == .notEnoughForGas)
  }

  // MARK: Gas

  @Test(
    "The estimate gets its margin, rounded down; a limit of one's own is taken as it is",
    arguments: [(20, nil, 60_001), (0, nil, 50_001), (100, nil, 100_002), (20, 70_000, 70_000)]
      as [(UInt64, UInt64?, UInt64)])
  func gas(margin: UInt64, limit: UInt64?, expected: UInt64) async throws {
    let fixture = try working { $0.answers["eth_estimateGas"] = { _, _ in .result("0xc351") } }
    var options = SendOptions()
    options.gas.margin = margin
    options.gas.limit = limit
    #expect(try await fixture.call().prepare(from: fixture.account, options: options).gasLimit == expected)
    #expect(fixture.node.calls(of: "eth_estimateGas").count == (limit == nil ? 1 : 0))
    #expect(try await fixture.call().estimateGas(from: fixture.account) == 50_001)
  }

  @Test("An estimate beyond measure is refused")
  func absurdGas() async throws {
    let fixture = try working { $0.answers["eth_estimateGas"] = { _, _ in .result("0xffffffffffffffff") } }
    #expect(try await refusal(SendingError.self, fixture, fixture.call()).code == .absurdGas)
  }

  // MARK: Failed on the chain

  @Test("A call that fails when it is mined is told with its reason, from the block before it")
  func failedOnChain() async throws {
    let (data, reason) = CallTests.reverts[2]
    let fixture = try working {
      $0.status = 0
      $0.answers["eth_call"] = { call, chain in
        chain.sent.isEmpty ? nil : .error(code: 3, "execution reverted", data: .string(data))
      }
    }
    let error = try await failure(ContractError.self) { try await fixture.call().send(from: fixture.key) }
    #expect(error.code == .failedOnChain && error.revert == reason)
    #expect(error.transactionHash != nil)
    #expect(error.advice?.contains("is spent") == true)
    #expect(fixture.node.calls(of: "eth_call").last?.params.last == "0x7")
  }

  @Test("A call that fails for want of gas, or for a reason nobody finds, says so")
  func failedWithoutReason() async throws {
    let starving = try working {
      $0.status = 0
      $0.answers["eth_call"] = { _, chain in chain.sent.isEmpty ? nil : .error("out of gas") }
      $0.answers["eth_getTransactionReceipt"] = { call, chain in
        var receipt = chain.receipt(call.params.first?.string ?? "", 0).object ?? [:]
        receipt["gasUsed"] = "0x7530"
        return .result(.object(receipt))
      }
    }
    var options = SendOptions()
    options.gas.limit = 30_000
    let starved = options
    let burnt = try await failure(ContractError.self) {
      try await starving.call().send(from: starving.key, options: starved)
    }
    #expect(burnt.code == .failedOnChain && burnt.revert == .message("out of gas: all 30000 units were used"))
    // A plain transfer uses all of its gas, whatever a node says came of it.
    let lying = try working {
      $0.status = 0
      $0.answers["eth_getTransactionReceipt"] = { call, chain in
        var receipt = chain.receipt(call.params.first?.string ?? "", 0).object ?? [:]
        receipt["gasUsed"] = "0x7530"
        return .result(.object(receipt))
      }
    }
    let invented = try await failure(ContractError.self) {
      try await lying.call().send(from: lying.key, options: starved)
    }
    #expect(invented.code == .failedOnChain && invented.revert == nil)
    #expect(invented.reason?.hasPrefix("No reason is known") == true)
    let fixture = try working { $0.status = 0 }
    let unknown = try await failure(ContractError.self) { try await fixture.call().send(from: fixture.key) }
    #expect(unknown.code == .failedOnChain && unknown.revert == nil && unknown.reason != nil)
  }
}
