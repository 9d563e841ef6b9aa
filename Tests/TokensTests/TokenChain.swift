import ChainSupport
import ContractABI
import Devnet
import Foundation
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import Tokens

/// A chain with tokens of this package, and a client of its node whose messages are counted; the node can have Multicall3.
struct TokenChain {
  static let now: Int64 = 1_795_435_200
  /// 0xcA11bde05977b3631167028862bE2a173976CA11.
  static let multicall = "0xca11bde05977b3631167028862be2a173976ca11"

  let devnet: Devnet
  let client: NodeClient
  private let proxy: FaultProxy
  private let steps = Guarded<[FaultProxy.Step]>([])

  /// The messages that came to the node; a batch is one, with the methods of its requests.
  var messages: [String] { steps.withLock { $0.filter { $0.moment == .request }.map(\.method) } }

  /// - Parameter multicall: From which block on the node has Multicall3; nil for never.
  init(multicall: UInt64? = nil) async throws {
    var options = Devnet.Options()
    options.timestamp = UInt64(Self.now)
    options.clock = { UInt64(Self.now) }
    let devnet = try await Devnet.start(options)
    self.devnet = devnet
    let aggregator = multicall.map { Aggregator(devnet: devnet, since: $0) }
    proxy = try FaultProxy(
      FaultProxy.node { message in
        guard let aggregator else { return await devnet.answer(message) }
        return await aggregator.answer(message)
      }, observe: { [steps] step in steps.withLock { $0.append(step) } })
    client = try NodeClient(proxy.url, options: .patient)
  }

  var reader: TokenReader { TokenReader(node: client) }
  var owners: [Address] { devnet.accounts.map(\.address) }

  /// A token of this package, of which the first account holds all.
  func token(
    _ symbol: String = "CAMPUS", name: String = "Campus token", decimals: UInt256 = 18, supply: UInt256 = 1_000_000
  ) async throws -> Address {
    let file = URL(fileURLWithPath: TestTools.root + "/Sources/Exchange/ABI/CampusToken.json")
    let artifact = try ContractArtifact(parsing: Bytes(Data(contentsOf: file)))
    let arguments: [ABIValue] = [
      .string(name), .string(symbol), .uint(decimals), .uint(supply), .address(owners[0]),
    ]
    let types = try #require(artifact.abi.constructor).inputs.map(\.type)
    return try await devnet.deploy(try #require(artifact.bytecode) + ABICoder.encode(arguments, as: types))
  }

  /// A contract with this code.
  func contract(_ code: Bytes, at number: UInt256 = 0xc0de) async throws -> Address {
    let address = Address(truncating: number)
    try await devnet.setCode(code, of: address)
    return address
  }

  /// Sends a call from an account, by its place; its success.
  @discardableResult
  func send(_ calldata: Bytes, to contract: Address, from account: Int = 0) async throws -> Bool {
    let hash = try await devnet.send(DevnetCall(from: owners[account], to: contract, data: calldata, gas: 500_000))
    return try #require(await devnet.receipt(hash)).isSuccess
  }
}

/// Selectors of the questions that tokens answer.
enum Selector {
  static let symbol: UInt32 = 0x95d8_9b41
  static let name: UInt32 = 0x06fd_de03
  static let decimals: UInt32 = 0x313c_e567
  static let balance: UInt32 = 0x70a0_8231
  static let allowance: UInt32 = 0xdd62_ed3e
  static let nonces: UInt32 = 0x7ece_be00
  static let separator: UInt32 = 0x3644_e515
  static let domain: UInt32 = 0x84b0_196e
  static let version: UInt32 = 0x54fd_4d50
  static let permitType: UInt32 = 0x30ad_f81f
}

/// A node that answers for Multicall3 by asking the devnet each question of an `aggregate3` by itself.
private struct Aggregator: Sendable {
  let devnet: Devnet
  let since: UInt64

  func answer(_ message: JSON) async -> JSON? {
    guard let batch = message.array else { return await one(message) }
    var answers: [JSON] = []
    for request in batch { answers.append(await one(request) ?? .null) }
    return .array(answers)
  }

  private func one(_ request: JSON) async -> JSON? {
    let params = request["params"]?.array ?? []
    if request["method"] == "eth_getCode", params.first?.string == TokenChain.multicall {
      return reply(request, await isThere(params[1]) ? "0x6000" : "0x")
    }
    guard request["method"] == "eth_call", params.first?["to"]?.string == TokenChain.multicall else {
      return await devnet.answer(request)
    }
    guard await isThere(params[1]) else { return reply(request, "0x") }
    return reply(request, await aggregate(params[0]["data"]?.string ?? "", at: params[1]))
  }

  private func isThere(_ block: JSON) async -> Bool {
    guard let text = block.string, text.hasPrefix("0x"), let number = UInt64(text.dropFirst(2), radix: 16) else {
      return true
    }
    return number >= since
  }

  private func aggregate(_ data: String, at block: JSON) async -> JSON {
    guard
      let function = try? ABIFunction(
        parsing:
          "aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])"
      ), let calldata = try? Bytes(hex: data), case .array(let entries)? = try? function.decodeCall(calldata).first
    else { return .null }
    var rows: [ABIValue] = []
    for entry in entries {
      let call: JSON = [
        "to": .string(entry.elements?[0].addressValue?.lowercaseHex ?? ""),
        "data": .string(entry.elements?[2].bytesValue?.hex ?? ""), "gas": "0x1e8480",
      ]
      let answer = await devnet.answer(
        ["jsonrpc": "2.0", "id": 1, "method": "eth_call", "params": [call, block]])
      let bytes = try? Bytes(hex: (answer?["result"] ?? answer?["error"]?["data"])?.string ?? "")
      rows.append(.tuple([.bool(answer?["result"] != nil), .bytes(bytes ?? [])]))
    }
    return (try? ABICoder.encode([.array(rows)], as: function.outputs.map(\.type))).map { .string($0.hex) } ?? .null
  }

  private func reply(_ request: JSON, _ result: JSON) -> JSON {
    ["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": result]
  }
}
