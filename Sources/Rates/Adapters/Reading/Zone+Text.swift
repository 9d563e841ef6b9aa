extension Zone {
  /// The time that a text gives, in seconds since 1970: by the zone's clock, unless the text has an offset of its own, as
  /// in `2021-02-10 11:18:00` or `2025-10-26T22:41:28+02:00`.
  func time(of text: String) -> Int64? {
    guard text.utf8.count <= 40 else { return nil }
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
    guard parts.count == 2, let day = Day(parts[0]) else { return nil }
    let clock = parts[1].prefix { $0 != "Z" && $0 != "+" && $0 != "-" }
    // Fractions of a second are left away.
    guard let seconds = Self.seconds(clock.prefix { $0 != "." }) else { return nil }
    let offset = parts[1].dropFirst(clock.count)
    guard let sign = offset.first else { return time(on: day, seconds: seconds) }
    let ahead = sign == "Z" ? (offset.count == 1 ? 0 : nil) : Self.seconds(offset.dropFirst())
    guard let ahead else { return nil }
    return Zone.utc.time(on: day, seconds: sign == "-" ? seconds + ahead : seconds - ahead)
  }

  /// Hours, minutes and seconds with colons between them; the seconds may be left away.
  private static func seconds(_ clock: Substring) -> Int64? {
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { part in
      part.utf8.count == 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(part) : nil
    }
    guard (2...3).contains(parts.count), let hours = parts[0], let minutes = parts[1],
      let seconds = parts.count == 3 ? parts[2] : 0, hours < 24, minutes < 60, seconds <= 60
    else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }
}
