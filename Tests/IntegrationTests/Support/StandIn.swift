import ChainSupport
import ContractABI
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import Testing

/// A contract without a generated binding: one of the stand-ins, called by the names of its functions.
struct StandIn: Sendable {
  let address: Address
  let abi: ContractABI
  let connection: ContractConnection
  /// The block it was deployed in.
  let block: UInt64

  static func deploy(
    _ name: String, _ arguments: [ABIValue] = [], from deployer: PrivateKey, on chain: Chain
  ) async throws -> StandIn {
    let artifact = try ContractArtifact(parsing: try await StandIns.artifact(name))
    let connection = try chain.session().patientConnection()
    let types = artifact.abi.constructor?.inputs.map(\.type) ?? []
    let code = try #require(artifact.bytecode) + ABICoder.encode(arguments, as: types)
    let sender = connection.sender
    let request = SendRequest(from: deployer.address, to: nil, data: code, label: "deploy \(name)")
    let confirmation = try await sender.send(try await sender.prepare(request), signer: deployer).confirmed()
    #expect(confirmation.receipt.status == true)
    return StandIn(
      address: try #require(confirmation.receipt.contractAddress), abi: artifact.abi, connection: connection,
      block: try #require(confirmation.receipt.blockNumber))
  }

  /// A call of a function, by its name or, where there are several, its signature.
  func call(_ name: String, _ arguments: [ABIValue] = [], value: Amount = .zero) throws -> ContractCall<[ABIValue]> {
    let function = try abi.function(name)
    return ContractCall(
      to: address, calldata: try function.encodeCall(arguments), value: value, function: function, errors: abi.errors,
      connection: connection
    ) { try function.decodeOutput($0) }
  }
}
