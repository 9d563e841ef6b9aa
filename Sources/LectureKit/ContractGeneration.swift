import ContractABI
import Primitives

/// The generation of the platform's contract at an address.
///
/// Four have been deployed: three generations of 2018 and this project's own, `LectureMarket`.
public enum ContractGeneration: String, Sendable, Hashable, CaseIterable {
  /// The first of 2018; recognised, not driven.
  case v0
  /// The second of 2018: no `getLectureNumber`, and an event without the lecture's number.
  case v1
  /// The last of 2018.
  case v2
  /// This project's `LectureMarket`.
  case market

  /// Recognises a generation by the selectors in its code.
  ///
  /// - Parameter code: The deployed bytecode, as `eth_getCode` gives it.
  /// - Returns: nil for any other contract.
  /// - Complexity: O(code).
  public init?(code: Bytes) {
    let selectors = SelectorScan(code, for: Self.allSelectors)
    if selectors.containsAll(Self.marketSelectors) {
      self = .market
    } else if selectors.containsAll(Self.sharedSelectors) {
      self = selectors.contains(Self.getLectureNumber) ? .v2 : .v1
    } else if selectors.containsAll(Self.firstSelectors) {
      self = .v0
    } else {
      return nil
    }
  }

  /// For people.
  public var name: String {
    switch self {
    case .v0: "the first contract of 2018 (v0)"
    case .v1: "the second contract of 2018 (v1)"
    case .v2: "the last contract of 2018 (v2)"
    case .market: "LectureMarket"
    }
  }

  /// Whether the contract gives the count of lectures, their prices and states, and who bought what.
  public var hasRecords: Bool { self == .market }

  private static func selector(_ signature: String) -> UInt32 { ABISelector(signature: signature).rawValue }

  private static let getLectureNumber = selector("getLectureNumber(bytes32)")
  /// The functions that v1, v2 and the market have in common, as far as a client calls them.
  private static let sharedSelectors = [
    "createLecture(uint256)", "purchaseLecture(uint256)",
    "evaluateLecture(uint256,uint256,uint256,uint256,uint256,uint256)", "acceptAdmin(uint256)",
    "getLectureEvaluationPoint(uint256)", "calculateEvaluationAveragePoint(uint256)",
  ].map(selector)
  private static let marketSelectors =
    sharedSelectors + ["lectureCount()", "getLecture(uint256)", "getPurchase(uint256,uint256,address)"].map(selector)
  private static let firstSelectors = ["calculateLecturePoint(bytes32)", "getLectureVote(bytes32)"].map(selector)
  private static let allSelectors = Set(marketSelectors + firstSelectors + [getLectureNumber])
}

/// The selectors of all generations that a bytecode has.
///
/// A compiler puts selectors behind a PUSH or into a table in the data section; looking at every position finds both.
private struct SelectorScan {
  private let found: Set<UInt32>

  init(_ code: Bytes, for selectors: Set<UInt32>) {
    // Nearly all positions are passed by their first byte.
    var isFirst = [Bool](repeating: false, count: 256)
    for selector in selectors { isFirst[Int(selector >> 24)] = true }
    var found: Set<UInt32> = []
    var window: UInt32 = 0
    for (index, byte) in code.enumerated() {
      window = window << 8 | UInt32(byte)
      if index >= 3, isFirst[Int(window >> 24)], selectors.contains(window) { found.insert(window) }
    }
    self.found = found
  }

  func contains(_ selector: UInt32) -> Bool { found.contains(selector) }
  func containsAll(_ selectors: [UInt32]) -> Bool { selectors.allSatisfy(found.contains) }
}
