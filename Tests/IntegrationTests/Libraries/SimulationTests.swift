import ChainSupport
import ContractABI
import ContractClient
import EVM
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import Simulation
import Testing
import Transactions

/// Results of a simulation beside py-evm's execution of that transaction.
@Suite("A simulation foretells what the chain does", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"))
struct SimulationTests {
  /// Simulates a transaction, sends it, and compares gas, price, events and balances; gives what was foretold.
  @discardableResult
  private func compare(
    _ request: SendRequest, from key: PrivateKey, on chain: Chain, gasLimit: UInt64 = 2_000_000,
    watching: [Address] = [], at location: SourceLocation = #_sourceLocation
  ) async throws -> SimulatedTransaction {
    let node = chain.node
    let unsigned = UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: chain.chainID, nonce: try await node.transactionCount(of: key.address),
        maxPriorityFeePerGas: 1_000_000_000, maxFeePerGas: 50_000_000_000, gasLimit: gasLimit, to: request.to,
        value: request.value.wei, data: request.data, accessList: []))
    let simulation = try await Simulation.begin(with: node)
    let foretold = try await simulation.run(EVMTransaction(unsigned, sender: key.address))

    let signed = try unsigned.signed(by: key)
    _ = try await node.sendRawTransaction(signed.encoded)
    let receipt = try #require(try await node.transactionReceipt(signed.hash), sourceLocation: location)
    // Another test's transaction may be in between; then the block is another and the comparison says nothing.
    try #require(receipt.blockNumber == simulation.environment.number, sourceLocation: location)
    #expect(foretold.isSuccess == receipt.status, sourceLocation: location)
    #expect(foretold.gasUsed == receipt.gasUsed, sourceLocation: location)
    #expect(foretold.gasPrice == receipt.effectiveGasPrice, sourceLocation: location)
    #expect(
      foretold.createdAddress == (receipt.status == true ? receipt.contractAddress : nil), sourceLocation: location)
    #expect(foretold.logs.map(\.address) == receipt.logs.map(\.address), sourceLocation: location)
    #expect(foretold.logs.map(\.topics) == receipt.logs.map(\.topics), sourceLocation: location)
    #expect(foretold.logs.map(\.data) == receipt.logs.map(\.data), sourceLocation: location)
    for account in foretold.accounts {
      let after = try await node.balance(of: account.address)
      #expect(after.wei == account.balanceAfter, "\(account.address)", sourceLocation: location)
      for slot in account.storage {
        let value = try await node.storage(of: account.address, slot: slot.slot)
        // Times are those of the block, which the simulation can only guess.
        if slot.after >= 1_000_000_000 && slot.after < 5_000_000_000 { continue }
        #expect(UInt256(value) == slot.after, "\(account.address) \(slot.slot)", sourceLocation: location)
      }
    }
    let touched = Set(foretold.accounts.map(\.address))
    for address in watching { #expect(touched.contains(address), sourceLocation: location) }
    return foretold
  }

  private func request(_ call: ContractCall<Void>, from key: PrivateKey) -> SendRequest {
    SendRequest(from: key.address, to: call.contract, value: call.value, data: call.calldata, label: call.readable)
  }

  @Test("A lecture's life, a transfer, a refusal and a creation")
  func life() async throws {
    let chain = try await Chain.other()
    let fixture = try await ContractFixture.open(on: chain)
    let market = fixture.market
    let teacher = fixture.teacher
    let student = fixture.student
    let owner = fixture.owner

    try await compare(
      request(market.createLecture(lectureCost: 10, title: "Swift"), from: teacher), from: teacher, on: chain)
    let bought = try await compare(
      request(market.purchaseLecture(lectureNumber: 0, value: .klay(10)), from: student), from: student, on: chain,
      watching: [student.address, market.address])
    #expect(bought.accounts.first { $0.address == market.address }?.balanceAfter == Amount.klay(10).wei)
    let twice = try await compare(
      request(market.purchaseLecture(lectureNumber: 0, value: .klay(10)), from: student), from: student, on: chain)
    guard case .reverted(let data) = twice.outcome else {
      Issue.record("it is \(twice.outcome)")
      return
    }
    #expect(RevertReason(data, errors: LectureMarket.abi.errors) != .empty)
    try await compare(
      request(fixture.client.evaluation(0, scores: Scores([100, 80, 34, 77, 99])), from: student), from: student,
      on: chain)
    let settled = try await compare(
      request(market.acceptAdmin(lectureNumber: 0), from: owner), from: owner, on: chain,
      watching: [teacher.address, owner.address, market.address])
    #expect(settled.accounts.first { $0.address == market.address }?.balanceAfter == 0)

    try await compare(
      SendRequest(from: student.address, to: owner.address, value: .klay(1), label: "transfer"), from: student,
      on: chain, gasLimit: 21_000, watching: [student.address, owner.address])
    let newcomer = try PrivateKey.random().address
    try await compare(
      SendRequest(from: student.address, to: newcomer, value: .klay(1), label: "transfer"), from: student, on: chain,
      watching: [newcomer])
    let created = try await compare(
      SendRequest(
        from: owner.address, to: nil, data: LectureMarket.deploy(connection: market.connection).initCode,
        label: "deploy"),
      from: owner, on: chain, gasLimit: 6_000_000)
    #expect(created.createdAddress != nil)
    // Too little gas for the same: all of it is gone.
    let short = try await compare(
      SendRequest(
        from: owner.address, to: nil, data: LectureMarket.deploy(connection: market.connection).initCode,
        label: "deploy"),
      from: owner, on: chain, gasLimit: 600_000)
    #expect(short.gasUsed == 600_000)
  }

  @Test("Transactions one after the other, each on what the one before left")
  func several() async throws {
    let chain = try await Chain.other()
    let fixture = try await ContractFixture.open(on: chain)
    let owner = fixture.owner.address
    func transaction(_ call: ContractCall<Void>) -> EVMTransaction {
      EVMTransaction(
        kind: .feeMarket, sender: owner, nonce: 0, to: call.contract, value: call.value.wei, data: call.calldata,
        gasLimit: 0, maxFeePerGas: 50_000_000_000, maxPriorityFeePerGas: 1_000_000_000)
    }
    let outcomes = try await Simulation.begin(with: chain.node).rehearse([
      transaction(fixture.market.createLecture(lectureCost: 10, title: "One")),
      transaction(fixture.market.acceptAdmin(lectureNumber: 0)),
      transaction(fixture.market.acceptAdmin(lectureNumber: 0)),
      transaction(fixture.market.createLecture(lectureCost: 10, title: "Two")),
    ])
    #expect(outcomes.map(\.isSuccess) == [true, true, false, true])
    #expect(outcomes[3].logs.count == 1)
    // A limit that was told is one with which it works.
    #expect(outcomes.allSatisfy { !$0.isSuccess || ($0.gasLimit ?? 0) >= $0.gasUsed })
  }
}
