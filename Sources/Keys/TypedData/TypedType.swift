/// A type of EIP-712, as a field names it.
indirect enum TypedType: Sendable, Hashable {
  case uint(bits: Int)
  case int(bits: Int)
  case address
  case bool
  case string
  case bytes
  case fixedBytes(Int)
  case array(of: TypedType, count: Int?)
  case structure(String)

  /// The most brackets of a type.
  static let maximumDimensions = 16

  /// Reads a type such as `uint256`, `bytes32[]`, `Person[2][]`. What is no atomic type is taken for a struct's name.
  ///
  /// - Throws: `invalidTypedData`, `limitExceeded` for more than 16 pairs of brackets.
  init(parsing text: String) throws(KeysError) {
    let base = text.prefix { $0 != "[" }
    if let atomic = Self.atomic(base) {
      self = atomic
    } else {
      self = .structure(try TypedName.checked(base))
    }
    var rest = text[base.endIndex...]
    var dimensions = 0
    while !rest.isEmpty {
      guard rest.first == "[", let close = rest.firstIndex(of: "]") else { throw Self.invalid(text) }
      let digits = rest[rest.index(after: rest.startIndex)..<close]
      let count = digits.isEmpty ? nil : Int(digits)
      guard digits.isEmpty || (count != nil && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }) else {
        throw Self.invalid(text)
      }
      dimensions += 1
      guard dimensions <= Self.maximumDimensions else {
        throw KeysError(
          .limitExceeded, "cannot read typed data: a type has more than \(Self.maximumDimensions) pairs of brackets")
      }
      self = .array(of: self, count: count)
      rest = rest[rest.index(after: close)...]
    }
  }

  /// The atomic or dynamic type of this name; nil for any other name.
  ///
  /// `uint` and `int`, which EIP-712 does not have, mean 256 bits and stay `uint` and `int` in the type's text, as in other
  /// signers.
  static func atomic(_ name: some StringProtocol) -> TypedType? {
    switch name {
    case "address": return .address
    case "bool": return .bool
    case "string": return .string
    case "bytes": return .bytes
    case "uint": return .uint(bits: 256)
    case "int": return .int(bits: 256)
    default: break
    }
    for (prefix, step, most) in [("uint", 8, 256), ("int", 8, 256), ("bytes", 1, 32)] where name.hasPrefix(prefix) {
      let digits = name.dropFirst(prefix.count)
      guard let size = Int(digits), String(size) == digits, size > 0, size <= most, size % step == 0 else { continue }
      return prefix == "uint" ? .uint(bits: size) : prefix == "int" ? .int(bits: size) : .fixedBytes(size)
    }
    return nil
  }

  /// The struct at the bottom of the brackets, if there is one.
  var structureName: String? {
    switch self {
    case .structure(let name): name
    case .array(let element, _): element.structureName
    default: nil
    }
  }

  private static func invalid(_ text: String) -> KeysError {
    KeysError(
      .invalidTypedData,
      "cannot read typed data: \(quoted(text)) is no type\nwrite it as in uint256, Person or bytes32[2][]")
  }
}

extension TypedType: CustomStringConvertible {
  var description: String {
    switch self {
    case .uint(let bits): "uint\(bits)"
    case .int(let bits): "int\(bits)"
    case .address: "address"
    case .bool: "bool"
    case .string: "string"
    case .bytes: "bytes"
    case .fixedBytes(let count): "bytes\(count)"
    case .array(let element, let count): "\(element)[\(count.map { "\($0)" } ?? "")]"
    case .structure(let name): name
    }
  }
}

/// Names of structs and fields.
enum TypedName {
  /// The name, if no other text can be made to look like a type that has it.
  ///
  /// - Throws: `invalidTypedData` if it is empty, longer than 256 bytes or has brackets, commas or white space.
  static func checked(_ name: some StringProtocol) throws(KeysError) -> String {
    let isClean = name.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && !"()[],\u{7f}".unicodeScalars.contains(scalar) && !scalar.properties.isWhitespace
    }
    guard !name.isEmpty, name.utf8.count <= 256, isClean else {
      throw KeysError(
        .invalidTypedData,
        "cannot read typed data: \(quoted(name)) cannot be the name of a type or field\nuse letters, digits and _")
    }
    return String(name)
  }
}
