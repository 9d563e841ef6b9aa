/// The limits beyond which a key file is refused: the parameters in it come from whoever wrote it.
public struct KeystoreLimits: Sendable, Hashable {
  /// Bytes of memory that scrypt may take (128 · n · r).
  public var memory: Int
  /// scrypt's work, n · r · p; 2²¹ is the usual n = 262144, r = 8, p = 1, about a second.
  public var scryptWork: Int
  /// Rounds of PBKDF2; the usual count is 262144, well under a second.
  public var pbkdf2Iterations: Int
  /// Bytes of one key file.
  public var fileSize: Int

  /// One GiB of memory, a minute of work, one MiB of file.
  public static let `default` = KeystoreLimits()

  /// The default limits with some changed; none of them is checked.
  public init(
    memory: Int = 1 << 30, scryptWork: Int = 1 << 27, pbkdf2Iterations: Int = 1 << 26, fileSize: Int = 1 << 20
  ) {
    self.memory = memory
    self.scryptWork = scryptWork
    self.pbkdf2Iterations = pbkdf2Iterations
    self.fileSize = fileSize
  }
}
