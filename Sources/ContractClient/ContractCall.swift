import ContractABI
import NodeRPC
import Primitives
import Sending

/// A function of a contract with its arguments: to be read with ``call(from:at:)`` or sent with ``send(from:options:)``.
public struct ContractCall<Output: Sendable>: Sendable {
  /// The address called.
  public let contract: Address
  /// The selector and the encoded arguments.
  public let calldata: Bytes
  /// The value that is sent along; a function that is not payable refuses anything but zero.
  public let value: Amount
  /// The function in the ABI: for texts, and to know whether it takes money.
  public let function: ABIFunction
  /// The custom errors that the contract may raise.
  public let errors: [ABIError]
  /// The connection over which the contract is called.
  public let connection: ContractConnection
  private let decode: @Sendable (Bytes) throws -> Output

  /// A call whose calldata is encoded already.
  ///
  /// - Parameter decode: Reads what the function returns; what it throws is taken for an answer that does not fit the
  ///   ABI.
  public init(
    to contract: Address, calldata: Bytes, value: Amount = .zero, function: ABIFunction, errors: [ABIError] = [],
    connection: ContractConnection, decode: @escaping @Sendable (Bytes) throws -> Output
  ) {
    self.contract = contract
    self.calldata = calldata
    self.value = value
    self.function = function
    self.errors = errors
    self.connection = connection
    self.decode = decode
  }

  /// The call for people: `purchaseLecture(lectureNumber: 0)`.
  public var readable: String { function.readable(calldata: calldata) }

  // MARK: Read

  /// Runs the call on the node's state and decodes what it returns; nothing is sent.
  ///
  /// - Parameters:
  ///   - from: The account to call as.
  ///   - block: The block whose state is asked; nil is the connection's.
  /// - Throws: `ContractError` `.reverted`, `.noContract`, `.unexpectedAnswer`; a `NodeError`.
  public func call(from: Address? = nil, at block: BlockTag? = nil) async throws -> Output {
    let block = block ?? connection.block
    return try await output(connection.node.answer(request(from), at: block), at: block)
  }

  func request(_ from: Address?) -> CallRequest {
    CallRequest(from: from, to: contract, value: value, data: calldata)
  }

  /// Reads what became of the call, whatever it is.
  func output(_ answer: CallAnswer, at block: BlockTag) async throws -> Output {
    switch answer {
    case .returned(let bytes):
      do {
        return try decode(bytes)
      } catch {
        throw try await undecodable(bytes, block, error)
      }
    case .reverted(let data): throw reverted(data, cause: nil)
    case .failed(let error): throw refused(error)
    }
  }

  /// An error of the node as the contract's refusal, when that is what it is.
  func refused(_ error: NodeError) -> any Error {
    error.isExecutionFailure ? reverted(error.revertData ?? [], cause: error) : error
  }

  private func reverted(_ data: Bytes, cause: NodeError?) -> ContractError {
    let takesNoMoney = data.isEmpty && value > .zero && function.stateMutability != .payable
    return ContractError(
      .reverted, "The contract refuses this call.", about: .refusal(RevertReason(data, errors: errors)),
      reason: takesNoMoney ? "The function takes no money: its ABI does not say that it is payable." : nil,
      call: readable,
      advice: function.stateMutability.isReadOnly ? nil : "Nothing was sent and nothing is spent.", cause: cause)
  }

  /// Distinguishes an empty address, a revert that an old node shows as "0x", and another contract.
  private func undecodable(_ returned: Bytes, _ block: BlockTag, _ cause: any Error) async throws -> ContractError {
    if try await connection.node.code(of: contract, at: block).isEmpty { return noContract }
    return ContractError(
      .unexpectedAnswer, "The contract at \(contract) does not answer as its ABI says.",
      reason: returned.isEmpty
        ? "It returned nothing: it has no such function, or it failed without a reason."
        : "It returned \(returned.count) bytes that are not (\(function.outputs.map(\.type.canonical).joined(separator: ","))).",
      call: readable, facts: .contract(contract), cause: cause)
  }

  var noContract: ContractError { .noContract(at: contract, call: readable) }
}

/// The answer of the node to a call.
enum CallAnswer: Sendable {
  case returned(Bytes)
  case reverted(Bytes)
  case failed(NodeError)

  init(_ result: Result<Bytes, NodeError>) {
    switch result {
    case .success(let bytes): self = .returned(bytes)
    case .failure(let error): self = .failed(error)
    }
  }

  /// Whether it failed and left no data that says why.
  var isSilent: Bool {
    if case .reverted(let data) = self { return data.isEmpty }
    return false
  }
}

extension NodeClient {
  /// `eth_call` with its failure as a value.
  func answer(_ request: CallRequest, at block: BlockTag) async -> CallAnswer {
    do throws(NodeError) {
      return .returned(try await call(request, at: block))
    } catch {
      return .failed(error)
    }
  }
}
