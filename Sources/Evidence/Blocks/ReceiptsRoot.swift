import JSONFields
import Primitives
import StrictJSON
import Tries

/// The root of a block's receipts as its header has it: the status, the gas and the logs of all transactions, data included.
public struct ReceiptsRoot: Hashable, Sendable {
  /// The encodings of receipts.
  public enum Form: Hashable, Sendable {
    case ethereum, kaia
  }

  /// The root.
  public let hash: Hash32
  /// The encoding of the receipts that it is of.
  public let form: Form

  /// The types of Ethereum's transactions whose receipts are known here.
  private static let knownTypes: ClosedRange<UInt64> = 0...4

  /// Reads the root of a header, which is as good as the header is; nil where there is none.
  public init?(header json: JSON) {
    guard let text = json["receiptsRoot"]?.string, let hash = try? Hash32(text) else { return nil }
    (self.hash, form) = (hash, json["sha3Uncles"] == nil ? .kaia : .ethereum)
  }

  /// Whether receipts are those that it is of, all of them in their order; nil where that cannot be computed, since a
  /// chain has types of its own.
  ///
  /// - Parameter receipts: As a node gives them, for Kaia's form by its own methods.
  /// - Throws: `malformedReceipt`.
  public func isOf(_ receipts: [JSON]) throws(EvidenceError) -> Bool? {
    var items: [Bytes] = []
    var gas: UInt64 = 0
    for receipt in receipts {
      switch form {
      case .kaia: items.append(try KaiaReceipt(json: receipt).encoded)
      case .ethereum:
        guard let item = try Self.encoded(receipt, after: &gas) else { return nil }
        items.append(item)
      }
    }
    switch form {
    case .ethereum: return OrderedTrie.root(of: items) == hash
    // Which of the ways a chain uses at a block, its governance says; none of them has another's root.
    case .kaia: return DeriveShaImpl.allCases.contains { $0.root(of: items) == hash }
    }
  }

  /// A receipt as Ethereum's root has it (EIP-2718); nil for a type that is not known.
  ///
  /// Chains of Ethereum's form may have Kaia's own types, which its methods number and tell without the gas before.
  ///
  /// - Parameter gas: That of the receipts before, and then of this one, too.
  private static func encoded(_ json: JSON, after gas: inout UInt64) throws(EvidenceError) -> Bytes? {
    let fields = try EvidenceFields(json, .malformedReceipt, "the receipt")
    let own = json["typeInt"]?.int.flatMap { UInt8(exactly: $0) }
    let type: UInt64
    if let own { type = UInt64(own) } else { type = try fields.optional("type", .hexadecimal) ?? 0 }
    guard own != nil || knownTypes.contains(type) else { return nil }
    let used: UInt64 = try fields.required("gasUsed", .hexadecimal)
    gas = try fields.optional("cumulativeGasUsed", .hexadecimal) ?? gas.addingReportingOverflow(used).partialValue
    let status: UInt64? = try fields.optional("status", .hexadecimal)
    let outcome: RLP.Item =
      if let status { .uint(status) } else { .hash(try fields.required("root", .looseHash)) }
    var logs: [RLP.Item] = []
    for log in try fields.required("logs", .list(of: .any, atMost: 100_000)) {
      logs.append(try KaiaLog(json: log).item)
    }
    let list = RLP.encode(
      .list([
        outcome, .uint(gas),
        .bytes(try fields.required("logsBloom", .bytes(256...256))), .list(logs),
      ]))
    return type == 0 ? list : [UInt8(type)] + list
  }
}
