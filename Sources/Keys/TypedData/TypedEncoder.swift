import Primitives

/// Encodes values by a schema (EIP-712, encodeData and hashStruct).
struct TypedEncoder {
  private let schema: TypedSchema
  private var typeHashes: [String: Hash32] = [:]
  private var path: TypedPath

  init(_ schema: TypedSchema, root: String) {
    self.schema = schema
    path = TypedPath(root)
  }

  /// The hash of a struct.
  mutating func hashStruct(_ name: String, _ value: TypedValue) throws(KeysError) -> Hash32 {
    Keccak256.hash(try encodeData(name, value))
  }

  /// The type hash and 32 bytes for each field.
  mutating func encodeData(_ name: String, _ value: TypedValue) throws(KeysError) -> Bytes {
    guard case .structure(let members) = value else { throw path.mismatch("is not a struct of type \(quoted(name))") }
    try path.checkDepth()
    let fields = try schema.structure(name)
    var bytes = Bytes()
    bytes.reserveCapacity(32 * (fields.count + 1))
    try typeHash(name).withUnsafeBytes { bytes.append(contentsOf: $0) }
    for field in fields {
      path.push(field.field.name)
      let isStructure = if case .structure = field.type { true } else { false }
      guard let member = members[field.field.name] ?? (isStructure ? .absent : nil) else {
        throw path.missing(field.field.type)
      }
      try append(member, field.type, to: &bytes)
      path.pop()
    }
    return bytes
  }

  private mutating func typeHash(_ name: String) throws(KeysError) -> Hash32 {
    if let hash = typeHashes[name] { return hash }
    let hash = try schema.typeHash(name)
    typeHashes[name] = hash
    return hash
  }

  /// Appends the 32 bytes of a value.
  private mutating func append(_ value: TypedValue, _ type: TypedType, to bytes: inout Bytes) throws(KeysError) {
    let word = try word(value, type)
    word.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  private mutating func word(_ value: TypedValue, _ type: TypedType) throws(KeysError) -> Hash32 {
    switch (type, value) {
    case (.uint(let bits), .uint(let number)):
      guard bits == 256 || number >> bits == 0 else { throw path.mismatch("does not fit \(type): \(number)") }
      return Hash32(number)
    case (.int(let bits), .int(let number)):
      let sign = number >> (bits - 1)
      guard sign == 0 || sign == -1 else { throw path.mismatch("does not fit \(type): \(number)") }
      return Hash32(UInt256(truncatingIfNeeded: number))
    case (.address, .address(let address)):
      return Hash32(UInt256(address))
    case (.bool, .bool(let flag)):
      return Hash32(flag ? 1 : 0)
    case (.string, .string(let text)):
      return Keccak256.hash(text.utf8)
    case (.bytes, .bytes(let content)):
      return Keccak256.hash(content)
    case (.fixedBytes(let count), .bytes(let content)):
      guard content.count == count else { throw path.mismatch("is of type \(type) and has \(content.count) bytes") }
      return (try? Hash32(content + Bytes(repeating: 0, count: 32 - count))) ?? .zero
    case (.array(let element, let count), .array(let items)):
      return try arrayHash(items, element, count, type)
    case (.structure, .absent):
      return .zero
    case (.structure(let name), .structure):
      return try hashStruct(name, value)
    default:
      throw path.mismatch("is not of type \(quoted(type.description))")
    }
  }

  private mutating func arrayHash(
    _ items: [TypedValue], _ element: TypedType, _ count: Int?, _ type: TypedType
  ) throws(KeysError) -> Hash32 {
    guard count == nil || count == items.count else {
      throw path.mismatch("is of type \(quoted(type.description)) and has \(items.count) items")
    }
    try path.checkDepth()
    var bytes = Bytes()
    bytes.reserveCapacity(32 * items.count)
    for (index, item) in items.enumerated() {
      path.push(index)
      try append(item, element, to: &bytes)
      path.pop()
    }
    return Keccak256.hash(bytes)
  }
}
