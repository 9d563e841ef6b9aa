import ContractClient
import Database
import Foundation
import Keys
import LectureKit
import NodeRPC
import Outbox
import Primitives
import Sending
import Transactions

/// Things that an account pays for, each once, numbered; what another process needs to do them.
struct CrashJob: Codable, Sendable {
  enum Kind: String, Codable, CaseIterable, Sendable {
    /// A plain transfer, each to an account of its own.
    case transfer
    /// A call to a contract that takes every repeat, and its money.
    case call
    /// A lecture of the platform.
    case purchase
    /// One after the other of these.
    case mixed
  }

  var kind: Kind
  /// Where the chain listens on the loopback.
  var port: UInt16
  /// The outbox's file, or the address of its server.
  var outbox: String
  var secret: String
  var counter: String
  var market: String
  /// How many there are to buy.
  var lectures: Int

  /// The job with a number.
  func kind(of number: Int) -> Kind {
    guard kind == .mixed else { return kind }
    return number / 3 < lectures ? [.transfer, .call, .purchase][number % 3] : .call
  }

  /// The lecture that it buys.
  func lecture(_ number: Int) -> Int { kind == .mixed ? number / 3 : number }

  func key() throws -> PrivateKey { try PrivateKey(bytes: Bytes(hex: secret)) }
  func account() throws -> Address { try key().address }

  /// The payment beside gas.
  func value(_ number: Int) -> Amount {
    kind(of: number) == .purchase ? .klay(1) : Amount(wei: UInt256(1_000_000 + number))
  }

  /// Where it goes.
  func receiver(_ number: Int) throws -> Address {
    switch kind(of: number) {
    case .transfer: Address(truncating: UInt256(try account()) &+ UInt256(number + 1))
    case .call: try Address(counter)
    default: try Address(market)
    }
  }

  /// The word that the counter counts, no other account's.
  func word(_ number: Int) throws -> UInt256 { UInt256(try account()) &+ UInt256(number) << 160 }

  /// As `lectures purchase` does it.
  private func buy(
    _ lecture: Int, with sender: TransactionSender, _ options: SendOptions
  ) async throws -> Hash32 {
    let key = try key()
    let session = Session(
      endpoints: sender.node.endpoints, chainID: sender.chainID, contract: try Address(market), user: key.address)
    let client = try await LectureClient.connect(session, over: ContractConnection(sender: sender))
    let number = UInt256(lecture)
    if let earlier = try await client.earlier(.purchase(number), by: key.address, options: options) {
      return earlier.hash
    }
    return try await client.planPurchase(number, from: key.address, options: options)
      .send(from: key, options: options).hash
  }

  func data(_ number: Int) throws -> Bytes {
    switch kind(of: number) {
    case .call: Hash32(try word(number)).bytes
    case .purchase: LectureMarket.Calldata.purchaseLecture(lectureNumber: UInt256(lecture(number)))
    default: []
    }
  }

  // MARK: Doing it

  /// A way to the chain that waits for a machine that is busy.
  static func node(_ urls: [String]) throws -> NodeClient {
    try NodeClient(
      endpoints: urls.map { try Endpoint($0) },
      options: NodeClient.Options().with {
        $0.requestTimeout = .seconds(60)
        $0.deadline = .seconds(120)
        $0.firstBackoff = .milliseconds(5)
        $0.maximumBackoff = .milliseconds(50)
      })
  }

  /// The outbox, with a mark of it apart from it.
  func open() -> Outbox { Self.open(outbox) }

  /// An outbox by its file, or by the address of its server.
  static func open(_ outbox: String) -> Outbox {
    guard PostgresAddress.isMeant(by: outbox), let address = try? PostgresAddress(outbox, isSecret: true) else {
      return Outbox(path: outbox, stateFolder: "\(outbox)-state")
    }
    return Outbox(at: .server(address))
  }

  func sender(over node: NodeClient, _ outbox: Outbox) -> TransactionSender {
    TransactionSender(node: node, chainID: 31337, outbox: outbox)
  }

  /// Begins the job with a number, as a command does: what an earlier process began is taken up.
  func begin(
    _ number: Int, with sender: TransactionSender, options: SendOptions = SendOptions()
  ) async throws -> SentTransaction {
    let (key, name) = (try key(), IntentKey("job \(number)"))
    if let earlier = try await sender.earlierSends.earlier(name, of: key.address) { return earlier }
    var options = options
    options.intent.key = name
    let request = SendRequest(
      from: key.address, to: try receiver(number), value: value(number), data: try data(number), label: "\(name)")
    let prepared = try await sender.prepare(request, options: options)
    return try await sender.send(prepared, signer: key, options: options)
  }

  /// Begins it and waits for its confirmation.
  ///
  /// - Returns: The hash of the transaction that did it.
  @discardableResult
  func carryOut(
    _ number: Int, with sender: TransactionSender, options: SendOptions = SendOptions()
  ) async throws -> Hash32 {
    if kind(of: number) == .purchase { return try await buy(lecture(number), with: sender, options) }
    return try await begin(number, with: sender, options: options).confirmed(options).hash
  }
}
