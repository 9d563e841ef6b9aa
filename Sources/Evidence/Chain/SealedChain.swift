import Primitives

/// A chain of Kaia's as a lone node can prove it from a block that the user trusts.
///
/// Every header is followed by its validators' seals from a trusted block on, or by its hash from a trusted one back; lists and
/// accounts are checked against its roots. Kaia's blocks are final, so that one block is depth enough.
///
/// ```swift
/// let chain = SealedChain(.mainnet, checkpoint: try KaiaCheckpoint("190000000:0x…"), source: node) { secondsNow() }
/// if case .included(let proven) = try await chain.outcome(of: hash, in: number) { print(proven.succeeded) }
/// ```
public actor SealedChain {
  /// The chain whose validators seal.
  public nonisolated let chain: KaiaChain
  /// The changes of parameters that were followed before.
  private let known: [KaiaParameters.Range]
  private let source: any KaiaBlockSource
  private let now: @Sendable () -> UInt64
  /// Blocks that are trusted by their hash and whose headers were not asked for yet.
  private var checkpoints: [KaiaCheckpoint]
  /// Trusted blocks, by number.
  private var anchors: [KaiaAnchor] = []
  /// A header with the parameters of its block.
  private typealias Proven = (header: KaiaHeader, parameters: KaiaParameters)
  /// Headers that are proven, by number.
  private var proven: [UInt64: Proven] = [:]

  /// The most headers before a trusted block that are followed by their hashes, one question each.
  public static let farthestBack: UInt64 = 4096
  private static let nearBack: UInt64 = 16
  private static let mostAnchors = 64
  private static let mostProven = 1024

  /// A chain.
  ///
  /// - Parameters:
  ///   - checkpoint: the block that the user trusts.
  ///   - reached: the newest block that was proven before, from ``reached``; it is trusted, too.
  ///   - followed: the parameters that changed up to that block, from ``followed``.
  ///   - source: the node.
  ///   - now: the time in seconds since 1970.
  public init(
    _ chain: KaiaChain, checkpoint: KaiaCheckpoint, reached: KaiaCheckpoint? = nil,
    followed: [KaiaParameters.Range] = [], source: any KaiaBlockSource, now: @escaping @Sendable () -> UInt64
  ) {
    self.chain = chain.following(followed)
    self.known = followed
    self.source = source
    self.now = now
    checkpoints = [checkpoint] + (reached.map { $0 == checkpoint ? [] : [$0] } ?? [])
  }

  /// The newest block that is trusted: kept, it makes the way shorter the next time, and no checkpoint grows too old.
  public var reached: KaiaCheckpoint? {
    (anchors.map(\.checkpoint) + checkpoints).max { $0.number < $1.number }
  }

  /// The parameters that changed from the checkpoint up to the newest trusted block: kept beside ``reached``, they are known
  /// the next time.
  public var followed: [KaiaParameters.Range] {
    let new = anchors.last?.followed ?? []
    return known.filter { old in !new.contains { $0.first == old.first } } + new
  }

  /// The header of a block, proven.
  ///
  /// - Throws: `EvidenceError`, or what the source throws.
  public func header(_ number: UInt64) async throws -> KaiaHeader { try await provenHeader(number).header }

  /// All transactions and receipts of a block, proven.
  ///
  /// - Throws: `EvidenceError`, or what the source throws.
  public func block(_ number: UInt64) async throws -> KaiaBlock {
    let (header, parameters) = try await provenHeader(number)
    guard let form = parameters.deriveSha else {
      throw EvidenceError(
        .unknownParameters, "the transactions of block \(number) cannot be checked",
        about: number, reason: "how chain \(chain.chainID) formed roots then is not known")
    }
    return try KaiaBlock(
      header: header, transactions: try await source.transactions(number: number, hash: header.hash),
      receipts: try await source.receipts(number: number, hash: header.hash), deriveSha: form)
  }

  /// The proof that a block gives of a transaction: succeeded, failed, or not in it.
  ///
  /// - Throws: `EvidenceError`, or the source's errors.
  public func outcome(of hash: Hash32, in number: UInt64) async throws -> ProvenOutcome {
    try await block(number).outcome(of: hash).map { .included($0) } ?? .absent
  }

  /// An account after a block, proven. Nodes keep the states of the newest blocks and of every 128th.
  ///
  /// - Throws: `EvidenceError`, or what the source throws.
  public func account(_ address: Address, at number: UInt64) async throws -> ProvenAccount {
    let header = try await header(number)
    return try ProvenAccount(
      address, proof: try await source.proof(of: address, number: number), stateRoot: header.stateRoot)
  }

  /// The number of transactions that an account had sent up to a block, proven.
  ///
  /// - Throws: `EvidenceError`, or the source's errors.
  public func nonce(of address: Address, at number: UInt64) async throws -> UInt64 {
    try await account(address, at: number).nonce
  }

  // MARK: Headers

  private func provenHeader(_ number: UInt64) async throws -> Proven {
    if let known = proven[number] { return known }
    try await readCheckpoints(for: number)
    if let known = proven[number] { return known }
    if let anchor = anchors.first(where: { $0.checkpoint.number == number }) { return try await reread(anchor) }
    let above = anchors.first { $0.checkpoint.number > number }
    let distance = above.map { $0.checkpoint.number - number }
    if let above, let distance, distance <= Self.nearBack { return try await back(to: number, from: above) }
    let below = anchors.last { $0.checkpoint.number < number && !$0.isStale(now: now()) }
    if let below { return try await forward(to: number, from: below) }
    if let above, let distance, distance <= Self.farthestBack { return try await back(to: number, from: above) }
    if let stale = anchors.last(where: { $0.checkpoint.number < number }) {
      return try await forward(to: number, from: stale)
    }
    throw EvidenceError(
      .tooFar, "block \(number) is before the checkpoint, and too far from it",
      about: number,
      reason: "headers are followed back for \(Self.farthestBack) blocks: choose a checkpoint before that block")
  }

  /// Reads the newest trusted block first: one that leads to the block wanted makes the older ones unneeded.
  private func readCheckpoints(for number: UInt64) async throws {
    for checkpoint in checkpoints.sorted(by: { $0.number > $1.number }) {
      guard !anchors.contains(where: { $0.checkpoint.number <= number && !$0.isStale(now: now()) }) else { return }
      let header = try await told(checkpoint.number)
      let anchor = try KaiaAnchor(header, checkpoint: checkpoint, chain: chain)
      guard checkpoints.contains(checkpoint) else { continue }
      checkpoints.removeAll { $0 == checkpoint }
      try trust(header, anchor)
    }
  }

  private func forward(to number: UInt64, from anchor: KaiaAnchor) async throws -> Proven {
    var path = try KaiaHeaderPath(from: anchor, to: number, now: now())
    while let wanted = path.wanted {
      try path.take(try await told(wanted))
    }
    guard let header = path.headers.last else { throw missing(number) }
    try trust(header, path.anchor)
    return (header, try path.anchor.parameters(at: number))
  }

  private func back(to number: UInt64, from anchor: KaiaAnchor) async throws -> Proven {
    var place = anchor.checkpoint.number
    var header = try await reread(anchor).header
    while place > number {
      place -= 1
      let parent = try await told(place)
      guard parent.hash == header.parentHash else {
        throw EvidenceError(
          .wrongHash, "the node's block \(place) is not the one before block \(place + 1)",
          about: place, reason: "it has the hash \(parent.hash) instead of \(header.parentHash)")
      }
      header = parent
      remember(header, try anchor.parameters(at: place))
    }
    return (header, try anchor.parameters(at: number))
  }

  /// The header of a trusted block; one that was let go is asked for again, and known by its hash.
  private func reread(_ anchor: KaiaAnchor) async throws -> Proven {
    let number = anchor.checkpoint.number
    if let known = proven[number] { return known }
    let header = try await told(number)
    _ = try KaiaAnchor(header, checkpoint: anchor.checkpoint, chain: chain)
    remember(header, try anchor.parameters(at: number))
    return (header, try anchor.parameters(at: number))
  }

  private func told(_ number: UInt64) async throws -> KaiaHeader {
    let header = try KaiaHeader(json: try await source.header(number: number), chain: chain)
    guard header.number == number else {
      throw EvidenceError(
        .wrongBlock, "the node told another block than the one asked for",
        about: number, reason: "it told block \(header.number) instead of \(number)")
    }
    return header
  }

  /// Keeps a trusted block.
  private func trust(_ header: KaiaHeader, _ anchor: KaiaAnchor) throws {
    remember(header, try anchor.parameters(at: header.number))
    guard !anchors.contains(where: { $0.checkpoint.number == header.number }) else { return }
    anchors.append(anchor)
    anchors.sort { $0.checkpoint.number < $1.checkpoint.number }
    // The first is the user's or before it, the last is the newest.
    if anchors.count > Self.mostAnchors { anchors.remove(at: 1) }
  }

  private func remember(_ header: KaiaHeader, _ parameters: KaiaParameters) {
    if proven.count >= Self.mostProven { proven = [:] }
    proven[header.number] = (header, parameters)
  }

  private func missing(_ number: UInt64) -> EvidenceError {
    EvidenceError(.missingBlock, "block \(number) was not found", about: number, reason: "no header was told for it")
  }
}
