import EVM
import Primitives
import StrictJSON
import Tries

/// The methods that search logs.
enum LogMethods {
  static let table: [String: RPCMethod] = [
    "eth_getLogs": RPCMethod(1) { devnet, parameters in
      let filter = try LogFilter(parameters(0))
      return try filter.logs(in: filter.blocks(of: devnet.chain))
    }
  ]
}

/// Which events one asks for.
struct LogFilter {
  /// The most logs of an answer.
  static let mostLogs = 10_000
  /// The most bytes of data that they may have together.
  static let mostLogBytes = 16 << 20

  var blockHash: Hash32?
  var first: BlockReference = .latest
  var last: BlockReference = .latest
  /// None for all.
  var addresses: Set<Address> = []
  /// The allowed topics of each place; an empty set allows any.
  var topics: [Set<Hash32>] = []
  /// Of each of these a block must have one at least: the addresses, and the topics of each place.
  private var probes: [[Bloom.Probe]] = []

  init(_ argument: Argument) throws(DevnetError) {
    guard argument.json.object != nil else { throw argument.invalid("it is not an object") }
    blockHash = try argument.field("blockHash")?.hash()
    let (from, to) = (argument.field("fromBlock"), argument.field("toBlock"))
    if blockHash != nil, from != nil || to != nil {
      throw argument.invalid("cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other")
    }
    first = try from?.block() ?? .latest
    last = try to?.block() ?? .latest
    if let field = argument.field("address") {
      for address in try field.json.array == nil ? [field] : field.list(most: 1000) {
        addresses.insert(try address.address())
      }
    }
    for position in try argument.field("topics")?.list(most: 4) ?? [] {
      var wanted: Set<Hash32> = []
      if !position.json.isNull {
        let choices = try position.json.array == nil ? [position] : position.list(most: 1000)
        // Null among them is any, as it is in their place.
        if !choices.contains(where: \.json.isNull) { for topic in choices { wanted.insert(try topic.hash()) } }
      }
      topics.append(wanted)
    }
    probes = ([addresses.map(\.bytes)] + topics.map { $0.map(\.bytes) }).filter { !$0.isEmpty }
      .map { $0.map(Bloom.Probe.init) }
  }

  /// Whether a block with this bloom may have such events; false is certain.
  func mayMatch(_ bloom: Bloom) -> Bool {
    bloom != .empty && probes.allSatisfy { $0.contains(where: bloom.mayContain) }
  }

  /// The blocks of a chain that are in the range asked for.
  ///
  /// - Throws: `unknownBlock`, `invalidParameters`.
  func blocks(of chain: Chain) throws(DevnetError) -> ArraySlice<DevnetBlock> {
    if let hash = blockHash {
      guard let block = chain.block(hash: hash) else { throw DevnetError(.unknownBlock, "unknown block") }
      return [block]
    }
    let (first, last) = (try chain.number(of: first), try chain.number(of: last))
    guard first <= last else { throw DevnetError(.invalidParameters, "invalid block range params") }
    guard last <= chain.head.number else {
      throw DevnetError(.invalidParameters, "block range extends beyond current head block")
    }
    guard first >= chain.firstNumber else {
      throw DevnetError(
        .unknownBlock,
        "the range begins before block \(chain.firstNumber), from which this chain goes on: use eth_getLogs"
      )
    }
    return chain.blocks(first...last)
  }

  /// The logs of some blocks that one asks for.
  ///
  /// - Throws: `limitExceeded`.
  func logs(in blocks: ArraySlice<DevnetBlock>) throws(DevnetError) -> JSON {
    var found: [JSON] = []
    var bytes = 0
    for block in blocks where mayMatch(block.header.logsBloom) {
      for receipt in block.receipts {
        for (index, log) in receipt.logs.enumerated() where matches(log) {
          bytes += log.data.count
          guard found.count < Self.mostLogs, bytes <= Self.mostLogBytes else {
            throw DevnetError(
              .limitExceeded,
              "query returned more than \(Self.mostLogs) results or \(Self.mostLogBytes) bytes of data")
          }
          found.append(receipt.logJSON(at: index))
        }
      }
    }
    return .array(found)
  }

  func matches(_ log: Log) -> Bool {
    guard addresses.isEmpty || addresses.contains(log.address), topics.count <= log.topics.count else { return false }
    return zip(topics, log.topics).allSatisfy { $0.isEmpty || $0.contains($1) }
  }
}

extension Chain {
  /// The number of a block in a range, which a hash can't begin or end.
  func number(of reference: BlockReference) throws(DevnetError) -> UInt64 {
    switch reference {
    case .latest, .pending: head.number
    case .earliest: 0
    case .number(let number): number
    case .hash: throw DevnetError(.invalidParameters, "invalid block range params")
    }
  }
}
