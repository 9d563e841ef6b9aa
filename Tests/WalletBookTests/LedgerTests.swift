import ChainSupport
import ContractABI
import Database
import Devnet
import Foundation
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Tokens

@testable import WalletBook

@Suite("The ledger of an account's payments")
struct LedgerTests {
  /// A devnet behind a node whose answers can be changed, and a book.
  private final class Place: Sendable {
    let devnet: Devnet
    let client: NodeClient
    let book: Book
    private let folder: TemporaryFolder
    let messages = Guarded(0)
    private let refused: Guarded<Set<String>>
    private let proxy: FaultProxy

    init(kaia: Bool = false) async throws {
      var options = Devnet.Options()
      if kaia { options.kaia = KaiaChainParameters() }
      let devnet = try await Devnet.start(options)
      let refused = Guarded<Set<String>>([])
      proxy = try FaultProxy(
        FaultProxy.node { [messages] message in
          messages.withLock { $0 += 1 }
          guard let requests = message.array else { return await Self.answer(message, devnet, refused) }
          var answers: [JSON] = []
          for request in requests { answers.append(await Self.answer(request, devnet, refused) ?? .null) }
          return .array(answers)
        })
      client = try NodeClient(proxy.url, options: .patient)
      folder = try TemporaryFolder()
      book = try Book("\(folder.path)/book.sqlite")
      (self.devnet, self.refused) = (devnet, refused)
    }

    private static func answer(_ request: JSON, _ devnet: Devnet, _ refused: Guarded<Set<String>>) async -> JSON? {
      let newest: [JSON] = ["latest", .string(UInt256(await devnet.block()?.number ?? 0).quantity)]
      let isOld = request["method"] == "eth_getBalance" && !newest.contains(request["params"]?[1] ?? .null)
      let method = request["method"]?.string ?? ""
      guard refused.withLock({ $0.contains(method) || (isOld && $0.contains("old balances")) }) else {
        return await devnet.answer(request)
      }
      return [
        "jsonrpc": "2.0", "id": request["id"] ?? .null,
        "error": ["code": -32601, "message": "the method is not there"],
      ]
    }

    func refuse(_ methods: [String]) { refused.withLock { $0 = Set(methods) } }

    var owners: [Address] { devnet.accounts.map(\.address) }

    func read(
      _ account: Int = 1, atMost most: UInt64 = 2_000, events: [PaymentEvent] = []
    ) async throws -> LedgerReader.Outcome {
      let place = BalancePlace(network: "local", address: owners[account])
      return try await LedgerReader(node: client, book: book, place: place, events: events).read(atMost: most)
    }

    /// A contract that sends what it gets to the second account, CALL(gas, owner, callvalue, 0, 0, 0, 0), and logs how much
    /// that was.
    func splitter() async throws -> Address {
      let code: Bytes =
        [0x5f, 0x5f, 0x5f, 0x5f, 0x34, 0x73] + owners[1].bytes + [0x5a, 0xf1, 0x50, 0x34, 0x5f, 0x52, 0x7f]
        + LedgerTests.paid.bytes + [0x60, 0x20, 0x5f, 0xa1, 0x00]
      let splitter = Address(truncating: 0x5911)
      try await devnet.setCode(code, of: splitter)
      return splitter
    }

    @discardableResult
    func send(_ units: UInt64, from sender: Int, to receiver: Address?, data: Bytes = []) async throws -> Hash32 {
      try await devnet.send(
        DevnetCall(from: owners[sender], to: receiver, value: UInt256(units), data: data, gas: 300_000))
    }
  }

  /// The topic that ``Place/splitter()`` logs.
  private static let paid = Hash32(UInt256(0x9a1d))

  /// The event of a splitter, which tells so much more than it says.
  private static func event(of splitter: Address, to receiver: Address, beyond more: UInt256 = 0) -> PaymentEvent {
    PaymentEvent(of: splitter, topic: paid) { log in
      (try? UInt256(bigEndian: log.data)).map { [(receiver, $0 &+ more)] } ?? []
    }
  }

  private static func sum(_ ledger: AccountLedger) -> UInt256 {
    let kinds: Set<LedgerPayment.Kind> = [.transfer, .internal, .fee, .unread]
    return ledger.opening &+ ledger.sum(of: kinds, gained: true).wei &- ledger.sum(of: kinds, gained: false).wei
  }

  @Test("is empty where nothing came or went, and not where something came that no payment explains")
  func empty() {
    func ledger(closing: UInt256?) -> AccountLedger {
      AccountLedger(
        start: 0, opening: 7, reach: BlockReach(block: 1, hash: .zero), closing: closing, payments: [])
    }
    #expect(ledger(closing: 7).isEmpty && ledger(closing: nil).isEmpty)
    #expect(!ledger(closing: 8).isEmpty && !ledger(closing: 6).isEmpty)
  }

  @Test("Five payments between two looks are named with their senders, and the sums are exact")
  func incoming() async throws {
    let place = try await Place()
    #expect(try await place.read().ledger.payments.isEmpty)
    var hashes: [Hash32] = []
    for number in 0..<5 {
      hashes.append(try await place.send(UInt64(1_000 + number), from: 2 + number, to: place.owners[1]))
    }
    // What it pays itself, to another and to itself, and what fails.
    try await place.send(77, from: 1, to: place.owners[0])
    try await place.send(5, from: 1, to: place.owners[1])
    let outcome = try await place.read()
    let gains = outcome.ledger.payments.filter(\.isGain)
    #expect(gains.map(\.units) == [1_000, 1_001, 1_002, 1_003, 1_004] && gains.map(\.transaction) == hashes)
    #expect(gains.map(\.other) == place.owners[2...6].map { $0 } && gains.allSatisfy { $0.kind == .transfer })
    let losses = outcome.ledger.payments.filter { !$0.isGain }
    #expect(losses.map(\.kind) == [.transfer, .fee, .fee] && losses[0].units == 77)
    #expect(outcome.ledger.unexplained == nil && outcome.unread == 0 && outcome.problem == nil)
    #expect(Self.sum(outcome.ledger) == outcome.ledger.closing)
    #expect(outcome.ledger.closing == (try await place.client.balance(of: place.owners[1], at: .latest)).wei)
  }

  @Test("A reading goes on where the last one came to, and reads nothing twice")
  func resumed() async throws {
    let place = try await Place()
    try await place.send(1, from: 2, to: place.owners[1])
    _ = try await place.read()
    try await place.devnet.mine(blocks: 250)
    try await place.send(2, from: 3, to: place.owners[1])
    let before = place.messages.withLock { $0 }
    let outcome = try await place.read()
    #expect(outcome.ledger.payments.map(\.units) == [1, 2] && outcome.ledger.unexplained == nil)
    // The newest block, the kept one, three hundreds of blocks with a receipt, and the balance.
    #expect(place.messages.withLock { $0 } - before <= 8)
    let again = try await place.read()
    #expect(again.ledger == outcome.ledger)
  }

  @Test("Over blocks that nobody reads the change is one that is not explained, and the sums stay exact")
  func bounded() async throws {
    let (_, outcome) = try await withGap()
    #expect(outcome.ledger.payments.map(\.kind) == [.transfer, .unread, .transfer])
    #expect(outcome.ledger.payments.map(\.units) == [1, 10, 100])
    #expect(outcome.ledger.unexplained?.amount == Amount(wei: 10) && outcome.ledger.unexplained?.isGain == true)
    #expect(Self.sum(outcome.ledger) == outcome.ledger.closing)
  }

  /// A ledger with a payment of 1 in the first block, and one of 10 and one of 100 around a hundred blocks, of which the last
  /// fifty were read.
  private func withGap(_ refused: String...) async throws -> (Place, LedgerReader.Outcome) {
    let place = try await Place()
    try await place.send(1, from: 2, to: place.owners[1])
    _ = try await place.read(atMost: 50)
    try await place.send(10, from: 2, to: place.owners[1])
    try await place.devnet.mine(blocks: 100)
    try await place.send(100, from: 2, to: place.owners[1])
    place.refuse(refused)
    return (place, try await place.read(atMost: 50))
  }

  @Test("Blocks that a reading left out are read by later ones, from the newest down, and then all is explained")
  func filled() async throws {
    let (place, first) = try await withGap()
    #expect(first.unread == 52 && first.ledger.gaps.map(\.start) == [1] && first.ledger.gaps.map(\.block) == [53])
    let second = try await place.read(atMost: 30)
    #expect(second.unread == 22 && second.ledger.payments.map(\.kind) == [.transfer, .unread, .transfer])
    #expect(second.ledger.gaps.map(\.block) == [23] && second.ledger.gaps.map(\.units) == [10])
    #expect(Self.sum(second.ledger) == second.ledger.closing)
    // The newest blocks come first, and what is left over of those that are read is the gap's.
    try await place.devnet.mine(blocks: 5)
    let third = try await place.read(atMost: 10)
    #expect(third.unread == 17 && third.ledger.reach.block == 108)
    let last = try await place.read()
    #expect(last.ledger.payments.map(\.units) == [1, 10, 100] && last.ledger.gaps.isEmpty && last.unread == 0)
    #expect(last.ledger.payments.allSatisfy { $0.kind == .transfer } && last.ledger.unexplained == nil)
    #expect(Self.sum(last.ledger) == last.ledger.closing)
    #expect(try await place.read().ledger == last.ledger)
  }

  @Test("Blocks that were left out are read though the node has forgotten the balances of that time")
  func filledWithoutBalances() async throws {
    let (place, first) = try await withGap("old balances")
    #expect(first.ledger.payments.map(\.kind) == [.transfer, .unread, .transfer] && first.unread == 52)
    #expect(first.ledger.payments.map(\.units) == [1, 10, 100] && Self.sum(first.ledger) == first.ledger.closing)
    let last = try await place.read()
    #expect(last.ledger.payments.map(\.units) == [1, 10, 100] && last.ledger.unexplained == nil && last.unread == 0)
  }

  @Test("A gap stays as it is where the node fails, and over one without a change blocks are read as well")
  func keptGap() async throws {
    let (place, first) = try await withGap()
    place.refuse(["eth_getLogs"])
    let failed = try await place.read()
    #expect(failed.problem != nil && failed.ledger == first.ledger && failed.unread == 52)
    place.refuse([])
    _ = try await place.read()
    try await place.devnet.mine(blocks: 100)
    let unchanged = try await place.read(atMost: 10)
    #expect(unchanged.unread == 90 && unchanged.ledger.gaps.map(\.units) == [0])
    #expect(unchanged.ledger.unexplained == nil)
    #expect(try await place.read().unread == 0)
  }

  @Test("What a contract paid in blocks that were left out is found in their traces")
  func internalInGap() async throws {
    let place = try await Place()
    let splitter = try await place.splitter()
    _ = try await place.read()
    let hash = try await place.send(40, from: 2, to: splitter)
    try await place.devnet.mine(blocks: 100)
    let first = try await place.read(atMost: 10)
    #expect(first.ledger.unexplained?.amount == Amount(wei: 40) && first.unread == 91)
    let last = try await place.read()
    #expect(last.ledger.payments.map(\.transaction) == [hash] && last.ledger.payments.map(\.kind) == [.internal])
    #expect(last.ledger.unexplained == nil && last.unread == 0)
  }

  @Test("A longer reading after a short first one reads the blocks before that, if the node knows the balance then")
  func longer() async throws {
    let place = try await Place()
    try await place.send(1, from: 2, to: place.owners[1])
    try await place.devnet.mine(blocks: 150)
    try await place.send(10, from: 2, to: place.owners[1])
    #expect(try await place.read(atMost: 1).ledger.payments.map(\.units) == [10])
    place.refuse(["old balances"])
    #expect(try await place.read().ledger.start == 151)
    place.refuse([])
    let outcome = try await place.read()
    #expect(outcome.ledger.start == 0 && outcome.ledger.payments.map(\.units) == [1, 10])
    #expect(outcome.ledger.unexplained == nil && Self.sum(outcome.ledger) == outcome.ledger.closing)
  }

  @Test("What a contract pays is found in traces where a node offers them, and is not explained where none does")
  func internalPayments() async throws {
    let place = try await Place()
    let splitter = try await place.splitter()
    _ = try await place.read()
    place.refuse(["debug_traceBlockByNumber"])
    try await place.send(40, from: 2, to: splitter)
    var outcome = try await place.read()
    #expect(outcome.ledger.payments.isEmpty)
    #expect(outcome.ledger.unexplained?.amount == Amount(wei: 40) && outcome.ledger.unexplained?.isGain == true)
    place.refuse([])
    let hash = try await place.send(2, from: 2, to: splitter)
    outcome = try await place.read()
    let found = try #require(outcome.ledger.payments.first)
    #expect(found.kind == .internal && found.units == 2 && found.other == splitter && found.transaction == hash)
    // The first one is in blocks that were read before.
    #expect(outcome.ledger.unexplained?.amount == Amount(wei: 40))
  }

  @Test("Without traces the event of a known contract names what it paid, unless it tells more than came")
  func events() async throws {
    let place = try await Place()
    let splitter = try await place.splitter()
    _ = try await place.read()
    place.refuse(["debug_traceBlockByNumber"])
    try await place.send(7, from: 2, to: splitter)
    let untrue = Self.event(of: splitter, to: place.owners[1], beyond: 1)
    #expect(try await place.read(events: [untrue]).ledger.unexplained?.amount == Amount(wei: 7))
    let hash = try await place.send(40, from: 2, to: splitter)
    let ledger = try await place.read(events: [Self.event(of: splitter, to: place.owners[1])]).ledger
    #expect(ledger.payments.map(\.kind) == [.internal] && ledger.payments.map(\.units) == [40])
    #expect(ledger.payments.map(\.other) == [splitter] && ledger.payments.map(\.transaction) == [hash])
    // The first one is in a block that was read before.
    #expect(ledger.unexplained?.amount == Amount(wei: 7))
  }

  @Test("What a contract paid in a block whose reward came, too, is named, and the reward is what is not explained")
  func besideReward() async throws {
    let place = try await Place()
    let splitter = try await place.splitter()
    _ = try await place.read()
    try await place.devnet.setCoinbase(place.owners[1])
    let before = try await place.client.balance(of: place.owners[1], at: .latest).wei
    try await place.send(40, from: 2, to: splitter)
    let gained = try await place.client.balance(of: place.owners[1], at: .latest).wei - before
    try #require(gained > 40)
    let ledger = try await place.read().ledger
    #expect(ledger.payments.map(\.kind) == [.internal] && ledger.payments.map(\.units) == [40])
    #expect(ledger.unexplained?.amount == Amount(wei: gained - 40) && ledger.unexplained?.isGain == true)
  }

  @Test("A node that has forgotten old balances is read from now on")
  func forgetful() async throws {
    let place = try await Place()
    try await place.send(1, from: 2, to: place.owners[1])
    place.refuse(["debug_traceBlockByNumber"])
    let first = try await place.read(atMost: 1)
    #expect(first.ledger.closing != nil && first.ledger.unexplained == nil)
  }

  @Test("A chain that is another is read anew")
  func otherChain() async throws {
    let place = try await Place()
    try await place.send(1, from: 2, to: place.owners[1])
    _ = try await place.read()
    let snapshot = BalancePlace(network: "local", address: place.owners[1])
    try await BookLedgers(of: place.book).begin(
      BlockReach(block: 1, hash: Hash32(UInt256(7))), opening: 3, of: snapshot)
    let outcome = try await place.read()
    #expect(outcome.ledger.payments.map(\.units) == [1] && outcome.ledger.unexplained == nil)
  }

  @Test("Tokens that come and go are named, and transfers of nothing are no payments")
  func tokens() async throws {
    let place = try await Place()
    // It logs Transfer(caller, second account, calldata's word): what any contract can do.
    let topic = TokenCalls.transferTopic.bytes
    let code: Bytes =
      [0x5f, 0x35, 0x5f, 0x52, 0x73] + place.owners[1].bytes + [0x33, 0x7f] + topic + [0x60, 0x20, 0x5f, 0xa3, 0x00]
    let token = Address(truncating: 0x70c)
    try await place.devnet.setCode(code, of: token)
    _ = try await place.read()
    try await place.send(0, from: 2, to: token, data: Hash32(UInt256(9)).bytes)
    try await place.send(0, from: 3, to: token, data: Hash32.zero.bytes)
    let outcome = try await place.read()
    let payment = try #require(outcome.ledger.payments.first)
    #expect(outcome.ledger.payments.count == 1 && payment.kind == .token && payment.isGain && payment.units == 9)
    #expect(payment.token == token && payment.other == place.owners[2] && outcome.ledger.unexplained == nil)
  }
}
