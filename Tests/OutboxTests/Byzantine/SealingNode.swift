import ChainSupport
import Devnet
import Evidence
import Foundation
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

/// A devnet as a node of Kaia's shows it: another program seals its blocks (`Tests/EvidenceTests/Witness/sealer.py`).
actor SealingNode {
  private let devnet: Devnet
  private let sealer: LineProcess
  /// The block that is trusted.
  private let first: UInt64
  private let start = Int(Date().timeIntervalSince1970) - 3_600
  private var bodies: [(raw: [JSON], receipts: [JSON])] = []
  /// The headers, and in their place those of validators that nobody chose, with receipts of failures.
  private var headers: [JSON] = []
  private var forged: [UInt64: JSON] = [:]
  private var following: Task<Void, any Error>?

  init(_ devnet: Devnet) async throws {
    self.devnet = devnet
    sealer = try LineProcess(
      TestTools.python, ["-B", TestTools.root + "/Tests/EvidenceTests/Witness/sealer.py"])
    first = await devnet.blockNumber
    bodies = [([], [])]
    try await seal()
  }

  /// The trusted blocks: the first one, and the one that the previous command reached from there.
  func checkpoint(in folder: Folder) throws -> TrustedCheckpoint {
    let chain = KaiaChain(
      chainID: 31337, forks: KaiaForks(magma: 0, kore: 0),
      ranges: [KaiaParameters.Range(0, committeeSize: 22, deriveSha: .concatenation)])
    let hash = try Hash32(try #require(headers[0]["hash"]?.string))
    var trusted = TrustedCheckpoint(
      KaiaCheckpoint(number: first, hash: hash), of: chain, folder: folder.path("checkpoints"))
    // The machine may be busy with other tests.
    trusted.patience = .seconds(600)
    return trusted
  }

  /// - Parameter lie: what it says that is not so about what was sealed; of all else it tells the truth.
  func answer(_ message: JSON, _ lie: Lie?) async -> JSON? {
    guard let requests = message.array else { return await answer(one: message, lie) }
    var answers: [JSON] = []
    for request in requests { if let answer = await answer(one: request, lie) { answers.append(answer) } }
    return .array(answers)
  }

  private func answer(one request: JSON, _ lie: Lie?) async -> JSON? {
    let parameters = request["params"]?.array ?? []
    func result(_ value: JSON) -> JSON { ["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": value] }
    guard (try? await follow()) != nil else { return nil }
    switch request["method"]?.string ?? "" {
    case "kaia_getHeaderByNumber": return result(header(Self.number(parameters.first), lie) ?? .null)
    case "kaia_getBlockByNumber":
      guard let index = index(Self.number(parameters.first)) else { return result(.null) }
      return result(["transactions": .array(bodies[index].raw)])
    case "kaia_getBlockReceipts":
      guard let index = headers.indices.first(where: { header(first + UInt64($0), lie)?["hash"] == parameters.first })
      else { return result(.null) }
      let receipts = bodies[index].receipts
      return result(.array(lie.map(Lie.ofSeals.contains) ?? false ? receipts.map(Self.failed) : receipts))
    default: break
    }
    let told = await devnet.answer(request)
    guard var object = told?["result"]?.object else { return told }
    // The hashes are those that were sealed.
    if let hash = header(Self.number(object["blockNumber"]), lie)?["hash"] { object["blockHash"] = hash }
    if object["parentHash"] != nil, let hash = header(Self.number(object["number"]), lie)?["hash"] {
      object["hash"] = hash
    }
    return result(.object(object))
  }

  private func header(_ number: UInt64?, _ lie: Lie?) -> JSON? {
    guard let index = index(number), let number else { return nil }
    return (lie == .ownValidators ? forged[number] : nil) ?? headers[index]
  }

  private func index(_ number: UInt64?) -> Int? {
    guard let number, number >= first, number - first < UInt64(headers.count) else { return nil }
    return Int(number - first)
  }

  private static func number(_ json: JSON?) -> UInt64? {
    (json?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) }
  }

  private static func failed(_ receipt: JSON) -> JSON {
    var receipt = receipt.object ?? [:]
    (receipt["status"], receipt["txError"], receipt["logs"]) = ("0x0", "0x9", [])
    receipt["logsBloom"] = .string(Bytes(repeating: 0, count: 256).hex)
    return .object(receipt)
  }

  /// Seals the blocks that came since, one question after the other.
  private func follow() async throws {
    let before = following
    let task = Task {
      _ = await before?.result
      try await advance()
    }
    following = task
    try await task.value
  }

  private func advance() async throws {
    let head = await devnet.blockNumber
    let known = bodies.count
    while first + UInt64(bodies.count) <= head {
      let block = try #require(await devnet.block(.number(first + UInt64(bodies.count))))
      var body: (raw: [JSON], receipts: [JSON]) = ([], [])
      for transaction in block.transactions {
        let signed = transaction.transaction
        body.raw.append(.string(signed.encoded.hex))
        let told = await devnet.answer([
          "jsonrpc": "2.0", "id": 1, "method": "eth_getTransactionReceipt", "params": [.string(signed.hash.hex)],
        ])
        var receipt = try #require(told?["result"]?.object)
        if receipt["status"] == "0x0" { receipt["txError"] = "0x9" }
        body.receipts.append(.object(receipt))
      }
      bodies.append(body)
    }
    if bodies.count != known { try await seal() }
  }

  private func seal() async throws {
    let numbered = bodies.indices.filter { !bodies[$0].raw.isEmpty }
    func body(_ index: Int, _ receipts: [JSON]) -> JSON {
      ["raw": .array(bodies[index].raw), "receipts": .array(receipts)]
    }
    let told = JSONObject(
      numbered.map { ("\(first + UInt64($0))", body($0, bodies[$0].receipts)) })
    let strangers = JSON.array((900..<904).map { .number("\($0)") })
    let wish: JSON = [
      "validators": 4, "committee": 22, "first": .number("\(first)"), "start": .number("\(start)"),
      "blocks": .number("\(bodies.count - 1)"), "bodies": .object(told),
      "forged": .array(
        numbered.map {
          [
            "number": .number("\(first + UInt64($0))"), "validators": strangers, "sealers": strangers,
            "body": body($0, bodies[$0].receipts.map(Self.failed)),
          ]
        }),
    ]
    let answer = try JSON(parsing: Array(try await sealer.ask(wish.serialized()).utf8))
    headers = try #require(answer["headers"]?.array)
    for header in answer["forged"]?.array ?? [] {
      if let number = Self.number(header["number"]) { forged[number] = header }
    }
  }
}
