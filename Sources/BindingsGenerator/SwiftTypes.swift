import ContractABI

/// The Swift type of an ABI type.
struct SwiftType {
  /// `UInt256`, `[Address]`, `Lecture`.
  let name: String
  /// The expression of its codec: `ABIArray(ABIAddress())`.
  let codec: String
  /// Whether Swift's type has values that the ABI type has not.
  let needsCheck: Bool
}

/// Maps types, and keeps the tuples that need a struct.
struct SwiftTypes {
  /// A struct to be generated for a tuple.
  struct Structure {
    let name: String
    let fields: [Field]
    let type: ABIType
  }

  private var names: [String: String] = [:]
  private(set) var structures: [Structure] = []
  /// The types nested in the contract.
  var book: NameBook

  init(contract: String) { book = NameBook(reserved: SwiftNames.reservedTypes.union([contract])) }

  /// The Swift type of a parameter.
  ///
  /// - Parameter hint: a name for the struct of a tuple that the ABI does not name.
  mutating func map(_ parameter: ABIParameter, hint: String) -> SwiftType {
    map(parameter.type, hint: Self.structName(parameter.internalType) ?? hint, internalType: parameter.internalType)
  }

  private mutating func map(_ type: ABIType, hint: String, internalType: String?) -> SwiftType {
    switch type {
    case .uint(let bits): return Self.integer(bits, "UInt")
    case .int(let bits): return Self.integer(bits, "Int")
    case .ufixed(let bits, _):
      return SwiftType(name: "UInt256", codec: "ABIUInt(bits: \(bits))", needsCheck: bits != 256)
    case .fixed(let bits, _):
      return SwiftType(name: "Int256", codec: "ABIInt(bits: \(bits))", needsCheck: bits != 256)
    case .address: return SwiftType(name: "Address", codec: "ABIAddress()", needsCheck: false)
    case .bool: return SwiftType(name: "Bool", codec: "ABIBool()", needsCheck: false)
    case .string: return SwiftType(name: "String", codec: "ABIString()", needsCheck: false)
    case .bytes: return SwiftType(name: "Bytes", codec: "ABIBytes()", needsCheck: false)
    case .fixedBytes(32): return SwiftType(name: "Hash32", codec: "ABIBytes32()", needsCheck: false)
    case .fixedBytes(let count):
      return SwiftType(name: "FixedBytes", codec: "ABIFixedBytes(count: \(count))", needsCheck: true)
    case .function: return SwiftType(name: "FixedBytes", codec: "ABIFixedBytes(count: 24)", needsCheck: true)
    case .array(let element):
      let inner = map(element, hint: hint, internalType: internalType)
      return SwiftType(name: "[\(inner.name)]", codec: "ABIArray(\(inner.codec))", needsCheck: inner.needsCheck)
    case .fixedArray(let element, let count):
      let inner = map(element, hint: hint, internalType: internalType)
      return SwiftType(
        name: "[\(inner.name)]", codec: "ABIFixedArray(\(inner.codec), count: \(count))", needsCheck: true)
    case .tuple(let components):
      return structure(components, type, hint: hint, internalName: Self.structName(internalType))
    }
  }

  /// Tuples of the same components are one struct, unless the compiler gives them two names.
  private mutating func structure(
    _ components: [ABIParameter], _ type: ABIType, hint: String, internalName: String?
  ) -> SwiftType {
    let key = "\(internalName ?? "") \(type.humanReadable)"
    let known = names[key]
    let wish = SwiftNames.type(internalName ?? hint) ?? "Tuple"
    let name = known ?? book.take(book.isTaken(wish) ? wish + "Struct" : wish, suffix: "Struct")
    names[key] = name
    let fields = Field.all(components, nameless: "field") { index, component in
      map(component, hint: name + (SwiftNames.type(component.name) ?? "Field\(index)"))
    }
    if known == nil { structures.append(Structure(name: name, fields: fields, type: type)) }
    return SwiftType(name: name, codec: "\(name).Codec()", needsCheck: fields.contains { $0.type.needsCheck })
  }

  private static func integer(_ bits: Int, _ stem: String) -> SwiftType {
    guard bits <= 64 else {
      return SwiftType(name: "\(stem)256", codec: "ABI\(stem)(bits: \(bits))", needsCheck: bits != 256)
    }
    let width = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64
    return SwiftType(
      name: "\(stem)\(width)", codec: "ABISmall\(stem)(\(stem)\(width).self, bits: \(bits))", needsCheck: bits != width)
  }

  /// `Lecture` from `struct LectureMarket.Lecture[]`.
  private static func structName(_ internalType: String?) -> String? {
    guard let internalType, internalType.hasPrefix("struct ") else { return nil }
    let path = internalType.dropFirst("struct ".count).prefix { $0 != "[" }
    guard let last = path.split(separator: ".").last else { return nil }
    return SwiftNames.type(String(last))
  }
}

/// A parameter with the Swift name and type it has.
struct Field {
  let parameter: ABIParameter
  let name: String
  let type: SwiftType

  /// The name as it stands in source.
  var source: String { SwiftNames.escaped(name) }
  /// The name as a label.
  var label: String { SwiftNames.label(name) }
  /// `lectureNumber: UInt256`, as an argument.
  var declaration: String { "\(label): \(type.name)" }
  /// `lectureNumber: UInt256`, as a property.
  var property: String { "\(source): \(type.name)" }
  /// Handing on an argument of the same name.
  var argument: String { "\(label): \(source)" }
  /// `try reader.read(ABIUInt(bits: 256), "lectureNumber")`.
  func read(_ reader: String) -> String {
    "try \(reader).read(\(type.codec), \(SourceText.literal(parameter.name)))"
  }
}
