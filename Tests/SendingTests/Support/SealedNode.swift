import ChainSupport
import Evidence
import Foundation
import Keys
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Outbox
@testable import Sending

/// A node of Kaia's kind whose blocks another program seals (`Tests/EvidenceTests/Witness/sealer.py`); it mines nothing before
/// ``seal(_:)``, and may lie from then on.
struct SealedNode: Sendable {
  let node: StubNode
  let key: PrivateKey
  /// The chain without transactions: all blocks before that with the transaction are the same.
  let wish: JSON
  let chain: KaiaChain
  let checkpoint: KaiaCheckpoint
  /// The block that transactions get into.
  static let block = 9

  /// - Parameters:
  ///   - age: how long ago the first block was, in seconds; the others follow each a second later, or `period` seconds.
  ///   - more: further members of the sealer's wish.
  init(validators: Int = 4, impl: DeriveShaImpl = .trie, age: Int = 3_600, more: JSONObject = [:]) async throws {
    key = try PrivateKey(bytes: Bytes(hex: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"))
    let account = key.address.lowercaseHex
    node = try StubNode { chain in
      chain.balances = [account: 100]
      // What it is sent is in no block before that is sealed.
      chain.status = nil
      chain.answers["eth_gasPrice"] = { _, _ in .result(.string(Amount.gwei(25).wei.quantity)) }
    }
    var wish: JSONObject = [
      "validators": .integer(validators), "committee": 50, "blocks": 12, "impl": .integer(impl.rawValue),
      "start": .integer(Int(Date().timeIntervalSince1970) - age),
    ]
    for (name, value) in more { wish[name] = value }
    self.wish = .object(wish)
    chain = KaiaChain(
      chainID: 1337, forks: KaiaForks(magma: 0, kore: 0),
      ranges: [KaiaParameters.Range(0, committeeSize: 50, deriveSha: impl)])
    checkpoint = try Self.checkpoint(try #require(try await Sealer.seal(self.wish)["headers"]?.array?.first))
  }

  static func checkpoint(_ header: JSON) throws -> KaiaCheckpoint {
    let number = try UInt256(parsing: try #require(header["number"]?.string))
    return KaiaCheckpoint(
      number: try #require(UInt64(exactly: number)), hash: try Hash32(try #require(header["hash"]?.string)))
  }

  /// A sender that trusts the first block.
  func sender(
    _ outbox: Outbox = .inMemory(), folder: String? = nil, checkpoint other: KaiaCheckpoint? = nil,
    chain otherChain: KaiaChain? = nil, saying report: (@Sendable (String) -> Void)? = nil
  ) throws -> TransactionSender {
    var trusted = TrustedCheckpoint(other ?? checkpoint, of: otherChain ?? chain, folder: folder)
    // The machine may be busy with other tests.
    trusted.patience = .seconds(1_800)
    return TransactionSender(
      node: try NodeClient(endpoints: [Endpoint(node.url)], options: .patient), chainID: 1337, outbox: outbox,
      trust: TrustPolicy(checkpoint: trusted), onUnproven: report)
  }

  /// The transactions that it was sent.
  func sent() throws -> [SignedTransaction] { try node.sent.map { try SignedTransaction(decodingHex: $0) } }

  /// The nonces of all that was offered to it.
  func offered() throws -> Set<UInt64> {
    Set(
      try node.calls(of: "eth_sendRawTransaction").map {
        try SignedTransaction(decodingHex: $0.params[0].string ?? "").transaction.nonce
      })
  }

  /// Seals a block with a transaction between two of strangers, and tells all as it is.
  ///
  /// - Parameter forged: headers that are no part of the chain, as the sealer wants them, with this block's body.
  @discardableResult
  func seal(_ transaction: SignedTransaction, succeeds: Bool, forged: [JSON] = []) async throws -> SealedBlock {
    let stranger = try PrivateKey(bytes: Bytes(repeating: 7, count: 32))
    let strangers = try [0, 1].map { nonce in
      try UnsignedTransaction.feeMarket(
        FeeMarketTransaction(
          chainID: 1337, nonce: nonce, maxPriorityFeePerGas: 1, maxFeePerGas: 50_000_000_000, gasLimit: 30_000,
          to: .zero,
          value: 1, data: [], accessList: [])
      ).signed(by: stranger)
    }
    let block = SealedBlock(transactions: [strangers[0], transaction, strangers[1]], place: 1, succeeds: succeeds)
    return try await seal(block, forged: forged)
  }

  func seal(_ block: SealedBlock, forged: [JSON] = []) async throws -> SealedBlock {
    var block = block
    var wish = wish.object ?? [:]
    wish["bodies"] = ["\(Self.block)": block.body]
    wish["forged"] = .array(forged)
    let answer = try await Sealer.seal(.object(wish))
    block.headers = try #require(answer["headers"]?.array)
    block.forged = try #require(answer["forged"]?.array)
    node.change { [block] in block.tell(in: &$0, account: key.address) }
    return block
  }
}

/// A block with transactions, and the chain that it is in.
struct SealedBlock: Sendable {
  var transactions: [SignedTransaction]
  /// Where that of the test is.
  var place: Int
  var succeeds: Bool
  var headers: [JSON] = []
  var forged: [JSON] = []
  /// Whether the block's receipts say that the test's transaction did the opposite.
  var liesInReceipts = false
  /// A receipt that is left out.
  var leftOut: Int?

  static let gas = 21_000

  var header: JSON { headers[SealedNode.block] }
  var hash: String { header["hash"]?.string ?? "" }
  var body: JSON {
    ["raw": .array(transactions.map { .string($0.encoded.hex) }), "receipts": .array(receipts(lying: false))]
  }

  static var log: JSON {
    [
      "address": .string(Address.zero.lowercaseHex), "topics": [.string(Keccak256.hash([5]).hex)], "data": "0x0102",
    ]
  }

  private func receipts(lying: Bool) -> [JSON] {
    transactions.indices.map { index in
      let didSucceed = index == place ? succeeds != lying : true
      var receipt: JSONObject = [
        "transactionHash": .string(transactions[index].hash.hex), "status": didSucceed ? "0x1" : "0x0",
        "gasUsed": .string(UInt256(Self.gas).quantity), "logsBloom": .string(Bytes(repeating: 0, count: 256).hex),
        "logs": index != place ? [Self.log] : [],
      ]
      if !didSucceed { receipt["txError"] = "0x9" }
      return .object(receipt)
    }
  }

  /// The receipt of the test's transaction as the `eth_` method tells it.
  func receipt(succeeds: Bool? = nil, price: Amount = .gwei(25)) -> JSON {
    let hash = transactions[place].hash
    return [
      "transactionHash": .string(hash.hex), "blockNumber": .string(UInt256(SealedNode.block).quantity),
      "blockHash": .string(self.hash), "transactionIndex": .string(UInt256(place).quantity),
      "from": .string(Address.zero.lowercaseHex), "to": .string(Address.zero.lowercaseHex), "contractAddress": .null,
      "status": succeeds ?? self.succeeds ? "0x1" : "0x0", "gasUsed": .string(UInt256(Self.gas).quantity),
      "cumulativeGasUsed": "0xffff", "effectiveGasPrice": .string(price.wei.quantity), "logs": [],
    ]
  }

  /// Lets a node tell the block and those around it; what it says of each can be changed afterwards.
  func tell(in chain: inout StubNode.Chain, account: Address) {
    let (block, head) = (self, UInt256(headers.count - 1).quantity)
    let mined = transactions[place]
    chain.block = headers.count - 1
    chain.answers["eth_blockNumber"] = { _, _ in .result(.string(head)) }
    chain.answers["kaia_getHeaderByNumber"] = { call, _ in
      .result(block.headers.first { $0["number"] == call.params.first } ?? .null)
    }
    chain.answers["kaia_getBlockByNumber"] = { call, _ in
      let isOurs = call.params.first?.string == UInt256(SealedNode.block).quantity
      return .result(["transactions": .array(isOurs ? block.transactions.map(\.json) : [])])
    }
    chain.answers["kaia_getBlockReceipts"] = { call, _ in
      let told = block.receipts(lying: block.liesInReceipts)
      let kept = told.indices.filter { $0 != block.leftOut }.map { told[$0] }
      return .result(.array(call.params.first?.string == block.hash ? kept : []))
    }
    chain.answers["eth_getTransactionReceipt"] = { call, _ in
      .result(call.params.first?.string == mined.hash.hex ? block.receipt() : .null)
    }
    chain.answers["eth_getTransactionByHash"] = { call, _ in
      .result(call.params.first?.string == mined.hash.hex ? block.told(account) : .null)
    }
    chain.answers["eth_getTransactionCount"] = { call, chain in
      let number = (call.params.last?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) } ?? .max
      return .result(number < SealedNode.block ? "0x0" : .string(UInt256(mined.transaction.nonce + 1).quantity))
    }
    chain.answers["eth_getBlockByNumber"] = { call, _ in
      guard let number = call.params.first?.string, number != "latest", number != "pending" else { return nil }
      let isOurs = number == UInt256(SealedNode.block).quantity
      let header = block.headers.first { $0["number"]?.string == number }
      return .result([
        "number": .string(number), "hash": header?["hash"] ?? .null, "parentHash": header?["parentHash"] ?? .null,
        "timestamp": header?["timestamp"] ?? "0x1", "gasLimit": "0x1", "gasUsed": "0x1",
        "transactions": isOurs ? [block.told(account)] : [],
      ])
    }
  }

  /// The test's transaction as a node tells it.
  func told(_ account: Address) -> JSON {
    var told = transactions[place].json.object ?? [:]
    told["from"] = .string(account.lowercaseHex)
    told["blockNumber"] = .string(UInt256(SealedNode.block).quantity)
    told["blockHash"] = .string(hash)
    return .object(told)
  }
}

/// The program that seals chains.
enum Sealer {
  // It answers in the order in which it is asked.
  private static let process = Task {
    try LineProcess(TestTools.python, ["-B", TestTools.root + "/Tests/EvidenceTests/Witness/sealer.py"])
  }

  /// A chain as the program's first comment describes it.
  static func seal(_ wish: JSON) async throws -> JSON {
    try JSON(parsing: Array(try await process.value.ask(wish.serialized()).utf8))
  }
}

extension JSON {
  fileprivate static func integer(_ number: Int) -> JSON { .number("\(number)") }
}
