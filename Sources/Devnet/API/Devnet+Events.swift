extension Devnet {
  /// How many events wait for a listener at most.
  public static let mostEvents = EventListeners.mostEvents

  /// All that happens from now on, in its order.
  ///
  /// The sequence ends when the listener is more than `mostEvents` behind, rather than to leave some out.
  public func events() -> AsyncStream<Event> { ledger.listeners.add() }

  /// All events from now on, with the number of the first of them, counted from the first event of all.
  public func numberedEvents() -> (events: AsyncStream<Event>, first: UInt64) { (events(), eventCount) }

  /// How much has happened so far: the number of the next event.
  public var eventCount: UInt64 { ledger.listeners.eventCount }
}
