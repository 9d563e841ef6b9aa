import Primitives

extension UInt256: TypedRepresentable {
  /// EIP-712's name of the type.
  public static var typedName: String { "uint256" }
  /// The value as EIP-712 encodes it.
  public var typedValue: TypedValue { .uint(self) }
}

extension Int256: TypedRepresentable {
  /// EIP-712's name of the type.
  public static var typedName: String { "int256" }
  /// The value as EIP-712 encodes it.
  public var typedValue: TypedValue { .int(self) }
}

extension UInt8: TypedRepresentable {}
extension UInt16: TypedRepresentable {}
extension UInt32: TypedRepresentable {}
extension UInt64: TypedRepresentable {}
extension Int8: TypedRepresentable {}
extension Int16: TypedRepresentable {}
extension Int32: TypedRepresentable {}
extension Int64: TypedRepresentable {}

extension TypedRepresentable where Self: FixedWidthInteger {
  /// `uint` or `int` and the width.
  public static var typedName: String { "\(isSigned ? "int" : "uint")\(bitWidth)" }
  /// The value as EIP-712 encodes it.
  public var typedValue: TypedValue {
    Self.isSigned ? .int(Int256(truncatingIfNeeded: self)) : .uint(UInt256(truncatingIfNeeded: self))
  }
}

extension Address: TypedRepresentable {
  /// EIP-712's name of the type.
  public static var typedName: String { "address" }
  /// The value as EIP-712 encodes it.
  public var typedValue: TypedValue { .address(self) }
}

extension Hash32: TypedRepresentable {
  /// EIP-712's name of the type.
  public static var typedName: String { "bytes32" }
  /// The value as EIP-712 encodes it.
  public var typedValue: TypedValue { .bytes(bytes) }
}

extension Bool: TypedRepresentable {
  /// EIP-712's name of the type.
  public static var typedName: String { "bool" }
  /// The value as EIP-712 encodes it.
  public var typedValue: TypedValue { .bool(self) }
}

extension String: TypedRepresentable {
  /// EIP-712's name of the type.
  public static var typedName: String { "string" }
  /// The value as EIP-712 encodes it.
  public var typedValue: TypedValue { .string(self) }
}

/// Bytes are `bytes`; an array of anything else is an array of it.
extension Array: TypedRepresentable where Element: TypedRepresentable {
  /// EIP-712's name of the type.
  public static var typedName: String { Element.self == UInt8.self ? "bytes" : Element.typedName + "[]" }

  /// Defines the structs that the value is made of.
  public static func define(in schema: inout TypedSchema) throws(KeysError) { try Element.define(in: &schema) }

  /// The value as EIP-712 encodes it.
  public var typedValue: TypedValue {
    // An empty array would pass for one of every type.
    if Element.self == UInt8.self, let bytes = self as? Bytes { return .bytes(bytes) }
    return .array(map(\.typedValue))
  }
}

/// A struct that may be absent, which is how recursive types end.
extension Optional: TypedRepresentable where Wrapped: TypedStruct {
  /// EIP-712's name of the type.
  public static var typedName: String { Wrapped.typedName }

  /// Defines the structs that the value is made of.
  public static func define(in schema: inout TypedSchema) throws(KeysError) { try Wrapped.define(in: &schema) }

  /// The value as EIP-712 encodes it.
  public var typedValue: TypedValue { self?.typedValue ?? .absent }
}
