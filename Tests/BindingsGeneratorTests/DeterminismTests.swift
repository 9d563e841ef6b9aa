import FixtureSupport
import Primitives
import Testing

@testable import BindingsGenerator

struct DeterminismTests {
  private static let artifact = """
    {"abi":[
      {"type":"constructor","inputs":[{"name":"connection","type":"address"}],"stateMutability":"payable"},
      {"type":"function","name":"a","inputs":[{"name":"x","type":"tuple[]","components":[{"name":"n","type":"uint8"}]}],
       "outputs":[{"name":"","type":"bool"},{"name":"b","type":"bytes4"}],"stateMutability":"view"},
      {"type":"error","name":"E","inputs":[]},{"type":"error","name":"F","inputs":[{"name":"","type":"string"}]}
    ],"bytecode":"0x6001","deployedBytecode":"0x02"}
    """

  @Test func `the same artifact makes the same file`() throws {
    let bytes = Array(Self.artifact.utf8)
    let first = try BindingsGenerator.bindings(artifact: bytes, fileName: "A.json")
    for _ in 0..<20 { #expect(try BindingsGenerator.bindings(artifact: bytes, fileName: "A.json") == first) }
    // The order of an artifact's keys does not matter.
    let turned = Self.artifact.replacing("\"type\":\"error\",\"name\":\"E\"", with: "\"name\":\"E\",\"type\":\"error\"")
    #expect(turned != Self.artifact)
    #expect(try BindingsGenerator.bindings(artifact: Array(turned.utf8), fileName: "A.json") == first)
  }

  @Test func `code makes a deployment`() throws {
    let text = try BindingsGenerator.bindings(artifact: Array(Self.artifact.utf8), fileName: "A.json")
    #expect(text.contains("public static let bytecode: Bytes = GeneratedSupport.code(\"0x6001\")"))
    #expect(text.contains("public static let deployedBytecode: Bytes = GeneratedSupport.code(\"0x02\")"))
    #expect(
      text.contains(
        "public static func deploy(connection_: Address, value: Amount, connection: ContractConnection) -> ContractDeployment<A>"
      ))
  }

  @Test(.enabled(if: Fixtures.available("lectures"), "fixtures not found: set LECTURES_FIXTURES"))
  func `the deployed contract's methods have readable labels`() throws {
    let text = try BindingsGenerator.bindings(
      artifact: Fixtures.bytes("lectures/chungchul-abi.json"), fileName: "Chungchul.json")
    for line in [
      "public func purchaseLecture(lectureNumber: UInt256, value: Amount) -> ContractCall<Void> {",
      "public func calculateEvaluationAveragePoint(lectureNumber: UInt256) -> ContractCall<UInt256> {",
      "public func evaluateLecture(lectureNumber: UInt256, preparationPoint: UInt256, contentPoint: UInt256, proceedPoint: UInt256, communicationPoint: UInt256, satisfactionPoint: UInt256) -> ContractCall<Void> {",
      "public func lectureIDs(arg0: UInt256) -> ContractCall<Hash32> {",
      "public func getLectureEvaluationPoint(lectureNumber: UInt256) -> ContractCall<GetLectureEvaluationPointOutput> {",
      "public static func topics(id: Hash32? = nil, teacher: Address? = nil, lectureNumber: UInt256? = nil) -> [Hash32?] {",
    ] { #expect(text.contains(line), "\(line)") }
    #expect(!text.contains("func deploy"))
  }
}
