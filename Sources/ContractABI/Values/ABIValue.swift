import Primitives

/// A value of the contract ABI whose type is known at run time only.
public enum ABIValue: Sendable, Hashable {
  /// A number of any `uintN` that it fits.
  case uint(UInt256)
  /// A number of any `intN` that it fits.
  case int(Int256)
  /// Of `address`.
  case address(Address)
  /// Of `bool`.
  case bool(Bool)
  /// Of `bytes`: any number of them.
  case bytes(Bytes)
  /// Exactly as many bytes as the type says.
  case fixedBytes(Bytes)
  /// Of `string`.
  case string(String)
  /// An address and a selector, 24 bytes.
  case function(Bytes)
  /// A decimal number times 10^decimals.
  case fixed(Int256, decimals: Int)
  /// An unsigned decimal number times 10^decimals.
  case ufixed(UInt256, decimals: Int)
  /// The elements of an array, whether its type tells their count or not.
  case array([ABIValue])
  /// The components of a tuple, in order.
  case tuple([ABIValue])
}

extension ABIValue {
  /// The number, if this is an unsigned integer.
  public var uintValue: UInt256? { if case .uint(let value) = self { value } else { nil } }
  /// The number, if this is a signed integer.
  public var intValue: Int256? { if case .int(let value) = self { value } else { nil } }
  /// The address, if this is one.
  public var addressValue: Address? { if case .address(let value) = self { value } else { nil } }
  /// The truth, if this is a bool.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The text, if this is a string.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The bytes, if these are bytes, of fixed length or not, or a function.
  public var bytesValue: Bytes? {
    switch self {
    case .bytes(let value), .fixedBytes(let value), .function(let value): value
    default: nil
    }
  }

  /// The elements or components, if this is an array or a tuple.
  public var elements: [ABIValue]? {
    switch self {
    case .array(let values), .tuple(let values): values
    default: nil
    }
  }

  /// The kind of value, for error texts.
  var kind: String {
    switch self {
    case .uint: "an unsigned integer"
    case .int: "a signed integer"
    case .address: "an address"
    case .bool: "a bool"
    case .bytes(let bytes): "bytes (\(bytes.count) of them)"
    case .fixedBytes(let bytes): "\(bytes.count) fixed bytes"
    case .string: "a string"
    case .function: "a function"
    case .fixed, .ufixed: "a decimal number"
    case .array(let values): "an array of \(values.count)"
    case .tuple(let values): "a tuple of \(values.count)"
    }
  }
}
