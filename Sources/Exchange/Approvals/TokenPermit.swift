import ContractABI
import ContractClient
import Keys
import Primitives

/// A permit of a token (EIP-2612): a signed word that lets an account move an amount, which anybody may send.
public struct TokenPermit: Sendable, Hashable {
  /// The token.
  public let token: Address
  /// The account whose tokens may be moved.
  public let owner: Address
  /// The account that may move them.
  public let spender: Address
  /// The amount, in the token's smallest unit.
  public let amount: UInt256
  /// The number of the permits that the owner gave before.
  public let nonce: UInt256
  /// The last block time at which it is taken, in seconds since 1970.
  public let deadline: UInt256
  /// The domain that the token has its permits signed for.
  public let domain: Hash32

  /// A permit of its parts.
  public init(
    token: Address, owner: Address, spender: Address, amount: UInt256, nonce: UInt256, deadline: UInt256,
    domain: Hash32
  ) {
    (self.token, self.owner, self.spender, self.amount) = (token, owner, spender, amount)
    (self.nonce, self.deadline, self.domain) = (nonce, deadline, domain)
  }

  /// The time for which a new permit is taken, in seconds.
  public static let lifetime: UInt64 = 1_200

  /// The hash of the fields (`hashStruct`).
  public var structHash: Hash32 {
    let words = [UInt256(Self.typeHash), UInt256(owner), UInt256(spender), amount, nonce, deadline]
    return Keccak256.hash(words.flatMap { Hash32($0).bytes })
  }

  /// The 32 bytes that the owner signs.
  public var digest: Hash32 { Keccak256.hash([0x19, 0x01] + domain.bytes + structHash.bytes) }

  /// Signs the permit and makes the calldata that a token takes.
  ///
  /// - Throws: `invalidDeal` for a signer that is not the owner; what keeps the signer from signing.
  func calldata(signedBy signer: some Signer) async throws -> Bytes {
    guard signer.address == owner else {
      throw ExchangeError.invalidDeal("the permit is of \(owner), and the key is of \(signer.address)")
    }
    return try calldata(try await signer.sign(digest).lowS)
  }

  /// The calldata that a token takes, with a signature.
  func calldata(_ signature: Signature) throws -> Bytes {
    try Self.permit.encodeCall([
      .address(owner), .address(spender), .uint(amount), .uint(deadline), .uint(UInt256(27 + signature.yParity)),
      .fixedBytes(Hash32(signature.r).bytes), .fixedBytes(Hash32(signature.s).bytes),
    ])
  }

  private static let typeHash = Keccak256.hash(
    "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)".utf8)

  static let permit = ABIFunction(
    name: "permit",
    inputs: [
      ABIParameter("owner", .address), ABIParameter("spender", .address), ABIParameter("value", .uint(256)),
      ABIParameter("deadline", .uint(256)), ABIParameter("v", .uint(8)), ABIParameter("r", .fixedBytes(32)),
      ABIParameter("s", .fixedBytes(32)),
    ])
}
