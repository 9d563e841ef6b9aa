import Primitives

extension ABIValue {
  /// Reads a value as it is typed at a command line.
  ///
  /// Integers in decimal or 0x-hex, addresses and bytes in hex, `true` and `false`, arrays as `[1, 2]`, tuples as
  /// `(1, 0x…)`, strings as they are or, inside arrays and tuples where they hold `,()[]"`, between double quotes with
  /// JSON's escapes.
  ///
  /// - Throws: `invalidValue`, `outOfRange` or `countMismatch` with the path to the element that is wrong.
  public init(parsing text: String, as type: ABIType) throws(ContractABIError) {
    guard type.depth <= ABIType.maximumDepth else { throw .tooDeep(type) }
    // By bytes: a quote and the accent that follows it are one character.
    let quote = UInt8(ascii: "\"")
    if case .string = type, text.utf8.count < 2 || text.utf8.first != quote || text.utf8.last != quote {
      self = .string(text)
      return
    }
    var parser = ValueTextParser(text)
    self = try parser.value(type)
    try parser.end()
  }

  /// Reads a value without parts: anything but arrays and tuples.
  init(scalar text: String, as type: ABIType) throws(ContractABIError) {
    switch type {
    case .uint(let bits):
      let value: UInt256
      do throws(PrimitivesError) { value = try UInt256(parsing: text) } catch { throw .value(text, type, error) }
      try IntegerRange.check(value, bits: bits, type: type)
      self = .uint(value)
    case .int(let bits):
      let value: Int256
      do throws(PrimitivesError) { value = try Int256(parsing: text) } catch { throw .value(text, type, error) }
      try IntegerRange.check(value, bits: bits, type: type)
      self = .int(value)
    case .address:
      do throws(PrimitivesError) { self = .address(try Address(text)) } catch { throw .value(text, type, error) }
    case .bool:
      guard text == "true" || text == "false" else { throw .value(text, type, "write true or false") }
      self = .bool(text == "true")
    case .string:
      self = .string(text)
    case .bytes:
      self = .bytes(try Self.bytes(text, type))
    case .fixedBytes(let count):
      self = .fixedBytes(try Self.bytes(text, type, count: count))
    case .function:
      self = .function(try Self.bytes(text, type, count: 24))
    case .fixed(let bits, let decimals):
      guard let (negative, magnitude) = DecimalNumber.parse(text, decimals: decimals) else {
        throw .value(text, type, "write a decimal number with at most \(decimals) decimals")
      }
      let word = negative ? .zero &- magnitude : magnitude
      let signFits = negative ? magnitude <= (UInt256.max >> 1) + 1 : magnitude <= UInt256.max >> 1
      guard signFits, IntegerRange.fits(signed: word, bits: bits) else {
        throw ContractABIError(.outOfRange, "\(TerminalSafe.escape(text)) does not fit \(type)")
      }
      self = .fixed(Int256(bitPattern: word), decimals: decimals)
    case .ufixed(let bits, let decimals):
      guard let (negative, magnitude) = DecimalNumber.parse(text, decimals: decimals), !negative else {
        throw .value(text, type, "write a decimal number, not below zero, with at most \(decimals) decimals")
      }
      guard IntegerRange.fits(magnitude, bits: bits) else {
        throw ContractABIError(.outOfRange, "\(TerminalSafe.escape(text)) does not fit \(type)")
      }
      self = .ufixed(magnitude, decimals: decimals)
    case .array, .fixedArray:
      throw .value(text, type, "write an array as [1, 2, 3]")
    case .tuple:
      throw .value(text, type, "write a tuple as (1, 2, 3)")
    }
  }

  private static func bytes(_ text: String, _ type: ABIType, count: Int? = nil) throws(ContractABIError) -> Bytes {
    guard text.hasPrefix("0x") || text.hasPrefix("0X") else {
      throw .value(text, type, "write bytes in hexadecimal, beginning with 0x")
    }
    let bytes: Bytes
    do throws(PrimitivesError) { bytes = try Hex.decode(text) } catch { throw .value(text, type, error) }
    if let count, bytes.count != count {
      throw ContractABIError(
        .countMismatch, "\(TerminalSafe.shorten(bytes)) is not a \(type)",
        reason: "a \(type) has \(count) bytes, this has \(bytes.count)")
    }
    return bytes
  }
}

extension ContractABIError {
  static func value(_ text: String, _ type: ABIType, _ why: String) -> ContractABIError {
    ContractABIError(.invalidValue, "\(TerminalSafe.quote(text, limit: 80)) is not \(type.withArticle)", reason: why)
  }

  static func value(_ text: String, _ type: ABIType, _ cause: PrimitivesError) -> ContractABIError {
    let code: Code = cause.code == .overflow ? .outOfRange : .invalidValue
    return ContractABIError(
      code, "\(TerminalSafe.quote(text, limit: 80)) is not \(type.withArticle)",
      reason: TerminalSafe.escape(cause.message.split(separator: "\n").joined(separator: "; "), limit: 300))
  }

  static func tooDeep(_ type: ABIType) -> ContractABIError {
    ContractABIError(.tooDeep, "a type is nested more than \(ABIType.maximumDepth) deep")
  }

  static func count(_ found: Int, expected: Int, of what: String) -> ContractABIError {
    ContractABIError(.countMismatch, "\(found) \(what) where \(expected) were expected")
  }
}

extension ABIType {
  /// `a uint256`, `an address`.
  fileprivate var withArticle: String {
    let name = "\(self)"
    return (name.hasPrefix("a") || name.hasPrefix("i") ? "an " : "a ") + name
  }
}
