import Primitives

/// The domain that typed data is signed for (EIP-712): a signature for one is worth nothing in another.
public struct TypedDomain: Sendable, Hashable {
  /// The name of the application or protocol.
  public var name: String?
  /// The version of its messages; another one makes other signatures.
  public var version: String?
  /// The number of the only chain that it is for (EIP-155).
  public var chainID: UInt256?
  /// The contract that checks the signature.
  public var verifyingContract: Address?
  /// A value that distinguishes domains that are alike otherwise.
  public var salt: Hash32?

  /// A domain of the parts that are given.
  public init(
    name: String? = nil, version: String? = nil, chainID: UInt256? = nil, verifyingContract: Address? = nil,
    salt: Hash32? = nil
  ) {
    self.name = name
    self.version = version
    self.chainID = chainID
    self.verifyingContract = verifyingContract
    self.salt = salt
  }

  /// The name of the domain's struct.
  public static let typeName = "EIP712Domain"

  /// The fields that the domain's struct can have, in the order that EIP-712 gives them.
  static let allFields = [
    TypedSchema.Field(name: "name", type: "string"),
    TypedSchema.Field(name: "version", type: "string"),
    TypedSchema.Field(name: "chainId", type: "uint256"),
    TypedSchema.Field(name: "verifyingContract", type: "address"),
    TypedSchema.Field(name: "salt", type: "bytes32"),
  ]

  /// The parts that are given, by their names in EIP-712.
  var members: [String: TypedValue] {
    var members: [String: TypedValue] = [:]
    members["name"] = name.map { .string($0) }
    members["version"] = version.map { .string($0) }
    members["chainId"] = chainID.map { .uint($0) }
    members["verifyingContract"] = verifyingContract.map { .address($0) }
    members["salt"] = salt.map { .bytes($0.bytes) }
    return members
  }
}
