import EVM
import Keys
import Transactions

// The faults of a block that others made, as far as they show without executing it (Yellow Paper, 4.3.4 and 11.1).
// Proof of work and the signatures of a consensus layer are not looked at.
extension Chain {
  /// - Throws: `invalidBlock`.
  func validate(_ block: DevnetBlock) throws(DevnetError) {
    let header = block.header
    guard header.parentHash == head.hash, header.number == head.number + 1 else {
      throw DevnetError(.invalidBlock, "block \(header.number) \(block.hash) doesn't follow block \(head.number)")
    }
    let flaw =
      flaw(of: header, after: head.header) ?? sizeFlaw(of: block) ?? ommersFlaw(of: block)
      ?? block.transactions.lazy.compactMap { self.flaw(of: $0, under: rules(of: header)) }.first
    if let flaw { throw DevnetError(.invalidBlock, "block \(header.number) \(block.hash) can't be: \(flaw)") }
  }

  /// The flaw of a header by itself or beside its parent's; nil without one.
  private func flaw(of header: BlockHeader, after parent: BlockHeader) -> String? {
    let rules = rules(of: header)
    guard header.timestamp > parent.timestamp, header.timestamp <= BlockClock.latest else {
      return "its time \(header.timestamp) is not after its parent's, \(parent.timestamp)"
    }
    guard header.gasUsed <= header.gasLimit else { return "it used more gas than its limit" }
    guard header.extraData.count <= rules.maxExtraDataSize else {
      return "it has \(header.extraData.count) bytes of extra data, \(rules.maxExtraDataSize) are allowed"
    }
    guard rules.blockReward == nil || rules.daoFork?.admits(extraData: header.extraData, ofBlock: header.number) ?? true
    else { return "its extra data are those of a chain that takes the other side in the DAO fork (EIP-779)" }
    // The first block with a base fee has so many times its parent's limit (EIP-1559).
    let factor = parent.baseFee == nil ? rules.baseFee?.elasticity ?? 1 : 1
    let (limit, overflow) = parent.gasLimit.multipliedReportingOverflow(by: factor)
    let change = header.gasLimit > limit ? header.gasLimit - limit : limit - header.gasLimit
    guard !overflow, header.gasLimit >= 5000, change == 0 || change < limit / 1024 else {
      return "its gas limit \(header.gasLimit) is below 5000, or a 1024th or more from its parent's, \(limit)"
    }
    // Since the merge there is no proof of work (EIP-3675).
    guard rules.blockReward != nil || header.difficulty == 0 && header.nonce == 0 else {
      return "it has a difficulty or a nonce after the merge (EIP-3675)"
    }
    return nil
  }

  private func sizeFlaw(of block: DevnetBlock) -> String? {
    let (size, limit) = (block.encoded.count, rules(of: block.header).maxBlockSize)
    return size > limit ? "it has \(size) bytes, \(limit) are allowed (EIP-7934)" : nil
  }

  /// The flaw of the ommers, which are at most two other children of the seventh to the second block before, and which
  /// no block named yet; nil without one.
  private func ommersFlaw(of block: DevnetBlock) -> String? {
    guard !block.ommers.isEmpty else { return nil }
    guard rules(of: block.header).blockReward != nil else { return "it names ommers after the merge (EIP-3675)" }
    guard block.ommers.count <= 2 else { return "it names \(block.ommers.count) ommers, 2 are allowed" }
    let recent = blocks((block.number - min(block.number, 7))...(block.number - 1))
    var known = Set(recent.map(\.hash)).union(recent.flatMap { $0.ommers.map(\.hash) })
    for ommer in block.ommers {
      guard known.insert(ommer.hash).inserted else {
        return "its ommer \(ommer.hash) is a block of the chain, or named before"
      }
      guard let parent = recent.dropLast().first(where: { $0.hash == ommer.parentHash }) else {
        return "the parent of its ommer \(ommer.hash) is not among the seventh to the second block before"
      }
      guard ommer.number == parent.number + 1 else { return "its ommer \(ommer.hash) doesn't follow its parent" }
      if let flaw = flaw(of: ommer, after: parent.header) { return "its ommer \(ommer.hash) can't be: \(flaw)" }
    }
    return nil
  }

  /// The flaw of a transaction's signature under some rules; nil without one.
  func flaw(of sent: DevnetTransaction, under rules: RuleSet) -> String? {
    let signed = sent.transaction
    if rules.requiresLowS, !signed.signature.isLowS {
      return "the signature of transaction \(sent.hash) has a high s (EIP-2)"
    }
    guard let bound = signed.transaction.chainID else { return nil }
    if bound != chainID { return "invalid chain id for signer: have \(bound) want \(chainID)" }
    guard signed.transaction.kind == .legacy, !rules.acceptsChainBoundSignatures else { return nil }
    return "transaction \(sent.hash) is bound to a chain, which there is since Spurious Dragon (EIP-155): "
      + "sign it without a chain id, or take a later hardfork"
  }
}

extension UnsignedTransaction {
  /// The transaction without what binds a legacy one to a chain (EIP-155), which is part of its signature.
  var unbound: UnsignedTransaction {
    guard case .legacy(var legacy) = self else { return self }
    legacy.chainID = nil
    return .legacy(legacy)
  }
}
