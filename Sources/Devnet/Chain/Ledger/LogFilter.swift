import EVM
import Primitives
import Tries

/// A choice of events by block, address and topics, as clients ask for them.
struct LogFilter {
  /// The most logs of an answer.
  static let mostLogs = 10_000
  /// The most bytes of data that they may have together.
  static let mostLogBytes = 16 << 20

  let blockHash: Hash32?
  var first: BlockReference
  var last: BlockReference
  /// None for all.
  let addresses: Set<Address>
  /// The allowed topics of each place; an empty set allows any.
  let topics: [Set<Hash32>]
  /// Of each of these a block must have one at least: the addresses, and the topics of each place.
  private let probes: [[Bloom.Probe]]

  init(
    blockHash: Hash32? = nil, from first: BlockReference = .latest, to last: BlockReference = .latest,
    addresses: Set<Address> = [], topics: [Set<Hash32>] = []
  ) {
    (self.blockHash, self.first, self.last) = (blockHash, first, last)
    (self.addresses, self.topics) = (addresses, topics)
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

  /// The logs of some blocks that one asks for: receipts, and the places of the logs in them.
  ///
  /// - Throws: `limitExceeded`.
  func logs(
    in blocks: ArraySlice<DevnetBlock>
  ) throws(DevnetError) -> [(receipt: DevnetReceipt, index: Int)] {
    var found: [(receipt: DevnetReceipt, index: Int)] = []
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
          found.append((receipt, index))
        }
      }
    }
    return found
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
