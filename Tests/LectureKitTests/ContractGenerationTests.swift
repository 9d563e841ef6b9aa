import ContractABI
import LectureKit
import Primitives
import Testing

@Suite("Generations of the contract")
struct ContractGenerationTests {
  private func code(_ signatures: [String]) -> Bytes {
    signatures.flatMap { [0x80, 0x63] + ABISelector(signature: $0).bytes + [0x14, 0x57] }
  }

  private let shared = [
    "createLecture(uint256)", "purchaseLecture(uint256)", "acceptAdmin(uint256)", "getLectureEvaluationPoint(uint256)",
    "evaluateLecture(uint256,uint256,uint256,uint256,uint256,uint256)", "calculateEvaluationAveragePoint(uint256)",
  ]

  @Test("LectureMarket is recognised in its own deployed code")
  func market() {
    #expect(ContractGeneration(code: LectureMarket.deployedBytecode) == .market)
  }

  @Test("v1 and v2 differ in getLectureNumber")
  func old() {
    #expect(ContractGeneration(code: code(shared)) == .v1)
    #expect(ContractGeneration(code: code(shared + ["getLectureNumber(bytes32)"])) == .v2)
  }

  @Test("v0 is recognised by its own names")
  func first() {
    #expect(ContractGeneration(code: code(["calculateLecturePoint(bytes32)", "getLectureVote(bytes32)"])) == .v0)
  }

  @Test("anything else is none of them")
  func others() {
    #expect(ContractGeneration(code: []) == nil)
    #expect(ContractGeneration(code: [0x60]) == nil)
    #expect(ContractGeneration(code: code(["transfer(address,uint256)", "owner()"])) == nil)
    #expect(ContractGeneration(code: code(Array(shared.dropLast()))) == nil)
  }
}
