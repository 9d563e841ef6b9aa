import Evidence

/// A block of one of Kaia's chains that the user trusts: from there on a lone node can be held to proof, because headers
/// carry their validators' seals.
public struct TrustedCheckpoint: Sendable, Hashable {
  /// The chain, with what its headers do not say of themselves.
  public var chain: KaiaChain
  /// The block's number and hash.
  public var checkpoint: KaiaCheckpoint
  /// The folder in which the newest block that was proven is kept, so that the next process starts there; nil keeps it in
  /// memory only. It is made (0700) if it is not there.
  public var folder: String?
  /// The time that a proof of what would free a nonce, a key or a limit may take; of what succeeded, a third of that.
  public var patience = Duration.seconds(30)

  /// A trusted block.
  public init(_ checkpoint: KaiaCheckpoint, of chain: KaiaChain, folder: String? = nil) {
    self.checkpoint = checkpoint
    self.chain = chain
    self.folder = folder
  }
}
