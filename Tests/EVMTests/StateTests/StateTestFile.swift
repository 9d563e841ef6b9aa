import EVM
import FixtureSupport
import Primitives
import StrictJSON
import Transactions

/// A test of GeneralStateTests: a state, a block, a transaction with choices, and what comes of each at each fork.
struct StateTest {
  let name: String
  let environment: JSON
  let pre: MemoryState
  let transaction: JSON
  let posts: [(fork: String, cases: [JSON])]

  /// The tests of a file.
  static func read(_ path: String) throws -> [StateTest] {
    guard let tests = try Fixtures.json(path).object else { throw StateTestError("\(path) is no object") }
    return try tests.map { name, test in
      StateTest(
        name: name, environment: test["env"] ?? .null, pre: try state(test["pre"] ?? .null),
        transaction: test["transaction"] ?? .null,
        posts: test["post"]?.object?.map { ($0.key, $0.value.array ?? []) } ?? [])
    }
  }

  private static func state(_ accounts: JSON) throws -> MemoryState {
    var changes = StateChanges()
    for (address, fields) in accounts.object ?? JSONObject() {
      let code = Code(try fields.bytes("code"))
      let account = Account(
        nonce: UInt64(try fields.number("nonce")), balance: try fields.number("balance"), codeHash: code.hash)
      var storage: [UInt256: UInt256] = [:]
      for (slot, value) in fields["storage"]?.object ?? JSONObject() {
        storage[try UInt256(parsing: slot)] = try UInt256(parsing: value.string ?? "")
      }
      changes.accounts[try Address(address)] = StateChanges.Change(account: account, code: code, storage: storage)
    }
    var state = MemoryState()
    state.apply(changes)
    _ = state.root()
    return state
  }

  /// The block of the test.
  func block() throws -> BlockEnvironment {
    var block = BlockEnvironment(
      number: UInt64(try environment.number("currentNumber")),
      timestamp: UInt64(try environment.number("currentTimestamp")),
      gasLimit: UInt64(try environment.number("currentGasLimit")),
      coinbase: try Address(environment.text("currentCoinbase")),
      difficulty: try environment.number("currentDifficulty"),
      // The hash of a block is that of its number in decimal, in all these tests.
      blockHash: { Keccak256.hash(Array(String($0).utf8)) })
    if environment["currentRandom"] != nil { block.prevRandao = Hash32(try environment.number("currentRandom")) }
    if environment["currentBaseFee"] != nil { block.baseFee = try environment.number("currentBaseFee") }
    if environment["currentExcessBlobGas"] != nil {
      block.excessBlobGas = UInt64(try environment.number("currentExcessBlobGas"))
    }
    return block
  }

  /// The transaction of a case, from the choices that it names.
  func transaction(_ indexes: JSON) throws -> EVMTransaction {
    let data = try choice("data", indexes["data"])
    let accessList = transaction["accessLists"]?[indexes["data"]?.int ?? 0]?.array
    let hashes = transaction["blobVersionedHashes"]?.array
    let isFeeMarket = transaction["maxFeePerGas"] != nil
    let kind: TransactionKind =
      hashes != nil ? .blob : isFeeMarket ? .feeMarket : accessList != nil ? .accessList : .legacy
    let to = try transaction.text("to")
    return EVMTransaction(
      kind: kind, sender: try Address(transaction.text("sender")), nonce: UInt64(try transaction.number("nonce")),
      to: to.isEmpty ? nil : try Address(to), value: try StateTest.number(choice("value", indexes["value"])),
      data: try Bytes(hex: data), gasLimit: UInt64(try StateTest.number(choice("gasLimit", indexes["gas"]))),
      maxFeePerGas: try transaction.number(isFeeMarket ? "maxFeePerGas" : "gasPrice"),
      maxPriorityFeePerGas: isFeeMarket ? try transaction.number("maxPriorityFeePerGas") : nil,
      accessList: try (accessList ?? []).map { entry in
        AccessListEntry(
          address: try Address(entry.text("address")),
          storageKeys: try (entry["storageKeys"]?.array ?? []).map { Hash32(try StateTest.number($0.string ?? "")) })
      },
      maxFeePerBlobGas: hashes == nil ? 0 : try transaction.number("maxFeePerBlobGas"),
      blobHashes: try (hashes ?? []).map { try Hash32($0.string ?? "") })
  }

  private func choice(_ field: String, _ index: JSON?) throws -> String {
    guard let text = transaction[field]?[index?.int ?? 0]?.string else { throw StateTestError("no \(field)") }
    return text
  }

  static func number(_ text: String) throws -> UInt256 {
    // Some writers mark what has leading zeros or is too large.
    try UInt256(parsing: text.hasPrefix("0x:bigint ") ? String(text.dropFirst(10)) : text)
  }
}

struct StateTestError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension JSON {
  func text(_ field: String) throws -> String {
    guard let text = self[field]?.string else { throw StateTestError("no text in \(field)") }
    return text
  }

  func number(_ field: String) throws -> UInt256 { try StateTest.number(text(field)) }

  func bytes(_ field: String) throws -> [UInt8] { try [UInt8](hex: text(field)) }
}
