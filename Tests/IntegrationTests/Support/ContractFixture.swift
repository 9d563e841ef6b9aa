import ChainSupport
import ContractABI
import ContractClient
import Keys
import LectureKit
import NodeDoubles
import NodeRPC
import Outbox
import Primitives
import Sending
import Testing
import Transactions

/// A lecture contract of its own on a chain, with an owner, a teacher and a student that no other test uses.
struct ContractFixture: Sendable {
  let chain: Chain
  let owner: PrivateKey
  let teacher: PrivateKey
  let student: PrivateKey
  let client: LectureClient
  /// The cost of the contract's deployment to the owner.
  let deploymentFee: Amount

  var market: LectureMarket { client.market }
  var node: NodeClient { chain.node }

  /// Deploys through the generated binding.
  static func open(on chain: Chain? = nil) async throws -> ContractFixture {
    let chain = if let chain { chain } else { try await Chain.shared() }
    let (owner, teacher, student) = (try await chain.account(), try await chain.account(), try await chain.account())
    var session = try chain.session()
    let connection = try session.patientConnection()
    let (market, receipt) = try await LectureMarket.deploy(connection: connection).send(from: owner)
    session.contract = market.address
    session.deploymentBlock = try #require(receipt.receipt.blockNumber)
    return ContractFixture(
      chain: chain, owner: owner, teacher: teacher, student: student,
      client: try await LectureClient.connect(session, over: connection), deploymentFee: try #require(receipt.fee))
  }

  /// The contract through a connection of its own, as another program has it.
  func anotherClient() async throws -> LectureClient {
    try await LectureClient.connect(client.session, over: client.session.patientConnection())
  }

  // MARK: Steps

  @discardableResult
  func create(price: Int = 10, title: String = "") async throws -> UInt256 {
    let receipt = try await client.planCreate(price: klay(price), title: title, from: teacher.address)
      .send(from: teacher)
    return try #require(try client.createdNumber(in: receipt))
  }

  /// Opens many lectures in few blocks, on a chain that no other test uses.
  func create(_ count: Int) async throws {
    try await chain.automine(false)
    let first = try await node.transactionCount(of: teacher.address)
    let plan = try await client.planCreate(price: klay(1), from: teacher.address)
    for index in 0..<count {
      let transaction = plan.prepared.transaction(nonce: first + UInt64(index))
      _ = try await node.sendRawTransaction(transaction.signed(by: teacher).encoded)
    }
    while try await client.count() < UInt256(count) { try await chain.mine() }
    try await chain.automine(true)
  }

  @discardableResult
  func buy(_ number: UInt256, by buyer: PrivateKey? = nil) async throws -> CallReceipt {
    let buyer = buyer ?? student
    return try await client.planPurchase(number, from: buyer.address).send(from: buyer)
  }

  @discardableResult
  func rate(_ number: UInt256, _ scores: [Int], by rater: PrivateKey? = nil) async throws -> CallReceipt {
    let rater = rater ?? student
    return try await client.planEvaluation(number, scores: Scores(scores), from: rater.address).send(from: rater)
  }

  @discardableResult
  func settle(_ number: UInt256) async throws -> CallReceipt {
    try await client.planSettlement(number, from: owner.address).send(from: owner)
  }

  func balance(_ key: PrivateKey) async throws -> Amount { try await node.balance(of: key.address) }
}

extension Session {
  /// A connection of its own, which waits for as long as a busy machine lets the node need.
  func patientConnection() throws -> ContractConnection {
    ContractConnection(
      sender: TransactionSender(
        node: try NodeClient(endpoints: endpoints, options: .patient), chainID: chainID, unit: unit,
        outbox: .inMemory(), trust: trust))
  }
}

/// A price in whole KLAY.
func klay(_ count: Int) throws -> Price { try Price(klay: UInt256(count)) }

extension Chain {
  /// A session on this chain; without a contract, one is still to be deployed.
  func session(contract: Address? = nil) throws -> Session {
    var session = Session(endpoints: [try Endpoint(url)], chainID: chainID, contract: contract)
    session.trust = TrustPolicy(own: Set(session.endpoints))
    return session
  }

  /// The error with which something is refused; fails unless the account's nonce and balance stay what they were.
  func refusal(
    spending account: PrivateKey, at location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
  ) async throws -> any Error {
    let address = account.address
    let nonce = try await node.transactionCount(of: address, at: .pending)
    let balance = try await node.balance(of: address)
    var failure: (any Error)?
    do { try await body() } catch { failure = error }
    #expect(try await node.transactionCount(of: address, at: .pending) == nonce, "sent", sourceLocation: location)
    #expect(try await node.balance(of: address) == balance, "spent", sourceLocation: location)
    let error = try #require(failure, "was not refused", sourceLocation: location)
    let lines = "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
    #expect((1...4).contains(lines.count) && !lines.contains(""), "\(error)", sourceLocation: location)
    return error
  }
}

extension Error {
  var lectureCode: LectureError.Code? { (self as? LectureError)?.code }
  var contractCode: ContractError.Code? { (self as? ContractError)?.code }
  var sendingCode: SendingError.Code? { (self as? SendingError)?.code }
  var outboxCode: OutboxError.Code? { (self as? OutboxError)?.code }
  /// The contract's own words, told as they are or in those of the platform.
  var revertMessage: String? {
    let error = (self as? LectureError)?.cause ?? self
    guard case .message(let text)? = (error as? ContractError)?.revert else { return nil }
    return text
  }
}
