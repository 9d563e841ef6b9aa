import ChainSupport
import ContractClient
import Files
import Keys
import Locking
import NodeRPC
import Operations
import Primitives
import Testing
import Transactions

@testable import Outbox
@testable import Sending
@testable import WebApp

@Suite("What an interrupted run left", .timeLimit(.minutes(10)))
struct InterruptedSendsTests {
  /// Signs a transfer, or only reserves it, and ends as a process does that is killed then.
  private func leave(_ fixture: SiteFixture, signed isSigned: Bool = true) async throws -> Intent {
    let place = try #require(try fixture.site.settings.outboxPlace())
    let dead = Outbox(at: place)
    let key = try #require(fixture.keys["student"])
    let node = try await Connector(fixture.site.settings) { dead }
      .connection(on: try fixture.site.settings.network())
    let sender = node.connection.sender
    let teacher = try #require(fixture.keys["teacher"]?.address)
    let prepared = try await sender.prepare(
      SendRequest(from: key.address, to: teacher, value: .klay(3), label: "send 3 KLAY"))
    let draft = try await sender.context.draft(of: prepared, SendOptions())
    guard case .begun(let intent, _) = try await dead.begin(draft, count: 0) else {
      throw WebRefusal.badForm
    }
    if isSigned {
      let signed = try prepared.transaction(nonce: 0).signed(by: key)
      let attempt = AttemptDraft(
        hash: signed.hash, raw: signed.encoded, nonce: 0, maximumPerGas: signed.transaction.maxFeePerGas)
      try await dead.record(attempt, of: intent.id, label: intent.label)
    }
    await dead.close()
    return intent
  }

  private func balance(_ fixture: SiteFixture) async throws -> Amount {
    try await fixture.chain.node.balance(of: try #require(fixture.keys["teacher"]?.address))
  }

  @Test("that was signed is offered again at the start, byte for byte, and the first page tells of it")
  func signed() async throws {
    let fixture = try await SiteFixture.open()
    let before = try await balance(fixture)
    let intent = try await leave(fixture)
    await fixture.site.resumeInterruptedSends()
    #expect(try await balance(fixture) == (try before.adding(.klay(3))))
    #expect(try await fixture.site.outbox().intent(intent.id)?.state == .final)
    for language in ["en", "ko", "uk"] {
      let page = await fixture.answer(
        "GET", "/lectures", headers: [("Cookie", "\(try await fixture.browser().cookie); lang=\(language)")])
      guard case .bytes(let bytes) = page.body else { continue }
      #expect(String(decoding: bytes, as: UTF8.self).contains("href=\"/transactions/\(intent.id)\""))
    }
    // Another start finds nothing.
    await fixture.site.resumeInterruptedSends()
    #expect(try await fixture.chain.node.transactionCount(of: try #require(fixture.keys["student"]?.address)) == 1)
  }

  @Test("that was not signed is struck out, and nothing is sent")
  func reserved() async throws {
    let fixture = try await SiteFixture.open()
    let before = try await balance(fixture)
    let intent = try await leave(fixture, signed: false)
    await fixture.site.resumeInterruptedSends()
    #expect(try await fixture.site.outbox().intent(intent.id)?.state == .expired)
    #expect(try await balance(fixture) == before)
    #expect(await (try await fixture.browser()).get("/settings").text.contains("/transactions/\(intent.id)"))
  }

  @Test("waits where no node answers, while pages come, and is told for some minutes only")
  func nodeDown() async throws {
    let time = Guarded<Int64>(1_800_000_000)
    let fixture = try await SiteFixture.open { time.withLock { $0 } }
    let intent = try await leave(fixture)
    let lonely = fixture.withoutNode()
    let pauses = Guarded<[Duration]>([])
    let work = Task {
      await lonely.site.resumeInterruptedSends { pause in
        let count = pauses.withLock { pauses in
          pauses.append(pause)
          return pauses.count
        }
        if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await work.value
    #expect(pauses.withLock { $0 } == [.seconds(2), .seconds(4), .seconds(8)])
    let page = await (try await lonely.browser()).get("/settings")
    #expect(page.status == 200 && page.text.contains("/transactions/\(intent.id)"))
    #expect(page.text.contains("as soon as the node answers") && page.text.contains("action=\"/transactions/resume\""))
    // Who has read it is left alone with it, and nobody else.
    let (reader, other) = (try await lonely.browser(), try await lonely.browser())
    let away = await reader.post("/transactions/read", ["back": "/settings"])
    #expect(away.status == 303 && away.location == "/settings")
    #expect(await !reader.get("/settings").text.contains("/transactions/\(intent.id)"))
    #expect(await other.get("/settings").text.contains("/transactions/\(intent.id)"))
    #expect(await other.post("/transactions/read", ["back": "//elsewhere.example"]).location == "/transactions")
    await lonely.site.outboxes.close()

    await fixture.site.resumeInterruptedSends()
    let browser = try await fixture.browser()
    #expect(await browser.get("/settings").text.contains("/transactions/\(intent.id)"))
    time.withLock { $0 += 119 }
    #expect(await browser.get("/settings").text.contains("/transactions/\(intent.id)"))
    time.withLock { $0 += 1 }
    #expect(!(await browser.get("/settings").text.contains("/transactions/\(intent.id)")))
  }

  @Test("is taken up by the button of its note, which is gone then")
  func resumed() async throws {
    let fixture = try await SiteFixture.open()
    let before = try await balance(fixture)
    let intent = try await leave(fixture)
    fixture.site.interruptedSends.note(InterruptedSends.Account(numbers: [intent.id], isWaiting: true))
    let browser = try await fixture.browser()
    let page = await browser.get("/settings").text
    #expect(page.contains("action=\"/transactions/resume\""))
    #expect(page.contains("action=\"/transactions/read\" data-here=\"yes\""))
    #expect(await browser.post("/transactions/resume").location == "/transactions?resumed=1")
    #expect(try await balance(fixture) == (try before.adding(.klay(3))))
    #expect(await !browser.get("/settings").text.contains("action=\"/transactions/read\""))
  }

  @Test("is followed by every page that tells of it and can be read again")
  func followed() async throws {
    let fixture = try await SiteFixture.open()
    let intent = try await leave(fixture)
    let browser = try await fixture.browser()
    let path = "/wallets/student/send"
    #expect(await browser.get(path).text.contains("data-live=\"\""))
    fixture.site.interruptedSends.note(InterruptedSends.Account(numbers: [intent.id], isWaiting: true))
    let form = await browser.get(path).text
    #expect(form.contains("/transactions/\(intent.id)") && form.contains("data-live=\"tx\""), "\(form)")
    #expect(await browser.get("/wallets").text.contains("data-live=\"block tx\""))
    let refused = await browser.post(path)
    #expect(refused.status == 422 && refused.text.contains("data-live=\"\""), "\(refused.text)")
    // Words are shown once: to read their page again would take them away.
    let draft = [
      "name": "alice", "words": "12", "phrase-language": "english", "new-password": "long enough",
      "new-password-2": "long enough",
    ]
    let words = await browser.get(try #require(await browser.post("/wallets/new", draft).location)).text
    #expect(words.contains("class=\"words\"") && words.contains("data-live=\"\""), "\(words)")
  }

  @Test("is left alone by pages that only show, whatever it is")
  func readOnly() async throws {
    let fixture = try await SiteFixture.open(isReadOnly: true)
    let intent = try await leave(fixture)
    await fixture.site.resumeInterruptedSends()
    #expect(try await fixture.site.outbox().intent(intent.id)?.state == .signed)
  }
}
