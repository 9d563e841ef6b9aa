import Primitives
import StrictJSON

extension TypedData {
  /// Reads `{"types": …, "primaryType": …, "domain": …, "message": …}` as `eth_signTypedData_v4` takes it.
  ///
  /// Integers may be JSON numbers, decimal or `0x` texts; bytes are `0x` texts. A struct may be null or left out, anything
  /// else may not; members that the type has no field for are not signed. Without `primaryType` it is the one type that no
  /// other refers to. An address in mixed case whose checksum does not fit is taken, as every wallet does, and listed
  /// in ``mistypedAddresses``.
  ///
  /// - Throws: `invalidTypedData`, `unknownType`, `missingValue`, `typeMismatch` (with the place of the value), or
  ///   `limitExceeded` for more than 64 levels or 64 KiB of types.
  public init(json: JSON) throws(KeysError) {
    guard let types = json["types"]?.object else { throw Self.malformed("“types” is no object") }
    var schema = TypedSchema()
    for (name, fields) in types {
      guard let fields = fields.array else { throw Self.malformed("the type \(quoted(name)) is no array of fields") }
      var parsed: [TypedSchema.Field] = []
      for field in fields {
        guard let fieldName = field["name"]?.string, let type = field["type"]?.string else {
          throw Self.malformed("a field of the type \(quoted(name)) has no name or type")
        }
        parsed.append(TypedSchema.Field(name: fieldName, type: type))
      }
      try schema.define(name, fields: parsed)
    }
    guard let domain = json["domain"]?.object else { throw Self.malformed("“domain” is no object") }
    if schema.fields(of: TypedDomain.typeName) == nil {
      let given = Set(domain.filter { !$0.value.isNull }.map(\.key))
      if let unknown = given.subtracting(TypedDomain.allFields.map(\.name)).sorted().first {
        throw Self.malformed("the domain has a member \(quoted(unknown)) that EIP-712 does not know")
      }
      try schema.define(TypedDomain.typeName, fields: TypedDomain.allFields.filter { given.contains($0.name) })
    }
    let primaryType = try Self.primaryType(json["primaryType"], schema)
    var reader = TypedReader(schema, root: "domain")
    let domainValue = try reader.read(.object(domain), .structure(TypedDomain.typeName))
    var mistyped = reader.mistyped
    var message = TypedValue.structure([:])
    if primaryType != TypedDomain.typeName {
      guard let content = json["message"], content.object != nil else { throw Self.malformed("“message” is no object") }
      reader = TypedReader(schema, root: "message")
      message = try reader.read(content, .structure(primaryType))
      mistyped += reader.mistyped
    }
    try self.init(schema: schema, primaryType: primaryType, domain: domainValue, message: message)
    mistypedAddresses = mistyped
  }

  /// The primary type that is given, or the only one that can be meant.
  private static func primaryType(_ given: JSON?, _ schema: TypedSchema) throws(KeysError) -> String {
    if let given, !given.isNull {
      guard let name = given.string else { throw malformed("“primaryType” is no text") }
      return name
    }
    let used = Set(schema.structures.values.joined().compactMap(\.type.structureName))
    let roots = schema.names.filter { $0 != TypedDomain.typeName && !used.contains($0) }
    guard roots.count == 1 else { throw malformed("“primaryType” is missing, and \(roots.count) types could be it") }
    return roots[0]
  }

  private static func malformed(_ why: String) -> KeysError {
    KeysError(
      .invalidTypedData,
      "cannot read typed data: \(why)\ngive an object with types, primaryType, domain and message (EIP-712)")
  }
}

/// Turns JSON into values by a schema.
private struct TypedReader {
  private let schema: TypedSchema
  private var path: TypedPath
  /// The addresses whose checksum does not fit, in the order in which they come.
  private(set) var mistyped: [TypedData.MistypedAddress] = []

  init(_ schema: TypedSchema, root: String) {
    self.schema = schema
    path = TypedPath(root)
  }

  mutating func read(_ json: JSON, _ type: TypedType) throws(KeysError) -> TypedValue {
    switch type {
    case .uint, .int: return try integer(json, type)
    case .bool:
      guard let flag = json.bool else { throw wrong(type, json, "true or false") }
      return .bool(flag)
    case .string:
      guard let text = json.string else { throw wrong(type, json, "a text") }
      return .string(text)
    case .address:
      guard let text = json.string else { throw wrong(type, json, "0x and 40 digits") }
      return .address(try address(text))
    case .bytes, .fixedBytes:
      guard let text = json.string, text.utf8.starts(with: "0x".utf8), let bytes = try? Bytes(hex: text) else {
        throw wrong(type, json, "0x and pairs of hexadecimal digits")
      }
      return .bytes(bytes)
    case .array(let element, _):
      guard let items = json.array else { throw wrong(type, json, "an array") }
      try path.checkDepth()
      var values: [TypedValue] = []
      values.reserveCapacity(items.count)
      for (index, item) in items.enumerated() {
        path.push(index)
        values.append(try read(item, element))
        path.pop()
      }
      return .array(values)
    case .structure(let name): return try structure(json, name)
    }
  }

  private mutating func structure(_ json: JSON, _ name: String) throws(KeysError) -> TypedValue {
    let fields = try schema.structure(name)
    if json.isNull { return .absent }
    guard let object = json.object else { throw wrong(.structure(name), json, "an object") }
    try path.checkDepth()
    var members: [String: TypedValue] = [:]
    for field in fields {
      path.push(field.field.name)
      let isStructure = if case .structure = field.type { true } else { false }
      if let member = object[field.field.name], !member.isNull || isStructure {
        members[field.field.name] = try read(member, field.type)
      } else if !isStructure {
        throw path.missing(field.field.type)
      }
      path.pop()
    }
    return .structure(members)
  }

  /// The digits of an address decide, whatever their case says.
  private mutating func address(_ text: String) throws(KeysError) -> Address {
    do throws(PrimitivesError) {
      return try Address(text)
    } catch {
      guard error.code == .checksumMismatch, let address = try? Address(text.lowercased()) else {
        throw path.mismatch("is no address\n\(error.message)")
      }
      mistyped.append(TypedData.MistypedAddress(place: path.description, text: text, address: address))
      return address
    }
  }

  private func integer(_ json: JSON, _ type: TypedType) throws(KeysError) -> TypedValue {
    guard let text = json.numberText ?? json.string else { throw wrong(type, json, "a whole number") }
    let isNegative = text.hasPrefix("-")
    guard let magnitude = try? UInt256(parsing: isNegative ? String(text.dropFirst()) : text) else {
      throw path.mismatch(
        "is no whole number of 256 bits: \(quoted(text))\nwrite all its digits, as a number or a text, or 0x and hexadecimal"
      )
    }
    if case .uint = type {
      guard !isNegative || magnitude == 0 else {
        throw path.mismatch("is of type \(type) and negative: \(quoted(text))")
      }
      return .uint(magnitude)
    }
    let limit = UInt256(1) << 255
    guard isNegative ? magnitude <= limit : magnitude < limit else {
      throw path.mismatch("does not fit \(type): \(quoted(text))")
    }
    let value = Int256(truncatingIfNeeded: magnitude)
    return .int(isNegative ? 0 &- value : value)
  }

  private func wrong(_ type: TypedType, _ json: JSON, _ lawful: String) -> KeysError {
    let kind =
      switch json {
      case .null: "null"
      case .bool: "a truth value"
      case .number: "a number"
      case .string: "a text that is not"
      case .array: "an array"
      case .object: "an object"
      }
    return path.mismatch("is of type \(quoted(type.description)) and must be \(lawful); it is \(kind)")
  }
}
