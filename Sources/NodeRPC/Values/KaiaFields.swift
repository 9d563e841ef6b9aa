import Keys
import Primitives
import StrictJSON

/// A signature as Kaia's own namespaces show it, in numbers: what a node says is not proven to be one.
public struct RPCSignature: Sendable, Hashable {
  /// The parity, 2 · chain id + 35 added; the bare parity in Ethereum's typed envelopes.
  public let v: UInt256
  /// ECDSA's r, as the node gives it.
  public let r: UInt256
  /// ECDSA's s, as the node gives it.
  public let s: UInt256

  init(reply json: JSON) throws(ReplyProblem) {
    let object = try Reply.object(json)
    v = try Reply.field(object, "V", Reply.quantity)
    r = try Reply.field(object, "R", Reply.quantity)
    s = try Reply.field(object, "S", Reply.quantity)
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
  init(_ object: JSONObject) throws(ReplyProblem) {
    guard let type = object["typeInt"], !type.isNull else { return }
    senderTxHash = try Reply.optional(object, "senderTxHash", Reply.hash)
    signatures = try Self.signatures(object, "signatures")
    feePayer = try Reply.optional(object, "feePayer", Reply.address)
    feePayerSignatures = try Self.signatures(object, "feePayerSignatures")
    feeRatio = try Reply.optional(object, "feeRatio") { (json) throws(ReplyProblem) in
      let ratio = try Reply.uint64(json)
      // A transaction that failed for its ratio has one above 99.
      guard let percent = UInt8(exactly: ratio) else { throw ReplyProblem("is \(ratio) where 1 to 99 are due") }
      return percent
    }
    newKey = try Reply.optional(object, "key", Reply.data)
  }

  private static func signatures(_ object: JSONObject, _ name: String) throws(ReplyProblem) -> [RPCSignature] {
    try Reply.optional(object, name) { (json) throws(ReplyProblem) in
      try Reply.list(json, RPCSignature.init(reply:))
    } ?? []
  }

  /// `type` is the number in `eth_` and a word in `kaia_`, which has the number in `typeInt`.
  static func type(_ object: JSONObject) throws(ReplyProblem) -> UInt64? {
    if let number = try Reply.optional(object, "typeInt", Reply.uint64) { return number }
    return try Reply.optional(object, "type", Reply.uint64)
  }
}

extension Reply {
  /// An account key of Kaia in the form that `getAccountKey` gives.
  public static func accountKey(_ json: JSON) throws(ReplyProblem) -> AccountKey {
    do throws(AccountKeyError) {
      return try AccountKey(json: json)
    } catch {
      throw ReplyProblem("is no account key: \(error.code)")
    }
  }
}
