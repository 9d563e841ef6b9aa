import Primitives

/// A Swift type that is a type of EIP-712.
public protocol TypedRepresentable: Sendable {
  /// The type's name in EIP-712.
  static var typedName: String { get }

  /// Defines the structs that the type is made of.
  ///
  /// - Throws: `invalidTypedData` if one cannot be.
  static func define(in schema: inout TypedSchema) throws(KeysError)

  /// The value.
  var typedValue: TypedValue { get }
}

extension TypedRepresentable {
  /// Nothing, for types that need no struct.
  public static func define(in schema: inout TypedSchema) throws(KeysError) {}
}

/// A Swift struct that is a struct of EIP-712.
///
/// ```swift
/// struct Person: TypedStruct {
///   var name: String
///   var wallet: Address
///   static let typedFields = [TypedField<Person>("name", \.name), TypedField("wallet", \.wallet)]
/// }
/// let signature = try key.sign(TypedData(domain: domain, message: person).digest())
/// ```
public protocol TypedStruct: TypedRepresentable {
  /// The fields in the order that they are hashed in.
  static var typedFields: [TypedField<Self>] { get }
}

/// One field of a ``TypedStruct``.
public struct TypedField<Root: TypedStruct>: Sendable {
  /// The field's name and type in EIP-712.
  public let field: TypedSchema.Field
  let define: @Sendable (inout TypedSchema) throws(KeysError) -> Void
  let value: @Sendable (Root) -> TypedValue

  /// A field by its name and where its value is.
  ///
  /// - Parameter type: the name of its type where it is not that of the Swift type: `uint96` for a `UInt256`, `bytes4` for
  ///   bytes, `uint256[2]` for an array.
  public init<Value: TypedRepresentable>(
    _ name: String, type: String? = nil, _ path: any KeyPath<Root, Value> & Sendable
  ) {
    field = TypedSchema.Field(name: name, type: type ?? Value.typedName)
    define = { (schema: inout TypedSchema) throws(KeysError) in try Value.define(in: &schema) }
    value = { $0[keyPath: path].typedValue }
  }
}

extension TypedStruct {
  /// The Swift type's own name.
  public static var typedName: String { "\(Self.self)" }

  /// Defines the struct and those that its fields need; nothing if it is defined already.
  ///
  /// - Throws: `invalidTypedData` if another Swift type has the name, or a name cannot be; `limitExceeded`.
  public static func define(in schema: inout TypedSchema) throws(KeysError) {
    let fields = typedFields
    if let known = schema.fields(of: typedName) {
      guard known == fields.map(\.field) else {
        throw KeysError(
          .invalidTypedData, "two Swift types are both named \(quoted(typedName))\ngive one another typedName")
      }
      return
    }
    try schema.define(typedName, fields: fields.map(\.field))
    for field in fields { try field.define(&schema) }
  }

  /// The fields' values by their names.
  public var typedValue: TypedValue {
    .structure(
      Dictionary(Self.typedFields.map { ($0.field.name, $0.value(self)) }, uniquingKeysWith: { first, _ in first }))
  }
}

extension TypedData {
  /// Makes typed data of Swift values.
  ///
  /// - Throws: `invalidTypedData`, `typeMismatch` for a value that does not fit the type its field names, or
  ///   `limitExceeded`.
  public init<Message: TypedStruct>(domain: TypedDomain, message: Message) throws(KeysError) {
    var schema = TypedSchema()
    try Message.define(in: &schema)
    try self.init(
      schema: schema, primaryType: Message.typedName, domain: .structure(domain.members), message: message.typedValue)
  }
}
