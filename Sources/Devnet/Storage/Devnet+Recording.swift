extension Devnet {
  /// Writes to the log, if there is one, what is just about to happen.
  ///
  /// - Throws: `storageFailed`; it must not happen then.
  func record(_ entries: @autoclosure () -> [LogEntry]) throws {
    try log?.append(LogEntry.encode(entries()))
  }

  /// Changes what is to come.
  ///
  /// - Throws: what the change throws, or `storageFailed`; nothing is then changed.
  func plan(_ change: (inout BlockClock, inout NextBlock) throws -> Void) throws {
    var (clock, next) = (clock, next)
    try change(&clock, &next)
    try record([.plans(clock.setting, next)])
    (self.clock, self.next) = (clock, next)
  }
}
