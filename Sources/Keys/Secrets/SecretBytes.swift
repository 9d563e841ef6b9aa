import COpenSSL

// Sendable without the compiler's proof: the memory is written only while the initialiser runs, when nobody else has the
// reference, and is only read afterwards; it is released when the last reference is.
/// Bytes that nobody else should see, such as a key, a seed or a password.
///
/// They live in memory of their own that is kept out of swap and core dumps where the system allows it. They are copied
/// only by code that asks for it, overwritten with zeros on release, compared in constant time and never printed.
public final class SecretBytes: @unchecked Sendable {
  /// The number of bytes.
  public let count: Int
  private let memory: LockedMemory

  /// Makes `count` zero bytes and lets `body` fill them in place.
  ///
  /// - Throws: what `body` throws; the bytes are zeroed before.
  public init<Failure: Error>(
    count: Int, initializing body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    self.count = max(count, 0)
    memory = LockedMemory(count: self.count)
    try body(memory.bytes)
  }

  /// Copies bytes that are already somewhere else; whoever put them there has to wipe them.
  public convenience init(copying bytes: some Collection<UInt8>) {
    self.init(count: bytes.count) { target in target.copyBytes(from: bytes) }
  }

  /// The UTF-8 bytes of a text, as they are.
  public convenience init(utf8 text: String) {
    self.init(copying: text.utf8)
  }

  /// Fresh random bytes from the system's generator, by way of OpenSSL's generator for secrets.
  ///
  /// - Throws: `noRandomness`.
  public static func random(count: Int) throws(KeysError) -> SecretBytes {
    try SecretBytes(count: count) { (target: UnsafeMutableRawBufferPointer) throws(KeysError) in
      try Randomness.fill(target)
    }
  }

  deinit { memory.release() }

  /// Lends the bytes for the time of a call; the pointer must not outlive it.
  @inlinable
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The bytes must not be released while they are lent.
    defer { withExtendedLifetime(self) {} }
    return try body(unsafeBytes)
  }

  /// The bytes, valid for as long as this object lives.
  @usableFromInline
  var unsafeBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory.bytes) }
}

extension SecretBytes: Equatable {
  /// Compares in a time that tells nothing but whether the counts are equal.
  public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return CRYPTO_memcmp(first, second, left.count) == 0
      }
    }
  }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `<secret>`.
  public var description: String { "<secret>" }
  /// The description, which shows no secret.
  public var debugDescription: String { description }
  /// No children, so that `dump` shows no byte.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// Random bytes for secrets.
enum Randomness {
  static func fill(_ target: UnsafeMutableRawBufferPointer) throws(KeysError) {
    guard let start = target.baseAddress, target.count > 0 else { return }
    guard let count = Int32(exactly: target.count), RAND_priv_bytes(start, count) == 1 else {
      ERR_clear_error()
      throw KeysError(
        .noRandomness, "cannot make a secret: the system's random generator gave nothing\ntry again on a healthy system"
      )
    }
  }
}
