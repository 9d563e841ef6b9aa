import Primitives

/// A custom error of a contract.
public struct ABIError: Sendable, Hashable {
  /// As the ABI has it, which may be any text: ``readable(_:)`` and ``description`` escape it.
  public let name: String
  /// The parameters that the revert data holds behind the selector, in order.
  public let inputs: [ABIParameter]
  /// `NotEnough(uint256,uint256)`.
  public let signature: String
  /// The first four bytes of the signature's Keccak-256.
  public let selector: ABISelector

  /// Takes the parts as they are, and makes signature and selector of them.
  public init(name: String, inputs: [ABIParameter] = []) {
    self.name = name
    self.inputs = inputs
    signature = inputs.signature(named: name)
    selector = ABISelector(signature: signature)
  }

  /// `Error(string)`: what `require` and `assert` with a reason revert with.
  public static let message = ABIError(name: "Error", inputs: [ABIParameter("", .string)])
  /// `Panic(uint256)`: what a failed check of the compiler reverts with.
  public static let panic = ABIError(name: "Panic", inputs: [ABIParameter("", .uint(256))])

  /// Encodes the revert data.
  ///
  /// - Throws: `countMismatch`, `typeMismatch` or `outOfRange` with the argument that is wrong.
  public func encode(_ arguments: [ABIValue]) throws(ContractABIError) -> Bytes {
    try ABICoder.encode(arguments, parameters: inputs, prefix: selector)
  }

  /// Decodes the arguments in revert data.
  ///
  /// - Throws: `wrongSelector` for data of another error, else what ``ABICoder`` throws.
  public func decode(
    _ data: Bytes, options: ABIDecodingOptions = .strict
  ) throws(ContractABIError) -> [ABIValue] {
    guard ABISelector(prefixOf: data) == selector else {
      throw ContractABIError(
        .wrongSelector, "this is no \(name)",
        reason: "a \(signature) begins with \(selector), this begins with \(Bytes(data.prefix(4)).hex)")
    }
    do throws(ContractABIError) {
      return try ABICoder.decode(data, parameters: inputs, from: 4, options: options)
    } catch { throw error.during(signature) }
  }

  /// The error for people: `NotStudent(account: 0x…)`; safe for a terminal.
  public func readable(_ arguments: [ABIValue]) -> String { ReadableRenderer.render(name, arguments, inputs) }
}

extension ABIError: CustomStringConvertible {
  /// The human-readable signature: `error NotStudent(address account)`.
  public var description: String { "error \(TerminalSafe.escape(name, limit: .max))\(inputs.humanReadable)" }
}
