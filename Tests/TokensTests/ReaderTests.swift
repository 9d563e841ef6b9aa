import ContractABI
import Devnet
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import Tokens

@Suite("Readings of tokens")
struct ReaderTests {
  /// Both ways to ask many questions.
  private static let ways: [UInt64?] = [nil, 0]

  @Test("Tokens tell symbol, name and decimals, in a text or in 32 bytes, or none of them", arguments: ways)
  func metadata(multicall: UInt64?) async throws {
    let chain = try await TokenChain(multicall: multicall)
    let campus = try await chain.token("CAMPUS", name: "Campus token", decimals: 6)
    func old(_ text: String) -> Bytes { Bytes(text.utf8) + Bytes(repeating: 0, count: 32 - text.utf8.count) }
    let maker = try await chain.contract(
      AnsweringCode.make([
        (Selector.symbol, old("MKR")), (Selector.name, old("Maker")), (Selector.decimals, AnsweringCode.words([18])),
      ]), at: 0xa1)
    let silent = try await chain.contract(AnsweringCode.make([]), at: 0xa2)
    let hostile = try await chain.contract(
      AnsweringCode.make([
        (Selector.symbol, AnsweringCode.string("US\u{202e}D\u{200b}C\u{1b}[2J\n" + String(repeating: "x", count: 90))),
        (Selector.name, AnsweringCode.string(" \u{2800}\t ")), (Selector.decimals, AnsweringCode.words([78])),
      ]), at: 0xa3)
    let broken = try await chain.contract(
      AnsweringCode.make([
        (Selector.symbol, AnsweringCode.words([32, .max])), (Selector.name, [0xff, 0xfe]),
        (Selector.decimals, [18]),
      ]), at: 0xa4)
    // As the address of another token would be told.
    let posing = try await chain.contract(
      AnsweringCode.make([
        (Selector.symbol, AnsweringCode.string("0x5FbDB2315678afecb367f032d93F642f64180aa3")),
        (Selector.name, AnsweringCode.string("")), (Selector.decimals, AnsweringCode.words([18])),
      ]), at: 0xa6)
    let words = try await chain.reader.metadata(
      of: [campus, maker, silent, hostile, broken, posing, Address(truncating: 0xa5)])
    #expect(words.problem == nil && words.empty == [Address(truncating: 0xa5)] && words.metadata.count == 6)
    func word(_ token: Address) throws -> TokenMetadata { try words.metadata(of: token) }
    #expect(
      try word(campus) == TokenMetadata(address: campus, symbol: "CAMPUS", name: "Campus token", decimals: .known(6)))
    #expect(try word(maker) == TokenMetadata(address: maker, symbol: "MKR", name: "Maker", decimals: .known(18)))
    #expect(try word(silent) == TokenMetadata(address: silent, symbol: nil, name: nil, decimals: .none))
    // Control characters are written out; what else does not show is left out.
    let symbol = "USDC\\u{1b}[2J\\n" + String(repeating: "x", count: 17)
    #expect(
      try word(hostile) == TokenMetadata(address: hostile, symbol: symbol, name: nil, decimals: .impossible(78)))
    #expect(try word(posing) == TokenMetadata(address: posing, symbol: nil, name: nil, decimals: .known(18)))
    #expect(try word(broken) == TokenMetadata(address: broken, symbol: nil, name: nil, decimals: .none))
    #expect(throws: TokenError(.notAToken, "")) { try words.metadata(of: Address(truncating: 0xa5)) }
  }

  @Test("Balances and allowances are told in exactly 32 bytes or not at all, and never as zero", arguments: ways)
  func onlyWords(multicall: UInt64?) async throws {
    let chain = try await TokenChain(multicall: multicall)
    let campus = try await chain.token(supply: 1_000)
    let owner = chain.owners[0]
    #expect(try await chain.send(TokenCalls.transfer(to: chain.owners[1], 300), to: campus))
    #expect(try await chain.send(TokenCalls.approve(chain.owners[2], 77), to: campus))
    let answers: [Bytes] = [[], [7], AnsweringCode.words([5]).dropLast(1) + [], AnsweringCode.words([5, 6])]
    var tokens = [campus, Address(truncating: 0xdead)]
    for (index, answer) in answers.enumerated() {
      tokens.append(
        try await chain.contract(
          AnsweringCode.make([(Selector.balance, answer), (Selector.allowance, answer)]), at: UInt256(0xb0 + index)))
    }
    // It loops without an end.
    tokens.append(try await chain.contract([0x5b, 0x60, 0x00, 0x56], at: 0xbb))
    // It returns 256 kB of zeros.
    tokens.append(try await chain.contract([0x62, 0x04, 0x00, 0x00, 0x60, 0x00, 0xf3], at: 0xbc))

    let balances = try await chain.reader.balances(of: chain.owners.prefix(3), tokens: tokens)
    #expect(balances[owner, campus] == 700 && balances[chain.owners[1], campus] == 300)
    #expect(balances[chain.owners[2], campus] == 0 && balances.count == 3 && balances.problem == nil)
    let allowances = try await chain.reader.allowances(of: [owner], for: chain.owners[2], tokens: tokens)
    #expect(allowances[owner, campus] == 77 && allowances.count == 1 && allowances.problem == nil)
    for token in tokens.dropFirst() {
      #expect(balances[owner, token] == nil && allowances[owner, token] == nil)
    }
    #expect(balances[Address(truncating: 1), campus] == nil)
  }

  @Test("All is read at one block, by number, by hash or by a name that is looked up", arguments: ways)
  func oneBlock(multicall: UInt64?) async throws {
    let chain = try await TokenChain(multicall: multicall)
    let campus = try await chain.token(supply: 1_000)
    let before = try #require(await chain.devnet.block())
    try await chain.send(TokenCalls.transfer(to: chain.owners[1], 300), to: campus)
    let owners = chain.owners.prefix(2)
    for block in [BlockTag.number(before.number), .hash(before.hash)] {
      let old = try await chain.reader.balances(of: owners, tokens: [campus], at: block)
      #expect(old[owners[0], campus] == 1_000 && old[owners[1], campus] == 0 && old.block == block)
    }
    for block in [BlockTag.latest, .pending] {
      let new = try await chain.reader.balances(of: owners, tokens: [campus], at: block)
      #expect(new[owners[0], campus] == 700 && new[owners[1], campus] == 300)
      #expect(new.block == .number(before.number + 1))
    }
  }

  @Test("A block that is replaced while it is read is read anew, and three times are enough")
  func replacedBlock() async throws {
    let owner = Address(truncating: 1)
    @Sendable func word(_ number: UInt256) -> JSON { .string(Hash32(number).hex) }
    func stub(changes: Int) throws -> StubNode {
      try StubNode { chain in
        chain.callResult = Hash32(UInt256(9)).hex
        chain.answers["eth_getBlockByNumber"] = { call, _ in
          .result([
            "number": "0x7", "hash": word(UInt256(min(call.turn, changes))), "parentHash": word(1),
            "timestamp": "0x1", "gasLimit": "0x1", "gasUsed": "0x0", "transactions": [],
          ])
        }
      }
    }
    let once = try stub(changes: 3)
    let reader = TokenReader(node: try NodeClient(once.url, options: .patient))
    let balances = try await reader.balances(of: [owner], tokens: [Address(truncating: 2)])
    #expect(balances[owner, Address(truncating: 2)] == 9 && once.calls(of: "eth_call").count == 2)
    let always = try stub(changes: .max)
    let other = TokenReader(node: try NodeClient(always.url, options: .patient))
    await #expect(throws: TokenError(.chainMoved, "")) {
      try await other.balances(of: [owner], tokens: [Address(truncating: 2)])
    }
    #expect(always.calls(of: "eth_call").count == 3)
  }

  @Test("A failure of the node is told and is no answer of the token")
  func nodeFailures() async throws {
    let tokens = [Address(truncating: 1), Address(truncating: 2)]
    let node = try StubNode { chain in
      chain.answers["eth_call"] = { call, _ in
        call.params[0]["to"]?.string == tokens[0].lowercaseHex
          ? .error("the state of this block is not there") : .result(.string(Hash32(UInt256(5)).hex))
      }
    }
    let reader = TokenReader(node: try NodeClient(node.url, options: .patient))
    let owner = Address(truncating: 9)
    let balances = try await reader.balances(of: [owner], tokens: tokens, at: .number(7))
    #expect(balances[owner, tokens[0]] == nil && balances[owner, tokens[1]] == 5 && balances.problem?.code == .rpc)
    let words = try await reader.metadata(of: tokens, at: .number(7))
    #expect(words.metadata.keys.sorted() == [tokens[1]] && words.empty.isEmpty && words.problem?.code == .rpc)
    #expect(throws: NodeError.self) { try words.metadata(of: tokens[0]) }
    await #expect(throws: NodeError.self) {
      try await reader.permitSupport(of: tokens[0], owner: owner, chainID: 1, at: .number(7))
    }
  }

  @Test("1,000 owners and 10 tokens take two requests, be Multicall3 there or not", arguments: ways)
  func requestCount(multicall: UInt64?) async throws {
    let chain = try await TokenChain(multicall: multicall)
    let token = AnsweringCode.make([(Selector.balance, AnsweringCode.words([3]))])
    var tokens: [Address] = []
    for number in 0..<10 { tokens.append(try await chain.contract(token, at: UInt256(0x1000 + number))) }
    let owners = (1...1_000).map { Address(truncating: UInt256($0)) }
    let reader = chain.reader
    // Whether the chain has Multicall3 is found out once.
    _ = try await reader.balances(of: owners.prefix(2), tokens: tokens, at: .number(0))
    let block = try #require(await chain.devnet.block())
    let before = chain.messages.count
    let balances = try await reader.balances(of: owners, tokens: tokens, at: .hash(block.hash))
    #expect(balances.count == 10_000 && balances[owners[999], tokens[9]] == 3)
    #expect(chain.messages.count - before <= 2)
    #expect(chain.messages.joined(separator: ",").split(separator: ",").count { $0 == "eth_getCode" } == 1)
  }

  @Test("Many questions go by Multicall3 where a node runs no creation code in calls")
  func manyWithoutProgram() async throws {
    let tokens = (1...10).map { Address(truncating: UInt256($0)) }
    let owners = (1...201).map { Address(truncating: UInt256(0x1000 + $0)) }
    let word = Hash32(UInt256(7)).bytes
    let node = try StubNode { chain in
      chain.contracts.insert(TokenChain.multicall)
      chain.answers["eth_call"] = { call, _ in
        guard call.params[0]["to"]?.string == TokenChain.multicall else { return .error("contract creation") }
        // The selector, the place of the calls, and their number.
        let data = (try? Bytes(hex: call.params[0]["data"]?.string ?? "")) ?? []
        let count = Int(data.dropFirst(66).prefix(2).reduce(0) { $0 << 8 | UInt($1) })
        let rows = Array(repeating: ABIValue.tuple([.bool(true), .bytes(word)]), count: count)
        let types = [ABIType.array(.tuple([ABIParameter("", .bool), ABIParameter("", .bytes)]))]
        return .result(.string((try? ABICoder.encode([.array(rows)], as: types))?.hex ?? ""))
      }
    }
    let reader = TokenReader(node: try NodeClient(node.url, options: .patient))
    let balances = try await reader.balances(of: owners, tokens: tokens, at: .number(1))
    #expect(balances.count == 2_010 && owners.allSatisfy { balances[$0, tokens[9]] == 7 })
    let asked = node.calls(of: "eth_call").compactMap { $0.params[0]["to"]?.string }
    #expect(asked.allSatisfy { $0 == TokenChain.multicall } && asked.count == 11)
  }

  @Test(
    "Tokens that lie spoil their own balances only, and cost two requests more", arguments: ways)
  func liars(multicall: UInt64?) async throws {
    let chain = try await TokenChain(multicall: multicall)
    let honest = try await chain.contract(AnsweringCode.make([(Selector.balance, AnsweringCode.words([3]))]), at: 0xd0)
    let liars = [
      // It eats all gas; it reverts without a word; it reverts with one; it answers 600 bytes of zeros.
      try await chain.contract([0xfe], at: 0xd1), try await chain.contract([0x5f, 0x5f, 0xfd], at: 0xd2),
      try await chain.contract([0x60, 0x04, 0x5f, 0xfd], at: 0xd3),
      try await chain.contract([0x61, 0x02, 0x58, 0x5f, 0xf3], at: 0xd4),
      // It would answer 50 MB; it calls itself until the gas is gone.
      try await chain.contract([0x63, 0x02, 0xfa, 0xf0, 0x80, 0x5f, 0xf3], at: 0xd5),
      try await chain.contract([0x5f, 0x5f, 0x5f, 0x5f, 0x5f, 0x30, 0x5a, 0xf1, 0x00], at: 0xd6),
    ]
    let owners = (1...40).map { Address(truncating: UInt256($0)) }
    let reader = chain.reader
    _ = try await reader.balances(of: owners.prefix(2), tokens: [honest, liars[0]], at: .number(0))
    let number = try #require(await chain.devnet.block()).number
    let before = chain.messages.count
    let balances = try await reader.balances(of: owners, tokens: [honest] + liars, at: .number(number))
    #expect(owners.allSatisfy { balances[$0, honest] == 3 } && balances.count == 40 && balances.problem == nil)
    #expect(chain.messages.count - before <= (multicall == nil ? 3 : 4))
  }

  @Test("An answer of the program that is none, or of another length, is not believed")
  func brokenProgram() {
    let answered = ReaderProgram.answers([1, 1, 0, 1, 7, 0, 0, 0, 0, 0, 1, 9, 2, 0, 0], count: 5)
    func text(_ answers: [TokenAnswer?]?) -> [String]? {
      answers?.map { answer in
        switch answer {
        case .returned(let bytes): "returned \(bytes)"
        case .refused: "refused"
        case .unknown: "unknown"
        case nil: "open"
        }
      }
    }
    #expect(text(answered) == ["returned [7]", "open", "refused", "open", "open"])
    let lies: [Bytes] = [
      [], [0], [2, 1, 0, 0], [1, 1], [1, 1, 0], [1, 1, 0, 2, 7], [1, 3, 0, 0], [1, 2, 0, 1, 7],
      [1] + Bytes(repeating: 0, count: 18),
    ]
    for lie in lies { #expect(ReaderProgram.answers(lie, count: 5) == nil, "\(lie)") }
    let question = CallBatch.Question(contract: .zero, calldata: Bytes(repeating: 1, count: 1_000))
    #expect(ReaderProgram.count(of: Array(repeating: question, count: 200)) == 47 && ReaderProgram.takes(question))
    #expect(!ReaderProgram.takes(CallBatch.Question(contract: .zero, calldata: Bytes(repeating: 1, count: 1_001))))
  }

  @Test("In a block older than Multicall3 the questions are asked without it")
  func olderThanMulticall() async throws {
    let chain = try await TokenChain(multicall: 1_000)
    let campus = try await chain.token(supply: 500)
    let balances = try await chain.reader.balances(of: chain.owners.prefix(3), tokens: [campus])
    #expect(balances.count == 3 && balances[chain.owners[0], campus] == 500)
  }

  @Test("Where a question fails without a word, it and those behind it are asked by themselves")
  func burnedGas() async throws {
    let owner = Address(truncating: 1)
    let tokens = (2...6).map { Address(truncating: UInt256($0)) }
    func row(_ succeeded: Bool, _ data: Bytes) -> ABIValue { .tuple([.bool(succeeded), .bytes(data)]) }
    let zero = Hash32.zero.bytes
    let rows = [
      row(true, Hash32(UInt256(8)).bytes), row(false, [1, 2, 3, 4]), row(false, []), row(true, zero), row(true, zero),
    ]
    let answer = try ABICoder.encode(
      [.array(rows)], as: [.array(.tuple([ABIParameter("", .bool), ABIParameter("", .bytes)]))])
    let node = try StubNode { chain in
      chain.contracts.insert(TokenChain.multicall)
      chain.answers["eth_call"] = { call, _ in
        .result(.string(call.params[0]["to"]?.string == TokenChain.multicall ? answer.hex : Hash32(UInt256(9)).hex))
      }
    }
    let reader = TokenReader(node: try NodeClient(node.url, options: .patient))
    let balances = try await reader.balances(of: [owner], tokens: tokens, at: .number(1))
    #expect(tokens.map { balances[owner, $0] } == [8, nil, 9, 9, 9])
    // Multicall3, the program, which this node does not run, and three alone.
    #expect(node.calls(of: "eth_call").count == 5)
  }

  @Test("The calldata for Multicall3 is that of its ABI, whatever the questions' lengths")
  func multicallEncoding() throws {
    let function = try ABIFunction(
      parsing: "aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable")
    for lengths in [[], [0], [4, 36, 68], [31, 32, 33, 1]] {
      let questions = lengths.enumerated().map { index, length in
        CallBatch.Question(
          contract: Address(truncating: UInt256(index + 1)), calldata: Bytes(repeating: 7, count: length))
      }
      let entries = questions.map { ABIValue.tuple([.address($0.contract), .bool(true), .bytes($0.calldata)]) }
      #expect(Multicall3.calldata(questions) == (try function.encodeCall([.array(entries)])))
    }
    #expect(function.selector.hex == "0x82ad56cb")
  }

  @Test("An answer of Multicall3 that is none, or of another length, is not believed")
  func brokenMulticall() async throws {
    let owner = Address(truncating: 1)
    let tokens = [Address(truncating: 2), Address(truncating: 3)]
    for lie in ["0x", Hash32(UInt256(1)).hex, (AnsweringCode.words([32, 1, 32, 1, 64, 32, 5])).hex] {
      let node = try StubNode { chain in
        chain.contracts.insert(TokenChain.multicall)
        chain.answers["eth_call"] = { call, _ in
          .result(.string(call.params[0]["to"]?.string == TokenChain.multicall ? lie : Hash32(UInt256(8)).hex))
        }
      }
      let reader = TokenReader(node: try NodeClient(node.url, options: .patient))
      let balances = try await reader.balances(of: [owner], tokens: tokens, at: .number(1))
      #expect(tokens.allSatisfy { balances[owner, $0] == 8 } && balances.count == 2, "\(lie)")
    }
  }

  @Test("Nothing is asked about nothing")
  func nothing() async throws {
    let chain = try await TokenChain()
    let balances = try await chain.reader.balances(of: [Address](), tokens: [Address.zero], at: .number(0))
    let words = try await chain.reader.metadata(of: [Address](), at: .number(0))
    #expect(balances.count == 0 && words.metadata.isEmpty && chain.messages.isEmpty)
  }

  @Test("A block that the node does not know is said to be unknown")
  func unknownBlock() async throws {
    let node = try StubNode { $0.answers["eth_getBlockByNumber"] = { _, _ in .result(.null) } }
    let reader = TokenReader(node: try NodeClient(node.url, options: .patient))
    await #expect(throws: TokenError(.unknownBlock, "")) {
      try await reader.balances(of: [.zero], tokens: [.zero], at: .finalized)
    }
  }
}
