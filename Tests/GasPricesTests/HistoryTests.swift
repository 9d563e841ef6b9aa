import Foundation
import Outbox
import Primitives
import Sending
import Testing

@testable import GasPrices

@Suite struct HistoryTests {
  /// Monday, 2 January 2023, 00:00 UTC.
  static let monday: Int64 = 1_672_617_600

  static func hour(_ time: Int64, _ price: Double, count: Int64 = 1) -> HourlyPrices {
    HourlyPrices(
      time: time, count: count, baseFee: price, slow: price, standard: price, fast: price, lowest: Int64(price / 2),
      highest: Int64(price * 2))
  }

  @Test func hoursThatNobodyWatchedAreGaps() {
    let hours = [Self.hour(Self.monday, 10), Self.hour(Self.monday + 2 * 3600, 30)]
    let history = PriceHistory(hours, last: 4, now: Self.monday + 3 * 3600 + 59)
    #expect(history.start == Self.monday)
    #expect(history.columns(4, .standard) == [10, nil, 30, nil])
    #expect(history.columns(2, .standard) == [10, 30])
    #expect(history.columns(1, .standard) == [20])
    #expect(history.columns(100, .standard).count == 4)
  }

  @Test func averagesAreWeighedBySamples() {
    let hours = [Self.hour(Self.monday, 10, count: 300), Self.hour(Self.monday + 3600, 40, count: 100)]
    #expect(PriceHistory(hours, last: 2, now: Self.monday + 3600).columns(1, .fast) == [17.5])
  }

  @Test func theCheapestHoursOfTheWeek() {
    let week: Int64 = 7 * 86_400
    let hours = [
      Self.hour(Self.monday, 50), Self.hour(Self.monday + week, 10),
      Self.hour(Self.monday + 6 * 86_400 + 23 * 3600, 5), Self.hour(Self.monday + 3600, 40),
    ]
    let cheapest = HourOfWeek.cheapest(hours)
    #expect(cheapest.map(\.dayName) == ["Sunday", "Monday", "Monday"])
    #expect(cheapest.map(\.hour) == [23, 0, 1])
    #expect(cheapest.map(\.price) == [5, 30, 40])
    #expect(cheapest.map(\.weeks) == [1, 2, 1])
  }

  @Test func commaSeparated() {
    #expect(
      PriceCSV.text([Self.hour(Self.monday, 10, count: 3)])
        == "time,samples,baseFee,slow,standard,fast,lowest,highest\r\n1672617600,3,10,10,10,10,5,20\r\n")
  }

  @Test func aPictureLeavesGapsOpen() {
    let hours = [Self.hour(Self.monday, 10), Self.hour(Self.monday + 2 * 3600, 30)]
    let svg = PriceHistorySVG.text(
      PriceHistory(hours, last: 3, now: Self.monday + 2 * 3600), title: "<gas> & \"more\"", unit: "gwei",
      labels: [(0, "00:00")])
    #expect(svg.components(separatedBy: "<polyline").count == 3)
    #expect(svg.contains("&lt;gas&gt; &amp; &quot;more&quot;"))
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }

  @Test func anHourOfTheWeekOnOtherClocks() {
    let monday = HourOfWeek(day: 0, hour: 2, price: 1, weeks: 1)
    #expect(monday.start(east: 0) == ("Monday", "2:00"))
    #expect(monday.start(east: 9 * 3600) == ("Monday", "11:00"))
    #expect(monday.start(east: -3 * 3600) == ("Sunday", "23:00"))
    let sunday = HourOfWeek(day: 6, hour: 23, price: 1, weeks: 1)
    #expect(sunday.start(east: 5 * 3600 + 1800) == ("Monday", "4:30"))
    #expect(sunday.start(east: 3600) == ("Monday", "0:00"))
  }
}
