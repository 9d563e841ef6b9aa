import FixtureSupport
import Relay
import Testing

@testable import TradeWorker

@Suite("An order on a bad way to a relay, and a relay on a bad way to its node", .serialized, .timeLimit(.minutes(20)))
struct WayFaultTests {
  @Test("is one order that the relay has in the end, and the table in the docs says what people see")
  func orders() async throws {
    let fixture = try await TradeFixture.open()
    let relay = try await fixture.relay()
    var atRelay = WayTable(
      ["a post, once", "a post, each time", "the book is read, once", "the book is read, each time"])
    let run = RelayFaultRun(fixture: fixture, relay: relay)
    for fault in Self.sample(WayFault.atRelay) { atRelay.add(fault.name, try await run.outcomes(of: fault)) }
    await relay.stop()
    var atNode = WayTable(["a post, once", "a post, each time", "an order is asked for meanwhile"])
    let node = NodeFaultRun(fixture: fixture)
    for fault in Self.sample(WayFault.atNode) { atNode.add(fault.name, try await node.outcomes(of: fault)) }
    guard LongRun.isOn else { return }
    let page = DocsPage("faults.md", part: 1)
    let wanted = Self.page(atRelay, atNode)
    try page.write(wanted)
    #expect(try page.text() == wanted, "\(page.advice)")
  }

  /// All of them, or some that cost nobody's patience, the same each time.
  private static func sample(_ faults: [WayFault]) -> [WayFault] {
    if LongRun.isOn { return faults }
    let quick = faults.filter { !$0.isSlow }
    return stride(from: 1, to: quick.count, by: 4).map { quick[$0] }
  }

  private static func page(_ atRelay: WayTable, _ atNode: WayTable) -> String {
    var notes: [String] = []
    let tables = [atRelay.markdown(&notes), atNode.markdown(&notes)]
    let messages = notes.enumerated().map { "### Relay message \($0.offset + 1)\n\n```text\n\($0.element)\n```" }
    return """
      # When the way to a relay goes wrong

      A limit order that is placed, and a book that is read, through a proxy that does something wrong, once or each time.
      `posted` and `read` went well all the same; the other words are the state of the posting in the journal and the code
      of the error, with the number of the message. After each of them the same order is placed again on a good way: in
      every case there is one order, by its hash and signature, and the relay has it.

      \(tables[0])

      ## When a relay's way to its node goes wrong

      An order is posted to a relay whose node answers wrongly once, or each time; another order, which is filled meanwhile,
      is asked for. When the way is well again the relay catches up: each order is there once and in the state that the
      chain says, and nothing was taken unchecked. Each 503 comes with a reason and `Retry-After`.

      \(tables[1])

      ## Messages of relays

      \(messages.joined(separator: "\n\n"))

      """
  }
}
