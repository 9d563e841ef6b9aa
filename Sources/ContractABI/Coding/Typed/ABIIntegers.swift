import Primitives

/// `uintN` as `UInt256`.
public struct ABIUInt: ABICodec {
  /// N, which is 8…256 in steps of eight.
  public let bits: Int

  /// `uint256` by default; that there is such a type is not checked.
  @inlinable
  public init(bits: Int = 256) { self.bits = bits }

  /// Refuses a number that does not fit into the type's bits.
  public func check(_ value: UInt256) throws(ContractABIError) {
    try IntegerRange.check(value, bits: bits, type: .uint(bits))
  }

  /// The number as a word.
  @inlinable
  public func write(_ value: UInt256, to writer: inout ABIWriter) { writer.put(value) }

  /// An unsigned number; a word with higher bits set is refused.
  @inlinable
  public func read(from reader: inout ABIReader) throws(ContractABIError) -> UInt256 {
    try reader.unsigned(bits: bits)
  }
}

/// `intN` as `Int256`.
public struct ABIInt: ABICodec {
  /// N, which is 8…256 in steps of eight, the sign included.
  public let bits: Int

  /// `int256` by default; that there is such a type is not checked.
  @inlinable
  public init(bits: Int = 256) { self.bits = bits }

  /// Refuses a number that does not fit into the type's bits.
  public func check(_ value: Int256) throws(ContractABIError) {
    try IntegerRange.check(value, bits: bits, type: .int(bits))
  }

  /// The number as a word in two's complement.
  @inlinable
  public func write(_ value: Int256, to writer: inout ABIWriter) { writer.put(value.bitPattern) }

  /// A signed number; a word whose high bits are not the sign's is refused.
  @inlinable
  public func read(from reader: inout ABIReader) throws(ContractABIError) -> Int256 {
    try reader.signed(bits: bits)
  }
}

/// `uintN` as the machine's unsigned integer that holds it.
public struct ABISmallUInt<Value: FixedWidthInteger & UnsignedInteger & Sendable>: ABICodec {
  /// N, at most the width of `Value` and 128.
  public let bits: Int

  /// As many bits as `Value` has by default; more are taken for so many, at most 128.
  @inlinable
  public init(_ type: Value.Type = Value.self, bits: Int = Value.bitWidth) {
    self.bits = min(bits, Value.bitWidth, 128)
  }

  /// Refuses a number that does not fit into the type's bits.
  public func check(_ value: Value) throws(ContractABIError) {
    let wide = Value.bitWidth <= 64 ? UInt256(UInt64(truncatingIfNeeded: value)) : UInt256(truncatingIfNeeded: value)
    try IntegerRange.check(wide, bits: bits, type: .uint(bits))
  }

  /// The number as a word, with zeros above it.
  @inlinable
  public func write(_ value: Value, to writer: inout ABIWriter) {
    writer.put(UInt256(high: 0, low: UInt128(truncatingIfNeeded: value)))
  }

  /// An unsigned number; a word with higher bits set is refused.
  @inlinable
  public func read(from reader: inout ABIReader) throws(ContractABIError) -> Value {
    Value(truncatingIfNeeded: try reader.unsigned(bits: bits).low)
  }
}

/// `intN` as the machine's signed integer that holds it.
public struct ABISmallInt<Value: FixedWidthInteger & SignedInteger & Sendable>: ABICodec {
  /// N, at most the width of `Value` and 128, the sign included.
  public let bits: Int

  /// As many bits as `Value` has by default; more are taken for so many, at most 128.
  @inlinable
  public init(_ type: Value.Type = Value.self, bits: Int = Value.bitWidth) {
    self.bits = min(bits, Value.bitWidth, 128)
  }

  /// Refuses a number that does not fit into the type's bits.
  public func check(_ value: Value) throws(ContractABIError) {
    let wide = Value.bitWidth <= 64 ? Int256(Int64(truncatingIfNeeded: value)) : Int256(truncatingIfNeeded: value)
    try IntegerRange.check(wide, bits: bits, type: .int(bits))
  }

  /// The number as a word in two's complement, its sign carried up.
  @inlinable
  public func write(_ value: Value, to writer: inout ABIWriter) {
    writer.put(
      UInt256(high: value < 0 ? .max : 0, low: UInt128(bitPattern: Int128(truncatingIfNeeded: value))))
  }

  /// A signed number; a word whose high bits are not the sign's is refused.
  @inlinable
  public func read(from reader: inout ABIReader) throws(ContractABIError) -> Value {
    Value(truncatingIfNeeded: try reader.signed(bits: bits).bitPattern.low)
  }
}
