import Primitives

extension UInt256: TypedRepresentable {
  public static var typedName: String { "uint256" }
  public var typedValue: TypedValue { .uint(self) }
}

extension Int256: TypedRepresentable {
  public static var typedName: String { "int256" }
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
  public var typedValue: TypedValue {
    Self.isSigned ? .int(Int256(truncatingIfNeeded: self)) : .uint(UInt256(truncatingIfNeeded: self))
  }
}

extension Address: TypedRepresentable {
  public static var typedName: String { "address" }
  public var typedValue: TypedValue { .address(self) }
}

extension Hash32: TypedRepresentable {
  public static var typedName: String { "bytes32" }
  public var typedValue: TypedValue { .bytes(bytes) }
}

extension Bool: TypedRepresentable {
  public static var typedName: String { "bool" }
  public var typedValue: TypedValue { .bool(self) }
}

extension String: TypedRepresentable {
  public static var typedName: String { "string" }
  public var typedValue: TypedValue { .string(self) }
}

/// Bytes are `bytes`; an array of anything else is an array of it.
extension Array: TypedRepresentable where Element: TypedRepresentable {
  public static var typedName: String { Element.self == UInt8.self ? "bytes" : Element.typedName + "[]" }

  public static func define(in schema: inout TypedSchema) throws(KeysError) { try Element.define(in: &schema) }

  public var typedValue: TypedValue {
    if let bytes = self as? Bytes { return .bytes(bytes) }
    return .array(map(\.typedValue))
  }
}

/// A struct that may be absent, which is how recursive types end.
extension Optional: TypedRepresentable where Wrapped: TypedStruct {
  public static var typedName: String { Wrapped.typedName }

  public static func define(in schema: inout TypedSchema) throws(KeysError) { try Wrapped.define(in: &schema) }

  public var typedValue: TypedValue { self?.typedValue ?? .absent }
}
