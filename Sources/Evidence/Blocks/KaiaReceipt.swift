import JSONFields
import Primitives
import StrictJSON

/// A receipt of Kaia's by what its root proves.
public struct KaiaReceipt: Hashable, Sendable {
  /// 1 for success; else the number of the failure (`txError`), 9 for a revert.
  public let status: UInt64
  /// The gas that this transaction used.
  public let gasUsed: UInt64
  /// The filter of its logs, 256 bytes.
  public let logsBloom: Bytes
  /// The logs of its contracts.
  public let logs: [KaiaLog]

  private static let mostLogs = 100_000
  private static let successful: UInt64 = 1

  /// Whether the transaction did what it was to do.
  public var succeeded: Bool { status == Self.successful }

  /// Reads a receipt of `kaia_getBlockReceipts` (`klay_…` of older nodes). Those of `eth_` methods do not do: they leave out
  /// why a transaction failed, which is part of the root.
  ///
  /// - Throws: `malformedReceipt`.
  public init(json: JSON) throws(EvidenceError) {
    let fields = try EvidenceFields(json, .malformedReceipt, "the receipt")
    let told: UInt64 = try fields.required("status", .hexadecimal)
    let failure: UInt64? = try fields.optional("txError", .hexadecimal)
    switch (told, failure) {
    case (Self.successful, nil): status = Self.successful
    case (0, .some(let code)) where code > Self.successful: status = code
    case (0, nil):
      throw fields.failure(
        "txError", "is missing: answers of eth_ methods leave it out, those of kaia_ methods have it")
    default: throw fields.failure("txError", "contradicts its status")
    }
    gasUsed = try fields.required("gasUsed", .hexadecimal)
    logsBloom = try fields.required("logsBloom", .bytes(256...256))
    var logs: [KaiaLog] = []
    for log in try fields.required("logs", .list(of: .any, atMost: Self.mostLogs)) {
      logs.append(try KaiaLog(json: log))
    }
    self.logs = logs
  }

  /// The RLP in the root: status, gas, filter, logs.
  public var encoded: Bytes {
    RLP.encode(.list([.uint(status), .uint(gasUsed), .bytes(logsBloom), .list(logs.map(\.item))]))
  }
}

/// A log in a receipt.
public struct KaiaLog: Hashable, Sendable {
  /// The contract that wrote it.
  public let address: Address
  /// Its topics, four at most.
  public let topics: [Hash32]
  /// The bytes beside the topics, ABI-encoded for an event.
  public let data: Bytes

  private static let mostData = 1 << 24

  init(json: JSON) throws(EvidenceError) {
    let fields = try EvidenceFields(json, .malformedReceipt, "a log of the receipt")
    address = try fields.required("address", .address)
    topics = try fields.required("topics", .list(of: .looseHash, atMost: 4))
    data = try fields.required("data", .bytes(0...Self.mostData))
  }

  var item: RLP.Item { .list([.address(address), .list(topics.map { .hash($0) }), .bytes(data)]) }
}
