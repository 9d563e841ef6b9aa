import ContractABI
import LectureKit
import NodeRPC
import Primitives
import Testing

@Suite("The session")
struct SessionTests {
  @Test("cannot be read before it is configured, is set once, and tells both")
  func once() throws {
    let early = #expect(throws: LectureError.self) { try Session.shared }
    #expect(early?.code == .notConfigured)
    let session = Session(endpoints: [try Endpoint("http://127.0.0.1:8545")], chainID: 1337)
    try Session.configure(session)
    #expect(try Session.shared.chainID == 1337)
    let second = #expect(throws: LectureError.self) { try Session.configure(session) }
    #expect(second?.code == .alreadyConfigured)
  }

  @Test("brings the contract's ABI along")
  func abi() throws {
    let session = Session(endpoints: [], chainID: 1)
    #expect(try session.abi.function("purchaseLecture").signature == "purchaseLecture(uint256)")
  }
}
