import CSecp256k1
import Primitives

/// The door to libsecp256k1.
enum Secp256k1 {
  /// The one context: made and blinded with random bytes on first use, never changed afterwards.
  // Unsafe in name only: after the initialiser, which runs once, every function used here takes the context as const, and
  // libsecp256k1 promises that such calls may run at the same time.
  nonisolated(unsafe) static let context: OpaquePointer? = {
    guard let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else { return nil }
    // An argument that the library calls illegal makes a call fail, and must not end the process.
    secp256k1_context_set_illegal_callback(context, { _, _ in }, nil)
    // Blinding guards against side channels; a system without randomness makes correct signatures all the same.
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 16) { seed in
      guard (try? Randomness.fill(seed)) != nil else { return }
      _ = secp256k1_context_randomize(context, seed.octets)
      seed.wipe()
    }
    return context
  }()

  /// The order of the group.
  static let order = UInt256(
    words: 0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_fffe, 0xbaae_dce6_af48_a03b, 0xbfd2_5e8c_d036_4141)

  /// The largest s that counts as low: half the order, rounded down.
  static let halfOrder = order >> 1
}

extension UInt256 {
  /// The number that the 32 big-endian bytes at an offset stand for; zero if there are fewer.
  @inline(__always)
  init(word bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
    guard offset + 32 <= bytes.count else {
      self = 0
      return
    }
    self.init(
      high: UInt128(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt128.self)),
      low: UInt128(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt128.self)))
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes of a buffer that is not empty (a key, a digest), as C takes them.
  var octets: UnsafePointer<UInt8> { baseAddress!.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
  /// The bytes of a buffer that is not empty, as C takes them.
  var octets: UnsafeMutablePointer<UInt8> { baseAddress!.assumingMemoryBound(to: UInt8.self) }
}

extension Bytes {
  /// Lends the bytes for the time of a call that throws errors of this module.
  func lend<Result>(
    _ body: (UnsafeRawBufferPointer) throws(KeysError) -> Result
  ) throws(KeysError) -> Result {
    try span.withUnsafeBytes { (bytes) throws(KeysError) in try body(bytes) }
  }
}
