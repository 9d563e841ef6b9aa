import NodeDoubles
import NodeRPC
import Primitives
import Sending
import Testing

@testable import LecturesCommand

@Suite("lectures tx resume")
struct TransactionResumeTests {
  @Test("says of what waits for its price, and whose row does not tell who else pays, how it goes on")
  func notPlain() async throws {
    let home = await WalletHome.withOwner()
    let node = try StubNode { $0.balances[WalletHome.owner.lowercased()] = 5 }
    home.use(node)
    let client = try NodeClient(endpoints: [Endpoint(node.url)], options: .patient)
    let outbox = Outbox(path: home.file("outbox.sqlite"))
    var draft = IntentDraft(
      chain: try await TransactionSender(node: client, chainID: 1337).chain(),
      account: try Address(WalletHome.owner), key: IntentKey("id order-7"), label: "a paid one",
      to: try Address(WalletHome.student), value: .klay(1), cost: .klay(1))
    draft.wait = PriceWait(limit: .max)
    _ = try await outbox.begin(draft, count: 0)
    await outbox.close()
    let run = await home.run("tx resume --yes --outbox \(home.file("outbox.sqlite"))")
    #expect(run.status == .usage, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("just as it was (--id order-7); or give it up: lectures tx cancel 1"), "\(run.errors)")
    #expect(node.sent.isEmpty)
    #expect(try await Outbox(path: home.file("outbox.sqlite")).intent(1)?.state == .waiting)
  }
}
