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
    let fields = try ToldFields(json, .malformedReceipt, "the receipt")
    let told = try fields.word("status")
    let failure: UInt64? = try fields.value("txError") == nil ? nil : fields.word("txError")
    switch (told, failure) {
    case (Self.successful, nil): status = Self.successful
    case (0, .some(let code)) where code > Self.successful: status = code
    case (0, nil):
      throw fields.error("txError", "is missing: answers of eth_ methods leave it out, those of kaia_ methods have it")
    default: throw fields.error("txError", "contradicts its status")
    }
    gasUsed = try fields.word("gasUsed")
    logsBloom = try fields.bytes("logsBloom", exactly: 256)
    var logs: [KaiaLog] = []
    for log in try fields.list("logs", atMost: Self.mostLogs) { logs.append(try KaiaLog(json: log)) }
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
  /// Its data.
  public let data: Bytes

  private static let mostData = 1 << 24

  init(json: JSON) throws(EvidenceError) {
    let fields = try ToldFields(json, .malformedReceipt, "a log of the receipt")
    address = try fields.address("address")
    var topics: [Hash32] = []
    for topic in try fields.list("topics", atMost: 4) {
      guard let topic = topic.string.flatMap({ try? Hash32($0) }) else { throw fields.error("topics", "are no hashes") }
      topics.append(topic)
    }
    self.topics = topics
    data = try fields.bytes("data", atMost: Self.mostData)
  }

  var item: RLP.Item { .list([.address(address), .list(topics.map { .hash($0) }), .bytes(data)]) }
}
