import NodeRPC
import Primitives

/// The receipt votes of the endpoints at a moment: pure judgement, no node.
struct ReceiptVotes: Sendable {
  struct Statement: Sendable {
    /// Without secrets.
    let endpoint: String
    /// Nil while the endpoint knows none.
    let receipt: Result<Receipt?, NodeError>
    /// Its newest block; nil if it did not give it.
    let head: UInt64?
  }

  let statements: [Statement]
  /// The number of endpoints that have to agree.
  let quorum: Int

  /// The part of a receipt that two endpoints have to agree on.
  private struct Place: Hashable {
    let blockHash: Hash32?
    let status: Bool?
    let gasUsed: UInt64

    init(_ receipt: Receipt) {
      (blockHash, status, gasUsed) = (receipt.blockHash, receipt.status, receipt.gasUsed)
    }
  }

  /// The statements that agree, the largest group first; of two of the same size the one in the later block.
  private var groups: [[(endpoint: String, receipt: Receipt)]] {
    let told = statements.compactMap { statement -> (endpoint: String, receipt: Receipt)? in
      guard case .success(let receipt?) = statement.receipt, receipt.blockNumber != nil else {
        return nil
      }
      return (statement.endpoint, receipt)
    }
    return Dictionary(grouping: told) { Place($0.receipt) }.values
      .sorted {
        ($0.count, $0[0].receipt.blockNumber ?? 0) > ($1.count, $1[0].receipt.blockNumber ?? 0)
      }
  }

  /// The receipt that enough agree on; nil while none is. Of two that differ in the price of gas alone, which is in no
  /// block, the one with the higher.
  var receipt: Receipt? {
    guard let first = groups.first, first.count >= quorum else { return nil }
    return Self.dearest(first)
  }

  /// Whether a receipt tells of the block and the outcome that enough agree on.
  func support(_ told: Receipt) -> Bool { told.blockNumber != nil && receipt.map { Place($0) == Place(told) } ?? false }

  private static func dearest(_ group: [(endpoint: String, receipt: Receipt)]) -> Receipt? {
    group.map(\.receipt).max { $0.effectiveGasPrice ?? 0 < $1.effectiveGasPrice ?? 0 }
  }

  /// The first error, where no endpoint answers; else nil.
  var failure: NodeError? {
    var failures: [NodeError] = []
    for case .failure(let error) in statements.map(\.receipt) { failures.append(error) }
    return failures.count == statements.count ? failures.first : nil
  }

  /// The newest block that enough endpoints have; nil while too few say.
  var head: UInt64? {
    let heads = statements.compactMap(\.head).sorted(by: >)
    return heads.count >= quorum ? heads[quorum - 1] : nil
  }

  /// The endpoints that disagree with most; none while no endpoint knows a receipt.
  var disagreements: [EndpointDisagreement] {
    guard let believed = groups.first.flatMap(Self.dearest), let block = believed.blockNumber else {
      return []
    }
    return statements.compactMap { statement in
      kind(of: statement, believed, block).map {
        EndpointDisagreement(endpoint: statement.endpoint, kind: $0)
      }
    }
  }

  /// The endpoints that contradict each other so that no receipt is believed; none where it is, or they only lag.
  var contradicting: [String] {
    let contradictors = disagreements.filter(\.isContradiction).map(\.endpoint)
    guard receipt == nil, !contradictors.isEmpty else { return [] }
    return Set(contradictors + groups.joined().map(\.endpoint)).sorted()
  }

  private func kind(of statement: Statement, _ believed: Receipt, _ block: UInt64) -> EndpointDisagreement
    .Kind?
  {
    switch statement.receipt {
    case .failure(let error):
      return .silent([.cancelled, .timeout].contains(error.code) ? "It takes too long." : error.message)
    case .success(let receipt?) where receipt.blockNumber != nil:
      guard receipt.blockHash == believed.blockHash else {
        return .contradicts("it has the transaction in another block, \(receipt.blockNumber ?? 0)")
      }
      guard receipt.status == believed.status else {
        return .contradicts("the transaction \(receipt.status == false ? "failed" : "succeeded") there")
      }
      guard receipt.gasUsed == believed.gasUsed else {
        return .contradicts("the transaction used \(receipt.gasUsed) units of gas there, not \(believed.gasUsed)")
      }
      guard let price = receipt.effectiveGasPrice, let other = believed.effectiveGasPrice, price != other else {
        return nil
      }
      return .contradicts("the transaction paid \(price) a unit of gas there, not \(other)")
    case .success:
      guard let head = statement.head else { return .silent("It does not tell its newest block.") }
      return head < block
        ? .lags(head: head, block: block)
        : .contradicts("it has block \(block), and not the transaction")
    }
  }
}
