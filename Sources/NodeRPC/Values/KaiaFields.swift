import JSONFields
import Keys
import Primitives
import StrictJSON

/// A signature as Kaia's own namespaces show it, in numbers: what a node says is not proven to be one.
public struct RPCSignature: Sendable, Hashable, NodeReply {
  /// The parity, 2 · chain id + 35 added; the bare parity in Ethereum's typed envelopes.
  public let v: UInt256
  /// ECDSA's r, as the node gives it.
  public let r: UInt256
  /// ECDSA's s, as the node gives it.
  public let s: UInt256

  init(reply json: JSON) throws(JSONFieldProblem) {
    let fields = try JSONFields(json)
    v = try fields.required("V", .quantity)
    r = try fields.required("R", .quantity)
    s = try fields.required("S", .quantity)
  }
}

/// The fields of a transaction or its receipt that only Kaia's own namespaces have.
struct KaiaFields: Sendable, Hashable {
  private(set) var senderTxHash: Hash32?
  private(set) var signatures: [RPCSignature] = []
  private(set) var feePayer: Address?
  private(set) var feePayerSignatures: [RPCSignature] = []
  private(set) var feeRatio: UInt8?
  private(set) var newKey: Bytes?

  /// Without a `typeInt` it is no view of Kaia's own, and what bears these names is something else.
  init(_ fields: JSONFields<JSONFieldProblem>) throws(JSONFieldProblem) {
    guard fields["typeInt"] != nil else { return }
    senderTxHash = try fields.optional("senderTxHash", .hash)
    signatures = try fields.optional("signatures", .list(of: .reply)) ?? []
    feePayer = try fields.optional("feePayer", .address)
    feePayerSignatures = try fields.optional("feePayerSignatures", .list(of: .reply)) ?? []
    // A transaction that failed for its ratio has one above 99.
    let ratio: UInt64? = try fields.optional("feeRatio", .quantity)
    feeRatio = ratio.flatMap { UInt8(exactly: $0) }
    if let ratio, feeRatio == nil { throw fields.failure("feeRatio", "is \(ratio) where 1 to 99 are due") }
    newKey = try fields.optional("key", .bytes)
  }

  /// `type` is the number in `eth_` and a word in `kaia_`, which has the number in `typeInt`.
  static func type(_ fields: JSONFields<JSONFieldProblem>) throws(JSONFieldProblem) -> UInt64? {
    try fields.optional(fields["typeInt"] == nil ? "type" : "typeInt", .quantity)
  }
}

extension JSONReader where Value == AccountKey {
  /// An account key of Kaia in the form that `getAccountKey` gives.
  static var accountKey: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      do throws(AccountKeyError) {
        return try AccountKey(json: json)
      } catch { throw JSONFieldProblem("is no account key: \(error.code)") }
    }
  }
}
