import Primitives

/// The structs that typed data is made of.
public struct TypedSchema: Sendable, Hashable {
  /// A field of a struct.
  public struct Field: Sendable, Hashable {
    /// As it goes into the hash, in the struct's `encodeType`.
    public let name: String
    /// The type's name, as it goes into the hash.
    public let type: String

    /// Takes the names as they are; ``TypedSchema/define(_:fields:)`` checks them.
    public init(name: String, type: String) {
      self.name = name
      self.type = type
    }
  }

  /// A field whose type is understood.
  struct ParsedField: Sendable, Hashable {
    let field: Field
    let type: TypedType
  }

  private(set) var structures: [String: [ParsedField]] = [:]
  /// The bytes of all names, so that hostile schemas cost little.
  private var size = 0

  /// A schema without structs.
  public init() {}

  /// The names of the structs, sorted.
  public var names: [String] { structures.keys.sorted() }

  /// The fields of a struct, in order; nil if it is not defined.
  public func fields(of name: String) -> [Field]? { structures[name]?.map(\.field) }

  /// Defines a struct; what its fields refer to may be defined later.
  ///
  /// - Throws: `invalidTypedData` for names and types that cannot be, a field or struct defined twice; `limitExceeded`
  ///   beyond 64 KiB of names in all.
  public mutating func define(_ name: String, fields: [Field]) throws(KeysError) {
    _ = try TypedName.checked(name)
    guard TypedType.atomic(name) == nil, structures[name] == nil else {
      throw KeysError(
        .invalidTypedData, "cannot read typed data: the type \(quoted(name)) is defined already\ngive it another name")
    }
    size += name.utf8.count
    var seen: Set<String> = []
    var parsed: [ParsedField] = []
    for field in fields {
      size += field.name.utf8.count + field.type.utf8.count + 2
      guard size <= 1 << 16 else { throw Self.tooLarge }
      guard seen.insert(try TypedName.checked(field.name)).inserted else {
        throw KeysError(
          .invalidTypedData,
          "cannot read typed data: the type \(quoted(name)) has two fields \(quoted(field.name))\nremove one")
      }
      parsed.append(ParsedField(field: field, type: try TypedType(parsing: field.type)))
    }
    guard size <= 1 << 16 else { throw Self.tooLarge }
    structures[name] = parsed
  }

  /// The fields of a struct that must be there.
  ///
  /// - Throws: `unknownType`.
  func structure(_ name: String) throws(KeysError) -> [ParsedField] {
    guard let fields = structures[name] else {
      let known = names.filter { $0 != TypedDomain.typeName }
      let near = NearMatch.closest(to: name, among: known)
      throw KeysError(
        .unknownType,
        """
        cannot read typed data: the type \(quoted(name)) is used and not defined
        \(near.map { "did you mean \(quoted($0))?" } ?? "define it under “types”")
        """,
        facts: near.map { [$0] } ?? [])
    }
    return fields
  }

  /// The text that a struct's type hash is the hash of: itself, then what it refers to, sorted by name (EIP-712).
  ///
  /// - Throws: `unknownType`.
  /// - Complexity: O(size of the schema).
  public func encodeType(_ name: String) throws(KeysError) -> String {
    var reached: Set<String> = [name]
    var open = [name]
    while let next = open.popLast() {
      for field in try structure(next) {
        if let structure = field.type.structureName, reached.insert(structure).inserted { open.append(structure) }
      }
    }
    reached.remove(name)
    var text = ""
    // Sorted by their bytes, as everybody else sorts them.
    let others = reached.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
    for structure in [name] + others {
      let fields = try self.structure(structure).map { "\($0.field.type) \($0.field.name)" }
      text += "\(structure)(\(fields.joined(separator: ",")))"
    }
    return text
  }

  /// The Keccak-256 hash of ``encodeType(_:)``.
  ///
  /// - Throws: `unknownType`.
  public func typeHash(_ name: String) throws(KeysError) -> Hash32 {
    Keccak256.hash(try encodeType(name).utf8)
  }

  private static var tooLarge: KeysError {
    KeysError(
      .limitExceeded, "cannot read typed data: its types have more than 64 KiB of names\nsign something smaller")
  }
}
