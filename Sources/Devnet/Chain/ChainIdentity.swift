import Primitives

/// The chain id and kind of a chain.
struct ChainIdentity: Sendable {
  let chainID: UInt256
  let kind: any ChainKind

  init(_ chain: Chain) { (chainID, kind) = (chain.chainID, chain.kind) }
}
