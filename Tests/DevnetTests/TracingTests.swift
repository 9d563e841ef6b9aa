import EVM
import Primitives
import StrictJSON
import Testing

@testable import Devnet

@Suite("Traces and access lists")
struct TracingTests {
  /// 0xbb: SSTORE(0, SLOAD(0) + 1), LOG0(0, 0), then reverts if there is calldata.
  private static let inner = "5f5460010180" + "5f55" + "5f5fa0" + "36601057" + "00" + "5b5f5ffd"
  /// 0xaa: calls 0xbb without and with calldata, asks for the code size of 0xcc, and reads slot 7.
  private static let outer =
    "5f5f5f5f5f60bb5af150" + "5f5f60045f5f60bb5af150" + "60cc3b50" + "60075450" + "00"

  private func start() async throws -> Devnet {
    let devnet = try await Devnet.start()
    try await devnet.setCode(Bytes(hex: Self.inner), of: Address(truncating: UInt256(0xbb)))
    try await devnet.setCode(Bytes(hex: Self.outer), of: Address(truncating: UInt256(0xaa)))
    return devnet
  }

  private func ask(_ devnet: Devnet, _ method: String, _ parameters: JSON...) async -> JSON {
    await devnet.answer(["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(parameters)]) ?? .null
  }

  private func address(_ low: UInt8) -> JSON { .address(Address(truncating: UInt256(UInt64(low)))) }

  @Test("an access list has the accounts that were named and the slots used, without sender and recipient")
  func accessList() async throws {
    let devnet = try await start()
    let answer = await ask(devnet, "eth_createAccessList", ["to": address(0xaa)])["result"]
    let slot = { (number: UInt64) in JSON.hash(Hash32(UInt256(number))) }
    #expect(
      answer?["accessList"] == [
        ["address": address(0xaa), "storageKeys": [slot(7)]], ["address": address(0xbb), "storageKeys": [slot(0)]],
        ["address": address(0xcc), "storageKeys": []],
      ])
    #expect(answer?["error"] == nil)
    // What the list promises is what a call with it costs.
    let list = try #require(answer?["accessList"])
    let estimate = await ask(devnet, "eth_createAccessList", ["to": address(0xaa), "accessList": list])["result"]
    #expect(estimate?["gasUsed"] == answer?["gasUsed"])
    #expect(
      await ask(devnet, "eth_createAccessList", ["to": address(2), "data": "0x00"])["result"]?["accessList"] == [])
    let failing = await ask(devnet, "eth_createAccessList", ["to": address(0xbb), "data": "0x01"])["result"]
    #expect(failing?["error"] == "execution reverted")
  }

  @Test("a transaction's trace tells its instructions, calls, and the state before and after")
  func transaction() async throws {
    let devnet = try await start()
    let hash = try await devnet.send(CallRequest(to: Address(truncating: UInt256(0xaa)), data: [1, 2, 3, 4, 5]))
    let receipt = try #require(await devnet.receipt(hash))

    let logs = await ask(devnet, "debug_traceTransaction", .hash(hash), ["enableReturnData": true])["result"]
    let steps = try #require(logs?["structLogs"]?.array)
    #expect(logs?["gas"]?.int == Int(receipt.gasUsed) && logs?["failed"] == false)
    let loads = steps.filter { $0["op"] == "SLOAD" }
    #expect(loads.count == 3 && loads[0]["depth"] == 2 && loads[0]["gasCost"] == 2100 && loads[1]["gasCost"] == 100)
    let slot = Hash32.zero.hex
    #expect(loads[1]["storage"]?[slot] == .hash(Hash32(UInt256(1))))
    #expect(steps.filter { $0["op"] == "SSTORE" }.last?["storage"]?[slot] == .hash(Hash32(UInt256(2))))
    let cut = await ask(devnet, "debug_traceTransaction", .hash(hash), ["limit": 3, "disableStack": true])["result"]
    #expect(cut?["structLogs"]?.array?.count == 3 && cut?["structLogs"]?.array?[0]["stack"] == nil)

    let options: JSON = ["tracer": "callTracer", "tracerConfig": ["withLog": true]]
    let tree = await ask(devnet, "debug_traceTransaction", .hash(hash), options)["result"]
    #expect(tree?["type"] == "CALL" && tree?["gasUsed"] == .quantity(receipt.gasUsed) && tree?["error"] == nil)
    let calls = try #require(tree?["calls"]?.array)
    #expect(calls.count == 2 && calls[0]["logs"]?.array?.count == 1 && calls[1]["logs"] == nil)
    #expect(calls[1]["error"] == "execution reverted" && calls[1]["from"] == address(0xaa))

    let prestate = await ask(
      devnet, "debug_traceTransaction", .hash(hash), ["tracer": "prestateTracer", "tracerConfig": ["diffMode": true]])
    let bb = address(0xbb).string ?? ""
    let sender = JSON.address(receipt.from).string ?? ""
    #expect(prestate["result"]?["post"]?[bb]?["storage"]?[slot] == .hash(Hash32(UInt256(1))))
    #expect(prestate["result"]?["pre"]?[bb]?["storage"] == nil)
    #expect(prestate["result"]?["post"]?[sender]?["nonce"] == 1)

    let selectors = await ask(devnet, "debug_traceTransaction", .hash(hash), ["tracer": "4byteTracer"])["result"]
    #expect(selectors == ["0x00000000-0": 1, "0x01020304-1": 1])
    #expect(await ask(devnet, "debug_traceTransaction", .hash(hash), ["tracer": "noopTracer"])["result"] == [:])
    let unknown = await ask(devnet, "debug_traceTransaction", .hash(hash), ["tracer": "{}"])
    #expect(unknown["error"]?["code"] == -32602)
    let block = await ask(devnet, "debug_traceBlockByNumber", "latest", options)["result"]
    #expect(block == [["txHash": .hash(hash), "result": tree ?? .null]])
  }

  @Test("a transaction is traced on the state that those before it in its block left")
  func second() async throws {
    let devnet = try await start()
    await devnet.setMining(.manual)
    let request = CallRequest(to: Address(truncating: UInt256(0xbb)), gas: 100_000)
    _ = try await devnet.send(request)
    let second = try await devnet.send(request)
    try await devnet.mine()
    let prestate = await ask(devnet, "debug_traceTransaction", .hash(second), ["tracer": "prestateTracer"])["result"]
    #expect(prestate?[address(0xbb).string ?? ""]?["storage"]?[Hash32.zero.hex] == .hash(Hash32(UInt256(1))))
  }

  @Test("a call's trace sees overrides and tells why it failed")
  func call() async throws {
    let devnet = try await start()
    let overrides: JSON = [address(0xdd).string ?? "": ["code": "0xfe"]]
    let tree = await ask(
      devnet, "debug_traceCall", ["to": address(0xdd)], "latest",
      ["tracer": "callTracer", "stateOverrides": overrides])["result"]
    #expect(tree?["error"]?.string?.hasPrefix("invalid opcode") == true)
    let logs = await ask(devnet, "debug_traceCall", ["to": address(0xdd)], "latest", ["stateOverrides": overrides])
    #expect(logs["result"]?["failed"] == true && logs["result"]?["returnValue"] == "0x")
  }

  @Test("a trace that would be too long is an error, and says what to leave out")
  func bounds() async throws {
    let devnet = try await start()
    // MSTORE(0x10000, 0), and an endless loop: 64 KiB of memory at every step.
    let code = "0x5f62010000525b600656"
    let request: JSON = ["to": address(0xdd), "gas": "0xf4240"]
    let overrides: JSON = [address(0xdd).string ?? "": ["code": .string(code)]]
    let answer = await ask(
      devnet, "debug_traceCall", request, "latest", ["enableMemory": true, "stateOverrides": overrides])
    #expect(answer["error"]?["code"] == -32005)
    let short = await ask(
      devnet, "debug_traceCall", request, "latest", ["stateOverrides": overrides, "disableStack": true, "limit": 10])
    #expect(short["result"]?["structLogs"]?.array?.count == 10 && short["result"]?["failed"] == true)
  }
}
