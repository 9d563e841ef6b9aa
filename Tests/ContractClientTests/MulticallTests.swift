import ContractABI
import ContractClient
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@Suite("Many calls at once")
struct MulticallTests {
  private static let multicall3 = "0xca11bde05977b3631167028862be2a173976ca11"

  private static func aggregate3() throws -> ABIFunction {
    try ABIFunction(
      parsing:
        "aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])"
    )
  }

  /// The number that a call of `look(uint256)` is about.
  private static func number(_ calldata: Bytes) -> Int { Int(calldata.last ?? 0) }

  /// A node that answers `look(n)` with 10·n and reverts with "nope" for 4 and silently for 5; with Multicall3 or not.
  private func fixture(multicall: Bool, _ change: (inout StubNode.Chain) -> Void = { _ in }) throws -> ContractFixture {
    let function = try Self.aggregate3()
    let nope = CallTests.reverts[0].data
    return try ContractFixture {
      if multicall { $0.contracts.insert(Self.multicall3) }
      $0.answers["eth_call"] = { call, _ in
        guard let data = try? Bytes(hex: call.params[0]["data"]?.string ?? "") else { return nil }
        guard call.params[0]["to"]?.string == Self.multicall3 else {
          switch Self.number(data) {
          case 4: return .error(code: 3, "execution reverted: nope", data: .string(nope))
          case 5: return .error(code: 3, "execution reverted", data: "0x")
          default: return .result(.string(words(10 * Self.number(data))))
          }
        }
        guard case .array(let entries)? = try? function.decodeCall(data).first else { return nil }
        let rows = entries.map { entry -> ABIValue in
          switch Self.number(entry.elements?[2].bytesValue ?? []) {
          case 4: .tuple([.bool(false), .bytes((try? Bytes(hex: nope)) ?? [])])
          case 5: .tuple([.bool(false), .bytes([])])
          case let number: .tuple([.bool(true), .bytes(UInt256(10 * number).word)])
          }
        }
        guard let answer = try? ABICoder.encode([.array(rows)], as: function.outputs.map(\.type)) else { return nil }
        return .result(.string(answer.hex))
      }
      change(&$0)
    }
  }

  private func looks(_ fixture: ContractFixture, _ numbers: [Int]) throws -> [ContractCall<[ABIValue]>] {
    try numbers.map { try fixture.call("look(uint256 number) view returns (uint256)", [.uint(UInt256($0))]) }
  }

  /// Results as numbers, and reverts as their reasons.
  private func texts(_ results: [Result<[ABIValue], any Error>]) -> [String] {
    results.map { result in
      switch result {
      case .success(let values): values.map { $0.readable(as: nil) }.joined()
      case .failure(let error):
        (error as? ContractError)?.revert?.readable ?? "\((error as? ContractError)?.code as Any)"
      }
    }
  }

  /// The calls that went to Multicall3, and those that did not.
  private func calls(_ fixture: ContractFixture) -> (aggregated: Int, plain: Int) {
    let targets = fixture.node.calls(of: "eth_call").map { $0.params[0]["to"]?.string }
    let aggregated = targets.count { $0 == Self.multicall3 }
    return (aggregated, targets.count - aggregated)
  }

  @Test("Each gets its own result, in order, with Multicall3 and without", arguments: [true, false])
  func results(multicall: Bool) async throws {
    let fixture = try fixture(multicall: multicall)
    let results = try await fixture.connection.results(of: looks(fixture, [3, 4, 1, 5, 2]))
    #expect(texts(results) == ["30", "nope", "10", "reverted without a reason", "20"])
  }

  @Test("Multicall3 takes them in one call, and is looked for once")
  func aggregated() async throws {
    let fixture = try fixture(multicall: true)
    for _ in 0..<2 { _ = try await fixture.connection.results(of: looks(fixture, [1, 2, 3])) }
    #expect(calls(fixture) == (2, 0))
    #expect(fixture.node.calls(of: "eth_getCode").count == 1)
  }

  @Test("Without it they go in one batch")
  func batched() async throws {
    let fixture = try fixture(multicall: false)
    _ = try await fixture.connection.results(of: looks(fixture, [1, 2, 3]))
    #expect(calls(fixture) == (0, 3))
    #expect(fixture.node.exchanges == 2, "the look for Multicall3, and the batch")
  }

  @Test("One call, or none, asks for nothing else")
  func single() async throws {
    let fixture = try fixture(multicall: true)
    #expect(texts(try await fixture.connection.results(of: looks(fixture, [2]))) == ["20"])
    #expect(try await fixture.connection.results(of: looks(fixture, [])).isEmpty)
    #expect(fixture.node.exchanges == 1)
  }

  @Test("So many go in a trip as are allowed", arguments: [(2, 3), (1, 5), (0, 5), (-1, 5), (.max, 1)] as [(Int, Int)])
  func trips(perTrip: Int, expected: Int) async throws {
    let fixture = try fixture(multicall: true)
    let results = try await fixture.connection.results(of: looks(fixture, [1, 2, 3, 6, 7]), callsPerTrip: perTrip)
    #expect(texts(results) == ["10", "20", "30", "60", "70"])
    #expect(calls(fixture) == (expected, 0))
  }

  @Test("A call that found no gas left, since one before it burnt it all, is asked alone")
  func starved() async throws {
    let fixture = try fixture(multicall: true) { chain in
      let honest = chain.answers["eth_call"]
      chain.answers["eth_call"] = { call, chain in
        guard call.params[0]["to"]?.string == Self.multicall3 else { return honest?(call, &chain) }
        let rows = ABIValue.array((0..<3).map { _ in .tuple([.bool(false), .bytes([])]) })
        guard let answer = try? ABICoder.encode([rows], as: Self.aggregate3().outputs.map(\.type)) else { return nil }
        return .result(.string(answer.hex))
      }
    }
    let results = try await fixture.connection.results(of: looks(fixture, [5, 1, 4]))
    #expect(texts(results) == ["reverted without a reason", "10", "nope"])
    #expect(calls(fixture) == (1, 3))
  }

  @Test("What old nodes answer to a revert does not hide it")
  func silentOnOldNodes() async throws {
    let fixture = try fixture(multicall: true) { chain in
      let honest = chain.answers["eth_call"]
      chain.answers["eth_call"] = { call, chain in
        call.params[0]["to"]?.string == Self.multicall3 ? honest?(call, &chain) : .result("0x")
      }
    }
    #expect(
      texts(try await fixture.connection.results(of: looks(fixture, [1, 5]))) == ["10", "reverted without a reason"])
  }

  @Test(
    "Where Multicall3 cannot run, the calls go in a batch",
    arguments: [
      .error("out of gas"), .error("execution aborted (timeout = 5s)"),
      .error(code: 3, "execution reverted", data: "0x"),
      .result("0x"),
    ] as [StubNode.Answer])
  func cannotAggregate(answer: StubNode.Answer) async throws {
    let fixture = try fixture(multicall: true) { chain in
      let honest = chain.answers["eth_call"]
      chain.answers["eth_call"] = { call, chain in
        call.params[0]["to"]?.string == Self.multicall3 ? answer : honest?(call, &chain)
      }
    }
    #expect(texts(try await fixture.connection.results(of: looks(fixture, [1, 4, 2]))) == ["10", "nope", "20"])
  }

  @Test(
    "Something else at its address is told, not believed",
    arguments: ["0x01", words(32, 0), words(32, 1, 32), words(1 << 60)])
  func impostor(answer: String) async throws {
    let fixture = try fixture(multicall: true) { $0.answers["eth_call"] = { _, _ in .result(.string(answer)) } }
    let error = try await failure(ContractError.self) {
      try await fixture.connection.results(of: looks(fixture, [1, 2]))
    }
    #expect(error.code == .unexpectedAnswer && error.message.contains("Multicall3"))
  }

  @Test("Money does not go through Multicall3, which has none")
  func value() async throws {
    let fixture = try fixture(multicall: true)
    let paid = try fixture.call("look(uint256 number) payable returns (uint256)", [.uint(1)], value: .klay(1))
    #expect(texts(try await fixture.connection.results(of: [paid, paid])) == ["10", "10"])
    #expect(calls(fixture) == (0, 2))
    #expect(
      fixture.node.calls(of: "eth_call").allSatisfy { $0.params[0]["value"]?.string == Amount.klay(1).wei.quantity })
  }

  @Test("An address without a contract, and an answer of another shape, are told for their own calls only")
  func noContract() async throws {
    let fixture = try fixture(multicall: true) {
      $0.contracts = [Self.multicall3]
      let honest = $0.answers["eth_call"]
      $0.answers["eth_call"] = { call, chain in
        guard call.params[0]["to"]?.string == Self.multicall3 else { return honest?(call, &chain) }
        let rows = [Bytes](arrayLiteral: UInt256(7).word, []).map { ABIValue.tuple([.bool(true), .bytes($0)]) }
        guard let answer = try? ABICoder.encode([.array(rows)], as: Self.aggregate3().outputs.map(\.type)) else {
          return nil
        }
        return .result(.string(answer.hex))
      }
    }
    let results = try await fixture.connection.results(of: looks(fixture, [1, 2]))
    #expect(texts(results) == ["7", "\(ContractError.Code.noContract as ContractError.Code? as Any)"])
  }

  @Test("A node that fails as a whole is thrown", arguments: [true, false])
  func nodeFails(multicall: Bool) async throws {
    let fixture = try fixture(multicall: multicall) {
      $0.answers["eth_call"] = { _, _ in .acts([.reply("", status: 401)]) }
    }
    let error = try await failure(NodeError.self) { try await fixture.connection.results(of: looks(fixture, [1, 2])) }
    #expect(error.code == .httpStatus)
  }
}
