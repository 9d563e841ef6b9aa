import ContractABI
import ContractClient
import Keys
import NodeDoubles
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing

/// A contract at an address of a node that says what a test tells it, and an account with 100 KLAY.
struct ContractFixture: Sendable {
  let node: StubNode
  let connection: ContractConnection
  let key: PrivateKey

  static var contract: Address { get throws { try Address("0x5FbDB2315678afecb367f032d93F642f64180aa3") } }
  static let insufficientBalance = ABIError(
    name: "InsufficientBalance", inputs: [ABIParameter("available", .uint(256)), ABIParameter("required", .uint(256))])

  init(_ change: (inout StubNode.Chain) -> Void = { _ in }) throws {
    key = try PrivateKey(bytes: Bytes(hex: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"))
    let (account, contract) = (key.address.lowercaseHex, try Self.contract.lowercaseHex)
    node = try StubNode { chain in
      chain.balances = [account: 100]
      chain.contracts = [contract]
      change(&chain)
    }
    connection = ContractConnection(
      sender: TransactionSender(
        node: try NodeClient(endpoints: [Endpoint(node.url)], options: .patient), chainID: 1337))
  }

  var account: Address { key.address }

  /// A call of a function by its signature.
  func call(
    _ signature: String = "buy(uint256 number) payable returns (uint256)", _ arguments: [ABIValue] = [.uint(3)],
    value: Amount = .zero
  ) throws -> ContractCall<[ABIValue]> {
    let function = try ABIFunction(parsing: signature)
    return ContractCall(
      to: try Self.contract, calldata: try function.encodeCall(arguments), value: value, function: function,
      errors: [Self.insufficientBalance], connection: connection
    ) { try function.decodeOutput($0) }
  }
}

/// Numbers as words of the ABI, in hexadecimal.
func words(_ numbers: Int...) -> String {
  "0x" + numbers.map { String(UInt256($0).word.hex.dropFirst(2)) }.joined()
}

extension UInt256 {
  var word: Bytes { (try? ABICoder.encode([.uint(self)], as: [.uint(256)])) ?? [] }
}

/// The error of a kind that a body throws.
func failure<Failure: Error>(
  _ type: Failure.Type, at location: SourceLocation = #_sourceLocation, _ body: () async throws -> some Any
) async throws -> Failure {
  try #require(await #expect(throws: type, sourceLocation: location) { _ = try await body() }, sourceLocation: location)
}
