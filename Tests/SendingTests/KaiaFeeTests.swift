import Keys
import NodeDoubles
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

@Suite("Fees on Kaia")
struct KaiaFeeTests {
  private static let ston: UInt256 = 1_000_000_000

  private static func rule(_ baseFee: UInt256, tip: UInt256 = 0) -> KaiaFeeRule {
    KaiaFeeRule(
      baseFee: baseFee * ston, lowerBound: 25 * ston, upperBound: 750 * ston, suggestedTip: tip * ston)
  }

  @Test("at the lower bound nobody pays a tip, whatever the node suggests")
  func relaxed() {
    for speed in FeeSpeed.allCases {
      guard case .dynamic(let tip, let most) = Self.rule(25, tip: 50).fees(speed) else {
        Issue.record("not dynamic")
        continue
      }
      #expect(tip == 0 && most >= 25 * Self.ston)
    }
    #expect(Self.rule(25, tip: 50).price(.standard) == 25 * Self.ston * 110 / 100)
    // The chain rounds an odd lower bound up.
    let odd = KaiaFeeRule(baseFee: 26, lowerBound: 25, upperBound: 100, suggestedTip: 9)
    #expect(odd.fees(.standard) == .dynamic(maxPriorityFeePerGas: 0, maxFeePerGas: 32))
  }

  @Test("above it tips count, and the price of Kaia's own types is what nodes suggest")
  func busy() {
    let rule = Self.rule(100, tip: 10)
    #expect(rule.price(.standard) == 125 * Self.ston)
    #expect(rule.fees(.slow) == .dynamic(maxPriorityFeePerGas: 5 * Self.ston, maxFeePerGas: 115 * Self.ston))
    #expect(rule.fees(.standard) == .dynamic(maxPriorityFeePerGas: 10 * Self.ston, maxFeePerGas: 135 * Self.ston))
    #expect(rule.fees(.fast) == .dynamic(maxPriorityFeePerGas: 20 * Self.ston, maxFeePerGas: 220 * Self.ston))
  }

  @Test("nothing is above the upper bound and a tip, and absurd numbers of a node don't end the program")
  func bounds() {
    #expect(
      Self.rule(700, tip: 1).fees(.fast) == .dynamic(maxPriorityFeePerGas: 2 * Self.ston, maxFeePerGas: 752 * Self.ston)
    )
    #expect(Self.rule(1).fees(.slow) == .dynamic(maxPriorityFeePerGas: 0, maxFeePerGas: 25 * Self.ston * 110 / 100))
    let absurd = KaiaFeeRule(baseFee: .max, lowerBound: 0, upperBound: .max, suggestedTip: .max)
    for speed in FeeSpeed.allCases { #expect(absurd.price(speed) == .max && absurd.fees(speed).maximumPerGas == .max) }
    let upsideDown = KaiaFeeRule(baseFee: 5, lowerBound: 10, upperBound: 1, suggestedTip: 0)
    #expect(upsideDown.price(.fast) == 10)
  }

  /// A node of Kaia's kind with these prices, which suggests others by Ethereum's rules.
  private static func counter(key: AccountKey = .legacy) throws -> Counter {
    try Counter { chain in
      chain.answers["kaia_getAccountKey"] = { _, _ in .result(key.json) }
      chain.answers["kaia_lowerBoundGasPrice"] = { _, _ in .result(.string((25 * ston).quantity)) }
      chain.answers["kaia_upperBoundGasPrice"] = { _, _ in .result(.string((750 * ston).quantity)) }
      chain.answers["eth_maxPriorityFeePerGas"] = { _, _ in .result(.string((3 * ston).quantity)) }
      chain.answers["eth_feeHistory"] = { call, _ in
        .result([
          "oldestBlock": "0x1", "baseFeePerGas": [.string((100 * ston).quantity), .string((100 * ston).quantity)],
          "gasUsedRatio": [1], "reward": [[.string((90 * ston).quantity), "0x1", "0x2"]],
        ])
      }
      chain.answers["kaia_sendRawTransaction"] = { call, _ in
        guard let raw = call.params.first?.string, let bytes = try? Hex.decode(raw) else { return nil }
        return .result(.string(Keccak256.hash(bytes).hex))
      }
    }
  }

  @Test("Ethereum's kinds follow Kaia's rule, not that of tips in the blocks before")
  func ethereum() async throws {
    let prepared = try await Self.counter().prepare()
    #expect(prepared.kaia == nil)
    #expect(prepared.fees == .dynamic(maxPriorityFeePerGas: 3 * Self.ston, maxFeePerGas: 128 * Self.ston))
  }

  @Test("so do Kaia's own types, and who chooses the fees is left alone")
  func native() async throws {
    let key = try PrivateKey(bytes: Hash32(UInt256(7)).bytes)
    let counter = try Self.counter(key: .publicKey(key.publicKey))
    #expect(try await counter.prepare().fees == .legacy(gasPrice: 118 * Self.ston))
    var options = SendOptions()
    options.fees.speed = .slow
    #expect(try await counter.prepare(options).fees == .legacy(gasPrice: 105 * Self.ston + 3 * Self.ston / 2))
    options.fees.chosen = .legacy(gasPrice: 7)
    #expect(try await counter.prepare(options).fees == .legacy(gasPrice: 7))
  }

  @Test("a node that names a price below all that Kairos ever took is not believed", arguments: [0, 1] as [UInt256])
  func lying(price: UInt256) async throws {
    let own = try PrivateKey(bytes: Hash32(UInt256(7)).bytes)
    for key in [AccountKey.legacy, .publicKey(own.publicKey)] {
      let counter = try Self.counter(key: key)
      counter.node.change { chain in
        chain.chainID = 1001
        for method in ["eth_gasPrice", "kaia_gasPrice", "kaia_lowerBoundGasPrice", "eth_maxPriorityFeePerGas"] {
          chain.answers[method] = { _, _ in .result(.string(price.quantity)) }
        }
        chain.answers["eth_feeHistory"] = { _, _ in
          .result([
            "oldestBlock": "0x1", "baseFeePerGas": [.string(price.quantity), .string(price.quantity)],
            "gasUsedRatio": [1],
            "reward": [[.string(price.quantity), .string(price.quantity), .string(price.quantity)]],
          ])
        }
      }
      let sender = TransactionSender(node: counter.sender.node, chainID: 1001, outbox: counter.sender.outbox)
      let prepared = try await sender.prepare(counter.request())
      #expect(prepared.fees.maximumPerGas == 25 * Self.ston, "\(prepared.fees)")
      var options = SendOptions()
      options.fees.chosen = .legacy(gasPrice: 7)
      #expect(try await sender.prepare(counter.request(), options: options).fees == .legacy(gasPrice: 7))
    }
  }

  @Test("drafts are as they will be sent, with one look at the account and its contract")
  func drafts() async throws {
    let payer = try PrivateKey(bytes: Hash32(UInt256(5)).bytes).address
    let counter = try Self.counter()
    let contract = Address(truncating: UInt256(0x1ec7))
    counter.node.change { chain in chain.answers["eth_getCode"] = { _, _ in .result("0x60") } }
    let requests = (0..<4 as Range<UInt8>).map {
      SendRequest(from: counter.key.address, to: contract, data: [$0], label: "\($0)")
    }
    var options = SendOptions()
    options.feeDelegation = FeeDelegation(.account(payer), percent: 30)
    let drafts = try await counter.sender.pricer.drafts(of: requests, options: options)
    #expect(drafts.map(\.request) == requests)
    for (index, draft) in drafts.enumerated() {
      #expect(draft.kaia?.payment == .shared(percent: 30) && draft.kaia?.feePayer == payer)
      #expect(draft.kaia?.operation == .execution(to: contract, value: 0, input: [UInt8(index)]))
      #expect(draft.fees == .legacy(gasPrice: 118 * Self.ston) && draft.gasLimit == 0)
    }
    #expect(counter.node.calls(of: "eth_getCode").count <= 2)
    #expect(try await counter.sender.pricer.drafts(of: requests).allSatisfy { $0.kaia == nil })
  }

  // MARK: Signatures

  private static func half(_ account: Address, by keys: [PrivateKey]) throws -> PartlySignedTransaction {
    var half = PartlySignedTransaction(
      KaiaTransaction(
        chainID: 31337, nonce: 0, gasPrice: 1, gasLimit: 21_000, from: account,
        operation: .valueTransfer(to: account, value: 1), feePayment: .sender))
    for key in keys { try half.sign(by: key) }
    return half
  }

  @Test("a transaction that lacks signatures is told with weights, with those who have not signed, and the role")
  func missing() async throws {
    let keys = try (1...3).map { try PrivateKey(bytes: Hash32(UInt256($0)).bytes) }
    let counter = try Self.counter(
      key: .multisig(WeightedMultisig(threshold: 2, of: keys.map(\.publicKey))))
    let account = Address(truncating: UInt256(9))
    let signed = try Self.half(account, by: [keys[0]]).completed()
    let names = [keys[1].address: "bob"]
    let error = await #expect(throws: SendingError.self) {
      try await counter.sender.accounts.checkSignatures(of: signed, names: names)
    }
    #expect(error?.code == .signaturesMissing)
    #expect(error?.message == "The signatures do not suffice: weight 1 of 2 is there.")
    #expect(error?.reason?.contains("bob (\(keys[1].publicKey)), weight 1; \(keys[2].publicKey), weight 1") == true)
    #expect(error?.facts == .missingSignatures(.transaction) && error?.advice == nil)
    try await counter.sender.accounts.checkSignatures(of: Self.half(account, by: [keys[2], keys[0]]))
  }

  @Test("a node that refuses without a reason is asked for the keys, and the answer says what is missing")
  func refused() async throws {
    let keys = try (1...2).map { try PrivateKey(bytes: Hash32(UInt256($0)).bytes) }
    let counter = try Self.counter(key: .publicKey(keys[1].publicKey))
    counter.node.change { chain in
      chain.answers["kaia_sendRawTransaction"] = { _, _ in .error("invalid sender: invalid account key") }
    }
    let signed = try Self.half(keys[0].address, by: [keys[0]]).completed()
    let error = await #expect(throws: SendingError.self) {
      try await counter.sender.broadcast(signed, label: "transfer")
    }
    #expect(error?.code == .signaturesMissing && error?.call == "transfer")
    #expect(error?.reason?.contains("is no key of \(keys[0].address)") == true)
  }

  @Test("one of Ethereum's kinds from an account whose key was changed is told so")
  func ethereumFromChanged() async throws {
    let keys = try (1...2).map { try PrivateKey(bytes: Hash32(UInt256($0)).bytes) }
    let counter = try Self.counter(key: .publicKey(keys[1].publicKey))
    let legacy = LegacyTransaction(
      chainID: 31337, nonce: 0, gasPrice: 1, gasLimit: 21_000, to: keys[0].address, value: 1, data: [])
    let signed = try UnsignedTransaction.legacy(legacy).signed(by: keys[0])
    let error = await #expect(throws: SendingError.self) {
      try await counter.sender.accounts.checkSignatures(of: signed)
    }
    #expect(error?.code == .signaturesMissing && error?.message.contains("Ethereum's transactions") == true)
  }
}
