import Listening
import Testing

@Suite("A watch over what keeps a service from its work")
struct OutageMonitorTests {
  /// The obstacles that a service finds, check by check.
  private actor Looks {
    private var left: [String?]

    init(_ looks: [String?]) { left = looks.reversed() }

    /// The next of them; an empty text behind the last.
    func next() -> String? { left.isEmpty ? "" : left.removeLast() }
  }

  @Test("tells an obstacle once, and once that it is over")
  func once() async {
    let looks = Looks([nil, "disk", "disk", "disk", nil, nil, "node", "disk", nil])
    let (told, teller) = AsyncStream<String?>.makeStream()
    let watch = OutageMonitor(every: .zero) {
      await looks.next()
    } tell: { obstacle in
      if obstacle == "" { teller.finish() } else { teller.yield(obstacle) }
    }
    let watching = Task { await watch.run() }
    var lines: [String?] = []
    for await line in told { lines.append(line) }
    watching.cancel()
    await watching.value
    #expect(lines == ["disk", nil, "node", "disk", nil])
  }
}
