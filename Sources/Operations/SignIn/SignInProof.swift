import ContractClient
import Keys
import Primitives

/// A signature over the text of a ``SignInMessage``, checked against the account as its chain has it now.
public struct SignInProof: Sendable {
  /// The signature as the wallet gave it.
  public let signature: Bytes
  /// The text that it has to be over: the site's own, not one that came with the signature.
  public let text: String
  /// The account that has to have signed.
  public let address: Address

  /// The method by which an account's signature was verified.
  public typealias Method = AccountSignature.Method

  /// A signature that has not been checked.
  public init(_ signature: Bytes, of text: String, by address: Address) {
    (self.signature, self.text, self.address) = (signature, text, address)
  }

  /// Makes sure that the account signed, by the newest block. The text is signed as EIP-191 or KIP-97 have it.
  ///
  /// - Throws: `SignInError` if it did not; `NodeError` if the node fails, and nobody knows.
  public func verify(at connection: ContractConnection) async throws -> Method {
    // With the wrong prefix it recovers to the key of nobody.
    let others = PersonalMessage.Prefix.allCases.map { PersonalMessage.digest(text, prefix: $0) }
    return try await AccountSignature(signature, of: PersonalMessage.digest(text), or: others, by: address)
      .verify(at: connection)
  }
}
