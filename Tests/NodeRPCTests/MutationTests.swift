import FixtureSupport
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@Suite("Replies with bytes changed")
struct MutationTests {
  private static let seeds: [String] = [
    #"{"jsonrpc":"2.0","id":1,"result":"0x10"}"#,
    #"{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"execution reverted: no","data":"0x08c379a0"}}"#,
    #"[{"jsonrpc":"2.0","id":2,"result":"0x1"},{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"x","data":{"data":"Reverted 0x00"}}}]"#,
    #"{"jsonrpc":"2.0","id":1,"result":{"transactionHash":"0x\#(String(repeating: "1", count: 64))","from":"0x\#(String(repeating: "2", count: 40))","gasUsed":"0x1","logs":[{"address":"0x\#(String(repeating: "3", count: 40))","topics":[],"data":"0x"}]}}"#,
    "<html><head><title>Bad gateway</title></head></html>",
  ]

  @Test("are answers or errors, never the end of the program", arguments: [UInt64(1), 2, 3])
  func mutations(seed: UInt64) async throws {
    let current = Current()
    var random = Seeded(seed)
    let server = try HostileServer { _ in [.send(HTTPText.reply(current.bytes, status: current.status))] }
    defer { server.stop() }
    let client = try client(server) { $0.retries = 0 }
    for turn in 0..<400 {
      var bytes = Array(Self.seeds[turn % Self.seeds.count].utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { bytes = [0x7b] }
      }
      current.bytes = bytes
      current.status = turn.isMultiple(of: 7) ? 500 : 200
      for result in (try? await client.batch([.receipt, .receipt])) ?? [] { inspect(result) }
      do throws(NodeError) {
        inspect(.success(try await client.send(.receipt)))
      } catch {
        inspect(.failure(error))
      }
    }
  }

  private func inspect(_ result: Result<Receipt?, NodeError>) {
    guard case .failure(let error) = result else { return }
    _ = error.revertData
    let text = error.description
    #expect(text.split(separator: "\n").count <= 4)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !($0.value < 0x20 || $0.value == 0x7f) })
  }
}

extension NodeRequest where Value == Receipt? {
  fileprivate static var receipt: NodeRequest {
    .transactionReceipt((try? Hash32("0x" + String(repeating: "1", count: 64))) ?? .zero)
  }
}
