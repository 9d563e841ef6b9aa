import Primitives

/// A contract that the chain carries out itself, at an address without code.
public struct Precompile: Sendable {
  /// What a call costs, in gas, before it is carried out. Saturates at `UInt64.max` for inputs nobody could pay.
  public let gas: @Sendable (_ input: ArraySlice<UInt8>) -> UInt64
  /// The output; nil if the input is refused, which costs all the gas that the call was given.
  public let run: @Sendable (_ input: ArraySlice<UInt8>) -> [UInt8]?

  public init(
    gas: @escaping @Sendable (_ input: ArraySlice<UInt8>) -> UInt64,
    run: @escaping @Sendable (_ input: ArraySlice<UInt8>) -> [UInt8]?
  ) {
    self.gas = gas
    self.run = run
  }
}
