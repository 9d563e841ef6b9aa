import Primitives

/// Reads types, parameter lists and names from the left; every step is bounded by the text and by the nesting limit.
struct SignatureScanner {
  private let text: String
  private let bytes: [UInt8]
  private(set) var position = 0
  private let code: ContractABIError.Code
  /// The structs whose names are types here.
  private let structs: StructTable?

  init(_ text: String, failing code: ContractABIError.Code, structs: StructTable? = nil) {
    self.text = text
    self.bytes = Array(text.utf8)
    self.code = code
    self.structs = structs
  }

  func failure(
    _ why: String, at place: Int? = nil, advice: String? = nil, code other: ContractABIError.Code? = nil
  ) -> ContractABIError {
    let what = code == .invalidType ? "the type" : "the signature"
    return ContractABIError(
      other ?? code, "cannot read \(what) \(TerminalSafe.quote(text, limit: 120))",
      reason: "\(why) (character \((place ?? position) + 1))", advice: advice)
  }

  mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[position]) { position += 1 }
  }

  /// Takes a punctuation character, space before it ignored.
  mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard position < bytes.count, character.asciiValue == bytes[position] else { return false }
    position += 1
    return true
  }

  mutating func expect(_ character: Character) throws(ContractABIError) {
    guard take(character) else { throw failure("expected \"\(character)\"") }
  }

  /// Nothing but space may follow.
  mutating func end() throws(ContractABIError) {
    skipSpace()
    guard position == bytes.count else { throw failure("something follows where the end was expected") }
  }

  /// Whether that character comes next, space before it ignored.
  mutating func isBefore(_ character: Character) -> Bool {
    skipSpace()
    return position < bytes.count && character.asciiValue == bytes[position]
  }

  /// Whether a name comes next, so that the word before it was a keyword and not a name itself.
  var hasName: Bool {
    var ahead = self
    return ahead.identifier() != nil
  }

  /// Takes a name, if one begins here.
  mutating func identifier() -> String? {
    skipSpace()
    let start = position
    while position < bytes.count, Self.isIdentifier(bytes[position], first: position == start) { position += 1 }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Takes the name if it is this one.
  mutating func take(word: String) -> Bool {
    let start = position
    if identifier() == word { return true }
    position = start
    return false
  }

  static func isIdentifier(_ byte: UInt8, first: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"):
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): !first
    default: false
    }
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || isIdentifier(byte, first: false)
  }

  static func isIdentifier(_ text: String) -> Bool {
    var first = true
    for byte in text.utf8 {
      guard isIdentifier(byte, first: first) else { return false }
      first = false
    }
    return !first
  }

  /// Takes a type; `tuple` may stand without parentheses where JSON gives the components apart.
  mutating func type(
    components: [ABIParameter]? = nil, level: Int = 0
  ) throws(ContractABIError) -> (type: ABIType, depth: Int) {
    skipSpace()
    let start = position
    var type: ABIType
    var depth = 1
    if let name = identifier() {
      if name == "tuple", let components {
        type = .tuple(components)
        depth = type.depth
      } else if name == "tuple", take("(") {
        (type, depth) = try tuple(level: level)
      } else if let elementary = ABIType(elementary: name) {
        type = elementary
        if elementary == .address { _ = take(word: "payable") }
      } else if let known = try structs?.type(named: name) {
        type = known
        depth = known.depth
      } else {
        // Of a library's enum or struct old compilers give the name with a dot in it.
        let full = String(decoding: bytes[start...].prefix { Self.isPartOfName($0) }, as: UTF8.self)
        throw failure(
          "there is no type \(TerminalSafe.quote(full, limit: 60))", at: start, advice: Self.advice(name),
          code: structs != nil && UnusableEntry.isForeign(full) ? .invalidType : nil)
      }
    } else if take("(") {
      (type, depth) = try tuple(level: level)
    } else {
      throw failure("a type was expected")
    }
    while take("[") {
      if take("]") {
        type = .array(type)
      } else {
        type = .fixedArray(type, try length())
        try expect("]")
      }
      depth += 1
      if depth > ABIType.maximumDepth { break }
    }
    guard depth <= ABIType.maximumDepth else {
      throw failure("types are nested more than \(ABIType.maximumDepth) deep")
    }
    return (type, depth)
  }

  private mutating func tuple(level: Int) throws(ContractABIError) -> (type: ABIType, depth: Int) {
    let (components, depth) = try parametersAfterParenthesis(indexed: false, level: level + 1)
    return (.tuple(components), depth + 1)
  }

  private mutating func length() throws(ContractABIError) -> Int {
    skipSpace()
    let start = position
    var value = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]), position - start < 10 {
      value = value * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    guard position > start else { throw failure("an array's length or \"]\" was expected") }
    guard bytes[start] != 0x30 || position == start + 1, value <= Int(Int32.max) else {
      throw failure("an array's length is a decimal number up to \(Int32.max)", at: start)
    }
    return value
  }

  /// Takes `(type name, …)`; the words of Solidity about where a value lives are read over.
  mutating func parameters(indexed: Bool) throws(ContractABIError) -> [ABIParameter] {
    try expect("(")
    return try parametersAfterParenthesis(indexed: indexed, level: 0).parameters
  }

  private mutating func parametersAfterParenthesis(
    indexed: Bool, level: Int
  ) throws(ContractABIError) -> (parameters: [ABIParameter], depth: Int) {
    guard level < ABIType.maximumDepth else {
      throw failure("types are nested more than \(ABIType.maximumDepth) deep")
    }
    var parameters: [ABIParameter] = []
    var depth = 0
    if take(")") { return ([], 0) }
    repeat {
      let (type, inner) = try self.type(level: level)
      depth = max(depth, inner)
      var isIndexed = false
      var name = ""
      while let word = identifier() {
        switch word {
        case "indexed" where indexed: isIndexed = true
        case "indexed": throw failure("only an event's parameters can be indexed")
        case "memory", "calldata", "storage": continue
        default:
          guard name.isEmpty else { throw failure("\",\" or \")\" was expected after the name") }
          name = word
        }
      }
      parameters.append(ABIParameter(name, type, isIndexed: isIndexed))
    } while take(",")
    guard take(")") else { throw failure("\",\" or \")\" was expected") }
    return (parameters, depth)
  }

  private static func advice(_ name: String) -> String {
    if name.hasPrefix("uint") || name.hasPrefix("int") { return "Integers have 8 to 256 bits, a multiple of 8." }
    if name.hasPrefix("bytes") { return "Fixed bytes are bytes1 to bytes32." }
    return "Write a contract as address, an enum as uint8, a struct as a tuple of its fields in parentheses."
  }
}
