import ContractABI
import ContractClient
import NodeDoubles
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

@Suite("Deploying")
struct DeploymentTests {
  private static let code: Bytes = [0x60, 0x00]

  private func deployment(_ fixture: ContractFixture, value: Amount = .zero) -> ContractDeployment<Till> {
    ContractDeployment(initCode: Self.code, value: value, connection: fixture.connection)
  }

  /// A chain that makes a contract where the account's first transaction puts it.
  private func fixture(_ change: @escaping (inout StubNode.Chain) -> Void = { _ in }) throws -> (
    ContractFixture, Address
  ) {
    let address = Address.contract(deployer: try ContractFixture().account, nonce: 0)
    let fixture = try ContractFixture {
      $0.contracts = [address.lowercaseHex]
      $0.created = address.lowercaseHex
      change(&$0)
    }
    return (fixture, address)
  }

  @Test("The contract is where sender and nonce put it, and the receipt goes with it")
  func deployed() async throws {
    let (fixture, address) = try fixture()
    let (contract, receipt) = try await deployment(fixture, value: .klay(1)).send(from: fixture.key)
    #expect(contract.address == address && receipt.contract == address && receipt.value == .klay(1))
    #expect(receipt.call == "deploy Till")
    let raw = try SignedTransaction(decodingHex: try #require(fixture.node.sent.first))
    #expect(raw.transaction.to == nil && raw.transaction.data == Self.code)
    #expect(raw.transaction.value == Amount.klay(1).wei)
  }

  @Test("A receipt that names no contract is no hindrance where the code is")
  func unnamed() async throws {
    let (fixture, address) = try fixture { $0.created = nil }
    #expect(try await deployment(fixture).send(from: fixture.key).contract.address == address)
  }

  @Test("Without success, without code, or at another address there is no contract", arguments: 0..<3)
  func notThere(which: Int) async throws {
    let (fixture, _) = try fixture {
      switch which {
      case 0: $0.status = 0
      case 1: $0.contracts = []
      default: $0.created = "0x00000000000000000000000000000000000000ff"
      }
    }
    let error = try await failure(ContractError.self) { try await deployment(fixture).send(from: fixture.key) }
    #expect(error.code == .notDeployed && error.transactionHash != nil)
  }

  @Test(
    "A constructor that reverts is told with its reason, and nothing is sent", arguments: 0..<CallTests.shapes.count)
  func constructorReverts(shape: Int) async throws {
    for (data, reason) in CallTests.reverts {
      let (fixture, _) = try fixture { $0.answers["eth_estimateGas"] = { _, _ in CallTests.shapes[shape](data) } }
      let error = try await failure(ContractError.self) { try await deployment(fixture).send(from: fixture.key) }
      #expect(error.code == .reverted && error.revert == reason)
      #expect(fixture.node.sent.isEmpty)
    }
  }

  @Test("A node of another chain, or an account without money, deploys nothing")
  func refused() async throws {
    let (other, _) = try fixture { $0.chainID = 1 }
    #expect(
      try await failure(SendingError.self) { try await deployment(other).send(from: other.key) }.code == .wrongChain)
    let (poor, _) = try fixture { $0.balances = [:] }
    let error = try await failure(SendingError.self) { try await deployment(poor).send(from: poor.key) }
    #expect(error.code == .notEnoughForGas)
    #expect(other.node.sent.isEmpty && poor.node.sent.isEmpty)
  }
}
