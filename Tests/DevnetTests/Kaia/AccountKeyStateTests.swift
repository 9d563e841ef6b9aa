import EVM
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Devnet

@Suite("Account keys on the devnet")
struct AccountKeyStateTests {
  static let receiver = Address(truncating: 0xabcd_ef01)
  static let invalidSender = "invalid sender: invalid account key"

  func transfer(_ fixture: KaiaFixture, nonce: UInt64, signers: [Int]) throws -> SignedTransaction {
    try fixture.transaction(.valueTransfer(to: Self.receiver, value: 1), nonce: nonce, signers: signers)
  }

  @Test("a changed key signs, the old one no more, and Ethereum's transactions are refused")
  func rotation() async throws {
    let fixture = try await KaiaFixture()
    try await fixture.update(.publicKey(fixture.keys[4]))
    #expect(await fixture.refusal(try transfer(fixture, nonce: 1, signers: [0])) == Self.invalidSender)
    // The same signature twice is one.
    #expect(await fixture.refusal(try transfer(fixture, nonce: 1, signers: [4, 4])) == nil)
    #expect(await fixture.refusal(try transfer(fixture, nonce: 2, signers: [4, 5])) == Self.invalidSender)
    let ethereum = UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: fixture.devnet.chainID, nonce: 2, maxPriorityFeePerGas: 0, maxFeePerGas: 30_000_000_000,
        gasLimit: 21_000,
        to: Self.receiver, value: 1, data: [], accessList: []))
    #expect(
      await fixture.refusal(try ethereum.signed(by: fixture.keys[0]))
        == "invalid sender: a legacy transaction must be with a legacy account key")
  }

  @Test("a multisig wants its weight, and no stranger")
  func multisig() async throws {
    let fixture = try await KaiaFixture()
    try await fixture.update(.multisig(2, of: [fixture.keys[2], fixture.keys[3], fixture.keys[4]]))
    #expect(await fixture.refusal(try transfer(fixture, nonce: 1, signers: [2])) == Self.invalidSender)
    #expect(await fixture.refusal(try transfer(fixture, nonce: 1, signers: [2, 3, 0])) == Self.invalidSender)
    #expect(await fixture.refusal(try transfer(fixture, nonce: 1, signers: [3, 2])) == nil)
    #expect(await fixture.refusal(try transfer(fixture, nonce: 2, signers: [2, 3, 4])) == nil)
  }

  @Test("each role has its key, and may be changed by itself")
  func roles() async throws {
    let fixture = try await KaiaFixture()
    let keys = fixture.keys
    try await fixture.update(.roles([.publicKey(keys[2]), .publicKey(keys[3]), .publicKey(keys[4])]))
    #expect(await fixture.refusal(try transfer(fixture, nonce: 1, signers: [3])) == Self.invalidSender)
    #expect(await fixture.refusal(try transfer(fixture, nonce: 1, signers: [2])) == nil)
    let change = KaiaTransaction.Operation.accountUpdate(.roles([.none, .none, .publicKey(keys[5])]))
    #expect(await fixture.refusal(try fixture.transaction(change, nonce: 2, signers: [2])) == Self.invalidSender)
    #expect(await fixture.refusal(try fixture.transaction(change, nonce: 2, signers: [3])) == nil)
    let paid = { (signer: Int) in
      try fixture.transaction(
        .valueTransfer(to: Self.receiver, value: 1), .delegated, from: fixture.addresses[8], payer: fixture.sender,
        signers: [8], payerSigners: [signer])
    }
    for signer in [2, 3, 4] {
      #expect(await fixture.refusal(try paid(signer)) == "invalid fee payer: invalid account key")
    }
    #expect(await fixture.refusal(try paid(5)) == nil)
    let key = try await fixture.devnet.state(at: .latest).account(fixture.sender)?.key
    #expect(key == .roles([.publicKey(keys[2]), .publicKey(keys[3]), .publicKey(keys[5])]))
  }

  @Test("nobody signs for a fail key or a contract")
  func fail() async throws {
    let fixture = try await KaiaFixture()
    try await fixture.devnet.setCode([0x00], of: fixture.addresses[1])
    #expect(
      await fixture.refusal(try fixture.transaction(.valueTransfer(to: Self.receiver, value: 0), .delegated))
        == "invalid fee payer: invalid account key")
    try await fixture.update(.fail)
    #expect(await fixture.refusal(try transfer(fixture, nonce: 1, signers: [0])) == Self.invalidSender)
  }

  @Test("an account with another key can't borrow code (EIP-7702), and its authorization changes nothing")
  func authorization() async throws {
    let fixture = try await KaiaFixture()
    try await fixture.update(.publicKey(fixture.keys[4]))
    let authorization = try Authorization(
      chainID: fixture.devnet.chainID, address: Self.receiver, nonce: 1, signedBy: fixture.keys[0])
    let transaction = UnsignedTransaction.setCode(
      SetCodeTransaction(
        chainID: fixture.devnet.chainID, nonce: 0, maxPriorityFeePerGas: 0, maxFeePerGas: 30_000_000_000,
        gasLimit: 100_000, to: Self.receiver, value: 0, data: [], accessList: [], authorizationList: [authorization]))
    #expect(try await fixture.send(transaction.signed(by: fixture.keys[1]))?.isSuccess == true)
    #expect(try await fixture.devnet.code(of: fixture.sender).isEmpty)
    #expect(try await fixture.devnet.nonce(of: fixture.sender) == 1)
  }

  @Test("keys go back with snapshots and with blocks")
  func rewinding() async throws {
    let fixture = try await KaiaFixture()
    let devnet = fixture.devnet
    let key = { try await devnet.state(at: .latest).account(fixture.sender)?.key }
    let snapshot = await devnet.snapshot()
    try await fixture.update(.publicKey(fixture.keys[4]))
    #expect(try await key() == .publicKey(fixture.keys[4]))
    #expect(try await devnet.state(at: .number(0)).account(fixture.sender)?.key == .legacy)
    #expect(try await devnet.revert(to: snapshot))
    #expect(try await key() == .legacy)
    try await fixture.update(.publicKey(fixture.keys[5]))
    try await devnet.rollback(blocks: 1)
    #expect(try await key() == .legacy)
  }

  @Test("keys are in the state's root, and in a dump that another devnet loads")
  func dump() async throws {
    let fixture = try await KaiaFixture { $0.clock = { 1_800_000_000 } }
    let root = try #require(await fixture.devnet.block()).header.stateRoot
    try await fixture.update(.publicKey(fixture.keys[4]))
    let changed = try #require(await fixture.devnet.block()).header.stateRoot
    #expect(changed != root)
    let other = try await KaiaFixture()
    try await other.devnet.loadState(fixture.devnet.dumpState())
    #expect(try await other.devnet.state(at: .latest).account(fixture.sender)?.key == .publicKey(fixture.keys[4]))
    #expect(await other.refusal(try transfer(other, nonce: 1, signers: [4])) == nil)
  }

  @Test("keys, native transactions that wait and failures are in the file that keeps the chain")
  func storage() async throws {
    let folder = try ScratchFolder()
    var options = Devnet.Options()
    options.chainID = 1001
    options.mining = .manual
    options.clock = { 1_800_000_000 }
    options.storage = Devnet.Storage(path: folder.file())
    let before: Fingerprint
    do {
      let fixture = try await KaiaFixture(mining: .manual) { $0 = options }
      let devnet = fixture.devnet
      let contract = Address(truncating: 0xabcd_ef02)
      try await devnet.setCode([0x60, 0x00, 0x60, 0x00, 0xfd], of: contract)
      try await fixture.send(fixture.transaction(.accountUpdate(.publicKey(fixture.keys[4])), .shared(percent: 7)))
      try await fixture.send(
        fixture.transaction(.execution(to: contract, value: 0, input: []), from: fixture.addresses[2], signers: [2]))
      try await devnet.mine()
      #expect(await devnet.block()?.receipts.map(\.failure) == [nil, .reverted])
      try await fixture.send(transfer(fixture, nonce: 1, signers: [4]))
      try await fixture.send(fixture.transaction(.cancel, nonce: 1, price: 25_000_000_000, signers: [4]))
      before = await devnet.fingerprint
      await devnet.close()
    }
    let again = try await Devnet.start(options)
    #expect(await again.fingerprint == before)
    try await again.mine()
    #expect(await again.block()?.transactions.count == 1)
    #expect(try await again.state(at: .latest).account(again.accounts[0].address)?.key != .legacy)
  }
}
