import Primitives

/// Encodes and decodes lists of values by their types, as the contract ABI specification says.
public enum ABICoder {
  /// Encodes values as a tuple of the types, without a selector.
  ///
  /// - Throws: `countMismatch`, `typeMismatch` or `outOfRange` with the path to the value; `tooDeep`.
  public static func encode(_ values: [ABIValue], as types: [ABIType]) throws(ContractABIError) -> Bytes {
    try encode(values, parameters: types.map { ABIParameter("", $0) }, prefix: nil)
  }

  /// Encodes values by parameters, whose names the errors use.
  ///
  /// - Throws: `countMismatch`, `typeMismatch` or `outOfRange` with the path to the value; `tooDeep`.
  public static func encode(
    _ values: [ABIValue], parameters: [ABIParameter], prefix: ABISelector? = nil
  ) throws(ContractABIError) -> Bytes {
    guard values.count == parameters.count else {
      throw .count(values.count, expected: parameters.count, of: "arguments")
    }
    for (index, parameter) in parameters.enumerated() {
      guard parameter.type.depth <= ABIType.maximumDepth else { throw .tooDeep(parameter.type) }
      do throws(ContractABIError) {
        try ABIValueCodec(type: parameter.type).check(values[index])
      } catch { throw error.inside(parameter.label(at: index)) }
    }
    let heads = parameters.reduce(0) { $0.addingSaturated($1.type.headSize) }
    let tails = zip(parameters, values).reduce(0) { $0 + ABIValueCodec(type: $1.0.type).tailSize(of: $1.1) }
    return ABIWriter.encode(selector: prefix?.rawValue, headSize: heads, tailSize: tails) { writer in
      ABIValueCodec.write(values, parameters, to: &writer)
    }
  }

  /// Decodes values of the types; bytes after the last value are ignored, as contracts ignore them.
  ///
  /// - Throws: `truncated`, `invalidOffset`, `invalidLength`, `invalidPadding`, `invalidUTF8`, `tooLarge` or `tooDeep`
  ///   with the path to the value.
  public static func decode(
    _ data: Bytes, as types: [ABIType], options: ABIDecodingOptions = .strict
  ) throws(ContractABIError) -> [ABIValue] {
    try decode(data, parameters: types.map { ABIParameter("", $0) }, options: options)
  }

  /// Decodes values by parameters, whose names the errors use, after leaving out the first `start` bytes.
  ///
  /// - Throws: `truncated`, `invalidOffset`, `invalidLength`, `invalidPadding`, `invalidUTF8`, `tooLarge` or `tooDeep`
  ///   with the path to the value.
  public static func decode(
    _ data: Bytes, parameters: [ABIParameter], from start: Int = 0, options: ABIDecodingOptions = .strict
  ) throws(ContractABIError) -> [ABIValue] {
    for parameter in parameters where parameter.type.depth > ABIType.maximumDepth { throw .tooDeep(parameter.type) }
    return try ABIReader.decode(data, from: start, options: options) { (reader) throws(ContractABIError) in
      try ABIValueCodec.read(parameters, from: &reader)
    }
  }
}
