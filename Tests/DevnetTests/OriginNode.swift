import Devnet
import Dispatch
import EVM
import Locking
import Primitives
import StrictJSON

/// A devnet as the chain from which another goes on: asked in JSON as a node is, and everything is noted.
final class OriginNode: StateReader, Sendable {
  struct Failure: Error, CustomStringConvertible { let description: String }

  let devnet: Devnet
  private let notes = Guarded<[String]>([])
  private let lies = Guarded<[String: JSON]>([:])
  private let block: JSON

  /// Goes on from the devnet's present head.
  init(_ devnet: Devnet) async {
    self.devnet = devnet
    block = .string(UInt256(await devnet.blockNumber).quantity)
  }

  /// The methods that were asked for, in order.
  var methods: [String] { notes.withLock { $0 } }

  /// Answers a method from now on with this; nil is the truth.
  func lie(_ method: String, _ answer: JSON?) { lies.withLock { $0[method] = answer } }

  func ask(_ method: String, _ parameters: [JSON]) async throws -> JSON {
    notes.withLock { $0.append(method) }
    if let lie = lies.withLock({ $0[method] }) { return lie }
    let answer = await devnet.answer([
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(parameters),
    ])
    guard let result = answer?["result"] else {
      throw Failure(description: answer?["error"]?["message"]?.string ?? "no answer")
    }
    return result
  }

  /// As a reader of state must, it blocks its thread.
  private func wait(_ method: String, _ parameters: [JSON]) throws -> String {
    let (answer, done) = (Guarded<Result<JSON, any Error>?>(nil), DispatchSemaphore(value: 0))
    Task.detached { [self] in
      let result: Result<JSON, any Error>
      do { result = .success(try await ask(method, parameters)) } catch { result = .failure(error) }
      answer.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    guard let text = try answer.withLock({ $0 })?.get().string else { throw Failure(description: "no text") }
    return text
  }

  func account(_ address: Address) throws -> EVM.Account? {
    let who = JSON.string(address.checksummed)
    let code = try Bytes(hex: wait("eth_getCode", [who, block]))
    let account = EVM.Account(
      nonce: UInt64(try UInt256(quantity: wait("eth_getTransactionCount", [who, block]))),
      balance: try UInt256(quantity: wait("eth_getBalance", [who, block])), codeHash: Keccak256.hash(code))
    return account.isEmpty ? nil : account
  }

  func storage(_ address: Address, _ slot: UInt256) throws -> UInt256 {
    let word = try wait("eth_getStorageAt", [.string(address.checksummed), .string(slot.quantity), block])
    return UInt256(try Hash32(word))
  }

  func code(_ address: Address, hash: Hash32) throws -> Code {
    Code(try Bytes(hex: wait("eth_getCode", [.string(address.checksummed), block])))
  }

  /// A devnet that goes on from here.
  func fork(mining: Devnet.Mining = .instant) async throws -> Devnet {
    guard let head = await devnet.block() else { throw Failure(description: "no head") }
    var options = Devnet.Options()
    options.mining = mining
    options.origin = ForkSource(
      chainID: devnet.chainID, fork: .osaka, header: head.header, state: self,
      history: { [self] method, parameters in try await ask(method, parameters) })
    return try await Devnet.start(options)
  }
}
