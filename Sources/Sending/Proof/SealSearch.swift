import Evidence
import Files
import NodeRPC
import Platform
import Primitives
import Transactions

/// The proof that the validators' seals give of a node's receipt.
enum SealFinding: Sendable {
  /// The transaction is in that block and this came of it, whoever says so; a unit of gas cost this at most.
  case proven(price: UInt256)
  /// The block is proven, and something else is in it.
  case contradicted(String)
  /// The reason why nothing is shown.
  case unproven(String)
}

/// Looks for proof in the seals of Kaia's validators, from the block that the user trusts, by a lone node's answers.
///
/// It never fails: where nothing can be proven it returns the reason.
actor SealSearch {
  private let trusted: TrustedCheckpoint
  private let chainID: UInt256
  private let source: NodeBlockSource
  private let file: ReachedBlockFile?
  private let now: @Sendable () -> UInt64
  private let report: (@Sendable (String) -> Void)?
  private var chain: SealedChain?
  private var kept: ReachedBlock?
  private var findings: [Hash32: String] = [:]
  /// The block that was proven last: often several of ours are in it.
  private var newest: KaiaBlock?
  /// Whether a proof took too long: then none is looked for any more that only would be shown.
  private var isSlow = false

  private static let mostFindings = 1024
  /// The number of times to ask for a block that the node says it has not got: behind one address may be several nodes.
  private static let mostTurns = 3
  private static let tooLong = "To prove it from the checkpoint took too long."

  /// - Parameter report: called with the reason why there is no proof, each once.
  init(
    _ trusted: TrustedCheckpoint, node: NodeClient, chainID: UInt256,
    now: @escaping @Sendable () -> UInt64 = { UInt64(max(0, time(nil))) }, report: (@Sendable (String) -> Void)? = nil
  ) {
    self.trusted = trusted
    self.chainID = chainID
    self.now = now
    self.report = report
    source = NodeBlockSource(node: node)
    file = ReachedBlockFile(trusted)
  }

  /// The reason why the last look at a transaction proved nothing; nil if it did, or there was none.
  func obstacle(of hash: Hash32) -> String? { findings[hash] }

  /// The proof of a receipt.
  ///
  /// - Parameters:
  ///   - hash: the transaction that it is said to be of.
  ///   - isNeeded: whether something would be given up on the proof; one to be shown only is sought a third as long.
  func finding(for receipt: Receipt, of hash: Hash32, isNeeded: Bool) async -> SealFinding {
    let finding: SealFinding
    if isSlow && !isNeeded {
      finding = .unproven(Self.tooLong)
    } else {
      finding = await look(for: receipt, of: hash, within: isNeeded ? trusted.patience : trusted.patience / 3)
    }
    if findings.count >= Self.mostFindings { findings = [:] }
    let before = findings[hash]
    switch finding {
    case .proven: findings[hash] = nil
    case .contradicted(let why), .unproven(let why):
      findings[hash] = why
      if before != why { report?(why) }
    }
    return finding
  }

  private func look(for receipt: Receipt, of hash: Hash32, within patience: Duration) async -> SealFinding {
    guard UInt256(trusted.chain.chainID) == chainID else {
      return .unproven("The checkpoint is of chain \(trusted.chain.chainID), not of chain \(chainID).")
    }
    guard let number = receipt.blockNumber else { return .unproven("The receipt is in no block.") }
    let search = Task { try await outcome(of: hash, in: number) }
    let limit = Task {
      try await Task.sleep(for: patience)
      search.cancel()
    }
    defer { limit.cancel() }
    do {
      let (block, proven) = try await withTaskCancellationHandler {
        try await search.value
      } onCancel: {
        search.cancel()
      }
      return Self.compare(receipt, of: hash, with: proven, in: block)
    } catch let error as EvidenceError {
      return .unproven(Self.sentence("\(error.message): \(error.reason ?? "")"))
    } catch let error as NodeError where error.code != .cancelled {
      guard !error.isMethodMissing else {
        return .unproven("The node does not offer \(error.method ?? "the method").")
      }
      return .unproven(Self.sentence(error.message))
    } catch {
      isSlow = true
      return .unproven(Self.tooLong)
    }
  }

  // MARK: The chain

  private func outcome(of hash: Hash32, in number: UInt64) async throws -> (KaiaHeader, ProvenReceipt?) {
    if let newest, newest.header.number == number { return (newest.header, newest.outcome(of: hash)) }
    let chain = await opened()
    do {
      return try await outcome(of: hash, in: number, on: chain)
    } catch let error as EvidenceError where concernsKept(error) {
      // The kept block may be of another chain: begun anew from the checkpoint, and replaced if that leads to a proof.
      let anew = sealed(from: nil)
      let found = try await outcome(of: hash, in: number, on: anew, replacing: true)
      self.chain = anew
      return found
    }
  }

  /// Whether something is wrong with the block that was kept, as far as the node shows.
  private func concernsKept(_ error: EvidenceError) -> Bool {
    guard let kept else { return false }
    return error.code == .missingBlock || error.code == .wrongHash && error.block == kept.block.number
  }

  private func outcome(
    of hash: Hash32, in number: UInt64, on chain: SealedChain, replacing: Bool = false
  ) async throws -> (KaiaHeader, ProvenReceipt?) {
    var turn = 1
    while true {
      do {
        let block = try await chain.block(number)
        newest = block
        await keep(chain, replacing: replacing)
        return (block.header, block.outcome(of: hash))
      } catch let error as EvidenceError where error.code == .missingBlock && turn < Self.mostTurns {
        turn += 1
        try await Task.sleep(for: .milliseconds(300))
      }
    }
  }

  private func opened() async -> SealedChain {
    if let chain { return chain }
    let file = file
    let read = try? await BlockingWork.run { file?.read() }
    if let chain { return chain }
    kept = read
    let opened = sealed(from: read)
    chain = opened
    return opened
  }

  private func sealed(from reached: ReachedBlock?) -> SealedChain {
    SealedChain(
      trusted.chain, checkpoint: trusted.checkpoint, reached: reached?.block, followed: reached?.parameters ?? [],
      source: source, now: now)
  }

  private func keep(_ chain: SealedChain, replacing: Bool) async {
    guard let block = await chain.reached, block.number > trusted.checkpoint.number else { return }
    let reached = ReachedBlock(block: block, parameters: await chain.followed)
    guard replacing || block.number > kept?.block.number ?? 0 else { return }
    kept = reached
    let file = file
    try? await BlockingWork.run { file?.write(reached) }
  }

  // MARK: The receipt

  private static func compare(
    _ receipt: Receipt, of hash: Hash32, with proven: ProvenReceipt?, in header: KaiaHeader
  ) -> SealFinding {
    guard let proven else {
      return .contradicted("Block \(header.number) as its validators sealed it has no transaction \(hash).")
    }
    func differs(_ what: String) -> SealFinding {
      .contradicted("\(what) in block \(header.number) as its validators sealed it.")
    }
    guard receipt.blockHash == header.hash else { return differs("The transaction is in another block than told,") }
    guard receipt.status == proven.succeeded else {
      return differs("The transaction \(proven.succeeded ? "succeeded" : "failed")")
    }
    guard receipt.gasUsed == proven.receipt.gasUsed else {
      return differs("The transaction used \(proven.receipt.gasUsed) gas and not \(receipt.gasUsed)")
    }
    let logged = proven.receipt.logs
    guard receipt.logs.count == logged.count,
      zip(receipt.logs, logged).allSatisfy({ $0.address == $1.address && $0.topics == $1.topics && $0.data == $1.data })
    else { return differs("The transaction logged something else than told") }
    return .proven(price: mostPerGas(proven.transaction.transaction, header))
  }

  /// The most that a unit of gas cost: the price that nodes give is in no root. Since KIP-162 it is exactly this, and
  /// the base fee alone between KIP-71 and that.
  private static func mostPerGas(_ transaction: UnsignedTransaction, _ header: KaiaHeader) -> UInt256 {
    guard let baseFee = header.baseFee else { return transaction.maxFeePerGas }
    return min(transaction.maxFeePerGas, baseFee.addingSaturated(transaction.maxPriorityFeePerGas))
  }

  private static func sentence(_ text: String) -> String {
    let text = String(text.prefix(400))
    // The name of a method stays as it is.
    let isName = text.prefix { $0 != " " }.contains("_")
    let first = isName ? String(text.prefix(1)) : text.prefix(1).uppercased()
    return first + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }
}
