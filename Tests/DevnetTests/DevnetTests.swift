import Devnet
import Primitives
import Testing

@Suite("A devnet in a test")
struct DevnetTests {
  /// Creation code of a contract that sets slot 0 to the first word of its calldata, and gives it for none.
  static let counter = try? Bytes(hex: "6017600c60003960176000f336600f5760005460005260206000f35b60003560005500")

  @Test("a stranger starts a chain, deploys, calls and goes back to a snapshot in five lines")
  func stranger() async throws {
    let chain = try await Devnet.start()
    let contract = try await chain.deploy(#require(Self.counter))
    let snapshot = await chain.snapshot()
    try await chain.send(DevnetCall(to: contract, data: UInt256(7).bigEndianBytes))
    #expect(try await chain.call(DevnetCall(to: contract)) == UInt256(7).bigEndianBytes)
    #expect(try await chain.revert(to: snapshot))
    #expect(try await chain.call(DevnetCall(to: contract)) == UInt256(0).bigEndianBytes)
  }
}
