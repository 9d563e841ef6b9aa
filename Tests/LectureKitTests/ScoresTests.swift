import LectureKit
import Primitives
import Testing

@Suite("Scores, prices and averages")
struct ScoresTests {
  @Test("five scores from 0 to 100 are read")
  func lawful() throws {
    #expect(try Scores(parsing: "100,80,34,77,99").values == [100, 80, 34, 77, 99])
    #expect(try Scores(parsing: "0, 0, 0, 0, 0").values == [0, 0, 0, 0, 0])
  }

  @Test(
    "anything else is refused with the reason",
    arguments: [
      ("101,80,34,77,99", "101"), ("100,80,34,77", "4 scores"), ("-1,0,0,0,0", "-1"), ("1,2,3,4,5,6", "6 scores"),
      ("a,0,0,0,0", "‘a’"), ("", "‘’"), ("1.5,0,0,0,0", "‘1.5’"), ("99999999999999999999,0,0,0,0", "9999"),
      ("100", "1 score was given"), ("999999999999999999999,0,0,0,0", "‘99999999999999999999…’"),
    ])
  func unlawful(text: String, told: String) throws {
    let error = #expect(throws: LectureError.self) { try Scores(parsing: text) }
    #expect(error?.code == .invalidScores)
    #expect(error?.message.contains(told) == true)
    #expect(error?.reason != nil)
  }

  @Test("an average is exact, whatever an old contract's unbounded scores add up to")
  func hugeAverage() {
    func average(_ count: UInt256, _ sums: [UInt256]) -> UInt256? { EvaluationPoints(count: count, sums: sums).average }
    #expect(average(1, [100, 80, 34, 77, 99]) == 78)
    #expect(average(0, [0, 0, 0, 0, 0]) == nil)
    #expect(average(1, Array(repeating: .max, count: 5)) == .max)
    #expect(average(.max, Array(repeating: .max, count: 5)) == 1)
    #expect(average(2, [.max, 1, 0, 0, 0]) == UInt256(1) << 255 / 5)
  }

  @Test("a price is a whole number of KLAY")
  func price() throws {
    for text in ["10", "10 KLAY", " 10klay ", "010"] { #expect(try Price(parsing: text).amount == .klay(10)) }
    for text in ["0.5", "0", "", "-1", "ten", "1e3", "0x10", String(repeating: "9", count: 60)] {
      let error = #expect(throws: LectureError.self) { try Price(parsing: text) }
      #expect(error?.code == .invalidPrice)
    }
    let fraction = #expect(throws: LectureError.self) { try Price(parsing: "0.5") }
    #expect(fraction?.reason?.contains("whole coins") == true)
  }

  @Test("the average is all scores over all ratings times five, rounded down")
  func average() {
    #expect(EvaluationPoints(count: 1, sums: [100, 80, 34, 77, 99]).average == 78)
    #expect(EvaluationPoints(count: 2, sums: [1, 0, 0, 0, 0]).average == 0)
  }

  @Test("without a rating there is no average")
  func none() {
    #expect(EvaluationPoints(count: 0, sums: [0, 0, 0, 0, 0]).average == nil)
  }

  @Test(
    "stars follow the average",
    arguments: [
      (100, 5), (90, 5), (89, 4), (80, 4), (78, 4), (70, 4), (69, 3), (50, 3), (49, 2), (20, 1), (10, 1), (9, 0),
      (0, 0),
      (500, 5),
    ])
  func stars(average: Int, stars: Int) {
    #expect(EvaluationPoints.stars(average: UInt256(average)) == stars)
  }
}
