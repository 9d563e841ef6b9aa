import ChainSupport
import ContractClient
import Database
import Exchange
import Keys
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Tokens

@testable import LecturesCommand
@testable import WalletBook

@Suite("Tokens in wallets", .timeLimit(.minutes(20)))
struct WalletHoldingTests {
  private static let one = UInt256(1_000_000_000_000_000_000)

  @Test("are listed below the wallet, shown offline with their age, and told by balance, with names of contacts too")
  func listed() async throws {
    let home = try await ExchangeHome()
    let list = await home.run("wallet list")
    #expect(list.status == .success, "\(list.errors)")
    for text in ["500 TKA", "500 WKLAY", "token"] { #expect(list.output.contains(text), "\(list.output)") }
    let json = try await home.json("wallet list")
    let teacher = try #require(json["accounts"]?.array?.first { $0["name"] == "teacher" })
    let tokens = teacher["tokens"]?.array ?? []
    #expect(Set(tokens.compactMap { $0["symbol"]?.string }) == ["TKA", "WKLAY"])
    #expect(tokens.allSatisfy { $0["value"] == "500" && $0["vouched"] == true && $0["decimals"] == 18 })
    let shown = await home.run("wallet show teacher")
    #expect(shown.output.contains("500 TKA (\(home.base.checksummed))"), "\(shown.output)")
    #expect(try await home.json("wallet list --offline")["accounts"]?[1]?["tokens"]?.array?.count == 2)
    _ = await home.run("contact add friend \(home.teacher.address.checksummed) --yes")
    let balance = await home.run("balance friend student")
    #expect(balance.status == .success && balance.output.contains("500 TKA"), "\(balance.output)\(balance.errors)")
    let named = try await home.json("balance friend student \(home.base.checksummed)")["balances"]?.array ?? []
    #expect(named.map { $0["name"] } == ["teacher", "student", .null], "\(named)")
    for name in ["teacher", "student"] { #expect(balance.output.contains("\(name) "), "\(balance.output)") }
    let ukrainian = await home.run("wallet list --language uk")
    #expect(ukrainian.output.contains("токен"))
  }

  @Test("are worth as much as the coin where they are the coin as a token, and the others are counted as not valued")
  func worth() async throws {
    let home = try await ExchangeHome(settings: ["LECTURES_FIAT_RATE": "2 USD"])
    let json = try await home.json("balance teacher")
    let tokens = json["balances"]?[0]?["tokens"]?.array ?? []
    #expect(tokens.first { $0["symbol"] == "WKLAY" }?["fiat"] == "1000.00 USD", "\(json)")
    #expect(tokens.first { $0["symbol"] == "TKA" }?["fiat"] == .null)
    let run = await home.run("balance teacher student")
    #expect(run.output.contains("in all, without 1 of no known value."), "\(run.output)")
    _ = try await home.json("wallet list")
    let shown = try await home.json("wallet show teacher")
    #expect(shown["tokens"]?.array?.first { $0["symbol"] == "WKLAY" }?["fiat"] == "1000.00 USD", "\(shown)")
    #expect(shown["fiatTotal"]?.string?.hasSuffix(" USD") == true && shown["balance"]?["fiat"] != nil, "\(shown)")
    let text = await home.run("wallet show teacher")
    #expect(text.output.contains("in all, without 1 of no known value."), "\(text.output)")
  }

  @Test("that nobody lists are found by their transfers, and one that lies spoils its own line only")
  func found() async throws {
    let home = try await ExchangeHome(settings: ["LECTURES_TOKEN_LISTS": nil])
    let owner = Hash32(UInt256(home.teacher.address)).bytes
    // It logs a transfer to the teacher when it is called with nothing, and answers all questions with garbage.
    let topic = TokenCalls.transferTopic.bytes
    let log: Bytes =
      [0x60, 0x01, 0x5f, 0x52, 0x7f] + owner + [0x33, 0x7f] + topic + [0x60, 0x20, 0x5f, 0xa3, 0x00]
    let liar: Bytes = [0x36, 0x15, 0x60, 0x08, 0x57, 0x36, 0x5f, 0xf3, 0x5b] + log
    let address = Address(truncating: 0x11a2)
    _ = try await home.chain.node.send(
      NodeRequest<JSON>("anvil_setCode", [.string(address.lowercaseHex), .string(liar.hex)]) { $0 })
    let account = home.chain.accounts[0]
    _ = try await home.chain.node.send(
      NodeRequest<JSON>(
        "eth_sendTransaction",
        [["from": .string(account.lowercaseHex), "to": .string(address.lowercaseHex), "gas": "0x30d40"]]
      ) { $0 })
    let json = try await home.json("wallet list")
    let tokens = try #require(json["accounts"]?.array?.first { $0["name"] == "teacher" })["tokens"]?.array ?? []
    #expect(tokens.first { $0["token"] == .string(home.base.checksummed) }?["symbol"] == "TKA?", "\(tokens)")
    #expect(tokens.first { $0["token"] == .string(address.checksummed) }?["units"] == .null, "\(tokens)")
    #expect(tokens.first { $0["token"] == .string(home.base.checksummed) }?["units"] != .null)
  }

  @Test(
    "are refreshed for 1,000 wallets with ten tokens each in ten requests, be Multicall3 deployed or not",
    arguments: [false, true])
  func requests(isMulticallThere: Bool) async throws {
    let home = WalletHome()
    let chain = try await Chain.start()
    let port = try #require(chain.url.split(separator: ":").last.flatMap { UInt16($0) })
    let requests = Guarded(0)
    let proxy = try FaultProxy(
      FaultProxy.node(port: port),
      observe: { step in if step.moment == .request { requests.withLock { $0 += 1 } } })
    let token = AnsweringCode.make([
      (0x70a0_8231, AnsweringCode.words([3])), (0x313c_e567, AnsweringCode.words([0])),
      (0x95d8_9b41, AnsweringCode.string("TEN")),
    ])
    var trusted: [String] = []
    for number in 0..<10 {
      let address = Address(truncating: UInt256(0x7000 + number))
      _ = try await chain.node.send(
        NodeRequest<JSON>("anvil_setCode", [.string(address.lowercaseHex), .string(token.hex)]) { $0 })
      trusted.append("\(address.checksummed):0:T\(number):Ten")
    }
    if isMulticallThere {
      // Only that there is a contract counts: this one has no answers, which costs a request more.
      _ = try await chain.node.send(
        NodeRequest<JSON>("anvil_setCode", ["0xca11bde05977b3631167028862be2a173976ca11", "0x00"]) { $0 })
    }
    home.environment["LECTURES_TRUSTED_TOKENS"] = trusted.joined(separator: ",")
    home.environment["LECTURES_ENDPOINT"] = proxy.url
    let book = try WalletListTests.book(of: home)
    try await book.file.write { database in
      for number in 0..<1_000 { try Book.insert(WalletListTests.watched(number, network: nil), in: database) }
    }
    let json = try await home.json("wallet list")
    let accounts = json["accounts"]?.array ?? []
    #expect(accounts.count == 1_000 && accounts.allSatisfy { $0["tokens"]?.array?.count == 10 && $0["stale"] == false })
    #expect(requests.withLock { $0 } <= 10)
  }

  @Test("that others may move are listed, and taken back")
  func allowances() async throws {
    let home = try await ExchangeHome()
    let spender = home.student.address
    _ = try await CampusToken(address: home.base, connection: home.connection).approve(
      spender: spender, amount: .max
    ).send(from: home.teacher)
    let run = await home.run("wallet allowances teacher")
    #expect(run.output.contains("TKA") && run.output.contains("all, for ever") && run.output.contains("student"))
    let json = try await home.json("wallet allowances teacher")
    #expect(json["allowances"]?[0]?["spender"] == .string(spender.checksummed))
    #expect(json["allowances"]?[0]?["endless"] == true)
    let revoked = try await home.json("wallet allowances --revoke TKA --from teacher --yes")
    #expect(
      revoked["revoked"]?.array?.count == 1 && revoked["revoked"]?[0]?["transaction"]?["hash"] != nil, "\(revoked)")
    #expect(try await home.json("wallet allowances teacher")["allowances"]?.array?.isEmpty == true)
    let again = await home.run("wallet allowances --revoke TKA --from teacher --yes")
    #expect(again.output.contains("Nobody may move TKA."))
  }

  @Test("of impossible decimals are listed in their smallest unit, and what others may move is told and taken back")
  func impossible() async throws {
    let home = try await ExchangeHome()
    let (owner, spender) = (UInt256(home.teacher.address), UInt256(home.student.address))
    let address = Address(truncating: 0x2550)
    func setCode(_ code: Bytes) async throws {
      _ = try await home.chain.node.send(
        NodeRequest<JSON>("anvil_setCode", [.string(address.lowercaseHex), .string(code.hex)]) { $0 })
    }
    /// The code that logs an event of three topics, the first of which is given.
    func log(_ topic: Hash32, _ from: UInt256, _ to: UInt256) -> Bytes {
      [0x7f] + to.bigEndianBytes + [0x7f] + from.bigEndianBytes + [0x7f] + topic.bytes + [0x60, 0x20, 0x5f, 0xa3]
    }
    try await setCode(
      [0x60, 0x01, 0x5f, 0x52] + log(TokenCalls.approvalTopic, owner, spender) + log(TokenCalls.transferTopic, 1, owner)
    )
    _ = try await home.chain.node.send(
      NodeRequest<JSON>(
        "eth_sendTransaction",
        [
          [
            "from": .string(home.chain.accounts[0].lowercaseHex), "to": .string(address.lowercaseHex),
            "gas": "0x30d40",
          ]
        ]
      ) { $0 })
    func setToken(allowance: UInt256) async throws {
      try await setCode(
        AnsweringCode.make([
          (0x70a0_8231, AnsweringCode.words([3])), (0x313c_e567, AnsweringCode.words([255])),
          (0x95d8_9b41, AnsweringCode.string("BIG")), (0xdd62_ed3e, AnsweringCode.words([allowance])),
          (0x095e_a7b3, AnsweringCode.words([1])),
        ]))
    }
    try await setToken(allowance: .max)
    let endless = await home.run("wallet allowances teacher")
    #expect(endless.output.contains("BIG?") && endless.output.contains("all, for ever"), "\(endless.output)")
    try await setToken(allowance: 7)
    let some = try await home.json("wallet allowances teacher")["allowances"]?[0]
    #expect(some?["token"] == .string(address.checksummed) && some?["amount"]?["units"] == "7", "\(some ?? .null)")
    let held = try #require(try await home.json("wallet list")["accounts"]?.array?.first { $0["name"] == "teacher" })
    let token = held["tokens"]?.array?.first { $0["token"] == .string(address.checksummed) }
    #expect(token?["units"] == "3" && token?["decimals"] == .null, "\(held)")
    let revoked = try await home.json("wallet allowances --revoke \(address.checksummed) --from teacher --yes")
    #expect(revoked["revoked"]?.array?.count == 1, "\(revoked)")
  }

  @Test("that the exchange names are known wherever a wallet's tokens are shown, and the exchange is named as spender")
  func known() async throws {
    let home = try await ExchangeHome(settings: ["LECTURES_TOKEN_LISTS": nil])
    let (fees, proxy) = try (#require(home.contracts.v1?.feeToken), #require(home.contracts.v1?.proxy))
    let v4 = try #require(home.contracts.v4)
    let run = await home.run("exchange approve CAMP 3 --from teacher --yes")
    #expect(run.status == .success && run.errors.contains("the exchange, 0x"), "\(run.output)\(run.errors)")
    _ = try await CampusToken(address: fees, connection: home.connection).approve(
      spender: home.student.address, amount: 7
    ).send(from: home.teacher)
    let told = try await home.json("wallet allowances teacher")["allowances"]?.array ?? []
    #expect(told.count == 2 && told.allSatisfy { $0["symbol"] == "CAMP" && $0["vouched"] == true }, "\(told)")
    for one in told {
      let isExchange = [proxy, v4].contains { one["spender"] == .string($0.checksummed) }
      #expect(one["exchange"] == .bool(isExchange), "\(one)")
    }
    #expect(Set(told.map { $0["exchange"] == true }) == [true, false])
    for (language, word) in [("en", "the exchange, 0x"), ("ko", "거래소, 0x"), ("uk", "біржа, 0x")] {
      let shown = await home.run("wallet allowances teacher", language: language).output
      #expect(shown.contains(word) && shown.contains("student 0x") && !shown.contains("CAMP?"), "\(shown)")
    }
    let review = await home.run("wallet allowances --revoke CAMP --from teacher --yes")
    #expect(review.output.contains("from the exchange, 0x"), "\(review.output)\(review.errors)")
    #expect(review.errors.contains("Spender      the exchange, 0x"), "\(review.errors)")
    let request = try await home.json("wallet qr teacher --amount 2 --token CAMP")
    #expect(request["token"] == .string(fees.checksummed), "\(request)")
  }

  @Test("and the coin: every payment of five is named in the history with its sender, and the rest is none")
  func history() async throws {
    let home = try await ExchangeHome()
    _ = await home.run("wallet history teacher")
    for number in 1...5 {
      _ = try await home.chain.node.send(
        NodeRequest<JSON>(
          "eth_sendTransaction",
          [
            [
              "from": .string(home.chain.accounts[number].lowercaseHex),
              "to": .string(home.teacher.address.lowercaseHex), "value": .string(UInt256(number).quantity),
            ]
          ]
        ) { $0 })
    }
    let coin = try #require(home.contracts.wrappedCoin).checksummed
    let sent = await home.run("wallet transfer --from student --to teacher --token \(coin) --amount 1 --yes")
    #expect(sent.status == .success, "\(sent.errors)")
    let json = try await home.json("wallet history teacher")
    let move = try #require(json["transfers"]?.array?.last)
    #expect(move["direction"] == "received" && move["from"] == .string(home.student.address.checksummed), "\(move)")
    #expect(move["what"]?.string?.hasPrefix("transfer of 1 WKLAY") == true && move["amount"]?["wei"] == "0", "\(move)")
    #expect(json["tokens"]?.array?.first { $0["symbol"] == "WKLAY" }?["value"] == "501", "\(json)")
    let shown = await home.run("wallet history teacher")
    #expect(shown.output.contains("501 WKLAY (\(coin)), "), "\(shown.output)")
    let ledger = try #require(json["ledger"])
    let gains = (ledger["payments"]?.array ?? []).filter {
      $0["gain"] == true && $0["kind"] == "transfer" && $0["token"] == .null
    }
    #expect(gains.suffix(5).compactMap { $0["units"]?.string } == ["1", "2", "3", "4", "5"])
    #expect(gains.suffix(5).compactMap { $0["other"]?.string } == home.chain.accounts[1...5].map(\.checksummed))
    #expect(ledger["unexplained"] == .null && ledger["unread"] == 0)
    for language in ["ko", "uk"] {
      let run = await home.run("wallet history teacher --language \(language)")
      #expect(run.output.contains(language == "ko" ? "입출금" : "Що надійшло"), "\(run.output)")
    }
  }
}
