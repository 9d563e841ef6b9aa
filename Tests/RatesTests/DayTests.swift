import Rates
import Testing

@Suite("Days and zones")
struct DayTests {
  @Test("A day is its number and back, over leap years and centuries")
  func numbers() throws {
    #expect(try #require(Day("1970-01-01")).number == 0)
    #expect(try #require(Day("2000-02-29")).number == 11_016)
    #expect(Day("1900-02-29") == nil)
    #expect(Day("2026-13-01") == nil)
    let first = try #require(Day("1900-01-01"))
    var (year, month, day) = (1900, 1, 1)
    for number in first.number..<(first.number + 40_000) {
      #expect(Day(number: number).parts == (year, month, day))
      #expect(Day(year: year, month: month, day: day)?.number == number)
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
      day += 1
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test(
    "The last Sundays of March and October turn the clocks of Kyiv and Frankfurt, and never Seoul's",
    arguments: [
      // 2026-03-29 00:59:59 UTC and a second later; 2026-10-25 00:59:59 UTC and a second later.
      (1_774_745_999, 7_200, 3_600), (1_774_746_000, 10_800, 7_200), (1_792_889_999, 10_800, 7_200),
      (1_792_890_000, 7_200, 3_600),
    ] as [(Int64, Int64, Int64)])
  func summerTime(time: Int64, kyiv: Int64, frankfurt: Int64) {
    #expect(Zone.kyiv.offset(at: time) == kyiv)
    #expect(Zone.frankfurt.offset(at: time) == frankfurt)
    #expect(Zone.seoul.offset(at: time) == 32_400)
  }

  @Test("A local midnight is found on both sides of a change")
  func midnights() throws {
    for text in ["2026-03-28", "2026-03-29", "2026-03-30", "2026-10-24", "2026-10-25", "2026-10-26"] {
      let day = try #require(Day(text))
      for zone in [Zone.kyiv, .frankfurt, .seoul, .utc] {
        let midnight = zone.time(on: day)
        #expect(zone.day(at: midnight) == day)
        #expect(zone.day(at: midnight - 1) == day.adding(-1))
      }
    }
    #expect(Zone.kyiv.time(on: try #require(Day("2026-09-13"))) == 1_789_246_800)
  }

  @Test("Weekdays are the calendar's")
  func weekdays() throws {
    #expect(try #require(Day("2026-08-02")).weekday == 6)
    #expect(try #require(Day("2026-11-23")).weekday == 0)
    #expect(try #require(Day("1969-12-31")).weekday == 2)
  }
}
