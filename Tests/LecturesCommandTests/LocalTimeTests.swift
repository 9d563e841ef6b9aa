import Testing

@testable import LecturesCommand

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The zone is the process's: each of them is tried in a process of its own.
@Suite("The reader's time")
struct LocalTimeTests {
  /// 2026-11-21, 02:40 UTC.
  private static let november: UInt64 = 1_795_228_800

  @Test("is that of the zone in TZ, whose letters stand behind it")
  func zones() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "KST-9", 1)
      precondition(LocalTime.text(Self.november) == "2026-11-21 11:40 KST")
      precondition(LocalTime.text(Int64(0)) == "1970-01-01 09:00 KST")
      precondition(LocalTime.zone(at: Self.november) == ("KST", 9 * 3600))
    }
    await #expect(processExitsWith: .success) {
      setenv("TZ", "<-0330>3:30", 1)
      precondition(LocalTime.text(Self.november) == "2026-11-20 23:10 -0330")
      precondition(LocalTime.day(Self.november) == "2026-11-20")
    }
  }

  @Test("changes with the season")
  func summer() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
      precondition(LocalTime.text(Self.november) == "2026-11-21 03:40 CET")
      precondition(LocalTime.text(Self.november - 120 * 86_400) == "2026-07-24 04:40 CEST")
    }
  }

  @Test("is called UTC where it is, whatever an unknown zone calls itself")
  func unknown() async {
    for zone in ["UTC", "", "Nowhere/Land", "GMT"] {
      await #expect(processExitsWith: .success) { [zone = zone as String] in
        setenv("TZ", zone, 1)
        precondition(LocalTime.text(Self.november) == "2026-11-21 02:40 UTC")
      }
    }
  }

  @Test("beyond the calendar is told in seconds")
  func absurd() {
    #expect(LocalTime.text(UInt64.max) == "18446744073709551615 s after 1970")
    #expect(LocalTime.day(Int64(-1)) == "-1 s after 1970")
  }
}
