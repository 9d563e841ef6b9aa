import Conformance
import Foundation
import StrictJSON
import Testing

@Suite("The runner of state tests")
struct StateTestsTests {
  /// A test of a plain transfer, whose outcome is `hash` and `logs`.
  private func transfer(
    fork: String, hash: String, exception: String? = nil, value: String = "0x01", gas: String = "0x5208",
    nonce: String? = "0x00"
  ) -> JSON {
    var outcome: JSON = [
      "hash": .string(hash), "indexes": ["data": 0, "gas": 0, "value": 0],
      "logs": "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347",
    ]
    if let exception, case .object(var members) = outcome {
      members["expectException"] = .string(exception)
      outcome = .object(members)
    }
    let sender: JSON = [
      "balance": "0x0de0b6b3a7640000", "code": "0x", "nonce": "0x00", "storage": [:],
    ]
    return [
      "transfer": [
        "_info": ["comment": "written by hand"], "config": ["chainid": "0x01"],
        "env": [
          "currentCoinbase": "0x2adc25665018aa1fe0e6bc666dac8fc2697ff9ba", "currentNumber": "0x01",
          "currentTimestamp": "0x03e8", "currentGasLimit": "0x989680", "currentBaseFee": nil,
          "parentBaseFee": "0x07", "parentGasUsed": "0x2faf08", "parentGasLimit": "0x5f5e10",
          "currentRandom": "0x00", "currentExcessBlobGas": "0x00", "parentBlobGasUsed": "0x00",
        ],
        "pre": ["0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b": sender],
        "transaction": [
          "sender": "0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b", "nonce": nonce.map { .string($0) } ?? .null,
          "gasPrice": "0x0a", "data": ["0x"],
          "to": "0x00000000000000000000000000000000000000c0", "gasLimit": [.string(gas)], "value": [.string(value)],
        ],
        "post": .object(JSONObject([(fork, JSON.array([outcome]))])),
      ]
    ]
  }

  /// Runs files of these texts in a folder.
  private func run(_ texts: [String: String]) async throws -> StateTests.Report {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("state-tests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in texts { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    return await StateTests.run(paths: [folder.path])
  }

  @Test("a wrong root is a failure that tells both, and the right one, found from it, passes")
  func roots() async throws {
    let zero = "0x" + String(repeating: "0", count: 64)
    let wrong = try await run(["a.json": "\(transfer(fork: "BPO2", hash: zero))"])
    #expect(wrong.summary == "state-tests: 0 passed, 1 failed, 0 skipped" && !wrong.isSuccess)
    let failure = try #require(wrong.failures.first)
    #expect(failure.contains("a.json, transfer, BPO2, case 0: state root 0x") && failure.contains("expected \(zero)"))
    let root = try #require(failure.split(separator: " ").map(String.init).first { $0.hasPrefix("0x") })
    let right = try await run(["a.json": "\(transfer(fork: "BPO2", hash: String(root.prefix(66))))"])
    #expect(right.isSuccess && right.summary == "state-tests: 1 passed, 0 failed, 0 skipped")
  }

  @Test("a transaction that should be refused must be, for that reason")
  func refusals() async throws {
    let zero = "0x" + String(repeating: "0", count: 64)
    func failure(_ exception: String?, value: String) async throws -> String {
      let test = transfer(fork: "Merge", hash: zero, exception: exception, value: value)
      return try await run(["a.json": "\(test)"]).failures.first ?? ""
    }
    let much = "0x" + String(repeating: "f", count: 32)
    #expect(try await failure("TransactionException.NONCE_IS_MAX", value: "0x01").contains("not refused"))
    #expect(try await failure(nil, value: much).contains("refused: insufficient funds"))
    #expect(
      try await failure("TransactionException.NONCE_IS_MAX", value: much).contains("refused for insufficientFunds"))
    // For the right reason only the root is left to be wrong.
    #expect(
      try await failure("TransactionException.INSUFFICIENT_ACCOUNT_FUNDS", value: much).contains("state root"))
  }

  @Test("a number that no transaction can have is refused, where that is expected; one that is missing is not")
  func outOfRange() async throws {
    let zero = "0x" + String(repeating: "0", count: 64)
    func failure(_ exception: String?, value: String = "0x01", gas: String = "0x5208", nonce: String? = "0x00")
      async throws -> String
    {
      let test = transfer(
        fork: "Prague", hash: zero, exception: exception, value: value, gas: gas, nonce: nonce)
      return try await run(["a.json": "\(test)"]).failures.first ?? ""
    }
    let beyond = "0x1" + String(repeating: "0", count: 16)
    let all = "0x:bigint 0x1" + String(repeating: "0", count: 64)
    let exception = "TransactionException.GASLIMIT_OVERFLOW"
    // Only the root is left to be wrong.
    #expect(try await failure(exception, gas: beyond).contains("state root"))
    #expect(try await failure(exception, nonce: beyond).contains("state root"))
    #expect(try await failure(exception, value: all).contains("state root"))
    #expect(try await failure(nil, gas: beyond).contains("gasLimit is too large"))
    #expect(try await failure(exception, nonce: nil).contains("nonce is not what it should be: missing"))
    #expect(try await failure(exception, gas: "many").contains("gasLimit is not what it should be"))
  }

  @Test("what is broken fails, what is of another kind or fork is skipped, each with its reason")
  func hostile() async throws {
    let zero = "0x" + String(repeating: "0", count: 64)
    let report = try await run([
      "broken.json": "{", "list.json": "[]", "empty.json": "{}", "deep.json": String(repeating: "[", count: 100_000),
      "numbers.json": #"{"t":{"env":{},"pre":{},"transaction":{},"post":{"Cancun":[{"indexes":{"data":-1}}]}}}"#,
      "nothing.json": #"{"t":{"env":3,"pre":4,"transaction":5,"post":6}}"#,
      "huge.json": "\(transfer(fork: "Osaka", hash: zero, value: "0x1" + String(repeating: "0", count: 64)))",
      "future.json": "\(transfer(fork: "Amsterdam", hash: zero))", "blocks.json": #"{"t":{"blocks":[]}}"#,
      "packed.json.gz": "", "notes.txt": "{",
    ])
    #expect(report.total.passed == 0 && report.total.failed == 6 && report.total.skipped == 4)
    #expect(report.skips.keys.contains { $0.hasSuffix("future.json: the fork Amsterdam is unknown") })
    #expect(report.skips.keys.contains { $0.hasSuffix("blocks.json: a test of blocks: not run here") })
    #expect(report.lines.last == report.summary && !report.isSuccess)
    let nowhere = await StateTests.run(paths: ["/no/such/folder"])
    #expect(nowhere.failures == ["/no/such/folder: there is no such file or folder"])
    #expect(await StateTests.run(paths: []).isSuccess == false)
  }
}
