import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON

/// A node with a state that a test makes up, on block 7 unless told otherwise.
struct StateNode: Sendable {
  struct Account: Sendable {
    var balance: UInt256 = 0
    var nonce: UInt64 = 0
    var code: Bytes = []
    var storage: [UInt256: UInt256] = [:]
  }

  /// The fault of its answers.
  struct Habits: OptionSet, Sendable {
    let rawValue: Int
    /// It wants a number or a tag where others take a block's hash.
    static let refusesHashes = Habits(rawValue: 1)
    /// It offers neither `eth_createAccessList`, `eth_config` nor `eth_feeHistory`.
    static let isOld = Habits(rawValue: 2)
  }

  let stub: StubNode

  /// A stub ends with the last who holds it, and a client holds none.
  private static let kept = Guarded<[StubNode]>([])

  static let number: UInt64 = 7
  static let hash = hash(of: 7)

  /// The hash of a block.
  static func hash(of number: UInt64) -> Hash32 { Keccak256.hash(Array("block \(number)".utf8)) }

  init(
    _ accounts: [Address: Account] = [:], habits: Habits = [], header: JSONObject = [:], chainID: Int = 1337,
    change: (inout StubNode.Chain) -> Void = { _ in }
  ) throws {
    stub = try StubNode { chain in
      chain.chainID = chainID
      chain.block = 7
      func state(_ name: String, _ value: @escaping @Sendable (Account, StubNode.Call) -> JSON) {
        chain.answers[name] = { call, _ in
          guard let block = call.params.last, StateNode.accepts(block, habits) else {
            return .error(code: -32602, "invalid argument 1: hex string expected")
          }
          guard let address = try? Address(call.params[0].string ?? "") else { return .error("no address") }
          return .result(value(accounts[address] ?? Account(), call))
        }
      }
      state("eth_getBalance") { account, _ in .string(account.balance.quantity) }
      state("eth_getTransactionCount") { account, _ in .string(UInt256(account.nonce).quantity) }
      state("eth_getCode") { account, _ in .string(account.code.hex) }
      state("eth_getStorageAt") { account, call in
        let slot = (try? UInt256(parsing: call.params[1].string ?? "")) ?? 0
        return .string(Hash32(account.storage[slot] ?? 0).hex)
      }
      chain.answers["eth_getBlockByNumber"] = { call, _ in
        let text = call.params[0].string ?? ""
        let asked = text == "latest" ? StateNode.number : UInt64(text.dropFirst(2), radix: 16)
        guard let asked, asked <= StateNode.number else { return .result(.null) }
        var block = StateNode.block(asked)
        for (key, value) in header { block[key] = value }
        return .result(.object(block))
      }
      if !habits.contains(.isOld) {
        chain.answers["eth_createAccessList"] = { _, _ in
          .result([
            "gasUsed": "0x5208",
            "accessList": .array(
              accounts.map { address, account in
                [
                  "address": .string(address.lowercaseHex),
                  "storageKeys": .array(account.storage.keys.map { .string(Hash32($0).hex) }),
                ]
              }),
          ])
        }
      }
      change(&chain)
    }
    StateNode.kept.withLock { [stub] in $0.append(stub) }
  }

  private static func accepts(_ block: JSON, _ habits: Habits) -> Bool {
    if let hash = block["blockHash"]?.string { return !habits.contains(.refusesHashes) && hash == self.hash.hex }
    return block.string == UInt256(number).quantity || block.string == "latest"
  }

  /// A block's header, without what a fork brought.
  static func block(_ number: UInt64) -> JSONObject {
    [
      "number": .string(UInt256(number).quantity), "hash": .string(hash(of: number).hex),
      "parentHash": .string(hash(of: number &- 1).hex), "timestamp": "0x6720b000", "gasLimit": "0x1c9c380",
      "gasUsed": "0xe4e1c0", "miner": "0x00000000000000000000000000000000000000c0", "difficulty": "0x0",
      "mixHash": .string(hash(of: 1000).hex), "baseFeePerGas": "0x3b9aca00", "transactions": [],
    ]
  }

  /// The fields of a header that the forks to Prague brought.
  static let pragueFields: JSONObject = [
    "withdrawalsRoot": .string(hash(of: 1001).hex), "blobGasUsed": "0x0", "excessBlobGas": "0x0",
    "parentBeaconBlockRoot": .string(hash(of: 1002).hex), "requestsHash": .string(hash(of: 1003).hex),
  ]

  /// A client of the node that asks once.
  func client() throws -> NodeClient { try NodeClient(stub.url, options: .patient) }

  /// How often a method was called.
  func count(_ method: String) -> Int { stub.calls(of: method).count }
}
