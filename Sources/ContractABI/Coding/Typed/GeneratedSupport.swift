import Primitives

/// The functions that generated bindings call; nothing that a program needs by itself.
public enum GeneratedSupport {
  /// Reads the code that generated bindings carry, which their generator has read before.
  ///
  /// - Precondition: the text is hexadecimal.
  public static func code(_ hex: String) -> Bytes {
    do throws(PrimitivesError) {
      return try Hex.decode(hex)
    } catch { preconditionFailure("the code embedded in generated code is broken: \(error)") }
  }

  /// Checks an argument before it is written, and names it.
  ///
  /// - Throws: `outOfRange` or `countMismatch` with the path to the element.
  @inlinable
  public static func check<Codec: ABICodec>(
    _ value: Codec.Value, _ codec: Codec, _ name: String
  ) throws(ContractABIError) {
    do throws(ContractABIError) { try codec.check(value) } catch { throw error.inside(name) }
  }

  /// Decodes the value that a topic holds.
  ///
  /// - Throws: `invalidPadding`.
  public static func topic<Codec: ABICodec>(
    _ topic: Hash32, _ codec: Codec, _ name: String
  ) throws(ContractABIError) -> Codec.Value {
    try ABIReader.decode(topic.bytes) { (reader: inout ABIReader) throws(ContractABIError) in
      try reader.read(codec, name)
    }
  }

  /// The topic of an indexed value of a type that fits a word.
  public static func topic<Codec: ABICodec>(of value: Codec.Value, _ codec: Codec) -> Hash32 {
    let word = ABIWriter.encode(headSize: 32) { writer in writer.write(value, codec) }
    return (try? Hash32(word)) ?? .zero
  }

  /// The topic of an indexed string.
  public static func topic(of text: String) -> Hash32 { Keccak256.hash(Bytes(text.utf8)) }

  /// The topic of indexed bytes.
  public static func topic(of bytes: Bytes) -> Hash32 { Keccak256.hash(bytes) }
}
