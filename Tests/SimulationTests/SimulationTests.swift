import EVM
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Simulation

@Suite struct SimulationTests {
  static let alice = Address.test(0xa11ce)
  static let bob = Address.test(0xb0b)
  static let contract = Address.test(0xc0de)
  static let coinbase = Address.test(0xc0)
  static let ether: UInt256 = 1_000_000_000_000_000_000

  private func node(
    code: Bytes = [], storage: [UInt256: UInt256] = [:], habits: StateNode.Habits = [],
    header: JSONObject = StateNode.pragueFields, change: (inout StubNode.Chain) -> Void = { _ in }
  ) throws -> StateNode {
    try StateNode(
      [
        Self.alice: StateNode.Account(balance: 10 * Self.ether, nonce: 3),
        Self.contract: StateNode.Account(nonce: 1, code: code, storage: storage),
      ], habits: habits, header: header, change: change)
  }

  private func transaction(
    to: Address?, value: UInt256 = 0, data: Bytes = [], gasLimit: UInt64 = 1_000_000, nonce: UInt64 = 3
  ) -> EVMTransaction {
    EVMTransaction(
      kind: .feeMarket, sender: Self.alice, nonce: nonce, to: to, value: value, data: data, gasLimit: gasLimit,
      maxFeePerGas: 3_000_000_000, maxPriorityFeePerGas: 1_000_000_000)
  }

  @Test func aTransferMovesWhatItShouldAndPaysItsFee() async throws {
    let simulation = try await Simulation.begin(with: try node().client())
    #expect(simulation.rules.fork == .prague)
    let outcome = try await simulation.run(transaction(to: Self.bob, value: Self.ether))
    #expect(outcome.outcome == .success([]))
    #expect(outcome.gasUsed == 21_000)
    #expect(outcome.gasLimit == 21_000)
    let price = simulation.environment.baseFee + 1_000_000_000
    #expect(outcome.gasPrice == price)
    #expect(outcome.fee == price * 21_000)
    let changes = Dictionary(uniqueKeysWithValues: outcome.accounts.map { ($0.address, $0) })
    #expect(changes.count == 3)
    #expect(changes[Self.alice]?.balanceBefore == 10 * Self.ether)
    #expect(changes[Self.alice]?.balanceAfter == 9 * Self.ether - outcome.fee)
    #expect(changes[Self.alice]?.nonceAfter == 4)
    #expect(changes[Self.bob]?.balanceAfter == Self.ether)
    #expect(changes[Self.coinbase]?.balanceAfter == 21_000_000_000_000)
  }

  @Test func storageEventsAndOutputAreTold() async throws {
    // SSTORE(1, SLOAD(1) + 1); LOG1(0, 32, 7); RETURN(0, 32)
    let code: Bytes = [
      0x60, 0x01, 0x54, 0x60, 0x01, 0x01, 0x80, 0x60, 0x00, 0x52, 0x60, 0x01, 0x55, 0x60, 0x07, 0x60, 0x20, 0x60, 0x00,
      0xa1, 0x60, 0x20, 0x60, 0x00, 0xf3,
    ]
    let node = try node(code: code, storage: [1: 41])
    let simulation = try await Simulation.begin(with: try node.client())
    let before = node.stub.exchanges
    let outcome = try await simulation.run(transaction(to: Self.contract, data: [1]))
    #expect(outcome.outcome == .success(Hash32(42 as UInt256).bytes))
    #expect(
      outcome.logs == [
        EVM.Log(address: Self.contract, topics: [Hash32(7 as UInt256)], data: Hash32(42 as UInt256).bytes)
      ])
    let change = try #require(outcome.accounts.first { $0.address == Self.contract })
    #expect(change.storage == [AccountChange.SlotChange(slot: 1, before: 41, after: 42)])
    #expect(outcome.calls?.storage.count == 1)
    // The access list and all that is on it: nothing is left to ask for.
    #expect(node.stub.exchanges == before + 2)
  }

  @Test func aNodeOfThePastIsAskedThingByThing() async throws {
    let node = try node(
      code: [0x60, 0x01, 0x54, 0x00], storage: [1: 41], habits: [.isOld, .refusesHashes], header: [:])
    let simulation = try await Simulation.begin(with: try node.client())
    let outcome = try await simulation.run(transaction(to: Self.contract, data: [1]))
    #expect(outcome.isSuccess)
    #expect(node.count("eth_getStorageAt") >= 1)
  }

  @Test func aRevertIsToldWithItsData() async throws {
    // MSTORE8(0, 0xab); REVERT(0, 1)
    let node = try node(code: [0x60, 0xab, 0x60, 0x00, 0x53, 0x60, 0x01, 0x60, 0x00, 0xfd])
    let outcome = try await Simulation.begin(with: try node.client())
      .run(transaction(to: Self.contract, value: Self.ether))
    #expect(outcome.outcome == .reverted([0xab]))
    #expect(outcome.gasLimit == nil)
    let alice = try #require(outcome.accounts.first { $0.address == Self.alice })
    #expect(alice.balanceAfter == 10 * Self.ether - outcome.fee)
    #expect(!outcome.accounts.contains { $0.address == Self.contract })
  }

  @Test func whatTakesAllGasIsToldApart() async throws {
    let outcome = try await Simulation.begin(with: try node(code: [0xfe]).client())
      .run(transaction(to: Self.contract, gasLimit: 50_000))
    #expect(outcome.outcome == .failed(.invalidOpcode(0xfe)))
    #expect(outcome.gasUsed == 50_000)
  }

  @Test func aTransactionThatNoBlockTakesIsRefused() async throws {
    let simulation = try await Simulation.begin(with: try node().client())
    let outcome = try await simulation.run(transaction(to: Self.bob, value: 11 * Self.ether))
    guard case .refused(let refusal) = outcome.outcome else {
      Issue.record("it is \(outcome.outcome)")
      return
    }
    #expect(refusal.code == .insufficientFunds)
    #expect(outcome.accounts == [])
    let late = try await simulation.run(transaction(to: Self.bob, nonce: 9))
    #expect(late.outcome == .refused(EVMError(.nonceTooHigh, "")))
    #expect(try await simulation.run(transaction(to: Self.bob, nonce: 9), leniency: .nonce).isSuccess)
  }

  @Test func aCreationTellsItsContract() async throws {
    // RETURN(0, 1) after MSTORE8(0, 0x00): the code is STOP.
    let outcome = try await Simulation.begin(with: try node().client())
      .run(transaction(to: nil, data: [0x60, 0x01, 0x60, 0x00, 0xf3]))
    let address = Address.contract(deployer: Self.alice, nonce: 3)
    #expect(outcome.createdAddress == address)
    #expect(outcome.accounts.first { $0.address == address }?.isCreated == true)
    #expect(outcome.outcome == .success([0]))
  }

  @Test func eachTransactionSeesWhatThoseBeforeItDid() async throws {
    // SSTORE(1, SLOAD(1) + 1); stops only if it was below 42, else reverts.
    let code: Bytes = [
      0x60, 0x01, 0x54, 0x80, 0x60, 0x2a, 0x11, 0x60, 0x0f, 0x57, 0x60, 0x00, 0x60, 0x00, 0xfd, 0x5b, 0x60, 0x01, 0x01,
      0x60, 0x01, 0x55, 0x00,
    ]
    let simulation = try await Simulation.begin(with: try node(code: code, storage: [1: 40]).client())
    let call = transaction(to: Self.contract)
    let outcomes = try await simulation.run([call, call, call, call], leniency: .nonce)
    #expect(outcomes.map(\.isSuccess) == [true, true, false, false])
    #expect(outcomes[1].accounts.first { $0.address == Self.contract }?.storage.first?.after == 42)
    #expect(outcomes.map { $0.accounts.first { $0.address == Self.alice }?.nonceAfter } == [4, 5, 6, 7])
    let again = try await simulation.run(call)
    #expect(again.accounts.first { $0.address == Self.contract }?.storage.first?.after == 41)
  }

  @Test func theGasLimitToldIsEnoughForACallThatKeepsBackItsShare() async throws {
    // The contract calls itself once with all gas it has, and the callee burns it in a loop of storage writes.
    // if CALLER == ADDRESS: SSTORE five slots; else CALL(gas, self)
    let code: Bytes =
      [0x30, 0x33, 0x14, 0x60, 0x17, 0x57]  // EQ(CALLER, ADDRESS) → 0x17
      + [0x60, 0x00, 0x60, 0x00, 0x60, 0x00, 0x60, 0x00, 0x60, 0x00, 0x30, 0x5a, 0xf1]  // CALL
      + [0x60, 0x1f, 0x57, 0xfe]  // or fail
      + [0x5b, 0x60, 0x01, 0x60, 0x01, 0x55, 0x00]
      + [0x00, 0x5b, 0x00]
    let simulation = try await Simulation.begin(with: try node(code: code).client())
    var call = transaction(to: Self.contract)
    let outcome = try await simulation.run(call)
    #expect(outcome.isSuccess)
    let limit = try #require(outcome.gasLimit)
    call.gasLimit = limit
    #expect(try await simulation.run(call).isSuccess)
    #expect(limit < 1_000_000)
  }

  @Test func theBaseFeeThatTheNodeTellsForTheNextBlockCounts() async throws {
    func baseFee(_ oldest: JSON) async throws -> UInt256 {
      let node = try node {
        $0.answers["eth_feeHistory"] = { _, _ in
          .result(["oldestBlock": oldest, "baseFeePerGas": ["0x3b9aca00", "0x77"], "gasUsedRatio": [1]])
        }
      }
      return try await Simulation.begin(with: try node.client()).environment.baseFee
    }
    #expect(try await baseFee("0x7") == 0x77)
    #expect(try await baseFee("0x6") == 1_000_000_000)
  }

  @Test func aNodeThatFailsInTheMiddleEndsIt() async throws {
    let node = try node(code: [0x60, 0x01, 0x54, 0x00], habits: .isOld) {
      $0.answers["eth_getStorageAt"] = { _, _ in .error("no") }
    }
    let simulation = try await Simulation.begin(with: try node.client())
    let error = try await failure { _ = try await simulation.run(transaction(to: Self.contract, data: [1])) }
    #expect(error?.code == .stateUnavailable)
  }

  @Test func anAccessListThatIsAnInventionDoesNoHarm() async throws {
    let node = try node(code: [0x60, 0x01, 0x54, 0x00]) {
      $0.answers["eth_createAccessList"] = { _, _ in .result(["accessList": "all of it", "gasUsed": "0x1"]) }
    }
    let outcome = try await Simulation.begin(with: try node.client()).run(transaction(to: Self.contract, data: [1]))
    #expect(outcome.isSuccess)
  }
}
