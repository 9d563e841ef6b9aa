import HTTPTypes
import Markup
import Operations
import Primitives
import Testing

@testable import LectureKit
@testable import WebApp

@Suite("Income over time")
struct TeachingIncomeTests {
  private func teaching(_ settled: [(time: UInt64, share: Amount)]) throws -> Teaching {
    let lecture = Lecture.stub
    let runs = settled.enumerated().map { index, one in
      Teaching.Run(
        number: UInt64(index), price: nil, studentCount: 1, isOpen: false, held: .zero, settledAt: one.time,
        settlement: .stub(one.share))
    }
    return Teaching([Teaching.Entry(lecture: lecture, runs: runs)])
  }

  @Test("settlements of one week are added up, weeks begin on Mondays, and those without income are shown empty")
  func weeks() throws {
    // 2026-11-23 is a Monday.
    let monday: UInt64 = 1_795_392_000
    let income = TeachingIncome(
      try teaching([
        (monday, .klay(1)), (monday + 604_799, .klay(2)), (monday + 604_800 * 2, .klay(4)), (monday - 1, .klay(8)),
      ]))
    #expect(income.weeks.map(\.amount) == [.klay(8), .klay(3), .zero, .klay(4)])
    #expect(income.weeks.map(\.day) == ["2026-11-16", "2026-11-23", "2026-11-30", "2026-12-07"])
  }

  @Test("the dates of a chart can be read on a phone, and none stands on another", arguments: 2...14)
  func readable(count: Int) async throws {
    let income = TeachingIncome(
      try teaching((0..<count).map { (1_795_392_000 + UInt64($0) * 604_800, .klay(1)) }))
    let fixture = try await SiteFixture.open()
    let visit = try fixture.visit("/mine/teaching")
    let money = await visit.money(of: try fixture.site.settings.network())
    let chart = Element("div") { IncomeChart(income: income, money: money, visit: visit).content }.text(.html)
    let style = await fixture.answer("GET", Assets().link("site.css").text)
    let rules: [UInt8] = if case .bytes(let bytes) = style.body { bytes } else { [] }
    let rule = String(decoding: rules, as: UTF8.self).firstMatch(of: #/\.chart\.income text \{ font-size: (\d+)px/#)
    let size = try #require(rule.flatMap { Double($0.output.1) })
    let width = try #require(chart.firstMatch(of: #/viewBox="0 0 (\d+) /#).flatMap { Double($0.output.1) })
    // Of 360 px a page leaves about 328.
    #expect(size * 328 / width >= 12)
    let ends = chart.matches(of: #/<text x="(\d+)"/#).compactMap { Double($0.output.1) }
    // A digit is as wide as 0.6 of its height at most.
    let date = Double(income.weeks[0].day.count) * size * 0.6
    #expect(ends.count == 1 || ends[1] - date > ends[0] + date, "\(ends)")
  }

  @Test("times and amounts that nobody can mean do no harm")
  func hostile() throws {
    let income = TeachingIncome(
      try teaching([(.max, .klay(1)), (0, Amount(wei: .max)), (1, Amount(wei: .max)), (UInt64(Int64.max), .klay(1))]))
    #expect(income.weeks.count <= 52)
    #expect(TeachingIncome(Teaching([])).weeks.isEmpty)
  }
}

extension Lecture {
  fileprivate static var stub: Lecture {
    Lecture(
      number: 0, id: .zero, teacher: nil, title: "", run: 0, isOpen: false, price: nil, studentCount: nil, escrow: nil,
      openedAt: nil, openedAtBlock: nil, settledAt: nil, points: EvaluationPoints(count: 0, sums: []))
  }
}

extension Settlement {
  fileprivate static func stub(_ share: Amount) -> Settlement {
    Settlement(
      lectureNumber: 0, run: 0, teacher: .zero, owner: .zero, total: share, incentive: .zero, teacherShare: share,
      ownerShare: .zero, teacherPaid: true, ownerPaid: true)
  }
}
