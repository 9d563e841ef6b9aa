import ContractABI
import Database
import DatabaseSupport
import Foundation
import Keys
import Locking
import Primitives
import Sending
import StrictJSON
import Transactions

@testable import FeePayer

/// A fee payer for tests, with a lecture contract that it pays for and students who ask it.
struct ServiceFixture {
  static let contract = Address(truncating: UInt256(0x1ec7))
  static let evaluate = "evaluateLecture(uint256,uint256,uint256,uint256,uint256,uint256)"
  static let selector = Array(Keccak256.hash(Array(evaluate.utf8)).bytes.prefix(4))
  static let price = Amount.gwei(25)
  /// The maximum fee of a student's transaction: 100,000 gas at 25 gwei.
  static let cost = Amount(wei: 100_000 * price.wei)
  /// 2026-11-21, 0:00 UTC.
  static let midnight: UInt64 = 1_795_219_200

  let chain: FakeChain
  let folder: URL
  var rules: FeePayerRules
  let payer: PrivateKey
  let clock = Guarded<UInt64>(midnight + 3_600)

  var journal: String { folder.appendingPathComponent("journal").path }
  /// Where it is remembered which journal the account has.
  var state: String { folder.appendingPathComponent("state").path }
  var mark: String { "\(state)/fee-\(rules.chainID)-\(payer.address.lowercaseHex).lock" }

  init(_ chain: FakeChain = FakeChain(), folder: URL? = nil) throws {
    self.chain = chain
    self.folder = folder ?? FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    rules = Self.rules
    payer = try Self.key(999)
  }

  static var rules: FeePayerRules {
    var rules = FeePayerRules(
      chainID: 1001, maxGasPrice: .gwei(50), maxGas: 200_000, perDay: Amount(wei: cost.wei * 10),
      perSenderPerDay: Amount(wei: cost.wei * 3))
    rules.contracts[contract] = FeePayerRules.ContractRule(methods: [.init(signature: evaluate): evaluate])
    rules.anonymous = true
    rules.perMinute = 1_000_000
    return rules
  }

  static func key(_ number: Int) throws -> PrivateKey { try PrivateKey(bytes: Hash32(UInt256(number)).bytes) }

  func options() -> FeePayerService.Options {
    let clock = clock
    var options = FeePayerService.Options { clock.withLock { $0 } }
    options.receiptPause = .milliseconds(1)
    options.sendPause = .milliseconds(1)
    options.receiptAttempts = 3
    // A busy machine reaches any time that an order would wait.
    options.lookPatience = .seconds(3_600)
    return options
  }

  /// - Parameters:
  ///   - journal: Another than the usual one.
  ///   - state: Another than the usual one.
  func open(
    journal: String? = nil, state: String? = nil, _ change: (inout FeePayerService.Options) -> Void = { _ in }
  ) async throws -> FeePayerService {
    var options = options()
    change(&options)
    if EachLedger.isDatabase {
      let clock = clock
      return try await FeePayerService(
        rules: rules, keys: Keyring(payer), chain: chain, database: try TestDatabases.place(journal ?? self.journal),
        state: state ?? self.state, clock: { clock.withLock { $0 } }, options: options)
    }
    return try await FeePayerService(
      rules: rules, keys: Keyring(payer), chain: chain, journal: journal ?? self.journal, state: state ?? self.state,
      options: options)
  }

  /// The code of the error with which a service does not open.
  func refusal(
    journal: String? = nil, state: String? = nil, _ change: (inout FeePayerService.Options) -> Void = { _ in }
  ) async -> FeePayerError? {
    do {
      _ = try await open(journal: journal, state: state, change)
      return nil
    } catch {
      return error as? FeePayerError
    }
  }

  /// A student's transaction with the fee payer's signature, made elsewhere.
  func paidElsewhere(student: Int, nonce: UInt64 = 0) throws -> SignedTransaction {
    let key = try Self.key(student)
    var partly = PartlySignedTransaction(Self.transaction(from: key.address, nonce: nonce))
    try partly.sign(by: key)
    try partly.signAsFeePayer(by: payer)
    return try partly.completed()
  }

  /// The transaction that a student wants to send.
  static func transaction(
    from student: Address, nonce: UInt64 = 0, data: Bytes? = nil,
    payment: KaiaTransaction.FeePayment = .delegated
  ) -> KaiaTransaction {
    KaiaTransaction(
      chainID: 1001, nonce: nonce, gasPrice: price.wei, gasLimit: 100_000, from: student,
      operation: .execution(
        to: contract, value: 0, input: data ?? selector + [UInt8](repeating: 7, count: 192)), feePayment: payment)
  }

  static func raw(_ transaction: KaiaTransaction, by keys: PrivateKey...) throws -> String {
    var partly = PartlySignedTransaction(transaction)
    for key in keys { try partly.sign(by: key) }
    return Hex.encode(partly.encoded(.senderPart))
  }

  static func raw(student: Int, nonce: UInt64 = 0) throws -> String {
    let key = try key(student)
    return try raw(transaction(from: key.address, nonce: nonce), by: key)
  }

  static func request(_ raw: String, key: String? = nil, caller: String = "10.0.0.1") -> FeePayerService.Request {
    FeePayerService.Request(
      method: "POST", path: "/api/signAsFeePayer", key: key, caller: caller,
      body: (["userSignedTx": ["raw": .string(raw)]] as JSON).serializedBytes())
  }

  /// The lines of the journal, or those that a journal would have of what is in the database.
  var lines: [JournalLine] {
    get throws {
      if EachLedger.isDatabase { return try storedLines }
      var lines: [JournalLine] = []
      try JournalFile.read(journal) { (line, _) throws(FeePayerError) in lines.append(line) }
      return lines
    }
  }

  private var storedLines: [JournalLine] {
    get throws {
      let tables = try TestDatabases.place(journal).open(DatabaseSchema.feePayerStore, .feePayer)
      defer { try? tables.close() }
      let items = try tables.read { try ApprovalRows(db: $0).latest(.max).reversed() }
      var entries: [(time: UInt64, entry: JournalEntry)] = [
        (0, .begun(chainID: rules.chainID, feePayer: payer.address, start: nil))
      ]
      for item in items {
        entries.append((item.time, .approved(item.approval)))
        if let hash = item.hash { entries.append((item.time, .signed(id: item.approval.id, hash: hash))) }
        if item.isSuperseded { entries.append((item.time, .superseded(id: item.approval.id))) }
        if let end = item.settlement { entries.append((item.time, .settled(id: item.approval.id, end))) }
      }
      return entries.enumerated().map { JournalLine(number: UInt64($0), time: $1.time, entry: $1.entry) }
    }
  }
}
