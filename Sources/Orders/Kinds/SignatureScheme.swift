import Keys
import Primitives

/// The ways in which an order's hash is signed; the numbers are those of 0x v4.
public enum SignatureScheme: UInt8, Sendable, Hashable, CaseIterable {
  /// The hash itself, which in v4 is that of typed data (EIP-712).
  case typedData = 2
  /// The hash as a message of 32 bytes (EIP-191, `eth_sign`).
  case message = 3

  /// The 32 bytes to sign for an order's hash.
  public func digest(of hash: Hash32) -> Hash32 {
    switch self {
    case .typedData: hash
    case .message: PersonalMessage.digest(hash.bytes)
    }
  }
}
