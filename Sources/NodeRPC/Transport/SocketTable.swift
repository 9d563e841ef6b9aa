import Platform

/// The events that libcurl waits for on each socket, and those that the driver's `poll` waits for.
///
/// A table by the sockets' numbers, which are small: it is looked at several times in each transfer.
struct SocketTable {
  private struct Entry {
    /// Whether it is the socket of a connection, which tells when it closes; name lookups have others, which don't.
    var isConnection = false
    /// Whether the task that made the request waits for the answer itself, for a short time.
    var isAwaited = false
    /// The events that libcurl waits for; 0 while the connection is idle.
    var wanted: Int16 = 0
    /// The events that the driver's `poll` waits for now.
    var polled: Int16 = 0
    /// The times that an idle connection's socket was ready: the server closed it or talks out of turn.
    var surprises: Int16 = 0
  }

  private var entries = ContiguousArray(repeating: Entry(), count: 64)

  /// A new connection's socket; whatever had its number before is gone.
  mutating func opened(_ number: Int32) {
    guard let index = place(number) else { return }
    entries[index] = Entry(isConnection: true)
  }

  /// A connection's socket is about to be closed.
  mutating func closing(_ number: Int32) {
    guard let index = place(number) else { return }
    entries[index] = Entry()
  }

  /// libcurl wants to know when a socket can be read or written.
  ///
  /// - Returns: Whether the driver does not listen for that yet.
  mutating func want(_ events: Int16, on number: Int32) -> Bool {
    guard let index = place(number) else { return false }
    entries[index].wanted = events
    entries[index].surprises = 0
    return events & ~entries[index].polled != 0
  }

  /// libcurl is done with a socket for now, or for ever.
  mutating func release(_ number: Int32) {
    guard let index = place(number) else { return }
    if entries[index].isConnection { entries[index].wanted = 0 } else { entries[index] = Entry() }
  }

  /// The events that libcurl waits for on a socket; 0 for none.
  func wanted(on number: Int32) -> Int16 {
    let index = Int(number)
    return entries.indices.contains(index) ? entries[index].wanted : 0
  }

  /// Notes that a socket was ready although libcurl waits for nothing there. The first time it may be an answer that was
  /// taken while the driver woke.
  mutating func surprise(on number: Int32) {
    guard let index = place(number), entries[index].surprises < 2 else { return }
    entries[index].surprises += 1
  }

  /// The first socket on which libcurl waits to read and nothing else, taken out of the driver's hands.
  mutating func beginWait() -> Int32? {
    guard let index = entries.firstIndex(where: { $0.wanted != 0 }), entries[index].wanted == Int16(POLLIN) else {
      return nil
    }
    entries[index].isAwaited = true
    return Int32(index)
  }

  /// Gives a socket back to the driver.
  mutating func endWait(on number: Int32) {
    guard let index = place(number) else { return }
    entries[index].isAwaited = false
  }

  /// Adds the sockets that the driver is to listen to.
  ///
  /// - Parameter listensToIdle: Whether to listen to idle connections too, so that their next use need not wake the driver.
  mutating func list(into list: inout [pollfd], listensToIdle: Bool) {
    for index in entries.indices {
      let entry = entries[index]
      let polled: Int16
      if entry.wanted != 0 {
        polled = entry.isAwaited ? 0 : entry.wanted
      } else {
        polled = entry.isConnection && listensToIdle && entry.surprises < 2 ? Int16(POLLIN) : 0
      }
      if polled != entry.polled { entries[index].polled = polled }
      if polled != 0 { list.append(pollfd(fd: Int32(index), events: polled, revents: 0)) }
    }
  }

  /// The place of a socket, made if need be; nil for a number that no system gives out.
  private mutating func place(_ number: Int32) -> Int? {
    guard number >= 0, number < 1 << 22 else { return nil }
    let index = Int(number)
    if index >= entries.count {
      entries.append(contentsOf: repeatElement(Entry(), count: index + 1 - entries.count))
    }
    return index
  }
}
