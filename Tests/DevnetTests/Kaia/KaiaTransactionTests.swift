import EVM
import Keys
import Primitives
import Testing
import Transactions

@testable import Devnet

@Suite("Kaia's own types on the devnet")
struct KaiaTransactionTests {
  static let receiver = Address(truncating: 0xabcd_ef01)
  static let contract = Address(truncating: 0xabcd_ef02)

  /// An operation of each kind, and the gas that it uses when the sender pays; nil where code decides.
  func operation(_ action: KaiaTransactionType.Action, _ fixture: KaiaFixture) -> (KaiaTransaction.Operation, UInt64?) {
    switch action {
    case .valueTransfer: (.valueTransfer(to: Self.receiver, value: 7), 21_000)
    // Two bytes that are not zero: 21,032, and the floor is 21,080.
    case .valueTransferMemo: (.memo(to: Self.receiver, value: 7, memo: [1, 2]), 21_080)
    case .accountUpdate: (.accountUpdate(.publicKey(fixture.keys[5])), 41_000)
    case .smartContractDeploy: (.deploy(KaiaFixture.creationCode, value: 0), nil)
    case .smartContractExecution: (.execution(to: Self.contract, value: 7, input: [1, 2]), nil)
    case .cancel: (.cancel, 21_000)
    case .chainDataAnchoring: (.anchoring(data: [1, 2]), 21_080)
    }
  }

  @Test(
    "each type does what it is for, and charges whom it should to the last peb", arguments: KaiaTransactionType.allCases
  )
  func eachType(_ type: KaiaTransactionType) async throws {
    let fixture = try await KaiaFixture()
    let devnet = fixture.devnet
    // Counts its calls in slot 0.
    try await devnet.setCode(try Bytes(hex: "60005460010160005500"), of: Self.contract)
    let (operation, gasOfSender) = operation(type.action, fixture)
    let payment: KaiaTransaction.FeePayment =
      switch type.payer {
      case .sender: .sender
      case .feePayer: .delegated
      case .both: .shared(percent: 30)
      }
    let limit: UInt64 = 234_567
    let transaction = try fixture.transaction(operation, payment)
    #expect(transaction.transaction.kind == .kaia(type))
    let value = operation.value
    let recipient = operation.to ?? Self.receiver
    let before = (
      sender: try await fixture.balance(fixture.sender), payer: try await fixture.balance(fixture.payer),
      receiver: try await fixture.balance(recipient)
    )
    let receipt = try #require(try await fixture.send(transaction))
    #expect(receipt.isSuccess && receipt.failure == nil)
    #expect(receipt.effectiveGasPrice == KaiaFixture.price)
    let delegation: UInt64 = [.sender: 0, .feePayer: 10_000, .both: 15_000][type.payer] ?? 0
    if let gasOfSender { #expect(receipt.gasUsed == gasOfSender + delegation) }

    // As a node: all is bought first, and what is left is sold back, each split by itself.
    let ratio: UInt256 = [.sender: 0, .feePayer: 100, .both: 30][type.payer] ?? 0
    let bought = KaiaFixture.price * UInt256(limit) * ratio / 100
    let sold = KaiaFixture.price * UInt256(limit - receipt.gasUsed) * ratio / 100
    let fee = KaiaFixture.price * UInt256(receipt.gasUsed)
    #expect(try await fixture.balance(fixture.payer) == before.payer - (bought - sold))
    #expect(try await fixture.balance(fixture.sender) == before.sender - value - (fee - (bought - sold)))
    #expect(try await fixture.balance(recipient) == before.receiver + value)
    // The base fee is burnt, the tip of one peb goes to the proposer.
    #expect(try await fixture.balance(Address(truncating: 0xc0ffee)) == UInt256(receipt.gasUsed))
    #expect(try await devnet.nonce(of: fixture.sender) == 1)
    #expect(try await devnet.nonce(of: fixture.payer) == 0)

    switch type.action {
    case .smartContractDeploy:
      let address = Address.contract(deployer: fixture.sender, nonce: 0)
      #expect(receipt.contractAddress == address && receipt.to == nil)
      #expect(try await devnet.call(DevnetCall(to: address)) == UInt256(42).bigEndianBytes)
    case .smartContractExecution:
      #expect(try await devnet.storage(of: Self.contract, slot: 0) == 1)
    case .accountUpdate:
      let key = try await devnet.state(at: .latest).account(fixture.sender)?.key
      #expect(key == .publicKey(fixture.keys[5]))
    case .valueTransfer, .valueTransferMemo, .cancel, .chainDataAnchoring: break
    }
    if type.action != .smartContractDeploy { #expect(receipt.contractAddress == nil) }
  }

  @Test("a fee-delegated creation and call cost ten or fifteen thousand gas more than others")
  func delegationGas() async throws {
    for action in [KaiaTransactionType.Action.smartContractDeploy, .smartContractExecution] {
      var used: [UInt64] = []
      for payment in [KaiaTransaction.FeePayment.sender, .delegated, .shared(percent: 99)] {
        let fixture = try await KaiaFixture()
        try await fixture.devnet.setCode([0x00], of: Self.contract)
        let transaction = try fixture.transaction(operation(action, fixture).0, payment)
        used.append(try #require(try await fixture.send(transaction)).gasUsed)
      }
      #expect(used[1] == used[0] + 10_000 && used[2] == used[0] + 15_000)
    }
  }

  @Test("a fee payer may be the sender, and pays all")
  func ownFeePayer() async throws {
    let fixture = try await KaiaFixture()
    let before = try await fixture.balance(fixture.sender)
    let receipt = try await fixture.send(
      fixture.transaction(
        .valueTransfer(to: Self.receiver, value: 5), .shared(percent: 40), payer: fixture.sender, payerSigners: [0]))
    let fee = KaiaFixture.price * UInt256(try #require(receipt).gasUsed)
    #expect(try await fixture.balance(fixture.sender) == before - fee - 5)
  }

  @Test("a sender without any money can send if the fee payer pays")
  func penniless() async throws {
    let fixture = try await KaiaFixture()
    try await fixture.devnet.setBalance(0, of: fixture.sender)
    #expect(
      try await fixture.send(fixture.transaction(.valueTransfer(to: Self.receiver, value: 0), .delegated))?.isSuccess
        == true)
    #expect(
      await fixture.refusal(try fixture.transaction(.valueTransfer(to: Self.receiver, value: 1), .delegated, nonce: 1))
        == "insufficient funds of the sender for value ")
  }

  @Test("0x3fe gives the fee payer to contracts")
  func feePayerPrecompile() async throws {
    let fixture = try await KaiaFixture()
    // Calls 0x3fe and stores the 20 bytes that it gives, shifted to the left, in slot 0.
    try await fixture.devnet.setCode(
      try Bytes(hex: "60146000600060006103fe5afa5060005160005500"), of: Self.contract)
    try await fixture.send(fixture.transaction(.execution(to: Self.contract, value: 0, input: []), .delegated))
    let word = try await fixture.devnet.storage(of: Self.contract, slot: 0)
    #expect(Address(truncating: word >> 96) == fixture.payer)
  }

  @Test("every signature but the first costs 15,000 gas, on either side")
  func signatureGas() async throws {
    let fixture = try await KaiaFixture()
    try await fixture.update(.multisig(2, of: [fixture.keys[2], fixture.keys[3], fixture.keys[4]]))
    let used = { (signers: [Int], nonce: UInt64) in
      try #require(
        try await fixture.send(
          fixture.transaction(.valueTransfer(to: Self.receiver, value: 1), nonce: nonce, signers: signers))
      ).gasUsed
    }
    #expect(try await used([2, 4], 1) == 36_000)
    #expect(try await used([4, 3, 2], 2) == 51_000)
    let delegated = try fixture.transaction(
      .valueTransfer(to: Self.receiver, value: 1), .shared(percent: 1), from: fixture.addresses[7],
      payer: fixture.sender,
      signers: [7], payerSigners: [3, 2])
    #expect(try await fixture.send(delegated)?.gasUsed == 36_000 + 15_000)
  }
}
