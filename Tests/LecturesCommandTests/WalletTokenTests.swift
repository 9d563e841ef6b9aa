import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures wallet transfer --token")
struct WalletTokenTests {
  private static let token = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB"
  private static let student = WalletHome.student.lowercased()

  /// The answers of a token's contract, by selector.
  private struct Token: Sendable {
    var symbol: String? = text("USDT")
    var decimals: String? = word(6)
    var balance: String? = word(5_000_000)
    var transfer: String? = word(1)
    var received: UInt64?

    static func word(_ number: UInt64) -> String { "0x" + padded(String(number, radix: 16)) }
    static func padded(_ digits: String) -> String { String(repeating: "0", count: 64 - digits.count) + digits }
    static func text(_ text: String) -> String {
      let bytes = Bytes(text.utf8)
      let body = Hex.encode(bytes, prefix: false)
      let filler = String(repeating: "0", count: (64 - body.count % 64) % 64)
      return "0x" + padded("20") + padded(String(bytes.count, radix: 16)) + body + filler
    }
  }

  private func fixture(_ token: Token = Token()) async throws -> (WalletHome, StubNode) {
    let home = await WalletHome.withOwner()
    let node = try StubNode { chain in
      chain.balances = [WalletHome.owner.lowercased(): 100]
      chain.contracts = [Self.token.lowercased()]
      chain.answers["eth_call"] = { call, _ in
        let data = call.params.first?["data"]?.string ?? call.params.first?["input"]?.string ?? ""
        let answers = [
          "0x95d89b41": token.symbol, "0x313ce567": token.decimals, "0x70a08231": token.balance,
          "0xa9059cbb": token.transfer,
        ]
        guard let answer = answers[String(data.prefix(10))] ?? nil else {
          return .error(code: 3, "execution reverted", data: "0x")
        }
        return .result(.string(answer))
      }
      if let received = token.received {
        let topics: [JSON] = [
          .string(Keccak256.hash(Bytes("Transfer(address,address,uint256)".utf8)).hex),
          .string("0x" + Token.padded(String(WalletHome.owner.lowercased().dropFirst(2)))),
          .string("0x" + Token.padded(String(Self.student.dropFirst(2)))),
        ]
        chain.logs = [
          [
            "address": .string(Self.token), "topics": .array(topics), "data": .string(Token.word(received)),
            "blockNumber": "0x8", "logIndex": "0x0", "transactionIndex": "0x0",
            "blockHash": .string("0x" + Token.padded("1")), "transactionHash": .string("0x" + Token.padded("2")),
            "removed": false,
          ]
        ]
      }
    }
    home.use(node)
    return (home, node)
  }

  private func send(_ more: String, _ token: Token = Token(), answers: [String]? = ["y"]) async throws -> (
    CommandRun, StubNode
  ) {
    let (home, node) = try await fixture(token)
    return (
      await home.run("wallet transfer --to \(Self.student) --token \(Self.token) \(more)", answers: answers), node
    )
  }

  @Test("reads symbol and decimals, shows them, and sends")
  func transfer() async throws {
    let (run, node) = try await send("--amount 1.5")
    #expect(run.status == .success, "\(run.errors)")
    let question = run.questions.first ?? ""
    #expect(question.hasPrefix("Send 1.5 USDT?\n") && question.contains("Token        USDT \(Self.token)"))
    #expect(run.output.hasPrefix("Sent 1.5 USDT to \(WalletHome.student).\n"))
    // transfer(student, 1500000)
    #expect(
      node.sent.first?.contains(
        "a9059cbb" + Token.padded(String(Self.student.dropFirst(2))) + Token.padded("16e360")) ?? false)
  }

  @Test("sends all with --max, and has a stable shape in JSON")
  func max() async throws {
    let (home, _) = try await fixture()
    let json = try await home.json("wallet transfer --to \(Self.student) --token \(Self.token) --max --yes --quiet")
    #expect(
      json["amount"] == [
        "units": "5000000", "value": "5", "symbol": "USDT", "decimals": 6, "token": .string(Self.token),
      ])
    #expect(json["received"] == .null && json["transaction"]?["hash"] != nil)
  }

  @Test("says what is missing before anything is sent")
  func refusals() async throws {
    for (line, token, status, text) in [
      (
        "--amount 5.1", Token(), LecturesCommand.ExitStatus.insufficientFunds,
        "0.1 USDT are missing: 5.1 USDT are needed, 5 USDT are there."
      ),
      ("--amount 0.0000001", Token(), .usage, "7 decimals"), ("--amount 0", Token(), .usage, "nothing to send"),
      ("--amount 25gwei", Token(), .usage, "does not belong there"),
      ("--max", Token(balance: Token.word(0)), .insufficientFunds, "0 USDT are there"),
      ("--amount 1", Token(balance: nil), .failure, "is no ERC-20 token"),
      ("--amount 1", Token(decimals: Token.word(78)), .failure, "more decimals"),
      ("--amount 1", Token(decimals: "0x" + String(repeating: "f", count: 64)), .failure, "more decimals"),
      ("--amount 1", Token(transfer: Token.word(0)), .refused, "does not carry out this transfer"),
      ("--amount 1", Token(transfer: nil), .refused, "does not carry out this transfer"),
    ] as [(String, Token, LecturesCommand.ExitStatus, String)] {
      let (run, node) = try await send(line, token)
      #expect(
        status == .failure ? run.status != .success : run.status == status, "\(line): \(run.status) \(run.errors)")
      #expect(run.errors.contains(text), "\(line): \(run.errors)")
      #expect(node.sent.isEmpty && run.questions.isEmpty)
    }
    let (home, _) = try await fixture()
    let nobody = await home.run("wallet transfer --to owner --token \(Self.student) --amount 1 --yes")
    #expect(nobody.errors.contains("There is no token at \(WalletHome.student)."))
  }

  @Test("takes tokens as they are: nothing returned, a symbol of 32 bytes, no decimals")
  func unusual() async throws {
    let (silent, _) = try await send("--amount 1", Token(transfer: "0x"))
    #expect(silent.status == .success)
    let maker = "0x4d4b52" + String(repeating: "0", count: 58)
    let (old, _) = try await send("--amount 1", Token(symbol: maker))
    #expect(old.output.hasPrefix("Sent 1 MKR to "))
    let (bare, node) = try await send("--amount 7", Token(symbol: nil, decimals: nil))
    #expect(bare.output.hasPrefix("Sent 7 tokens to "))
    #expect(bare.questions.first?.contains("tells no decimals") ?? false)
    #expect(node.sent.first?.contains(Token.padded("7")) ?? false)
    let (keeps, _) = try await send("--amount 1", Token(received: 990_000))
    #expect(keeps.output.contains("Of it 0.99 USDT arrived: the token keeps a part."))
  }

  @Test("shows no control characters and no endless names")
  func hostile() async throws {
    let name = "\u{1B}[2JA\u{202E}B\u{0}C\n" + String(repeating: "x", count: 500)
    let (run, _) = try await send("--amount 1", Token(symbol: Token.text(name)))
    #expect(run.status == .success)
    #expect(
      run.output.hasPrefix("Sent 1 of the token ‘\\u{1b}[2JAB\\u{0}C\\n" + String(repeating: "x", count: 13) + "’ to "))
    #expect(!(run.output + run.questions.joined()).unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    for symbol in ["0x" + String(repeating: "f", count: 128), "0x20", Token.word(0), Token.text("\u{200B}")] {
      let (odd, _) = try await send("--amount 1", Token(symbol: symbol))
      #expect(odd.status == .success, "\(symbol)")
    }
  }

  @Test("with --id the second time tells what the first sent: no fee is asked for, and nothing need be left")
  func repeated() async throws {
    let (home, node) = try await fixture()
    let line = "wallet transfer --to \(Self.student) --token \(Self.token) --yes --id order-7"
    let first = await home.run(line + " --amount 1.5")
    #expect(first.status == .success, "\(first.errors)")
    let asked = { ["eth_gasPrice", "eth_feeHistory", "eth_estimateGas"].map { node.calls(of: $0).count } }
    let before = asked()
    // Now nothing is there, and the contract would refuse.
    node.change { chain in
      chain.answers["eth_estimateGas"] = { _, _ in .error(code: 3, "execution reverted", data: "0x") }
      let calls = chain.answers["eth_call"]
      chain.answers["eth_call"] = { call, chain in
        let data = call.params.first?["data"]?.string ?? call.params.first?["input"]?.string ?? ""
        if data.hasPrefix("0x70a08231") { return .result(.string(Token.word(0))) }
        return calls?(call, &chain)
      }
    }
    for amount in ["--amount 1.5", "--max"] {
      let again = await home.run("\(line) \(amount)")
      #expect(again.status == .success, "\(again.errors)")
      #expect(again.output.hasPrefix("Sent 1.5 USDT to \(WalletHome.student)."), "\(again.output)")
      #expect(again.output.contains("nothing was paid again"))
    }
    #expect(asked() == before && node.sent.count == 1)
    for different in ["--to \(Self.student) --amount 2", "--to owner --amount 1.5", "--to owner --max"] {
      let run = await home.run("wallet transfer --token \(Self.token) --yes --id order-7 \(different)")
      #expect(run.status == .usage && run.output.isEmpty, "\(run.output)\(run.errors)")
    }
    let other = await home.run(
      "wallet transfer --to \(Self.student) --token \(WalletHome.student) --amount 1 --yes --id order-7")
    #expect(other.status != .success && node.sent.count == 1)
    node.change { $0.answers["eth_estimateGas"] = nil }
    let plain = await home.run("wallet transfer --to owner --amount 1 --yes --id plain")
    #expect(plain.status == .success, "\(plain.errors)")
    let confused = await home.run(
      "wallet transfer --to \(Self.student) --token \(Self.token) --amount 1 --yes --id plain")
    #expect(
      confused.status == .usage && confused.errors.contains("Something else was sent with this --id"),
      "\(confused.errors)")
    #expect(node.sent.count == 2)
  }

  @Test(
    "a symbol that reads as a number or as the chain's own money is told apart",
    arguments: ["1000000 KLAY", "KLAY", "klay", ".5", ",1", "КLAY"])
  func disguised(symbol: String) async throws {
    var token = Token()
    token.symbol = Token.text(symbol)
    let (run, _) = try await send("--amount 2", token)
    let question = try #require(run.questions.first)
    #expect(question.contains("Send 2 of the token ‘\(symbol)’?"), "\(question)")
    #expect(run.output.hasPrefix("Sent 2 of the token ‘\(symbol)’ to"), "\(run.output)")
  }
}
