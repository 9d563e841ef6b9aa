extension ABIType {
  /// Reads a type name, short forms (`uint`, `fixed`, `byte`) and tuples with or without names included.
  ///
  /// - Throws: `invalidType`.
  public init(parsing text: String) throws(ContractABIError) {
    var scanner = SignatureScanner(text, failing: .invalidType)
    self = try scanner.type().type
    try scanner.end()
  }

  /// A type without brackets and parentheses; nil if there is no such type.
  init?(elementary name: some StringProtocol) {
    switch name {
    case "address": self = .address
    case "bool": self = .bool
    case "string": self = .string
    case "bytes": self = .bytes
    case "byte": self = .fixedBytes(1)
    case "function": self = .function
    case "uint": self = .uint(256)
    case "int": self = .int(256)
    case "fixed": self = .fixed(bits: 128, decimals: 18)
    case "ufixed": self = .ufixed(bits: 128, decimals: 18)
    default:
      if name.hasPrefix("uint"), let bits = Self.bits(name.dropFirst(4)) {
        self = .uint(bits)
      } else if name.hasPrefix("int"), let bits = Self.bits(name.dropFirst(3)) {
        self = .int(bits)
      } else if name.hasPrefix("bytes"), let count = Self.number(name.dropFirst(5), in: 1...32) {
        self = .fixedBytes(count)
      } else if name.hasPrefix("ufixed"), let (bits, decimals) = Self.bitsAndDecimals(name.dropFirst(6)) {
        self = .ufixed(bits: bits, decimals: decimals)
      } else if name.hasPrefix("fixed"), let (bits, decimals) = Self.bitsAndDecimals(name.dropFirst(5)) {
        self = .fixed(bits: bits, decimals: decimals)
      } else {
        return nil
      }
    }
  }

  private static func bits(_ text: some StringProtocol) -> Int? {
    guard let bits = number(text, in: 8...256), bits % 8 == 0 else { return nil }
    return bits
  }

  private static func bitsAndDecimals(_ text: some StringProtocol) -> (bits: Int, decimals: Int)? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let bits = Self.bits(parts[0]), let decimals = number(parts[1], in: 0...80) else {
      return nil
    }
    return (bits, decimals)
  }

  private static func number(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 3, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    guard text == "0" || !text.hasPrefix("0"), let number = Int(text), range.contains(number) else { return nil }
    return number
  }
}
