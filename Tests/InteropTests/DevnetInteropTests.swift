import ChainSupport
import Devnet
import DevnetServer
import StrictJSON
import Testing

/// Other people's clients, unchanged, against the embedded devnet.
@Suite(
  "web3.py, eth-account and curl on our devnet", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct DevnetInteropTests {
  private static let artifact = JSON.string(TestTools.root + "/ABI/LectureMarket.json")

  let server: DevnetServer

  init() async throws { server = try await Devnet.start().listen(port: 0) }

  @Test("web3.py deploys, sends, calls, reads events, and learns why a call reverts")
  func contract() async throws {
    let found = try await Witness.ask("devnet_contract", ["url": .string(server.url), "artifact": Self.artifact])
    #expect(found["chain"] == 31337)
    #expect(found["client"]?.string?.hasPrefix("lectures") == true)
    #expect(found["title"] == "파이썬" && found["valid"] == true && found["full"] == true)
    #expect(found["inReceipt"] == [true] && found["byEvent"] == [true])
    #expect((found["byFilter"]?.int ?? 0) >= 2)
    #expect(found["reason"] == "execution reverted: wrong payment")
    #expect(found["balance"]?.numberText == "2000000000000000000")
    #expect((found["code"]?.int ?? 0) > 1000 && found["feeHistory"] == 2)
    await server.stop()
  }

  @Test("what eth-account signs, of each kind, comes from its account")
  func signed() async throws {
    let answer = try await Witness.ask("devnet_signed", ["url": .string(server.url)])
    let found = answer["found"]?.array ?? []
    #expect(found.map { $0["type"] } == [0, 1, 2, 4])
    for transaction in found {
      #expect(transaction["hash"] == true && transaction["sender"] == true && transaction["recovered"] == true)
      #expect(transaction["status"] == 1)
    }
    #expect(answer["delegated"] == "0xef0100f39fd6e51aad88f6f4ce6ab8827279cfffb92266")
    await server.stop()
  }

  @Test("web3.py hears over WebSocket of heads, events and pending transactions")
  func subscriptions() async throws {
    let found = try await Witness.ask("devnet_subscriptions", ["url": .string(server.url), "artifact": Self.artifact])
    #expect(
      found == [
        "head": true, "parent": true, "event": true, "topic": "CreatingLecture", "pending": true,
        "ended": [true, true, true],
      ])
    await server.stop()
  }

  @Test("curl needs nothing but the address")
  func curl() async throws {
    func curl(_ arguments: String...) async throws -> String {
      try await Command.run(
        "/usr/bin/env", ["curl", "--silent", "--max-time", "60"] + arguments, environment: ["PATH": "/usr/bin:/bin"]
      ).output
    }
    let request = #"{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}"#
    #expect(try await curl(server.url, "--data", request) == #"{"jsonrpc":"2.0","id":1,"result":"0x0"}"#)
    #expect(
      try await curl(server.url, "--json", #"[{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}]"#)
        == #"[{"jsonrpc":"2.0","id":1,"result":"0x7a69"}]"#)
    let sent = try await curl(
      server.url, "--data",
      #"{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[{"to":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","value":"0x1"}]}"#
    )
    #expect(try JSON(parsing: Array(sent.utf8))["result"]?.string?.hasPrefix("0x") == true)
    #expect(try await curl(server.url, "--data", request).contains("0x1"))
    #expect(try await curl(server.url).contains("curl"))
    await server.stop()
  }
}
