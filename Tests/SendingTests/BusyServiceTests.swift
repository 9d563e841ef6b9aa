import NodeDoubles
import NodeRPC
import StrictJSON
import Testing

@testable import Outbox
@testable import Sending

/// A fee delegation service that does not work in this moment, which is no refusal.
@Suite("A hand-over to a service that is busy")
struct BusyServiceTests {
  private let counter: Counter

  init() throws {
    counter = try Counter {
      $0.answers["kaia_getAccountKey"] = { _, _ in .result(.null) }
      $0.answers["kaia_getTransactionBySenderTxHash"] = { _, _ in .result(.null) }
      $0.answers["eth_getTransactionReceipt"] = { _, _ in .result(.null) }
    }
  }

  private func options(_ server: HostileServer) throws -> SendOptions {
    var options = SendOptions()
    options.feeDelegation = FeeDelegation(.service(try FeeService(server.url)))
    return options
  }

  private static let refusal = HostileServer.Act.reply(
    #"{"message":"Bad request","data":"not whitelisted","status":false}"#, status: 400)

  @Test("is asked again for the same bytes, and what it says then is told", arguments: [429, 502, 503, 504])
  func again(status: Int) async throws {
    let server = try HostileServer(inTurn: [[.reply("", status: status)], [Self.refusal]])
    let refusal = try await counter.refusal(options(server))
    #expect(refusal.code == .serviceRefused && refusal.reason?.contains("not whitelisted") == true, "\(refusal)")
    #expect(server.requests.count == 2 && server.requests[0].body == server.requests[1].body)
  }

  @Test("is told as not available, and not as one that does not pay; the next run hands over the same bytes")
  func busy() async throws {
    let server = try HostileServer { _ in
      [.reply(#"{"message":"Service temporarily unavailable","data":"later","status":false}"#, status: 503)]
    }
    var options = try options(server)
    options.intent.key = IntentKey("one")
    for _ in 0..<2 {
      let refusal = try await counter.refusal(options)
      #expect(refusal.code == .serviceBusy && refusal.message.contains("not available now"), "\(refusal)")
      #expect(refusal.reason?.contains("temporarily unavailable") == true && !refusal.description.contains("not pay"))
    }
    #expect(server.requests.count == 6 && Set(server.requests.map(\.body)).count == 1)
    #expect(!counter.journal.steps.contains("declined"), "\(counter.journal.steps)")
    let rows = try await counter.sender.outbox.intents()
    #expect(rows.map(\.state) == [.signed] && rows[0].attempts.count == 1)
  }

  @Test("behind a gateway may have been handed it: nobody can tell", arguments: [502, 504])
  func gateway(status: Int) async throws {
    let server = try HostileServer(inTurn: [[.reply("", status: status)], [.reply("", status: 503)]])
    let refusal = try await counter.refusal(options(server))
    #expect(refusal.code == .outcomeUnknown && refusal.reason?.contains("not available now") == true, "\(refusal)")
    #expect(server.requests.count == 3)
  }

  @Test("is not waited for longer than a moment", arguments: [429, 503])
  func later(status: Int) async throws {
    let server = try HostileServer { _ in [.reply("", status: status, headers: ["Retry-After: 3600"])] }
    let refusal = try await counter.refusal(options(server))
    #expect(refusal.code == .serviceBusy && refusal.reason?.contains("in 3600 seconds") == true, "\(refusal)")
    #expect(server.requests.count == 1)
  }

  @Test("is another than one whose budget is spent, which is not asked again")
  func spent() async throws {
    let server = try HostileServer { _ in
      [.reply(#"{"message":"Too many requests","data":"The budget is spent","status":false}"#, status: 429)]
    }
    let refusal = try await counter.refusal(options(server))
    #expect(refusal.code == .serviceRefused && refusal.reason?.contains("budget is spent") == true, "\(refusal)")
    #expect(server.requests.count == 1)
  }
}
