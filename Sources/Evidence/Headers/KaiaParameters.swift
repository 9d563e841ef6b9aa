import Primitives
import StrictJSON

/// The parameters of a block that decide how it is checked.
public struct KaiaParameters: Hashable, Sendable {
  /// The most validators that seal a block.
  public var committeeSize: Int
  /// The way the roots of lists are formed; nil where that is not known.
  public var deriveSha: DeriveShaImpl?

  /// Parameters.
  public init(committeeSize: Int, deriveSha: DeriveShaImpl?) {
    self.committeeSize = max(1, committeeSize)
    self.deriveSha = deriveSha
  }

  /// Parameters from a block on.
  public struct Range: Hashable, Sendable {
    /// The first block that has them.
    public let first: UInt64
    /// The governance's values for those blocks.
    public let parameters: KaiaParameters

    /// Parameters from a block on.
    public init(_ first: UInt64, committeeSize: Int, deriveSha: DeriveShaImpl?) {
      self.first = first
      parameters = KaiaParameters(committeeSize: committeeSize, deriveSha: deriveSha)
    }
  }
}

/// A change of parameters in the first header of an epoch.
struct ParameterChange: Hashable, Sendable {
  /// The first block for which it counts.
  let first: UInt64
  let committeeSize: Int?
  let deriveSha: DeriveShaImpl?

  private static let mostBytes = 1 << 16

  /// Reads a header's governance data; nil if they change neither.
  ///
  /// - Throws: `malformedGovernance`.
  init?(_ header: KaiaHeader, of chain: KaiaChain) throws(EvidenceError) {
    guard !header.governance.isEmpty else { return nil }
    func failure(_ reason: String) -> EvidenceError {
      EvidenceError(
        .malformedGovernance, "the parameters that block \(header.number) changes cannot be read", about: header.number,
        reason: reason)
    }
    guard let text = try? RLP.decode(header.governance, limits: RLP.Limits(depth: 1, items: 1)).bytes(),
      let object = try? JSON(parsing: text, limits: JSON.Limits(depth: 4, bytes: Self.mostBytes)).object
    else { throw failure("its governance data are no object in RLP") }
    func number(_ name: String) throws(EvidenceError) -> Int? {
      guard let value = object[name] else { return nil }
      guard let number = value.int, (0...1_000_000).contains(number) else { throw failure("\(name) is no number") }
      return number
    }
    committeeSize = try number("istanbul.committeesize")
    let form = try number("governance.deriveshaimpl")
    deriveSha = form.flatMap(DeriveShaImpl.init)
    if form != nil && deriveSha == nil { throw failure("governance.deriveshaimpl is none of 0, 1 and 2") }
    if committeeSize == 0 { throw failure("istanbul.committeesize is 0") }
    if committeeSize == nil && deriveSha == nil { return nil }
    guard header.number > 0 else {
      first = 0
      return
    }
    let next = header.number &+ chain.epoch
    first = KaiaForks.includes(chain.forks.kore, next) ? next : next &+ 1
  }

  func apply(to parameters: inout KaiaParameters) {
    if let committeeSize { parameters.committeeSize = committeeSize }
    if let deriveSha { parameters.deriveSha = deriveSha }
  }
}
