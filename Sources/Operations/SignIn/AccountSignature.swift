import ContractClient
import Keys
import NodeRPC
import Primitives
import Sending

/// A signature over a hash, checked against the account as its chain has it now.
public struct AccountSignature: Sendable {
  /// The method by which an account's signature was verified.
  public enum Method: String, Sendable, Hashable {
    /// By the key that its address comes from.
    case ownKey
    /// By another key, which the account has on Kaia.
    case accountKey
    /// By the contract's own answer (EIP-1271), which may change: it is to be asked again now and then.
    case contract
  }

  /// The signature as it was given.
  public let signature: Bytes
  /// The hash that it has to be over.
  public let digest: Hash32
  /// The account that has to have signed.
  public let address: Address
  /// Further hashes that a key may have signed in its place.
  private let others: [Hash32]

  /// The most bytes that are looked at: a key's signature has 65, those of contracts' owners and devices have more.
  public static let mostBytes = 2_048

  /// A signature that has not been checked.
  ///
  /// - Parameter others: Further hashes that a key may have signed in the place of the one.
  public init(_ signature: Bytes, of digest: Hash32, or others: [Hash32] = [], by address: Address) {
    (self.signature, self.digest, self.others, self.address) = (signature, digest, others, address)
  }

  /// Makes sure that the account signed, by the newest block.
  ///
  /// A key signs with 65 bytes, whose last is 0, 1, 27 or 28; the 64 of ERC-2098 are a second form of the same signature
  /// that no wallet makes, and not taken.
  ///
  /// An account of Kaia whose key was changed signs with a key of its transaction role: that role sends what a person who
  /// is signed in asks for. Of several keys with weights one has to reach the threshold, for a wallet gives one signature.
  /// If no key signed and the account has code, the code decides (EIP-1271); an account that has borrowed its code
  /// (EIP-7702) may sign with its own key as before.
  ///
  /// - Throws: `SignInError` if it did not; `NodeError` if the node fails, and nobody knows.
  public func verify(at connection: ContractConnection) async throws -> Method {
    guard signature.count <= Self.mostBytes else {
      throw failure(.tooLong, "The signature is too long.", "More than \(Self.mostBytes) bytes are not looked at.")
    }
    let key = try await connection.sender.accounts.accountKey(of: address) ?? .legacy
    do throws(SignInError) {
      return try check(under: key)
    } catch {
      // Only a contract can still take it. Its code is asked for now: nearly all accounts have none.
      guard try await !connection.node.code(of: address, at: .latest).isEmpty else { throw error }
      let contract = ContractSignature(signature, of: digest)
      guard try await contract.isAccepted(by: address, at: connection.node) else {
        throw failure(
          .contractRefused, "The account is a contract, and it does not say that the signature is its own.", nil)
      }
      return .contract
    }
  }

  /// Makes sure that a key of the account signed.
  private func check(under accountKey: AccountKey) throws(SignInError) -> Method {
    guard signature.count == 65, let signature = try? Signature(bytes65: signature) else {
      throw failure(.notSignature, "These bytes are no signature of a message.", "It has 65 bytes: r, s and v.")
    }
    guard signature.isLowS else {
      throw failure(.highS, "The signature is not in its usual form.", "Its s is in the upper half of the range.")
    }
    let signers = ([digest] + others).compactMap { try? signature.recover($0) }
    let isOwn = signers.contains { $0.address == address }
    let key = accountKey.key(for: .transaction)
    if key == .legacy {
      guard isOwn else { throw wrongSignature }
      return .ownKey
    }
    if signers.contains(where: { (try? accountKey.check([$0], role: .transaction, of: address)) != nil }) {
      return .accountKey
    }
    switch key {
    case .legacy, .publicKey: break
    case .multisig(let multisig):
      guard multisig.keys.contains(where: { signers.contains($0.key) }) else { break }
      throw failure(
        .severalKeysNeeded, "This account acts with several keys together.",
        "The key that signed does not suffice alone, and a wallet gives one signature.")
    case .none, .fail, .roles: throw failure(.noKey, "Nobody can sign for this account.", "It has no key on the chain.")
    }
    guard !isOwn else {
      throw failure(
        .keyChanged, "The key that signed is not the account's any more.", "The account has another key on the chain.")
    }
    throw wrongSignature
  }

  private var wrongSignature: SignInError {
    failure(
      .wrongSignature, "The signature is not the account's, or not of this message.",
      "The account is \(address.checksummed).")
  }

  private func failure(_ code: SignInError.Code, _ message: String, _ reason: String?) -> SignInError {
    SignInError(code, message, reason: reason, facts: SignInErrors.Facts(account: address))
  }
}
