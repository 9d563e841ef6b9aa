import Devnet
import Keys
import LectureKit
import Locking
import Primitives
import StrictJSON
import Transactions

/// A node of a real chain that tells a lie, and keeps what it is given until it is made to publish it.
final class ByzantineNode: Sendable {
  private let devnet: Devnet
  private let told: Guarded<Lie>
  private let account: Address
  private let kept = Guarded<[JSON]>([])
  private let inventions: InventedSuccesses
  /// The answer read from the chain, honest but for validators' seals.
  private let chain: @Sendable (JSON, Lie) async -> JSON?

  /// - Parameter chain: what is asked, with what is said now, for all that it does not lie about.
  init(
    _ devnet: Devnet, _ lie: Lie, about account: Address, on chain: @escaping @Sendable (JSON, Lie) async -> JSON?
  ) {
    (self.devnet, told, self.account, self.chain) = (devnet, Guarded(lie), account, chain)
    inventions = InventedSuccesses(of: account, on: devnet)
  }

  /// The current lie.
  var lie: Lie {
    get { told.withLock { $0 } }
    set { told.withLock { $0 = newValue } }
  }

  /// All that it was ever given goes to the chain, in the order in which it came; what the chain does not take is told
  /// by nobody.
  func publish() async throws {
    for raw in kept.withLock({ $0 }) { _ = await ask("eth_sendRawTransaction", [raw]) }
    try await devnet.mine()
  }

  func answer(_ message: JSON) async -> JSON? {
    guard let requests = message.array else { return await answer(one: message) }
    var answers: [JSON] = []
    for request in requests { if let answer = await answer(one: request) { answers.append(answer) } }
    return .array(answers)
  }

  private func answer(one request: JSON) async -> JSON? {
    let (id, parameters) = (request["id"] ?? .null, request["params"]?.array ?? [])
    func result(_ value: JSON) -> JSON { ["jsonrpc": "2.0", "id": id, "result": value] }
    func error(_ text: String) -> JSON {
      ["jsonrpc": "2.0", "id": id, "error": ["code": -32000, "message": .string(text)]]
    }
    switch request["method"]?.string ?? "" {
    case "eth_sendRawTransaction":
      if let raw = parameters.first { kept.withLock { $0.append(raw) } }
      guard lie.hidesBytes else { break }
      switch lie {
      case .inventedTransaction, .strangersTransaction, .nonceTooLow: return error("nonce too low")
      case .unknownText: return error("header not found")
      case .insufficientFunds: return error("insufficient funds for gas * price + value")
      case .sameNonce: return error("there is another tx which has the same nonce in the tx pool")
      case .alreadyKnown:
        kept.withLock { _ = $0.popLast() }
        return error("already known")
      case .inventedSuccess, .inventedBlock:
        guard let raw = kept.withLock({ $0.popLast() })?.string, let hash = await inventions.add(raw, lie) else {
          break
        }
        return result(.string(hash.hex))
      case .otherHash: return result(.string(Keccak256.hash([1]).hex))
      default:
        let raw = (parameters.first?.string).flatMap { try? SignedTransaction(decodingHex: $0) }
        return result(.string(raw?.hash.hex ?? ""))
      }
    case "eth_getTransactionCount" where isAboutNonces && kept.withLock({ !$0.isEmpty }):
      return await counted(request, by: 1)
    case "eth_getTransactionCount" where lie == .countTooHigh: return await counted(request, by: 5)
    case "eth_getBlockByNumber":
      if lie == .inventedBlock, let block = inventions.block(parameters.first) { return result(block) }
      guard let told = await chain(request, lie), var block = told["result"]?.object else { break }
      if lie == .otherGenesis, block["number"] == "0x0" {
        block["hash"] = .string(Keccak256.hash([2]).hex)
        return result(.object(block))
      }
      if parameters.last == true, let other = taker() {
        block["transactions"] = [other]
        return result(.object(block))
      }
      return told
    case "eth_getTransactionByHash":
      if let other = taker(), other["hash"] == parameters.first { return result(other) }
    case "eth_getTransactionReceipt":
      guard lie != .noReceipt else { return result(.null) }
      if lie.inventsSuccess, let receipt = inventions.receipt(parameters.first) { return result(receipt) }
      guard let told = await chain(request, lie), var receipt = told["result"]?.object else { break }
      if [.failed, .failedInBlock, .ownValidators].contains(lie) { (receipt["status"], receipt["logs"]) = ("0x0", []) }
      if lie == .otherBlock {
        receipt["blockNumber"] = "0xffffff"
        receipt["blockHash"] = .string(Keccak256.hash([3]).hex)
      }
      return result(.object(receipt))
    case "eth_getLogs" where lie == .noLogs && wasGivenSome: return result([])
    case "eth_getLogs" where lie == .reopened && wasGivenSome:
      guard let told = await devnet.answer(request), var logs = told["result"]?.array, var last = logs.last?.object
      else { break }
      last["blockNumber"] = .string("0x" + String(await devnet.blockNumber, radix: 16))
      logs.append(.object(last))
      return result(.array(logs))
    case "eth_call" where [.reopened, .noLogs].contains(lie) && wasGivenSome:
      let asked = parameters.first?["input"] ?? parameters.first?["data"]
      guard asked?.string?.hasPrefix(Self.isStudent) == true else { break }
      return result(.string(Hash32.zero.hex))
    case "eth_estimateGas" where lie == .gasZero: return result("0x0")
    case "eth_estimateGas" where lie == .gasHuge: return result("0x1c9c380")
    case "hardhat_metadata" where lie == .fork:
      return result(["instanceId": .string(Keccak256.hash([4]).hex), "forkedNetwork": ["forkBlockNumber": 1]])
    default: break
    }
    return await chain(request, lie)
  }

  private var wasGivenSome: Bool { kept.withLock { !$0.isEmpty } }

  private static let isStudent = Bytes(
    LectureMarket.Calldata.isValidStudent(lectureNumber: 0, studentAddress: .zero).prefix(4)
  ).hex

  private var isAboutNonces: Bool { [.inventedTransaction, .strangersTransaction].contains(lie) }

  private func counted(_ request: JSON, by more: UInt64) async -> JSON? {
    guard let told = await chain(request, lie), let text = told["result"]?.string,
      let count = UInt64(text.dropFirst(2), radix: 16)
    else { return nil }
    // The past is as it was: so a search finds the newest block.
    guard request["params"]?.array?.last.map({ ["latest", "pending"].contains($0) }) == true else { return told }
    return ["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": .string("0x" + String(count + more, radix: 16))]
  }

  /// The transaction that is said to have the nonce of what it was given first.
  private func taker() -> JSON? {
    guard isAboutNonces, let raw = kept.withLock({ $0.first })?.string,
      let given = try? SignedTransaction(decodingHex: raw).transaction,
      let key = try? PrivateKey(bytes: Bytes(repeating: 7, count: 32)),
      let signed = try? UnsignedTransaction.legacy(
        LegacyTransaction(
          chainID: 31337, nonce: given.nonce, gasPrice: 1_000_000_000, gasLimit: 21_000, to: .zero, value: 1, data: [])
      ).signed(by: key), var told = signed.json.object
    else { return nil }
    told["from"] = .string(account.lowercaseHex)
    (told["blockNumber"], told["blockHash"]) = ("0x1", .string(Hash32.zero.hex))
    if lie == .inventedTransaction { for name in ["r", "s", "v"] { told[name] = "0x0" } }
    return .object(told)
  }

  private func ask(_ method: String, _ parameters: [JSON]) async -> JSON? {
    await devnet.answer(["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(parameters)])
  }
}
