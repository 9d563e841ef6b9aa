import Primitives

/// Why a check of the compiler failed: the argument of `Panic(uint256)`.
public struct Panic: Sendable, Hashable {
  /// As the compiler has it, such as 0x11; any number may come from a contract.
  public let code: UInt256

  /// Takes any code, also one that ``meaning`` does not know.
  public init(code: UInt256) { self.code = code }

  /// The code in words, as Solidity's documentation has them.
  public var meaning: String {
    switch code {
    case 0x00: "generic panic inserted by the compiler"
    case 0x01: "assertion failed"
    case 0x11: "arithmetic overflow or underflow"
    case 0x12: "division or modulo by zero"
    case 0x21: "value out of range of the enum"
    case 0x22: "storage byte array that is incorrectly encoded"
    case 0x31: "pop on an empty array"
    case 0x32: "array index out of bounds"
    case 0x41: "too much memory allocated, or an array too large"
    case 0x51: "call of an uninitialised function variable"
    default: "unknown panic"
    }
  }
}

extension Panic: CustomStringConvertible {
  /// `arithmetic overflow or underflow (Panic 0x11)`.
  public var description: String {
    let digits = String(code, radix: 16)
    return "\(meaning) (Panic 0x\(digits.count < 2 ? "0" + digits : digits))"
  }
}
