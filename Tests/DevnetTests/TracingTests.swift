import EVM
import JSONFields
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
    let hash = try await devnet.send(DevnetCall(to: Address(truncating: UInt256(0xaa)), data: [1, 2, 3, 4, 5]))
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
    let request = DevnetCall(to: Address(truncating: UInt256(0xbb)), gas: 100_000)
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

@Suite("Traces in other shapes")
struct TraceShapeTests {
  /// Calls 0xbb with all the wei it has and one more, calls the identity precompile, then 0xbb with nothing.
  private static let caller =
    "5f5f5f5f6001470160bb5af150" + "5f5f5f5f5f60045af150" + "5f5f5f5f5f60bb5af150" + "00"

  private func ask(_ devnet: Devnet, _ method: String, _ parameters: JSON...) async -> JSON {
    await devnet.answer([
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(parameters),
    ]) ?? .null
  }

  /// A devnet with a transaction to the caller, and the transaction's hash.
  private func fixture() async throws -> (Devnet, JSON) {
    let devnet = try await Devnet.start()
    try await devnet.setCode(Bytes(hex: Self.caller), of: Address(truncating: UInt256(0xaa)))
    // Reverts with nothing.
    try await devnet.setCode([0x5f, 0x5f, 0xfd], of: Address(truncating: UInt256(0xbb)))
    let hash = try await devnet.send(DevnetCall(to: Address(truncating: UInt256(0xaa)), gas: 300_000))
    return (devnet, .string(hash.hex))
  }

  @Test("a call that is refused for the caller's balance has a frame, and its gas back")
  func refused() async throws {
    let (devnet, hash) = try await fixture()
    let trace = await ask(devnet, "debug_traceTransaction", hash, ["tracer": "callTracer"])["result"]
    let calls = try #require(trace?["calls"]?.array)
    #expect(calls.map { $0["error"] } == ["insufficient balance for transfer", nil, "execution reverted"])
    #expect(calls[0]["gasUsed"] == "0x0" && calls[0]["value"] == "0x1")
    #expect(calls[0]["to"]?.string == "0x00000000000000000000000000000000000000bb")
  }

  @Test("calls nest as deep as the rules allow, and the one beyond has a frame that says so")
  func depth() async throws {
    var options = Devnet.Options()
    options.fork = .homestead
    options.callGasLimit = 200_000_000
    let devnet = try await Devnet.start(options)
    // Calls itself with all the gas but 2,000.
    let address = Address(truncating: UInt256(0xaa))
    try await devnet.setCode(Bytes(hex: "6000600060006000600060aa6107d05a03f100"), of: address)
    let trace = await ask(
      devnet, "debug_traceCall", ["to": .string(address.bytes.hex), "gas": "0xbebc200"], "latest",
      ["tracer": "flatCallTracer"])
    let frames = try #require(trace["result"]?.array, "\(trace)")
    #expect(frames.count == 1026)
    #expect(frames.last?["error"] == "max call depth exceeded")
    #expect(frames.last?["traceAddress"]?.array?.count == 1025)
  }

  @Test("flatCallTracer tells the calls one after the other, without precompiles unless told")
  func flat() async throws {
    let (devnet, hash) = try await fixture()
    let frames = await ask(devnet, "debug_traceTransaction", hash, ["tracer": "flatCallTracer"])["result"]?.array ?? []
    #expect(frames.map { $0["traceAddress"] } == [[], [0], [1]])
    #expect(frames.map { $0["subtraces"] } == [2, 0, 0])
    #expect(frames.allSatisfy { $0["transactionHash"] == hash && $0["type"] == "call" && $0["blockNumber"] == 1 })
    #expect(frames.first?["action"]?["gas"] == "0x493e0")
    #expect(frames.first?["result"]?["gasUsed"] != nil && frames.first?["error"] == nil)
    #expect(frames.last?["error"] == "execution reverted" && frames.last?["result"]?["output"] == "0x")
    let parity: JSON = ["includePrecompiles": true, "convertParityErrors": true]
    let all = await ask(
      devnet, "debug_traceTransaction", hash, ["tracer": "flatCallTracer", "tracerConfig": parity])["result"]
    #expect(all?.array?.map { $0["action"]?["to"]?.string?.suffix(2) } == ["aa", "bb", "04", "bb"])
    #expect(all?[3]?["error"] == "Reverted")
    // A creation that destroys itself.
    let creation = await ask(
      devnet, "debug_traceCall", ["data": "0x5fff", "gas": "0x30000"], "latest", ["tracer": "flatCallTracer"])["result"]
    #expect(creation?[0]?["type"] == "create" && creation?[0]?["action"]?["creationMethod"] == "create")
    #expect(creation?[1]?["type"] == "suicide" && creation?[1]?["action"]?["refundAddress"] != nil)
  }

  @Test("muxTracer gives what each of several tracers would give alone")
  func several() async throws {
    let (devnet, hash) = try await fixture()
    let config: JSON = ["callTracer": ["withLog": true], "prestateTracer": ["diffMode": true], "4byteTracer": [:]]
    let both = await ask(devnet, "debug_traceTransaction", hash, ["tracer": "muxTracer", "tracerConfig": config])[
      "result"]
    for (name, settings) in config.object ?? JSONObject() {
      let alone = await ask(
        devnet, "debug_traceTransaction", hash, ["tracer": .string(name), "tracerConfig": settings])["result"]
      #expect(both?[name] == alone, "\(name)")
    }
    for wrong in [["muxTracer": [:]], ["nothing": [:]], 5] as [JSON] {
      let answer = await ask(devnet, "debug_traceTransaction", hash, ["tracer": "muxTracer", "tracerConfig": wrong])
      #expect(answer["error"]?["code"]?.int == -32602)
    }
  }

  @Test("debug_traceBlock takes a block's bytes: one of the chain, or one that could follow one")
  func block() async throws {
    let (devnet, hash) = try await fixture()
    let bytes = try #require(await ask(devnet, "debug_getRawBlock", "0x1")["result"])
    let traces = await ask(devnet, "debug_traceBlock", bytes)["result"]
    #expect(traces?[0]?["txHash"] == hash)
    #expect(await ask(devnet, "debug_traceBlockByNumber", "0x1")["result"] == traces)
    try await devnet.rollback(blocks: 1)
    let again = await ask(devnet, "debug_traceBlock", bytes)["result"]
    #expect(again?[0]?["txHash"] == hash)
    for wrong in ["0x", "0xc0", "0x00", .string("0xf9" + String(repeating: "f", count: 100))] as [JSON] {
      #expect(await ask(devnet, "debug_traceBlock", wrong)["error"]?["code"]?.int == -32000)
    }
  }

  @Test("debug_accountRange walks through all accounts by the hashes of their addresses")
  func accounts() async throws {
    var options = Devnet.Options()
    options.accountCount = 300
    let devnet = try await Devnet.start(options)
    let address = Address(truncating: UInt256(0xaa))
    try await devnet.setCode([1, 2, 3], of: address)
    try await devnet.setStorage(0x1234, slot: 5, of: address)
    let first = await ask(devnet, "debug_accountRange", "latest", "0x", 256, false, false, false)["result"]
    #expect(first?["accounts"]?.object?.count == 256)
    // Standard base64 of 32 bytes.
    let next = try #require(first?["next"]?.string)
    #expect(next.utf8.count == 44 && next.hasSuffix("="))
    let last = first?["accounts"]?.object?.map { $0.value["key"]?.string ?? "" }.max() ?? ""
    let rest = await ask(devnet, "debug_accountRange", "latest", .string(last + "00"), 256)["result"]
    #expect(rest?["next"] == nil)
    let all = (first?["accounts"]?.object?.map(\.value) ?? []) + (rest?["accounts"]?.object?.map(\.value) ?? [])
    #expect(Set(all.compactMap { $0["address"]?.string }).count == all.count)
    #expect(all.count == (try await devnet.dumpState()["accounts"]?.object?.count))
    let contract = try #require(all.first { $0["address"]?.string == address.checksummed })
    #expect(contract["code"] == "0x010203" && contract["nonce"] == 0 && contract["balance"] == "0")
    #expect(contract["storage"] == .object([Hash32(UInt256(5)).hex: "1234"]))
    #expect(first?["root"]?.string?.count == 64)
  }

  @Test("eth_sendRawTransactionSync answers with the receipt, and says so if no block has it in time (EIP-7966)")
  func synchronous() async throws {
    let devnet = try await Devnet.start()
    func raw() async -> JSON {
      await ask(
        devnet, "eth_signTransaction", ["to": .string(devnet.accounts[1].address.checksummed), "value": "0x1"])[
          "result"]?["raw"] ?? .null
    }
    let receipt = await ask(devnet, "eth_sendRawTransactionSync", await raw())["result"]
    #expect(receipt?["status"] == "0x1" && receipt?["blockNumber"] == "0x1")
    await devnet.setMining(.manual)
    let bytes = await raw()
    let late = await ask(devnet, "eth_sendRawTransactionSync", bytes, 1)["error"]
    #expect(late?["code"]?.int == 4)
    let hash = try #require(late?["data"])
    #expect(await ask(devnet, "eth_getTransactionByHash", hash)["result"]?["hash"] == hash)
    try await devnet.mine()
    // One that is mined while somebody waits for it.
    let next = await raw()
    async let awaited = ask(devnet, "eth_sendRawTransactionSync", next, 60_000)
    while await waiting(in: devnet) == 0 { await Task.yield() }
    try await devnet.mine()
    #expect(await awaited["result"]?["blockNumber"] == "0x3")
    #expect(await ask(devnet, "eth_sendRawTransactionSync", "0x00")["error"]?["code"]?.int == -32000)
  }

  /// Counted where the pool is: a copy of it would be shared with whoever changes it meanwhile.
  private func waiting(in devnet: isolated Devnet) -> Int { devnet.pool.count }

  @Test("a trace of as many calls within one another as there can be is told whole")
  func deepest() async throws {
    var options = Devnet.Options()
    // Where a call may pass on nearly all of its gas.
    options.fork = .homestead
    let devnet = try await Devnet.start(options)
    // Calls itself with all the gas but 1,000.
    try await devnet.setCode(Bytes(hex: "600060006000600060003061" + "03e85a03f100"), of: Address(truncating: 0xaa))
    func trace(_ tracer: JSON) async -> JSON? {
      let call: JSON = ["to": .address(Address(truncating: 0xaa)), "gas": "0x989680"]
      return await ask(devnet, "debug_traceCall", call, "latest", tracer)["result"]
    }
    var node = try #require(await trace(["tracer": "callTracer"]))
    #expect(node.serializedBytes().count > 100_000)
    var depth = 0
    while let next = node["calls"]?.array?.first { (node, depth) = (next, depth + 1) }
    // The last is refused.
    #expect(depth == 1025 && node["error"] == "max call depth exceeded")
    let flat = try #require(await trace(["tracer": "flatCallTracer"])?.array)
    #expect(flat.count == 1026 && flat.last?["traceAddress"]?.array?.count == 1025)
    let both = await trace(["tracer": "muxTracer", "tracerConfig": ["callTracer": [:], "4byteTracer": [:]]])
    #expect(both?["callTracer"]?["calls"]?.array?.count == 1)
    #expect(await trace([:])?["structLogs"]?.array?.isEmpty == false)
  }
}
