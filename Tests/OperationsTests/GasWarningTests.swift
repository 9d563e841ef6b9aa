import Locking
import NodeRPC
import Primitives
import Testing

@testable import Operations
@testable import Sending

@Suite("A node's estimate that is not believed")
struct GasWarningTests {
  @Test("is told once of a transaction that is priced again before it is signed, and once of each other")
  func once() throws {
    let told = Guarded(0)
    let check = GasCheck(
      simulatingOn: try NodeClient(endpoints: [try Endpoint("http://127.0.0.1:9")]), nil
    ) { event in
      if case .gasDisagreement = event { told.withLock { $0 += 1 } }
    }
    func request(_ byte: UInt8) -> SendRequest {
      SendRequest(from: Address(truncating: 1), to: Address(truncating: 2), data: [byte], label: "a call")
    }
    func disagree(_ estimate: UInt64, _ byte: UInt8) {
      check.onDisagreement(
        GasCheck.Disagreement(estimate: estimate, measure: .init(used: 50_000, needed: 60_000)), request(byte))
    }
    disagree(21_000, 1)
    disagree(21_001, 1)
    #expect(told.withLock { $0 } == 1)
    disagree(21_000, 2)
    #expect(told.withLock { $0 } == 2)
  }
}
