import ChainSupport
import ContractClient
import DatabaseSupport
import FeePayer
import Foundation
import Keys
import LectureKit
import Locking
import NodeRPC
import Primitives
import Sending
import Testing
import Transactions

@testable import Operations

/// A lecture contract on a chain of Kaia's kind, the platform with its fee payer, and a student of a lecture who spent
/// all of the money on it.
struct DelegationFixture: Sendable {
  static let price = Amount.klay(10)

  let chain: Chain
  let client: LectureClient
  let folder: TemporaryFolder
  let student: PrivateKey
  let payer: PrivateKey
  let service: FeePayerService
  let book: DelegationBook
  /// Seconds since 1970.
  let clock = Guarded<Int64>(1_800_000_000)
  var rules: PlatformFeePayer.Rules

  var contract: Address { client.market.address }
  var journal: String { folder.file("journal") }

  static func open(buys: Bool = true, perDay: Amount = .kaia(10)) async throws -> DelegationFixture {
    let chain = try await Chain.start(kaia: true)
    let (owner, payer) = (try await chain.account(), try await chain.account())
    let connection = chain.connection
    let market = try await LectureMarket.deploy(connection: connection).send(from: owner).contract
    var session = Session(endpoints: chain.node.endpoints, chainID: chain.chainID)
    session.contract = market.address
    let client = try await LectureClient.connect(session, over: connection)
    _ = try await client.planCreate(price: Price(klay: 10), from: owner.address).send(from: owner)
    let student = try await chain.account(klay: 10)
    let folder = try TemporaryFolder()
    var fees = FeePayerRules(
      chainID: chain.chainID, maxGasPrice: .ston(50), maxGas: 500_000, perDay: perDay, perSenderPerDay: .kaia(1))
    fees.contracts[market.address] = FeePayerRules.ContractRule(methods: nil, maxValue: .kaia(100))
    fees.anonymous = true
    var options = FeePayerService.Options { 1_800_000_000 }
    options.receiptPause = .milliseconds(10)
    let service = try await FeePayerService(
      rules: fees, keys: Keyring(payer), chain: chain.node, journal: folder.file("journal"),
      state: folder.file("state"), options: options)
    let fixture = DelegationFixture(
      chain: chain, client: client, folder: folder, student: student, payer: payer, service: service,
      book: try DelegationBook(at: TestDatabases.place(folder.file("fees.sqlite"))),
      rules: PlatformFeePayer.Rules(
        contract: market.address, maxGasPrice: .ston(50),
        budget: DelegationBudget(perSender: .kaia(1), perClient: .kaia(1), perLecture: .kaia(1)),
        coin: .klay))
    if buys {
      let proposal = fixture.purchase()
      _ = try await fixture.platform().pay(
        for: proposal, raw: try await fixture.signed(proposal), client: "the fixture's")
    }
    return fixture
  }

  /// The platform over a fee payer; without one over that of this process.
  func platform(
    over signer: (any FeeSigner)? = nil, purchases: (any PurchaseHistory)? = nil
  ) -> PlatformFeePayer {
    let clock = clock
    return PlatformFeePayer(
      rules, signer: signer ?? service, node: chain.node, purchases: purchases ?? client, book: book
    ) { clock.withLock { $0 } }
  }

  // MARK: Proposals

  func purchase(by account: PrivateKey? = nil) -> DelegatedProposal {
    proposal(LectureMarket.Calldata.purchaseLecture(lectureNumber: 0), Self.price, account)
  }

  func rating(by account: PrivateKey? = nil, percent: UInt8? = nil) -> DelegatedProposal {
    let input = LectureMarket.Calldata.evaluateLecture(
      lectureNumber: 0, preparationPoint: 100, contentPoint: 80, proceedPoint: 34, communicationPoint: 77,
      satisfactionPoint: 99)
    var proposal = proposal(input, .zero, account)
    proposal.percent = percent
    return proposal
  }

  private func proposal(_ input: Bytes, _ value: Amount, _ account: PrivateKey?) -> DelegatedProposal {
    DelegatedProposal(
      id: UUID().uuidString, chainID: chain.chainID, from: (account ?? student).address, to: contract, value: value,
      input: input, gas: 300_000)
  }

  /// The transaction that a wallet makes of a proposal, after a change.
  func half(
    _ proposal: DelegatedProposal, by keys: [PrivateKey]? = nil, _ change: (inout KaiaTransaction) -> Void = { _ in }
  ) async throws -> PartlySignedTransaction {
    var transaction = KaiaTransaction(
      chainID: proposal.chainID, nonce: try await chain.node.transactionCount(of: proposal.from),
      gasPrice: Amount.ston(30).wei, gasLimit: proposal.gas, from: proposal.from,
      operation: .execution(to: proposal.to, value: proposal.value.wei, input: proposal.input),
      feePayment: proposal.percent.map { .shared(percent: $0) } ?? .delegated)
    change(&transaction)
    var partly = PartlySignedTransaction(transaction)
    for key in keys ?? [student] { try partly.sign(by: key) }
    return partly
  }

  /// The bytes of it as kaia-sdk writes them.
  func signed(
    _ proposal: DelegatedProposal, by keys: [PrivateKey]? = nil, _ change: (inout KaiaTransaction) -> Void = { _ in }
  ) async throws -> Bytes {
    try await half(proposal, by: keys, change).encoded()
  }

  // MARK: Refusals

  /// The code with which a transaction is refused; fails unless nobody signed anything then.
  func refusal(
    of raw: Bytes, for proposal: DelegatedProposal, client: String = "192.0.2.1", over signer: (any FeeSigner)? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> DelegationError? {
    let before = (folder.read("journal"), try await (chain.node as any FeePayerChain).blockNumber())
    do {
      _ = try await platform(over: signer).pay(for: proposal, raw: raw, client: client)
      return nil
    } catch let error as DelegationError {
      #expect(folder.read("journal") == before.0, "signed", sourceLocation: location)
      #expect(try await (chain.node as any FeePayerChain).blockNumber() == before.1, "sent", sourceLocation: location)
      return error
    }
  }

  /// The amount that counts for a sender today.
  func counted(for account: PrivateKey? = nil) async throws -> Amount {
    let day = clock.withLock { $0 } / 86_400
    return try await book.spent(on: day, .sender, (account ?? student).address.lowercaseHex)
  }
}

/// A fee payer that answers as it is told, and signs nothing.
final class ScriptedSigner: FeeSigner {
  let payingAccount: Address? = nil
  let remembers: Bool
  private let answer: FeeSignerAnswer
  private let asked = Guarded(0)

  init(_ answer: FeeSignerAnswer, remembers: Bool = false) { (self.answer, self.remembers) = (answer, remembers) }

  /// The number of times that it was asked.
  var count: Int { asked.withLock { $0 } }

  func pay(_ partly: PartlySignedTransaction) async -> FeeSignerAnswer {
    asked.withLock { $0 += 1 }
    return answer
  }
}
