import Evidence
import Primitives
import Testing

@Suite("Checkpoints")
struct KaiaCheckpointTests {
  private static let hash = "0x" + String(repeating: "5a", count: 32)

  @Test("NUMBER:HASH is read and written", arguments: ["0", "1", "190670000", "18446744073709551615"])
  func read(number: String) throws {
    let text = "\(number):\(Self.hash)"
    #expect(try KaiaCheckpoint(text).description == text)
    #expect(try KaiaCheckpoint(text).hash.hex == Self.hash)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", ":", "1", "1:", ":\(hash)", "01:\(hash)", "+1:\(hash)", " 1:\(hash)", "1 :\(hash)", "1: \(hash)",
      "-1:\(hash)",
      "0x1:\(hash)", "18446744073709551616:\(hash)", "1:\(hash)0", "1:\(hash.dropLast())", "1:\(hash.dropFirst(2))",
      "1:\(hash):", "١:\(hash)", "1:0x\(String(repeating: "zz", count: 32))",
    ])
  func refused(text: String) {
    #expect {
      try KaiaCheckpoint(text)
    } throws: {
      ($0 as? EvidenceError)?.code == .malformedCheckpoint
    }
  }
}
