import Primitives

/// Keys with weights, and the sum of weights that signatures must reach (AccountKeyWeightedMultiSig).
public struct WeightedMultisig: Hashable, Sendable {
  /// A key and the weight of its signature.
  public struct WeightedKey: Hashable, Sendable {
    /// The weight that its signature adds to the sum; a chain takes 1 or more.
    public var weight: UInt64
    /// The key whose signature counts.
    public var key: PublicKey

    /// A key, whose signature counts 1 by default.
    public init(weight: UInt64 = 1, key: PublicKey) {
      self.weight = weight
      self.key = key
    }
  }

  /// The sum of weights that is enough.
  public var threshold: UInt64
  /// The keys, in the order in which the chain has them.
  public var keys: [WeightedKey]

  /// The number of keys that a chain allows.
  public static let mostKeys = 10

  /// Takes the parts as they are; ``AccountKey/validate()`` tells whether a chain would.
  public init(threshold: UInt64, keys: [WeightedKey]) {
    self.threshold = threshold
    self.keys = keys
  }

  /// A threshold over these keys, each of weight 1.
  public init(threshold: UInt64, of keys: [PublicKey]) {
    self.init(threshold: threshold, keys: keys.map { WeightedKey(key: $0) })
  }

  /// The sum of the weights of those keys that signed; capped, as no threshold is higher.
  func weight(signedBy signers: Set<PublicKey>) -> UInt64 {
    keys.filter { signers.contains($0.key) }.reduce(0) { $0.addingSaturated($1.weight) }
  }
}
