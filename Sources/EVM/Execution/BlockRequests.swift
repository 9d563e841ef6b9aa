import Primitives

/// The requests of a block to the consensus layer (EIP-7685), each a type byte and data.
public enum BlockRequests {
  /// The hash that the block's header has: SHA-256 over the requests' SHA-256s; nil only if OpenSSL has no SHA-256.
  public static func hash(_ requests: [[UInt8]]) -> Hash32? {
    var hashes: [UInt8] = []
    for request in requests {
      guard let hash = OpenSSLDigest.sha256.hash(request[...]) else { return nil }
      hashes += hash
    }
    return OpenSSLDigest.sha256.hash(hashes[...]).flatMap { try? Hash32($0) }
  }
}
