/// The blocks from which on a chain's headers have further fields; nil for a fork that the chain does not have.
public struct KaiaForks: Hashable, Sendable {
  /// The first block with a base fee (KIP-71).
  public var magma: UInt64?
  /// The first block at which a change of parameters counts from the epoch's first block, not its second.
  public var kore: UInt64?
  /// The first block with `randomReveal` and `mixHash` (KIP-114).
  public var randao: UInt64?
  /// The first block with `blobGasUsed` and `excessBlobGas` (KIP-279).
  public var osaka: UInt64?

  /// Forks by their first blocks.
  public init(magma: UInt64? = nil, kore: UInt64? = nil, randao: UInt64? = nil, osaka: UInt64? = nil) {
    self.magma = magma
    self.kore = kore
    self.randao = randao
    self.osaka = osaka
  }

  static func includes(_ fork: UInt64?, _ number: UInt64) -> Bool { fork.map { number >= $0 } ?? false }
}
