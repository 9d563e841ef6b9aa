import ContractABI
import FixtureSupport
import Primitives
import StrictJSON
import Testing

@Suite(.enabled(if: Fixtures.available("lectures"), "fixtures not found: set LECTURES_FIXTURES"))
struct LectureVectors {
  @Test func `the deployed contract's selectors and topics are those of its ABI`() throws {
    let abi = try ContractABI(json: Fixtures.json("lectures/chungchul-abi.json"))
    let selectors = [
      "createLecture": "8b9b5f4f", "recreateLecture": "a5a26e53", "purchaseLecture": "7f1dfa6b",
      "evaluateLecture": "bf34484c", "payBalance": "98902d96", "acceptAdmin": "97059ba9",
      "transferOwnership": "f2fde38b", "owner": "8da5cb5b", "lectureIDs": "b5f7ef67", "getLectureID": "d3454e5f",
      "getLectureNumber": "98f68af6", "getLectureTotalCost": "53635268", "getLectureEvaluationPoint": "028cc37f",
      "isValidStudent": "1bdb91f3", "calculateEvaluationAveragePoint": "fa42526a",
      "calculateIncentiveCost": "782a42a1",
    ]
    #expect(abi.functions.count == selectors.count)
    var passed = 0
    for (name, selector) in selectors {
      #expect(try abi.function(name).selector.hex == "0x" + selector, "\(name)")
      passed += 1
    }
    let topics = [
      "CreatingLecture": "1fe32774f4e81ef5f8d22840dc6a86eb0df69a2983e30b2553aaae2326399b6f",
      "EvaluatingLecture": "c6500a634d0b43088f9c58cdc9d14e04594e2bdbecc3ded098efe7afcb4a1eb3",
      "OwnershipTransferred": "8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0",
    ]
    for (name, topic) in topics {
      #expect(try abi.event(name).topic0.hex == "0x" + topic, "\(name)")
      passed += 1
    }
    let old = try ABIEvent(
      parsing: "event CreatingLecture(bytes32 indexed id, address indexed teacher, uint256 lectureCost)")
    #expect(old.topic0.hex == "0x4333eddeb2c84dc6bc3ee307daba4086c4ac16e3b9433970cb5e03d05617a643")
    Fixtures.report("lectures", passed: passed + 1)
  }

  @Test func `an ABI written again as JSON is the same ABI`() throws {
    let abi = try ContractABI(json: Fixtures.json("lectures/chungchul-abi.json"))
    #expect(try ContractABI(json: abi.json) == abi)
    #expect(try ContractABI(parsing: abi.json.serialized()) == abi)
  }
}
