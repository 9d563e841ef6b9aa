import EVM
import Keys
import Primitives
import Transactions
import Tries

/// The log's payloads are RLP. Reading them is bounded by their size; what they must not say throws.
extension LogIdentity {
  var encoded: Bytes {
    RLP.encode(.list([.uint(chainID), .hash(hash), .uint(timestamp), .bytes(Array(forks.utf8))]))
  }

  init(decoding bytes: Bytes) throws {
    let items = try RLP.decode(bytes).list(of: 4)
    chainID = try items[0].uint256()
    hash = try items[1].hash()
    timestamp = try items[2].uint64()
    forks = String(decoding: try items[3].bytes(), as: UTF8.self)
  }
}

extension LogEntry {
  static func encode(_ entries: [LogEntry]) -> Bytes { RLP.encode(.list(entries.map(\.item))) }

  static func decode(_ bytes: Bytes) throws -> [LogEntry] {
    try RLP.decode(bytes, limits: RLP.Limits(items: bytes.count + 1)).list().map { try LogEntry($0) }
  }

  private var item: RLP.Item {
    switch self {
    case .block(let block, let changes): .list([.uint(1 as UInt64), block.logItem, changes.item])
    case .edit(let changes): .list([.uint(2 as UInt64), changes.item])
    case .back(let step): .list([.uint(3 as UInt64), .uint(UInt64(step))])
    case .waiting(let sent): .list([.uint(4 as UInt64), sent.logItem(withBlobs: true)])
    case .dropped(let hashes): .list([.uint(5 as UInt64), .list(hashes.map { .hash($0) })])
    case .pool(let pool): .list([.uint(6 as UInt64), .list(pool.map { $0.logItem(withBlobs: true) })])
    case .plans(let clock, let next): .list([.uint(7 as UInt64), clock.item, next.item])
    }
  }

  private init(_ item: RLP.Item) throws {
    let items = try item.list()
    let tag = try items.first?.uint64() ?? 0
    guard (1...7).contains(tag), items.count == (tag == 1 || tag == 7 ? 3 : 2) else { throw LogContentError() }
    switch tag {
    case 1: self = .block(try DevnetBlock(logItem: items[1]), try StateChanges(items[2]))
    case 2: self = .edit(try StateChanges(items[1]))
    case 3: self = .back(toStep: Int(clamping: try items[1].uint64()))
    case 4: self = .waiting(try DevnetTransaction(logItem: items[1]))
    case 5: self = .dropped(try items[1].list().map { try $0.hash() })
    case 6: self = .pool(try items[1].list().map { try DevnetTransaction(logItem: $0) })
    default: self = .plans(try BlockClock.Setting(items[1]), try NextBlock(items[2]))
    }
  }
}

/// A record that says what no devnet writes.
struct LogContentError: Error, CustomStringConvertible {
  var description = "a record is whole, but says what can't be"
}

extension RLP.Item {
  /// The items of a list that must have so many.
  func list(of count: Int) throws -> [RLP.Item] {
    let items = try list()
    guard items.count == count else { throw LogContentError() }
    return items
  }

  func bool() throws -> Bool {
    let number = try uint64()
    guard number <= 1 else { throw LogContentError() }
    return number == 1
  }

  static func bool(_ value: Bool) -> RLP.Item { .uint(value ? 1 : 0 as UInt64) }

  /// A value that may be missing: a list of one or none.
  static func optional<Value>(_ value: Value?, _ item: (Value) -> RLP.Item) -> RLP.Item {
    .list(value.map { [item($0)] } ?? [])
  }

  func optional<Value>(_ read: (RLP.Item) throws -> Value) throws -> Value? {
    let items = try list()
    guard items.count <= 1 else { throw LogContentError() }
    return try items.first.map(read)
  }
}

extension DevnetTransaction {
  /// The sender, who is then known without a recovery, and the transaction; one without a key's signature is written
  /// without any.
  fileprivate func logItem(withBlobs: Bool) -> RLP.Item {
    if isImpersonated {
      return .list([.address(sender), .bool(true), .bytes(transaction.transaction.signingPayload)])
    }
    return .list([
      .address(sender), .bool(false), .bytes(withBlobs ? transaction.encoded : transaction.canonicalEncoding),
    ])
  }

  fileprivate init(logItem item: RLP.Item) throws {
    let items = try item.list(of: 3)
    let (sender, bytes) = (try items[0].address(), try items[2].bytes())
    if try items[1].bool() {
      try self.init(UnsignedTransaction(decoding: bytes), impersonating: sender)
    } else {
      self.init(try SignedTransaction(decoding: bytes, allowingHighS: true), sender: sender)
    }
  }
}

extension DevnetBlock {
  fileprivate var logItem: RLP.Item {
    .list([
      header.item, .list(transactions.map { $0.logItem(withBlobs: false) }), .list(ommers.map(\.item)),
      .optional(withdrawals) { .list($0.map(\.item)) }, .list(receipts.map(\.logItem)),
    ])
  }

  fileprivate init(logItem item: RLP.Item) throws {
    let items = try item.list(of: 5)
    let header = try BlockHeader(items[0])
    let transactions = try items[1].list().map { try DevnetTransaction(logItem: $0) }
    let outcomes = try items[4].list()
    guard transactions.count == outcomes.count else { throw LogContentError() }
    var receipts: [DevnetReceipt] = []
    for (sent, outcome) in zip(transactions, outcomes) {
      receipts.append(try DevnetReceipt(logItem: outcome, of: sent, in: header, after: receipts.last))
    }
    self.init(
      header: header, transactions: transactions, ommers: try items[2].list().map(BlockHeader.init),
      withdrawals: try items[3].optional { try $0.list().map(Withdrawal.init) }, receipts: receipts)
  }
}

extension DevnetReceipt {
  /// The fields that neither the transaction nor the receipts before determine.
  fileprivate var logItem: RLP.Item {
    let root: RLP.Item = if case .stateRoot(let root) = outcome { .hash(root) } else { .bytes([]) }
    let items: [RLP.Item] = [
      root, .bool(isSuccess), .uint(gasUsed), .uint(effectiveGasPrice), .optional(blobGasUsed) { .uint($0) },
      .optional(blobGasPrice) { .uint($0) },
      .list(logs.map(\.item)),
    ]
    return .list(failure.map { items + [.uint(UInt64($0.rawValue))] } ?? items)
  }

  fileprivate init(
    logItem item: RLP.Item, of sent: DevnetTransaction, in header: BlockHeader, after previous: DevnetReceipt?
  ) throws {
    let items = try item.list()
    guard items.count == 7 || items.count == 8 else { throw LogContentError() }
    let transaction = sent.execution
    let failure = items.count == 8 ? KaiaTransactionFailure(rawValue: UInt8(clamping: try items[7].uint64())) : nil
    guard items.count == 7 || failure != nil else { throw LogContentError() }
    let (root, isSuccess, gasUsed) = (try items[0].bytes(), try items[1].bool(), try items[2].uint64())
    let (sum, overflow) = gasUsed.addingReportingOverflow(previous?.cumulativeGasUsed ?? 0)
    guard !overflow else { throw LogContentError() }
    let logs = try items[6].list().map { log in
      let items = try log.list(of: 3)
      return Log(
        address: try items[0].address(), topics: try items[1].list().map { try $0.hash() }, data: try items[2].bytes())
    }
    var bloom = Bloom()
    for log in logs { bloom.insert(address: log.address, topics: log.topics) }
    self.init(
      transactionHash: sent.hash, transactionIndex: previous.map { $0.transactionIndex + 1 } ?? 0,
      blockNumber: header.number, blockTimestamp: header.timestamp, kind: transaction.kind, from: sent.sender,
      to: transaction.to,
      contractAddress: transaction.to == nil ? .contract(deployer: sent.sender, nonce: transaction.nonce) : nil,
      outcome: root.isEmpty ? .status(isSuccess) : .stateRoot(try items[0].hash()), isSuccess: isSuccess,
      gasUsed: gasUsed, cumulativeGasUsed: sum, effectiveGasPrice: try items[3].uint256(),
      blobGasUsed: try items[4].optional { try $0.uint64() }, blobGasPrice: try items[5].optional { try $0.uint256() },
      failure: failure, logs: logs, firstLogIndex: previous.map { $0.firstLogIndex + $0.logs.count } ?? 0,
      logsBloom: bloom)
  }
}

extension StateChanges {
  fileprivate var item: RLP.Item {
    .list(
      accounts.map { address, change in
        .list([
          .address(address),
          .optional(change.account) { .list($0.items) },
          .optional(change.code) { .bytes($0.bytes) }, .bool(change.replacesStorage),
          .list(change.storage.flatMap { [.uint($0.key), .uint($0.value)] }),
        ])
      })
  }

  fileprivate init(_ item: RLP.Item) throws {
    self.init()
    for item in try item.list() {
      let items = try item.list(of: 5)
      let account = try items[1].optional { item in
        try Account(items: item.list())
      }
      var change = Change(
        account: account, code: try items[2].optional { Code(try $0.bytes()) }, replacesStorage: try items[3].bool())
      let slots = try items[4].list()
      guard slots.count.isMultiple(of: 2) else { throw LogContentError() }
      for index in stride(from: 0, to: slots.count, by: 2) {
        change.storage[try slots[index].uint256()] = try slots[index + 1].uint256()
      }
      accounts[try items[0].address()] = change
    }
  }
}

extension Account {
  /// A key only if it has one of its own.
  fileprivate var items: [RLP.Item] {
    let items: [RLP.Item] = [.uint(nonce), .uint(balance), .hash(codeHash)]
    return hasOwnKey ? items + [.bytes(key.encoded)] : items
  }

  fileprivate init(items: [RLP.Item]) throws {
    guard items.count == 3 || items.count == 4 else { throw LogContentError() }
    self.init(nonce: try items[0].uint64(), balance: try items[1].uint256(), codeHash: try items[2].hash())
    if items.count == 4 { key = try AccountKey(decoding: items[3].bytes()) }
  }
}

extension BlockClock.Setting {
  fileprivate var item: RLP.Item {
    .list([
      .bool(offset < 0), .uint(offset.magnitude), .optional(next) { .uint($0) }, .optional(interval) { .uint($0) },
    ])
  }

  fileprivate init(_ item: RLP.Item) throws {
    let items = try item.list(of: 4)
    let seconds = try items[1].uint64()
    guard seconds <= BlockClock.latest else { throw LogContentError() }
    offset = try items[0].bool() ? -Int64(seconds) : Int64(seconds)
    next = try items[2].optional { try $0.uint64() }
    interval = try items[3].optional { try $0.uint64() }
    guard next ?? 0 <= BlockClock.latest, interval ?? 0 <= BlockClock.latest else { throw LogContentError() }
  }
}

extension NextBlock {
  fileprivate var item: RLP.Item {
    .list([
      .optional(coinbase) { .address($0) }, .optional(gasLimit) { .uint($0) }, .optional(baseFee) { .uint($0) },
      .optional(prevRandao) { .hash($0) },
    ])
  }

  fileprivate init(_ item: RLP.Item) throws {
    let items = try item.list(of: 4)
    coinbase = try items[0].optional { try $0.address() }
    gasLimit = try items[1].optional { try $0.uint64() }
    baseFee = try items[2].optional { try $0.uint256() }
    prevRandao = try items[3].optional { try $0.hash() }
  }
}
