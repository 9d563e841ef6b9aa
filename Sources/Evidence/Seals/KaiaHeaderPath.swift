/// The way from a trusted block to a later one by as few headers as the change of validators allows: it says which header
/// it wants next, and takes it.
///
/// It does no input or output:
/// ```swift
/// var path = try KaiaHeaderPath(from: anchor, to: 1_000_000, now: seconds)
/// while let number = path.wanted { try path.take(try await header(number)) }
/// ```
public struct KaiaHeaderPath: Sendable {
  /// The last trusted block; of the target when `wanted` is nil.
  public private(set) var anchor: KaiaAnchor
  /// The block that it leads to.
  public let target: UInt64
  /// The headers that were taken and are trusted now, by number.
  public private(set) var headers: [KaiaHeader] = []

  /// Headers that are sealed, by too few known validators as yet; the nearest last.
  private var waiting: [KaiaHeader] = []
  private var next: UInt64
  private var taken = 0

  /// The most headers that a path may take.
  public static let mostHeaders = 4096

  /// A path.
  ///
  /// - Parameters:
  ///   - target: a block that is not before the anchor.
  ///   - now: seconds since 1970.
  /// - Throws: `staleAnchor`, `tooFar` when more epochs lie between than headers may be taken, `wrongBlock` for an earlier block.
  public init(from anchor: KaiaAnchor, to target: UInt64, now: UInt64) throws(EvidenceError) {
    let start = anchor.checkpoint.number
    guard target >= start else {
      throw EvidenceError(
        .wrongBlock, "block \(target) is before the trusted block \(start)", about: target,
        reason: "validators vouch for later blocks only")
    }
    guard target == start || !anchor.isStale(now: now) else {
      throw EvidenceError(
        .staleAnchor, "the trusted block \(start) is too old to check block \(target) from it",
        about: target,
        reason:
          "it is \((now - anchor.time) / 86_400) days old, more than \(KaiaAnchor.lifetime / 86_400): choose a newer block as the "
          + "checkpoint")
    }
    guard (target - start) / anchor.chain.epoch < Self.mostHeaders else {
      throw Self.tooFar(from: start, to: target)
    }
    self.anchor = anchor
    self.target = target
    next = start
    aim()
  }

  /// The number of the header that is wanted next; nil at the target.
  public var wanted: UInt64? { anchor.checkpoint.number == target ? nil : next }

  /// Takes the header that was wanted.
  ///
  /// - Throws: `wrongBlock` for another number, what ``KaiaAnchor/advanced(to:)`` throws, `unknownCouncil` when too few of the
  ///   validators of a block are among those of the next, `tooFar`.
  public mutating func take(_ header: KaiaHeader) throws(EvidenceError) {
    guard let wanted, header.number == wanted else {
      throw EvidenceError(
        .wrongBlock, "the node told another block than the one asked for",
        about: self.wanted, reason: "it told block \(header.number) instead of \(self.wanted ?? target)")
    }
    taken += 1
    guard taken <= Self.mostHeaders else { throw Self.tooFar(from: anchor.checkpoint.number, to: target) }
    waiting.append(header)
    while let nearest = waiting.last {
      guard let advanced = try anchor.advanced(to: nearest) else {
        let distance = nearest.number - anchor.checkpoint.number
        guard distance > 1 else {
          throw EvidenceError(
            .unknownCouncil, "block \(nearest.number) is sealed by validators that are not known",
            about: nearest.number,
            reason: "too few of those of block \(anchor.checkpoint.number) are among them: choose a later checkpoint")
        }
        next = anchor.checkpoint.number + distance / 2
        return
      }
      anchor = advanced
      headers.append(nearest)
      waiting.removeLast()
    }
    aim()
  }

  private mutating func aim() {
    let epoch = anchor.nextEpoch
    next = epoch > anchor.checkpoint.number ? min(target, epoch) : target
  }

  private static func tooFar(from start: UInt64, to target: UInt64) -> EvidenceError {
    EvidenceError(
      .tooFar, "block \(target) is too far from the trusted block \(start)",
      about: target, reason: "more than \(mostHeaders) headers would be needed: choose a later checkpoint")
  }
}
