import Primitives

/// Counts the functions that are called, by selector and size of the arguments.
public struct SelectorTracer: Tracer, Sendable {
  /// A function as far as calldata shows it.
  public struct Function: Sendable, Hashable {
    /// The first four bytes of the calldata.
    public var selector: [UInt8]
    /// The number of bytes that follow.
    public var size: Int
  }

  /// The calls of each.
  public private(set) var counts: [Function: Int] = [:]
  private let precompiles: Set<Address>

  /// A tracer that passes over calls to precompiles.
  public init(precompiles: some Sequence<Address>) { self.precompiles = Set(precompiles) }

  /// Counts the selector of a call by its first four bytes and the length of the rest.
  public mutating func enter(_ message: Message, depth: Int, callerGas: UInt64) {
    guard !message.kind.isCreation, message.input.count >= 4, !precompiles.contains(message.target) else { return }
    let function = Function(selector: Array(message.input.prefix(4)), size: message.input.count - 4)
    counts[function, default: 0] += 1
  }
}
