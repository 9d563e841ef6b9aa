/// Lawful Swift names from the names of an ABI.
enum SwiftNames {
  /// `_preparation_point` → `preparationPoint`, `DOMAIN_SEPARATOR` → `domainSeparator`, `ERC20Burnt` → `erc20Burnt`;
  /// nil if nothing is left.
  static func member(_ name: String) -> String? {
    guard let joined = joined(name) else { return nil }
    let letters = Array(joined.unicodeScalars)
    let capitals = letters.prefix { $0.properties.isUppercase }.count
    guard capitals > 0 else { return joined }
    // Of several capitals the last begins a word of its own, if small letters follow it.
    let startsWord = capitals < letters.count && letters[capitals].properties.isLowercase
    let lowered = capitals > 1 && startsWord ? capitals - 1 : capitals
    return String(joined.prefix(lowered)).lowercased() + joined.dropFirst(lowered)
  }

  /// `lecture_market` → `LectureMarket`; nil if nothing is left.
  static func type(_ name: String) -> String? {
    guard let joined = joined(name) else { return nil }
    return joined.prefix(1).uppercased() + joined.dropFirst()
  }

  /// A name that may stand in Swift, with backticks if it is a keyword.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// The name as an argument's label, where almost every keyword may stand as it is.
  static func label(_ name: String) -> String { ["inout", "let", "var"].contains(name) ? "`\(name)`" : name }

  /// The words of a name, ASCII letters and digits, each after the first with a capital.
  private static func joined(_ name: String) -> String? {
    var words: [String] = [""]
    for scalar in name.unicodeScalars {
      if scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
        words[words.count - 1].unicodeScalars.append(scalar)
      } else if words.last != "" {
        words.append("")
      }
    }
    words.removeAll { $0.isEmpty }
    guard let first = words.first else { return nil }
    if words.count > 1, !words.contains(where: { $0.contains { $0.isLowercase } }) {
      words = words.map { $0.lowercased() }
    }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let head = words[0] == first ? first : words[0]
    return (("0"..."9").contains(head.first ?? "0") ? "_" : "") + head + rest
  }

  /// Words of the language that can only be names between backticks, or that would be hard to read without.
  private static let keywords: Set<String> = [
    "Any", "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class",
    "consuming", "continue", "default", "defer", "deinit", "discard", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "isolated", "let",
    "macro", "nil", "nonisolated", "open", "operator", "package", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "sending", "some", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while", "yield",
  ]

  /// Members that mean something else in Swift even between backticks, or that a value already has.
  static let reservedMembers: Set<String> = ["self", "init", "hashValue"]

  /// Types that generated code names, and that a type of an ABI must not hide.
  static let reservedTypes: Set<String> = [
    "ABIAddress", "ABIArray", "ABIBool", "ABIBytes", "ABIBytes32", "ABICodec", "ABIError", "ABIEvent", "ABIFixedArray",
    "ABIFixedBytes", "ABIFunction", "ABIInt", "ABIReader", "ABISelector", "ABISmallInt", "ABISmallUInt", "ABIString",
    "ABIUInt", "ABIWriter", "Address", "Amount", "Any", "Array", "Bool", "Bytes", "Calldata", "Codec", "ContractABI",
    "ContractABIError", "ContractBinding", "ContractCall", "ContractClient", "ContractConnection",
    "ContractDeployment", "ContractEvent", "CustomError", "Error", "FixedBytes", "Functions", "GeneratedSupport",
    "Hash32", "Hashable", "Int", "Int16", "Int256", "Int32", "Int64", "Int8", "Optional", "Primitives", "Protocol",
    "Self", "Sendable", "String", "Swift", "Type", "UInt", "UInt16", "UInt256", "UInt32", "UInt64", "UInt8", "Value",
    "Void",
  ]
}

/// Gives every name once: a second taker gets a number behind it.
struct NameBook {
  private let reserved: Set<String>
  private var taken: Set<String> = []

  init(reserved: Set<String> = []) { self.reserved = reserved }

  /// Whether a declaration has the name already.
  func isTaken(_ name: String) -> Bool { taken.contains(name) }

  /// The name, with the suffix if it is reserved, and with a number if it was given before.
  mutating func take(_ name: String, suffix: String) -> String {
    let stem = reserved.contains(name) ? name + suffix : name
    var candidate = stem
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = stem + (stem.last?.isNumber == true ? "_" : "") + String(number)
      number += 1
    }
    return candidate
  }
}
