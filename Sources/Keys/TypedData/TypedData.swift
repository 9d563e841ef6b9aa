import Primitives

/// A message with types, to be shown to the person who signs it: EIP-712.
///
/// Made of JSON as `eth_signTypedData_v4` takes it, or of Swift values (``TypedStruct``). Everything is checked when it is
/// made, so that what exists can be signed.
public struct TypedData: Sendable, Hashable {
  /// The structs, the domain's among them.
  public let schema: TypedSchema
  /// The type of the message.
  public let primaryType: String
  /// The domain that a signature of the message is for.
  public let domain: TypedValue
  /// The values that are signed, by the members of the primary type.
  public let message: TypedValue

  /// The addresses that were given in a mix of cases that is not their checksum (EIP-55): one digit may be another than was
  /// meant. Empty for what was not made of JSON.
  public internal(set) var mistypedAddresses: [MistypedAddress] = []

  /// An address whose letters' case does not fit its digits.
  public struct MistypedAddress: Sendable, Hashable {
    /// Its place, as in `message.to` or `domain.verifyingContract`.
    public let place: String
    /// The text that was given.
    public let text: String
    /// The address that its digits are, which is signed.
    public let address: Address
  }

  /// The hash of the domain.
  private let domainHash: Hash32
  /// The hash of the message; nil if the domain is all there is.
  private let messageHash: Hash32?

  /// Puts schema, domain and message together.
  ///
  /// - Parameter schema: need not define `EIP712Domain`: it then has the fields that `domain` has.
  /// - Throws: `unknownType`, `missingValue`, `typeMismatch`, `invalidTypedData` or `limitExceeded`.
  public init(
    schema: TypedSchema, primaryType: String, domain: TypedValue, message: TypedValue
  ) throws(KeysError) {
    var schema = schema
    if schema.fields(of: TypedDomain.typeName) == nil, case .structure(let members) = domain {
      let unknown = Set(members.keys).subtracting(TypedDomain.allFields.map(\.name)).sorted()
      guard unknown.isEmpty else { throw Self.unknownDomainField(unknown[0]) }
      try schema.define(TypedDomain.typeName, fields: TypedDomain.allFields.filter { members[$0.name] != nil })
    }
    self.schema = schema
    self.primaryType = primaryType
    self.domain = domain
    self.message = message
    var encoder = TypedEncoder(schema, root: "domain")
    domainHash = try encoder.hashStruct(TypedDomain.typeName, domain)
    if primaryType == TypedDomain.typeName {
      messageHash = nil
    } else {
      encoder = TypedEncoder(schema, root: "message")
      messageHash = try encoder.hashStruct(primaryType, message)
    }
  }

  /// The 32 bytes to sign: Keccak-256 of `19 01`, the domain's hash, the message's hash.
  ///
  /// If the primary type is `EIP712Domain`, there is no message and nothing after the domain's hash.
  public func digest() -> Hash32 {
    var hasher = Keccak256()
    hasher.update([0x19, 0x01])
    domainHash.withUnsafeBytes { hasher.update(buffer: $0) }
    messageHash?.withUnsafeBytes { hasher.update(buffer: $0) }
    return hasher.finalize()
  }

  /// The hash of the domain (`hashStruct(EIP712Domain)`).
  public func domainSeparator() -> Hash32 { domainHash }

  /// The text of a type and of those it refers to.
  ///
  /// - Throws: `unknownType`.
  public func encodeType(_ name: String) throws(KeysError) -> String { try schema.encodeType(name) }

  /// The type hash and 32 bytes for each field of a struct.
  ///
  /// - Parameters:
  ///   - name: the struct's type; nil for the primary type.
  ///   - value: the struct; nil for the message.
  /// - Throws: `unknownType`, `missingValue` or `typeMismatch`.
  public func encodeData(_ name: String? = nil, _ value: TypedValue? = nil) throws(KeysError) -> Bytes {
    var encoder = TypedEncoder(schema, root: "message")
    return try encoder.encodeData(name ?? primaryType, value ?? message)
  }

  /// The hash of a struct: Keccak-256 of its ``encodeData(_:_:)``.
  ///
  /// - Throws: `unknownType`, `missingValue` or `typeMismatch`.
  public func hashStruct(_ name: String? = nil, _ value: TypedValue? = nil) throws(KeysError) -> Hash32 {
    Keccak256.hash(try encodeData(name, value))
  }

  /// The address of the key that signed this.
  ///
  /// - Throws: `unrecoverable`.
  public func recoverAddress(_ signature: Signature) throws(KeysError) -> Address {
    try signature.recover(digest()).address
  }

  private static func unknownDomainField(_ name: String) -> KeysError {
    KeysError(
      .invalidTypedData,
      """
      cannot read typed data: the domain has a member \(quoted(name)) that EIP-712 does not know
      leave it out, or define EIP712Domain under “types”
      """)
  }
}

extension Signer {
  /// Signs typed data (EIP-712).
  ///
  /// - Throws: what keeps the signer from signing.
  public func sign(typedData: TypedData) async throws -> Signature {
    try await sign(typedData.digest())
  }
}
