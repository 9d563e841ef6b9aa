/// The limits beyond which a key file is refused: the parameters in it come from whoever wrote it.
public struct KeystoreLimits: Sendable, Hashable {
  /// Bytes of memory that scrypt may take (128 · n · r), and its lanes (128 · r · p).
  public var memory: Int
  /// scrypt's work for one key, n · r · p; 2²¹ is geth's usual n = 262144, r = 8, p = 1, about a second. All wallets known
  /// here stay within that.
  public var scryptWork: Int
  /// Rounds of PBKDF2; the usual count is 262144, well under a second.
  public var pbkdf2Iterations: Int
  /// Work for all keys of a file together, a round of PBKDF2 counting as one; the thirty keys that a Kaia account may have
  /// take 30 · 2²¹ as usual.
  public var keyringWork: Int
  /// Bytes of one key file.
  public var fileSize: Int

  /// One GiB of memory, eight times the usual work for a key and 32 times for all of a file, one MiB of file: a file that
  /// somebody sends keeps a processor busy for seconds, not minutes.
  public static let `default` = KeystoreLimits()

  /// The default limits with some changed; none of them is checked.
  public init(
    memory: Int = 1 << 30, scryptWork: Int = 1 << 24, pbkdf2Iterations: Int = 1 << 24, keyringWork: Int = 1 << 26,
    fileSize: Int = 1 << 20
  ) {
    self.memory = memory
    self.scryptWork = scryptWork
    self.pbkdf2Iterations = pbkdf2Iterations
    self.keyringWork = keyringWork
    self.fileSize = fileSize
  }
}
