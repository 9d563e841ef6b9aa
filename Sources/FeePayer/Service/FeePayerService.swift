import ContractABI
import Database
import Files
import Foundation
import Keys
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Transactions

/// Pays the fees of others' transactions by rules: Kaia's fee delegation API without HTTP.
///
/// In this order: the rules, the sender's signatures against its account's key on the chain, the nonce, whether a node
/// takes it, the balance, whether it would fail, the budgets and the journal, the signature. A transaction counts and is on
/// the disk before it is signed. Sent again, in whatever form, it gets the same signature and the same answer, and
/// counts once.
public actor FeePayerService {
  /// The rules by which it pays, as long as it runs.
  public nonisolated let rules: FeePayerRules
  /// The account that pays.
  public nonisolated let feePayer: Address
  private nonisolated let keys: Keyring
  nonisolated let chain: any FeePayerChain
  nonisolated let ledger: any PaymentLedger
  nonisolated let openOrders: OpenOrders
  nonisolated let counts = OrderCounts()
  nonisolated let options: Options
  /// The blocks that were too many to be compared with the journal at the start.
  public nonisolated let blocksLeftOut: ClosedRange<UInt64>?
  private var limits = RateLimits()
  /// The reason why nothing is signed any more.
  var stop: FeePayerError?
  private var underWay: [Hash32: Task<ServiceAnswer, Never>] = [:]

  /// Opens the journal, makes sure that the node is on the right chain and the keys may pay there, and that the journal
  /// knows all that the account paid for since it was compared last, a new one since the day (UTC) began.
  ///
  /// - Parameters:
  ///   - path: The file of the journal; made if it is missing and the account has none yet.
  ///   - state: The user's folder in which each account's journal is remembered, so that it has one on this machine.
  /// - Throws: `FeePayerError`; `SendingError` `.keyNotHeld`; what the chain throws.
  public init(
    rules: FeePayerRules, keys: Keyring, chain: any FeePayerChain, journal path: String, state: String,
    options: Options
  ) async throws {
    try await self.init(rules: rules, keys: keys, chain: chain, options: options) {
      try JournalFile.isBegun(path) ? nil : options.clock()
    } ledger: { block in
      let ledger = try JournalLedger(
        path, state: state, adopts: options.adoptsJournal, rules: rules, feePayer: keys.address, block: block,
        clock: options.clock, checkpoint: options.checkpoint)
      return (ledger, { await ledger.claim() })
    }
  }

  /// Opens the service over a database that other instances share, in place of a journal.
  ///
  /// - Parameters:
  ///   - place: The database, whose tables are made if they are missing.
  ///   - state: The user's folder in which each account's journal is remembered: neither a journal nor another database is
  ///     used beside this one.
  ///   - clock: The time in seconds since 1970; nil is the database's.
  /// - Throws: `FeePayerError`; `SendingError` `.keyNotHeld`; what the chain throws.
  package init(
    rules: FeePayerRules, keys: Keyring, chain: any FeePayerChain, database place: DatabasePlace, state: String,
    clock: (@Sendable () -> UInt64)? = nil, options: Options
  ) async throws {
    try await self.init(rules: rules, keys: keys, chain: chain, options: options) {
      try await BlockingWork.run { try LedgerStore.timeIfNew(place, clock: clock) }
    } ledger: { block in
      let (feePayer, adopts) = (keys.address, options.adoptsJournal)
      let claim = AccountClaim(feePayer: feePayer, chainID: rules.chainID, folder: state)
      let name = if case .file(let path) = place { URL(fileURLWithPath: path).path } else { place.name }
      let store = try await BlockingWork.run {
        try LedgerStore(
          at: place, rules: rules, feePayer: feePayer, block: block, clock: clock
        ) { try claim.check($0, name: name, adopts: adopts) }
      }
      return (store, { try await BlockingWork.run { try claim.make(store.identity, name: name, adopts: adopts) } })
    }
  }

  /// - Parameters:
  ///   - time: The time by a ledger's clock where it is new; nil for one that was begun before.
  ///   - open: Opens the ledger, or begins it as compared with the chain up to a block; with what notes that it is the
  ///     account's, which is done once the service can begin.
  private init(
    rules: FeePayerRules, keys: Keyring, chain: any FeePayerChain, options: Options,
    ifNew time: () async throws -> UInt64?,
    ledger open: (_ block: UInt64) async throws -> (ledger: any PaymentLedger, claim: @Sendable () async throws -> Void)
  ) async throws {
    let answered = try await chain.chainID()
    guard answered == rules.chainID else {
      throw FeePayerError(
        .wrongChain, "The node is on chain \(answered), the rules are for chain \(rules.chainID).")
    }
    _ = try keys.signers(in: .feePayer, under: try await chain.accountKey(of: keys.address))
    self.rules = rules
    self.keys = keys
    self.chain = chain
    self.options = options
    feePayer = keys.address
    let block =
      if let time = try await time() {
        try await DayStart(chain: chain).block(before: time)
      } else {
        try await chain.blockNumber()
      }
    let opened = try await open(block)
    ledger = opened.ledger
    openOrders = OpenOrders(ledger, of: feePayer, on: chain, options: options)
    do {
      blocksLeftOut = try await ChainComparison(
        ledger: ledger, chain: chain, feePayer: keys.address, books: options.booksPaymentsElsewhere
      ).run(most: options.mostBlocks, tell: options.onComparison)
      try await opened.claim()
    } catch {
      // It counts as one that pays no longer than it has to.
      try? await opened.ledger.close()
      throw error
    }
  }

  // MARK: Requests

  /// Answers a request; whatever goes wrong is an answer, too.
  public func answer(_ request: Request) async -> ServiceAnswer {
    let start = ContinuousClock.now
    let answer: ServiceAnswer
    do { answer = try await answered(request) } catch { answer = ServiceAnswer(error) }
    if request.path == Self.orders { counts.count(answer, after: .now - start) }
    return answer
  }

  private static let orders = "/api/signAsFeePayer"

  private func answered(_ request: Request) async throws -> ServiceAnswer {
    switch (request.method, request.path) {
    case ("POST", "/api/signAsFeePayer"):
      if stop != nil { throw ServiceAnswer.stopped }
      return try await sign(request.body, key: try admit(request))
    case ("GET", "/api/balance"), ("GET", "/api/v2/balance"):
      return try await balance(request)
    case (_, "/api/signAsFeePayer"), (_, "/api/balance"), (_, "/api/v2/balance"):
      throw ServiceAnswer.methodNotAllowed("\(request.path) does not take \(request.method)")
    default:
      throw ServiceAnswer.notFound("There is nothing at \(request.path)")
    }
  }

  /// Counts a request against the limits.
  ///
  /// - Returns: the name of its API key.
  private func admit(_ request: Request) throws -> String? {
    let time = options.clock()
    let wait = limits.count(.address(request.caller), limit: rules.perMinute, at: time)
    if let key = request.key, let name = rules.keys[try SHA256.hash(Bytes(key.utf8))] {
      // Many people may share the address of one app's server, which the key names.
      if let wait = limits.count(.key(name), limit: rules.perMinuteOfKey, at: time) {
        throw ServiceAnswer.tooMany(retryAfter: wait)
      }
      return name
    }
    if let wait { throw ServiceAnswer.tooMany(retryAfter: wait) }
    guard request.key == nil else { throw ServiceAnswer.badRequest("Invalid API key") }
    guard rules.anonymous else { throw ServiceAnswer.unauthorized("API key is required") }
    return nil
  }

  private func balance(_ request: Request) async throws -> ServiceAnswer {
    let name = try admit(request)
    if let text = request.query["address"] {
      guard let address = try? Address(text) else { throw ServiceAnswer.badRequest("Invalid address") }
      let isKnown = rules.contracts[address] != nil || rules.senders?.contains(address) ?? true
      guard isKnown else {
        throw ServiceAnswer.badRequest(
          "Address not found. If your DApp uses API keys, please provide the API key in the Authorization header")
      }
    } else if name == nil {
      throw ServiceAnswer.badRequest("API key or address is required")
    }
    let balance = try await chain.balance(of: feePayer)
    let isEnough = JSON.bool(balance.wei > options.reserve)
    if request.path == "/api/balance" { return .success(isEnough) }
    return .success(["isEnough": isEnough, "balance": .string(balance.wei.description)])
  }

  // MARK: Signing

  private func sign(_ body: [UInt8], key: String?) async throws -> ServiceAnswer {
    guard let text = (try? JSON(parsing: body))?["userSignedTx"]?["raw"]?.string else {
      throw ServiceAnswer.badRequest(
        "userSignedTx is required, [format] -- { userSignedTx: { raw: user signed rlp encoded transaction } }")
    }
    return try await sign(raw: text, key: key)
  }

  /// Answers a transaction that this process has read already.
  func answer(raw text: String) async -> ServiceAnswer {
    if stop != nil { return .stopped }
    let start = ContinuousClock.now
    let answer: ServiceAnswer
    do { answer = try await sign(raw: text, key: nil) } catch { answer = ServiceAnswer(error) }
    counts.count(answer, after: .now - start)
    return answer
  }

  private func sign(raw text: String, key: String?) async throws -> ServiceAnswer {
    let order: FeeOrder
    do {
      order = try FeeOrder(raw: text, rules: rules, feePayer: feePayer, key: key)
    } catch let answer as ServiceAnswer {
      throw answer
    } catch {
      throw ServiceAnswer.badRequest("Failed to parse transaction: \(FeeOrder.line(error))")
    }
    // A request for the same bytes at the same time gets the same answer; with other signatures the bytes differ, and
    // may be worth nothing.
    let copy = order.partly.senderTxHash
    if let task = underWay[copy] { return await task.value }
    let task = Task { await self.carriedOut(order) }
    underWay[copy] = task
    defer { underWay[copy] = nil }
    return await task.value
  }

  private nonisolated func carriedOut(_ order: FeeOrder) async -> ServiceAnswer {
    do { return try await carryOut(order) } catch { return ServiceAnswer(error) }
  }

  private nonisolated func carryOut(_ order: FeeOrder) async throws -> ServiceAnswer {
    try await requireLedger()
    let known = try await ledger.item(order.approval.id)
    if let settlement = known?.settlement, let receipt = try await chain.receipt(of: settlement.hash) {
      return Self.answer(receipt)
    }
    try await checkSender(of: order)
    let accountKey = try await chain.accountKey(of: feePayer)
    let signers = try keys.signers(in: .feePayer, under: accountKey)
    if known == nil {
      let states = try await checkNonce(of: order)
      try await checkAcceptance(of: order, signers: signers.count)
      try await checkBalance(for: order)
      // Earlier transactions of the sender may change what this does.
      if rules.attempts { try await attempt(order, at: states) }
    }
    // From here on it counts, and the journal knows of it: now it may be signed, and of all copies the first alone.
    var copy = try PartlySignedTransaction(decoding: try await openOrders.approve(order.approval))
    try copy.add(
      feePayer: feePayer, signatures: try signers.map { try $0.sign(order.approval.id) })
    let signed = try copy.completed()
    try await ledger.note(signed: order.approval.id, in: signed.hash)
    do {
      try await send(signed)
      return try await settle(signed, order)
    } catch let answer as ServiceAnswer {
      // Where something else was mined with its nonce already, it holds nothing of the budgets.
      await openOrders.look(at: order.approval.id)
      throw answer
    }
  }

  private nonisolated func checkSender(of order: FeeOrder) async throws {
    let transaction = order.partly.transaction
    let key = try await chain.accountKey(of: transaction.from)
    do {
      try key.check(try order.partly.senderPublicKeys(), role: .transaction, of: transaction.from)
    } catch {
      throw ServiceAnswer.badRequest("Failed to parse transaction: invalid sender: \(FeeOrder.line(error))")
    }
  }

  /// - Returns: the states on which it can be tried: before what waits, or behind it. Of what takes the place of one of
  ///   several that wait neither is its own.
  private nonisolated func checkNonce(of order: FeeOrder) async throws -> [BlockTag] {
    let (mined, pending) = try await chain.transactionCounts(of: order.approval.sender)
    let nonce = order.approval.nonce
    guard nonce >= mined else {
      throw ServiceAnswer.badRequest("nonce too low: it is \(nonce), the next is \(pending)")
    }
    guard nonce <= pending else {
      throw ServiceAnswer.badRequest("nonce too high: it is \(nonce), the next is \(pending)")
    }
    if nonce == mined { return [.latest] }
    return nonce == pending ? [.pending] : [.pending, .latest]
  }

  private nonisolated func checkBalance(for order: FeeOrder) async throws {
    let balance = try await chain.balance(of: feePayer).wei
    guard balance > options.reserve, balance >= order.approval.cost else {
      throw ServiceAnswer.badRequest(
        "Insufficient balance in fee delegation server, please contact the administrator.")
    }
  }

  /// Tries what the transaction does, as its sender, with the gas that its fields leave for that; on one state after the
  /// other, until it succeeds.
  ///
  /// - Throws: the answer to one that would fail on each, with the last reason.
  private nonisolated func attempt(_ order: FeeOrder, at states: [BlockTag]) async throws {
    guard let call = order.partly.transaction.trial else { return }
    var refusal: ServiceAnswer?
    for state in states {
      do {
        return try await chain.attempt(call, at: state)
      } catch let error as NodeError where error.code == .rpc && !error.isMethodMissing {
        let why = error.revertData.map { "\(RevertReason($0))" } ?? error.rpcMessage ?? error.message
        refusal = ServiceAnswer.badRequest("The transaction would fail: \(FeeOrder.line(why))")
      }
    }
    if let refusal { throw refusal }
  }

  private nonisolated func send(_ signed: SignedTransaction) async throws {
    for attempt in 1... {
      do {
        return try await chain.send(signed.encoded, hash: signed.hash)
      } catch let error as NodeError {
        let why = FeeOrder.line(error.rpcMessage ?? error.message)
        // A refusal stays one in half a second, too.
        if error.code == .rpc, !error.leavesOutcomeOpen {
          throw ServiceAnswer.badRequest("The node refuses the transaction: \(why)")
        }
        guard attempt < options.sendAttempts else {
          throw ServiceAnswer.internalError(
            "Sending transaction was failed after \(attempt) try, network is busy. Error message: \(why)")
        }
        try await Task.sleep(for: options.sendPause)
      }
    }
  }

  private nonisolated func settle(_ signed: SignedTransaction, _ order: FeeOrder) async throws -> ServiceAnswer {
    for attempt in 1...max(1, options.receiptAttempts) {
      if let receipt = try? await chain.receipt(of: signed.hash), receipt.blockNumber != nil {
        try await ledger.settle(order.approval, order.partly.transaction, by: receipt)
        return Self.answer(receipt)
      }
      if attempt < options.receiptAttempts { try await Task.sleep(for: options.receiptPause) }
    }
    throw ServiceAnswer.internalError(
      "The transaction \(signed.hash) was sent, and is in no block yet: look for it before you send another")
  }

  private static func answer(_ receipt: Receipt) -> ServiceAnswer {
    receipt.status ?? true ? .success(receipt.serviceJSON) : .reverted(receipt.serviceJSON)
  }
}
