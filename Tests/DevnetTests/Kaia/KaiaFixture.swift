import EVM
import Keys
import Primitives
import StrictJSON
import Transactions

@testable import Devnet

/// A devnet with Kaia's rules, and transactions of Kaia's own types for it.
struct KaiaFixture {
  /// In peb for a unit of gas, odd so that a division by a hundred leaves a rest.
  static let price: UInt256 = 25_000_000_001
  /// Returns 42.
  static let creationCode = try! Bytes(hex: "600a600c600039600a6000f3602a60005260206000f3")
  /// An account that has nothing until something is sent to it.
  static let receiver = Address(truncating: 0xabcd_ef01)

  let devnet: Devnet
  let keys: [PrivateKey]
  let addresses: [Address]

  init(mining: Devnet.Mining = .instant, _ change: (inout Devnet.Options) -> Void = { _ in }) async throws {
    var options = Devnet.Options()
    options.chainID = 1001
    options.mining = mining
    options.coinbase = Address(truncating: 0xc0ffee)
    change(&options)
    devnet = try await Devnet.start(options)
    keys = devnet.accounts.map(\.key)
    addresses = devnet.accounts.map(\.address)
  }

  /// The accounts of another fixture on another devnet.
  init(_ fixture: KaiaFixture, on devnet: Devnet) {
    self.devnet = devnet
    keys = fixture.keys
    addresses = fixture.addresses
  }

  /// The sender and the fee payer, unless a test takes others.
  var sender: Address { addresses[0] }
  var payer: Address { addresses[1] }

  /// A transaction signed by keys of the devnet's accounts, by their places.
  func transaction(
    _ operation: KaiaTransaction.Operation, _ payment: KaiaTransaction.FeePayment = .sender, nonce: UInt64 = 0,
    price: UInt256 = KaiaFixture.price, gas: UInt64 = 234_567, from: Address? = nil, payer: Address? = nil,
    signers: [Int] = [0], payerSigners: [Int] = [1], chainID: UInt256? = nil
  ) throws -> SignedTransaction {
    var partly = PartlySignedTransaction(
      KaiaTransaction(
        chainID: chainID ?? devnet.chainID, nonce: nonce, gasPrice: price, gasLimit: gas, from: from ?? sender,
        operation: operation, feePayment: payment))
    for index in signers { try partly.sign(by: keys[index]) }
    if payment != .sender {
      for index in payerSigners { try partly.signAsFeePayer(payer ?? self.payer, by: keys[index]) }
    }
    return try partly.completed()
  }

  /// A transfer to the receiver.
  func transfer(_ payment: KaiaTransaction.FeePayment = .sender) throws -> SignedTransaction {
    try transaction(.valueTransfer(to: Self.receiver, value: 7), payment)
  }

  /// Sends a transaction; its receipt, if it is in a block then.
  @discardableResult
  func send(_ transaction: SignedTransaction) async throws -> DevnetReceipt? {
    let hash = try await devnet.send(rawTransaction: transaction.encoded)
    return await devnet.receipt(hash)
  }

  /// The error with which a transaction is refused.
  func refusal(_ transaction: SignedTransaction) async -> String? {
    do {
      try await send(transaction)
      return nil
    } catch {
      return (error as? DevnetError)?.message
    }
  }

  /// Gives the sender another key.
  func update(_ key: AccountKey, nonce: UInt64 = 0, signers: [Int] = [0]) async throws {
    let receipt = try await send(transaction(.accountUpdate(key), nonce: nonce, signers: signers))
    guard receipt?.isSuccess == true else { throw DevnetError(.executionFailed, "the key was not changed") }
  }

  func balance(_ address: Address) async throws -> UInt256 { try await devnet.balance(of: address) }

  /// Answers a request of JSON-RPC.
  func ask(_ method: String, _ parameters: JSON...) async -> JSON {
    await devnet.answer(["jsonrpc": "2.0", "id": 7, "method": .string(method), "params": .array(parameters)]) ?? .null
  }

  func result(_ method: String, _ parameters: JSON...) async -> JSON {
    let answer = await devnet.answer([
      "jsonrpc": "2.0", "id": 7, "method": .string(method), "params": .array(parameters),
    ])
    return answer?["result"] ?? .string("\(answer?["error"] ?? .null)")
  }
}

extension Address {
  /// The address in a request of JSON-RPC.
  var json: JSON { .string(bytes.hex) }
}

extension AccountKey {
  /// A key with a weight of 1 each of these, of which some must sign.
  static func multisig(_ threshold: UInt64, of keys: [PrivateKey]) -> AccountKey {
    .multisig(
      WeightedMultisig(
        threshold: threshold, keys: keys.map { WeightedMultisig.WeightedKey(weight: 1, key: $0.publicKey) }))
  }

  static func publicKey(_ key: PrivateKey) -> AccountKey { .publicKey(key.publicKey) }
}
