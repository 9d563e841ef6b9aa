import Database

/// The clock of a server, told on this machine: limits of a day count by one clock, whichever machine sends.
enum ServerClock {
  /// Asks once; from then on the machine's steady clock goes on, which nobody sets.
  ///
  /// - Returns: seconds since 1970.
  static func reading(_ database: any SQLDatabase) throws -> @Sendable () -> UInt64 {
    let asked = ContinuousClock.now
    let told: UInt64 = try database.read { try $0.value("SELECT \($0.words.clock)") } ?? 0
    return { (told + UInt64(max(0, (ContinuousClock.now - asked) / .milliseconds(1)))) / 1000 }
  }
}
