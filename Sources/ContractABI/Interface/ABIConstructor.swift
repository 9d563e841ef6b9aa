import Primitives

/// The constructor of a contract.
public struct ABIConstructor: Sendable, Hashable {
  /// Its arguments, in order; they stand behind the creation code, encoded.
  public let inputs: [ABIParameter]
  /// The state mutability of a deployment, which may bring money only if this is `payable`.
  public let stateMutability: StateMutability

  /// A constructor of these parts; by default it takes no arguments and no money.
  public init(inputs: [ABIParameter] = [], stateMutability: StateMutability = .nonpayable) {
    self.inputs = inputs
    self.stateMutability = stateMutability
  }

  /// The code of a deployment: the contract's creation code and the arguments behind it.
  ///
  /// - Throws: `countMismatch`, `typeMismatch` or `outOfRange` with the argument that is wrong.
  public func initCode(bytecode: Bytes, _ arguments: [ABIValue]) throws(ContractABIError) -> Bytes {
    do throws(ContractABIError) {
      return bytecode + (try ABICoder.encode(arguments, parameters: inputs))
    } catch { throw error.during(readable(arguments)) }
  }

  /// Reads arguments as they are typed at a command line.
  ///
  /// - Throws: `countMismatch`, or what ``ABIValue/init(parsing:as:)`` throws, with the argument that is wrong.
  public func arguments(parsing texts: [String]) throws(ContractABIError) -> [ABIValue] {
    try inputs.values(parsing: texts, of: description)
  }

  /// The call for people; safe for a terminal.
  public func readable(_ arguments: [ABIValue]) -> String {
    ReadableRenderer.render("constructor", arguments, inputs)
  }
}

extension ABIConstructor: CustomStringConvertible {
  /// The human-readable signature: `constructor(address owner) payable`.
  public var description: String {
    "constructor\(inputs.humanReadable)\(stateMutability == .payable ? " payable" : "")"
  }
}
