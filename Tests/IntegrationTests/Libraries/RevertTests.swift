import ChainSupport
import ContractABI
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Primitives
import Testing

/// A contract that fails in every way there is.
@Suite(
  "Reverts of a contract", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"), .timeLimit(.minutes(20)))
struct RevertTests {
  static let cases: [(String, [ABIValue], String)] = [
    ("reason", [], "a reason in words"),
    (
      "longReason", [],
      "a reason that takes more than one word of thirty-two bytes, as reasons that explain themselves do take"
    ),
    ("emptyReason", [], "reverted with an empty reason"),
    ("noReason", [], "reverted without a reason"),
    ("panic", [.uint(0x01)], "assertion failed (Panic 0x01)"),
    ("panic", [.uint(0x11)], "arithmetic overflow or underflow (Panic 0x11)"),
    ("panic", [.uint(0x12)], "division or modulo by zero (Panic 0x12)"),
    ("panic", [.uint(.max)], "unknown panic"),
    ("custom", [.uint(3), .uint(10)], "InsufficientBalance(available: 3, required: 10)"),
    ("customWithoutArguments", [], "Unauthorized()"),
    ("unknownCustom", [], "0xdeadbeef"),
    ("malformedReason", [], "0x08c379a0"),
    ("malformedCustom", [], "unknown data 0x"),
    ("shortData", [], "0xc0ffee"),
    ("invalidOpcode", [], "reverted without a reason"),
  ]

  @Test("Reasons, panics, custom errors and garbage are told for what they are", arguments: cases)
  func told(function: String, arguments: [ABIValue], text: String) async throws {
    let contract = try await Self.contract.value
    let call = try contract.call(function, arguments)
    let error = await #expect(throws: ContractError.self) { try await call.call() }
    #expect(error?.code == .reverted)
    #expect(error?.description.contains(text) == true, "\(error as Any)")
    #expect(error?.call == call.readable)
    // An estimate and a send fail in the same words; nothing is sent.
    let chain = try await Chain.shared()
    let account = try await chain.account(klay: 1)
    let refused = try await chain.refusal(spending: account) { _ = try await call.send(from: account) }
    #expect(refused.contractCode == .reverted && "\(refused)".contains(text), "\(refused)")
  }

  @Test("A custom error with a text")
  func text() async throws {
    let contract = try await Self.contract.value
    let call = try contract.call("customWithText", [.address(contract.address), .string("안 돼요")])
    let error = await #expect(throws: ContractError.self) { try await call.call() }
    guard case .custom(let declared, let arguments)? = error?.revert else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(declared.name == "Refused")
    #expect(arguments == [.address(contract.address), .string("안 돼요")])
  }

  @Test("A batch gives each call its own failure")
  func batch() async throws {
    let contract = try await Self.contract.value
    let connection = contract.connection
    let calls = try [
      contract.call("value"), contract.call("reason"), contract.call("custom", [.uint(1), .uint(2)]),
      contract.call("value"),
    ]
    let results = try await connection.results(of: calls)
    #expect(results.map { (try? $0.get()) != nil } == [true, false, false, true])
    #expect(throws: ContractError(.reverted, "")) { try results[1].get() }
    #expect(throws: ContractError(.reverted, "")) { try results[2].get() }
  }

  @Test("A function that the contract does not have")
  func missing() async throws {
    let fixture = try await ContractFixture.open()
    let contract = try await Self.contract.value
    let error = await #expect(throws: ContractError.self) {
      try await LectureMarket(address: contract.address, connection: fixture.client.connection).lectureCount().call()
    }
    #expect(error?.code == .reverted)
  }

  /// One for all of the cases.
  private static let contract = Task {
    let chain = try await Chain.shared()
    return try await StandIn.deploy("CustomErrors", from: try await chain.account(), on: chain)
  }
}
