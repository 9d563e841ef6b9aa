import EVM
import Primitives
import StrictJSON
import Transactions

/// Carries the transactions of a chain's blocks out once more.
struct BlockReplay {
  private let chain: Chain

  init(_ chain: Chain) { self.chain = chain }

  /// Carries a transaction of a block out once more and gives its trace.
  ///
  /// - Throws: `unknownTransaction`, `limitExceeded`.
  func trace(transaction hash: Hash32, _ options: TraceOptions) throws -> JSON {
    guard let place = chain.place(ofTransaction: hash) else {
      throw DevnetError(.unknownTransaction, "transaction not found")
    }
    return try trace(chain.blocks[place.block], only: place.index, options).first ?? .null
  }

  /// Carries the transactions of a block out once more, and gives the traces of all of them or of one.
  ///
  /// - Throws: `untraceable` for the first block, `limitExceeded`.
  func trace(_ block: DevnetBlock, only index: Int? = nil, _ options: TraceOptions) throws -> [JSON] {
    let machine = try machine(after: index ?? 0, of: block)
    var traces: [JSON] = []
    var size = 0
    for index in index.map({ $0..<($0 + 1) }) ?? block.transactions.indices {
      let sent = block.transactions[index]
      let execution = sent.execution
      let place = TraceOptions.Place(block: block.hash, number: block.number, transaction: sent.hash, index: index)
      let trace = try options.trace(execution, at: place, on: machine) {
        try machine.execute(execution, leniency: sent.leniency)
      }
      traces.append(trace)
      size += trace.size
      guard size <= TraceOptions.mostBytes else { throw TraceOptions.tooLong }
    }
    return traces
  }

  /// A machine that has carried out the first transactions of a block once more.
  ///
  /// - Throws: `untraceable` for the first block.
  func machine(after count: Int, of block: DevnetBlock) throws -> Machine {
    guard block.number > 0, chain.block(number: block.number - 1) != nil else {
      throw DevnetError(.untraceable, "genesis is not traceable")
    }
    let machine = Machine(
      rules: chain.rules(of: block.header), block: chain.environment(of: block.header),
      state: Journal(chain.state(afterBlock: block.number - 1)))
    try BlockBoundary(machine).begin()
    for sent in block.transactions.prefix(count) { _ = try machine.execute(sent.execution, leniency: sent.leniency) }
    return machine
  }

  /// The block of some RLP: the chain's own, or one that could follow a block of the chain.
  ///
  /// - Throws: `malformedBlock`, `malformedTransaction`, or `unknownBlock` if it follows none.
  func block(encoded bytes: Bytes) throws -> DevnetBlock {
    do {
      let item = try RLP.decode(bytes)
      let header = try BlockHeader(item.list().first ?? .bytes([]))
      if let known = chain.block(hash: header.hash) { return known }
      guard header.number > 0, let parent = chain.block(hash: header.parentHash), parent.number == header.number - 1
      else { throw DevnetError(.unknownBlock, "parent \(header.parentHash) not found") }
      return try DevnetBlock(item, allowingHighS: !chain.rules(of: header).requiresLowS)
    } catch let error as DevnetError {
      throw error
    } catch let error as TransactionError {
      throw DevnetError(.malformedTransaction, "\(error)")
    } catch {
      throw DevnetError(.malformedBlock, "could not decode block: \(error)")
    }
  }
}
