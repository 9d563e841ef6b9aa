import FixtureSupport
import Keys
import Primitives
import Testing
import Transactions

@testable import Operations

@Suite("A transaction that a wallet signed beside the one that was proposed")
struct DelegatedRequestTests {
  private let student: PrivateKey
  private let proposal: DelegatedProposal
  private let other = Address(truncating: UInt256(0xbad))

  init() throws {
    student = try PrivateKey(bytes: Hash32(UInt256(7)).bytes)
    proposal = DelegatedProposal(
      id: "a", chainID: 1001, from: student.address, to: Address(truncating: 0x1ec7), value: .klay(10),
      input: [0x7f, 0x1d, 0xfa, 0x6b] + Bytes(repeating: 0, count: 31) + [7], gas: 89_536)
  }

  private func half(_ change: (inout KaiaTransaction) -> Void = { _ in }) throws -> PartlySignedTransaction {
    var transaction = KaiaTransaction(
      chainID: 1001, nonce: 3, gasPrice: Amount.ston(25).wei, gasLimit: 89_536, from: student.address,
      operation: .execution(to: proposal.to, value: proposal.value.wei, input: proposal.input),
      feePayment: .delegated)
    change(&transaction)
    var partly = PartlySignedTransaction(transaction)
    try partly.sign(by: student)
    return partly
  }

  private func refusal(
    _ raw: Bytes, for proposal: DelegatedProposal? = nil, feePayer: Address? = nil
  ) -> DelegationError? {
    do throws(DelegationError) {
      _ = try DelegatedRequest(raw, for: proposal ?? self.proposal, feePayer: feePayer)
      return nil
    } catch { return error }
  }

  @Test("every form in which wallets write it is read, and is one request")
  func forms() throws {
    let partly = try half()
    var named = partly
    try named.add(feePayer: other, signatures: [])
    let raws = PartlySignedTransaction.Form.allCases.map { partly.encoded($0) } + [named.encoded(.placeholders)]
    #expect(Set(raws).count == 3)
    for raw in raws {
      let request = try DelegatedRequest(raw, for: proposal, feePayer: other)
      #expect(request.senderHash == partly.senderTxHash && request.partly == partly)
    }
    #expect(refusal(named.encoded(.placeholders), feePayer: student.address)?.code == .otherFeePayer)
    var share = proposal
    share.percent = 30
    let shared = try half { $0.feePayment = .shared(percent: 30) }
    #expect(shared.encoded().first == 0x32)
    let request = try DelegatedRequest(shared.encoded(), for: share, feePayer: nil)
    #expect(request.cost?.wei == Amount.ston(25).wei * 89_536 * 30 / 100)
  }

  @Test("each field that differs is named, with both values")
  func differences() throws {
    let to = proposal.to
    func code(_ change: (inout KaiaTransaction) -> Void) throws -> DelegationError {
      try #require(refusal(half(change).encoded()))
    }
    let input = proposal.input
    func call(_ to: Address, _ value: UInt256, _ input: Bytes) -> KaiaTransaction.Operation {
      .execution(to: to, value: value, input: input)
    }
    let wei = proposal.value.wei
    let amount = try code { $0.operation = call(to, wei - 1, input) }
    #expect(amount.code == .otherAmount)
    #expect(amount.message == "It pays another amount: 9.999999999999999999 KAIA in place of 10 KAIA.")
    #expect(amount.facts == .amounts(proposed: .klay(10), signed: Amount(wei: wei - 1), .kaia))
    #expect(try code { $0.operation = call(to, wei + 1, input) }.code == .otherAmount)
    let receiver = try code { $0.operation = call(other, wei, input) }
    #expect(receiver.code == .otherReceiver && receiver.facts == .addresses(proposed: to, signed: other))
    let sender = try code { $0.from = other }
    #expect(sender.code == .otherSender && sender.facts == .addresses(proposed: student.address, signed: other))
    let chain = try code { $0.chainID = 8217 }
    #expect(chain.code == .otherChain && chain.facts == .numbers(proposed: 1001, signed: 8217))
    for index in input.indices {
      var changed = input
      changed[index] ^= 1
      #expect(try code { $0.operation = call(to, wei, changed) }.code == .otherCall)
    }
    #expect(try code { $0.operation = call(to, wei, input + [0]) }.code == .otherCall)
    #expect(try code { $0.operation = call(to, wei, []) }.code == .otherCall)
    let gas = try code { $0.gasLimit = 89_537 }
    #expect(gas.code == .moreGas && gas.facts == .numbers(proposed: 89_536, signed: 89_537))
    #expect(try refusal(half { $0.gasLimit = 80_000 }.encoded()) == nil)
    let share = try code { $0.feePayment = .shared(percent: 99) }
    #expect(share.code == .otherShare && share.facts == .shares(proposed: 100, signed: 99))
    #expect(try code { $0.feePayment = .sender }.code == .otherType)
    for operation in [
      KaiaTransaction.Operation.valueTransfer(to: to, value: wei), .memo(to: to, value: wei, memo: input), .cancel,
      .accountUpdate(.publicKey(student.publicKey)), .deploy(input),
    ] {
      #expect(try code { $0.operation = operation }.code == .otherType)
    }
  }

  @Test("bytes that are no such transaction are refused, and too many are not read")
  func bytes() throws {
    let raw = try half().encoded()
    for length in raw.indices { #expect(refusal(Bytes(raw.prefix(length))) != nil) }
    #expect(refusal(raw + [0])?.code == .malformed)
    #expect(refusal(Bytes(repeating: 0x31, count: proposal.input.count + 1_537))?.code == .tooLong)
    #expect(refusal(Bytes(repeating: 0x31, count: proposal.input.count + 1_536))?.code == .malformed)
    let ethereum = UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: 1001, nonce: 3, maxPriorityFeePerGas: 0, maxFeePerGas: Amount.ston(25).wei, gasLimit: 89_536,
        to: proposal.to, value: proposal.value.wei, data: proposal.input, accessList: []))
    #expect(try refusal(ethereum.signed(by: student).encoded)?.code == .otherType)
    var paid = try half()
    try paid.signAsFeePayer(by: student)
    #expect(try refusal(paid.completed().encoded)?.code == .paidAlready)
    #expect(try refusal(PartlySignedTransaction(half().transaction).encoded()) != nil)
    // Ten keys of an account may have signed.
    var many = PartlySignedTransaction(try half().transaction)
    for number in 1...10 { try many.sign(by: PrivateKey(bytes: Hash32(UInt256(number)).bytes)) }
    for form in PartlySignedTransaction.Form.allCases { #expect(refusal(many.encoded(form)) == nil) }
  }

  @Test("a changed byte is another transaction, or one by another key")
  func changedBytes() throws {
    let raw = try half().encoded()
    var source = Seeded(31)
    for index in raw.indices {
      for _ in 0..<8 {
        var changed = raw
        changed[index] ^= UInt8.random(in: 1...0xff, using: &source)
        guard let request = try? DelegatedRequest(changed, for: proposal, feePayer: nil) else { continue }
        let keys = try? request.partly.senderPublicKeys()
        #expect(keys?.map(\.address) != [student.address], "byte \(index)")
      }
    }
  }

  @Test("the four calls that are paid for are told apart by their calldata")
  func actions() {
    func proposed(_ input: Bytes) -> DelegatedProposal {
      var proposal = proposal
      proposal.input = input
      return proposal
    }
    #expect(proposal.action == .purchase && proposal.lecture == 7)
    #expect(
      proposed([0x3c, 0xcf, 0xd6, 0x0b]).action == .withdrawal && proposed([0x3c, 0xcf, 0xd6, 0x0b]).lecture == nil)
    #expect(proposed([0x3d, 0xe9, 0x8d, 0x49]).action == .reclaim)
    for input: Bytes in [[], [0x7f, 0x1d, 0xfa], [0x97, 0x05, 0x9b, 0xa9] + Bytes(repeating: 0, count: 32)] {
      #expect(proposed(input).action == nil && proposed(input).lecture == nil)
    }
  }
}
