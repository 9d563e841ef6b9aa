import Keys
import Primitives

/// The facts of an execution that a precompile can ask for.
public protocol PrecompileHost {
  /// The account that pays for the transaction's gas.
  var feePayer: Address { get }
  /// The key that may sign for an account; `.fail` for a contract.
  ///
  /// - Throws: what the state's reader throws.
  func signingKey(of address: Address) throws -> AccountKey
}

/// A contract that the chain carries out itself, at an address without code.
public struct Precompile: Sendable {
  /// The gas that a call costs, known before it is carried out. Saturates at `UInt64.max` for inputs nobody could pay.
  public let gas: @Sendable (_ input: ArraySlice<UInt8>) -> UInt64
  /// The output; nil if the input is refused, which costs all the gas that the call was given.
  public let run: @Sendable (_ input: ArraySlice<UInt8>) -> [UInt8]?
  /// The function in place of `run`, for one that looks at more than its input.
  let runOn: (@Sendable (_ input: ArraySlice<UInt8>, _ host: any PrecompileHost) throws -> [UInt8]?)?
  /// The computation cost of a call, where the rules have `ComputationRules`. Saturates like `gas`.
  public var computation: @Sendable (_ input: ArraySlice<UInt8>) -> UInt64 = { _ in 0 }

  /// A precompile that looks at nothing but its input; it weighs nothing until `computation` is set.
  public init(
    gas: @escaping @Sendable (_ input: ArraySlice<UInt8>) -> UInt64,
    run: @escaping @Sendable (_ input: ArraySlice<UInt8>) -> [UInt8]?
  ) {
    self.gas = gas
    self.run = run
    runOn = nil
  }

  /// A precompile that looks at the state or the transaction too.
  public init(
    gas: @escaping @Sendable (_ input: ArraySlice<UInt8>) -> UInt64,
    runOn: @escaping @Sendable (_ input: ArraySlice<UInt8>, _ host: any PrecompileHost) throws -> [UInt8]?
  ) {
    self.gas = gas
    run = { _ in nil }
    self.runOn = runOn
  }
}
