import Primitives

/// `address`.
public struct ABIAddress: ABICodec {
  /// Makes the codec, which has no parameters.
  @inlinable
  public init() {}

  /// The address in the low 20 bytes of a word.
  public func write(_ value: Address, to writer: inout ABIWriter) {
    value.withUnsafeBytes { writer.put($0, atEnd: true) }
  }

  /// An address; the 12 bytes above it have to be 0.
  public func read(from reader: inout ABIReader) throws(ContractABIError) -> Address {
    Address(truncating: try reader.address())
  }
}

/// `bool`.
public struct ABIBool: ABICodec {
  /// Makes the codec, which has no parameters.
  @inlinable
  public init() {}

  /// The word 1 or 0.
  @inlinable
  public func write(_ value: Bool, to writer: inout ABIWriter) { writer.put(value ? 1 : 0) }

  /// A word that is 0 or 1, and nothing else.
  public func read(from reader: inout ABIReader) throws(ContractABIError) -> Bool { try reader.bool() }
}

/// `bytes32` as `Hash32`.
public struct ABIBytes32: ABICodec {
  /// Makes the codec, which has no parameters.
  @inlinable
  public init() {}

  /// The 32 bytes as they are.
  public func write(_ value: Hash32, to writer: inout ABIWriter) { writer.put(UInt256(value)) }

  /// The 32 bytes as they are.
  public func read(from reader: inout ABIReader) throws(ContractABIError) -> Hash32 { Hash32(try reader.word()) }
}

/// `bytesN` as ``FixedBytes``.
public struct ABIFixedBytes: ABICodec {
  /// N, which is 1…32 bytes.
  public let count: Int

  /// `bytesN` of so many bytes; that there is such a type is not checked.
  @inlinable
  public init(count: Int) { self.count = count }

  /// Refuses bytes of another number than the type's.
  public func check(_ value: FixedBytes) throws(ContractABIError) {
    guard value.count == count else { throw .count(value.count, expected: count, of: "bytes") }
  }

  /// The bytes, and zeros after them up to a word.
  public func write(_ value: FixedBytes, to writer: inout ABIWriter) { writer.put(UInt256(value.word)) }

  /// The first bytes of a word; those after them have to be 0.
  public func read(from reader: inout ABIReader) throws(ContractABIError) -> FixedBytes {
    FixedBytes(word: try reader.fixedBytes(count: count), count: count)
  }
}

extension ABIReader {
  mutating func address() throws(ContractABIError) -> UInt256 {
    let word = try word()
    if word.high >> 32 != 0 { try reject("an address") }
    return word
  }

  mutating func bool() throws(ContractABIError) -> Bool {
    let word = try word()
    if word > 1 { try reject("a bool") }
    return word != 0
  }
}
