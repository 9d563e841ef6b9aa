import Primitives

extension ABICoder {
  /// Encodes values in the packed mode (`abi.encodePacked`): without padding and lengths; elements of arrays fill words.
  ///
  /// Different values can have the same packed encoding, and it cannot be decoded.
  ///
  /// - Throws: `notPackable` for tuples and for arrays of dynamic elements, which Solidity does not pack either;
  ///   `countMismatch`, `typeMismatch` or `outOfRange` with the path to the value.
  public static func encodePacked(_ values: [ABIValue], as types: [ABIType]) throws(ContractABIError) -> Bytes {
    guard values.count == types.count else { throw .count(values.count, expected: types.count, of: "arguments") }
    var result: Bytes = []
    for (index, (value, type)) in zip(values, types).enumerated() {
      do throws(ContractABIError) {
        guard type.depth <= ABIType.maximumDepth else { throw .tooDeep(type) }
        try ABIValueCodec(type: type).check(value)
        try pack(value, type, into: &result)
      } catch { throw error.inside("value \(index + 1)") }
    }
    return result
  }

  private static func pack(
    _ value: ABIValue, _ type: ABIType, into result: inout Bytes
  ) throws(ContractABIError) {
    switch (value, type) {
    case (.string(let text), _): result.append(contentsOf: text.utf8)
    case (.bytes(let bytes), _): result.append(contentsOf: bytes)
    case (.bool(let truth), _): result.append(truth ? 1 : 0)
    case (.address(let address), _): address.withUnsafeBytes { result.append(contentsOf: $0) }
    case (.fixedBytes(let bytes), _), (.function(let bytes), _): result.append(contentsOf: bytes)
    case (_, .uint(let bits)), (_, .int(let bits)), (_, .fixed(let bits, _)), (_, .ufixed(let bits, _)):
      result.append(contentsOf: word(value, type).suffix(bits / 8))
    case (.array(let values), .array(let element)), (.array(let values), .fixedArray(let element, _)):
      try packElements(values, element, into: &result)
    default:
      throw ContractABIError(.notPackable, "the packed mode has no \(type)")
    }
  }

  private static func packElements(
    _ values: [ABIValue], _ element: ABIType, into result: inout Bytes
  ) throws(ContractABIError) {
    switch element {
    case .array(let inner), .fixedArray(let inner, _):
      for value in values { try packElements(value.elements ?? [], inner, into: &result) }
    case .tuple, .bytes, .string:
      throw ContractABIError(.notPackable, "the packed mode has no arrays of \(element)")
    default:
      for value in values { result.append(contentsOf: word(value, element)) }
    }
  }

  /// The word of a static value that has been checked.
  private static func word(_ value: ABIValue, _ type: ABIType) -> Bytes {
    ABIWriter.encode(headSize: 32) { writer in ABIValueCodec(type: type).write(value, to: &writer) }
  }

  /// The topic of an indexed value: the word of a value type, else Keccak-256 of the value, its parts padded to whole
  /// words and without lengths.
  ///
  /// - Throws: `countMismatch`, `typeMismatch` or `outOfRange` with the path to the value.
  public static func topic(_ value: ABIValue, as type: ABIType) throws(ContractABIError) -> Hash32 {
    guard type.depth <= ABIType.maximumDepth else { throw .tooDeep(type) }
    try ABIValueCodec(type: type).check(value)
    switch value {
    case .string(let text): return Keccak256.hash(Bytes(text.utf8))
    case .bytes(let bytes): return Keccak256.hash(bytes)
    case .array, .tuple:
      var parts: Bytes = []
      appendInPlace(value, type, to: &parts)
      return Keccak256.hash(parts)
    default:
      return try ABIReader.decode(word(value, type)) { (reader) throws(ContractABIError) in Hash32(try reader.word()) }
    }
  }

  /// The "in-place encoding" of an indexed array or tuple.
  private static func appendInPlace(_ value: ABIValue, _ type: ABIType, to result: inout Bytes) {
    switch value {
    case .string(let text): appendPadded(Bytes(text.utf8), to: &result)
    case .bytes(let bytes): appendPadded(bytes, to: &result)
    case .array(let values):
      guard let element = type.element else { return }
      for value in values { appendInPlace(value, element, to: &result) }
    case .tuple(let values):
      guard let components = type.components else { return }
      for (value, component) in zip(values, components) { appendInPlace(value, component.type, to: &result) }
    default:
      result.append(contentsOf: word(value, type))
    }
  }

  private static func appendPadded(_ bytes: Bytes, to result: inout Bytes) {
    result.append(contentsOf: bytes)
    result.append(contentsOf: repeatElement(0, count: ABISize.padded(bytes.count) - bytes.count))
  }
}
