/// Encodes and decodes one Swift type as one ABI type, without going through ``ABIValue``.
///
/// Bindings are made of these. `Value` alone does not tell the ABI type: `[UInt8]` is `bytes` to ``ABIBytes`` and
/// `uint8[]` to ``ABIArray``.
public protocol ABICodec: Sendable {
  /// The Swift type whose values are coded.
  associatedtype Value: Sendable

  /// Whether the encoding has an offset in its place and the value further back.
  var isDynamic: Bool { get }
  /// Bytes that the encoding takes in its place: 32 for a dynamic type, else all of it.
  var headSize: Int { get }
  /// Bytes that a value of a dynamic type takes further back; 0 for a static type.
  func tailSize(of value: Value) -> Int
  /// Whether the value is one of the ABI type: a number in its range, an array of its length.
  ///
  /// - Throws: `outOfRange` or `countMismatch` with the path to the element.
  func check(_ value: Value) throws(ContractABIError)
  /// Writes the value; a dynamic one at the end and in a frame of its own.
  func write(_ value: Value, to writer: inout ABIWriter)
  /// Reads the value where the reader stands, its offset already followed.
  func read(from reader: inout ABIReader) throws(ContractABIError) -> Value
}

extension ABICodec {
  /// False, as of most types: the encoding stands in its place.
  @inlinable public var isDynamic: Bool { false }
  /// 32, as of every type of one word and every dynamic one.
  @inlinable public var headSize: Int { 32 }
  /// 0, as of a static type.
  @inlinable public func tailSize(of value: Value) -> Int { 0 }
  /// Takes every value, for types of which each Swift value is one.
  @inlinable public func check(_ value: Value) throws(ContractABIError) {}
}
