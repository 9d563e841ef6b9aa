import EVM
import Primitives
import StrictJSON

/// A state test: a state, a block, a transaction with choices, and what comes of each choice at each fork.
struct StateTest {
  let environment: TestFields
  let config: TestFields
  let pre: MemoryState
  let preRoot: Hash32
  let transaction: TestFields

  /// Reads all but the outcomes.
  init(_ test: JSON) throws {
    environment = TestFields(test["env"])
    config = TestFields(test["config"])
    var state = try Self.state(TestFields(test["pre"]))
    preRoot = state.root()
    pre = state
    transaction = TestFields(test["transaction"])
  }

  private static func state(_ accounts: TestFields) throws -> MemoryState {
    guard let members = accounts.json.object else { throw TestFields.malformed("pre") }
    var changes = StateChanges()
    for (address, json) in members {
      let fields = TestFields(json)
      let code = Code(try fields.bytes("code"))
      let account = Account(
        nonce: try fields.uint64("nonce"), balance: try fields.number("balance"), codeHash: code.hash)
      var storage: [UInt256: UInt256] = [:]
      for (slot, value) in fields["storage"]?.object ?? JSONObject() {
        let number = try TestFields.number(value.string ?? value.numberText ?? "", "storage")
        if number != 0 { storage[try TestFields.number(slot, "storage")] = number }
      }
      changes.accounts[try TestFields.address(address, "pre")] = .init(account: account, code: code, storage: storage)
    }
    var state = MemoryState()
    state.apply(changes)
    return state
  }

  /// The chain's id, 1 unless the test says otherwise.
  var chainID: UInt256 {
    get throws { try config.number(ifPresent: "chainid") ?? config.number(ifPresent: "chainId") ?? 1 }
  }

  /// The rules of a fork, with the numbers of blobs that the test gives it (EIP-7840).
  func rules(_ fork: Fork, named name: String) throws -> RuleSet {
    var rules = RuleSet(fork)
    guard let row = config["blobSchedule"]?[name].map(TestFields.init), let blobs = rules.blobs else { return rules }
    let max = try row.uint64(ifPresent: "max") ?? blobs.max
    rules.blobs = BlobRules(
      target: try row.uint64(ifPresent: "target") ?? blobs.target, max: max,
      maxPerTransaction: blobs.maxPerTransaction == blobs.max ? max : blobs.maxPerTransaction,
      updateFraction: try row.uint64(ifPresent: "baseFeeUpdateFraction") ?? blobs.updateFraction,
      reserveGas: blobs.reserveGas)
    return rules
  }

  /// The block of the test.
  func block(_ rules: RuleSet) throws -> BlockEnvironment {
    let difficulty = try environment.number(ifPresent: "currentDifficulty") ?? 0
    let hashes = environment["blockHashes"]?.object
    var block = BlockEnvironment(
      chainID: try chainID, number: try environment.uint64("currentNumber"),
      timestamp: try environment.uint64("currentTimestamp"), gasLimit: try environment.uint64("currentGasLimit"),
      coinbase: try environment.address("currentCoinbase"), difficulty: difficulty,
      prevRandao: Hash32(try environment.number(ifPresent: "currentRandom") ?? difficulty),
      blockHash: { number in
        // Where the test says nothing, the hash of a block is that of its number in decimal.
        guard let hashes else { return Keccak256.hash(Array(String(number).utf8)) }
        return try hashes.first { try TestFields.number($0.key, "blockHashes") == UInt256(number) }.map {
          try Hash32($0.value.string ?? "")
        }
      })
    block.baseFee = try baseFee(rules)
    block.excessBlobGas = try excessBlobGas(rules)
    return block
  }

  /// The base fee, or what follows from the block before.
  private func baseFee(_ rules: RuleSet) throws -> UInt256 {
    if let fee = try environment.number(ifPresent: "currentBaseFee") { return fee }
    guard let fees = rules.baseFee, let parent = try environment.number(ifPresent: "parentBaseFee") else { return 0 }
    return fees.next(
      gasLimit: try environment.uint64("parentGasLimit"), gasUsed: try environment.uint64("parentGasUsed"),
      baseFee: parent)
  }

  private func excessBlobGas(_ rules: RuleSet) throws -> UInt64 {
    if let excess = try environment.uint64(ifPresent: "currentExcessBlobGas") { return excess }
    guard let blobs = rules.blobs, let parent = try environment.uint64(ifPresent: "parentExcessBlobGas") else {
      return 0
    }
    return blobs.nextExcess(
      excess: parent, used: try environment.uint64(ifPresent: "parentBlobGasUsed") ?? 0,
      baseFee: try environment.number(ifPresent: "parentBaseFee") ?? 0)
  }
}
