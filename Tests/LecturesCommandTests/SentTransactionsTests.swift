import Keys
import Localization
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal
import Testing

@testable import LecturesCommand

@Suite("What this run has sent")
struct SentTransactionsTests {
  private let hash = Keccak256.hash([1])

  private func text(after events: OutboxEvent...) -> String {
    let sent = SentTransactions()
    for event in [.signed(hash, nonce: 0, label: "a transfer")] + events { sent.outbox(event) }
    return sent.lines(in: .english).map(\.plain).joined(separator: "\n")
  }

  @Test("is not known to be included as long as nothing was heard of it")
  func pending() {
    #expect(text(after: .broadcast(hash)).contains("not known to be included yet"))
  }

  @Test("is told as cancelled or replaced, and not as pending, once another took its place")
  func superseded() {
    let cancelled = text(after: .superseded(hash, .cancelled))
    #expect(cancelled.contains("cancelled, never included") && !cancelled.contains("not known"))
    let replaced = text(after: .superseded(hash, .nonceTaken))
    #expect(replaced.contains("replaced by another, never included") && !replaced.contains("not known"))
  }

  @Test("is not told as sent where a fee service refused it, but by its word: it can send it all the same")
  func declined() {
    let text = text(after: .declined(hash))
    #expect(!text.contains("Already sent") && text.contains("says that it does not pay"), "\(text)")
    #expect(text.contains("refused, as the service says") && text.contains("lectures tx show HASH"), "\(text)")
    let sent = SentTransactions()
    sent.outbox(.signed(hash, nonce: 0, label: "a transfer"))
    sent.outbox(.declined(hash))
    #expect(sent.json[0]?["state"] == "refused")
    let lost = CommandFailure(.init("gone", .nodeUnavailable), "The node is gone.").telling(ofMoneyIn: sent)
    #expect(lost.details["spent"] == "unknown")
    for language in Language.allCases where language != .english {
      #expect(!sent.lines(in: language).map(\.plain).joined().contains("refused"))
    }
    // What was mined all the same is told as that.
    #expect(self.text(after: .declined(hash), .settled(hash, block: 8, succeeded: true)).contains("Already sent:"))
  }

  @Test(
    "is told beside a failure that says that nothing more was sent",
    arguments: [
      (Language.english, "Nothing more was sent."), (.korean, "더는 아무것도 전송되지 않았습니다."),
      (.ukrainian, "Більше нічого не надіслано."),
    ])
  func nothingMore(language: Language, words: String) {
    let sent = SentTransactions()
    let failure = CommandFailure(.declined, CommandRefusal.declined)
    #expect(failure.telling(ofMoneyIn: sent).words(in: language) == failure.words(in: language))
    sent.outbox(.signed(hash, nonce: 0, label: "a transfer"))
    #expect(failure.telling(ofMoneyIn: sent).words(in: language).reason == words)
    #expect(failure.after(sent).words(in: language).reason == words)
  }

  @Test("is called sent once a node took it or a fee service sent it, and not while it is written down or refused")
  func left() {
    let (sent, other) = (SentTransactions(), Keccak256.hash([2]))
    sent.outbox(.signed(hash, nonce: 0, label: "a transfer"))
    #expect(sent.underWay.isEmpty && sent.entries.count == 1)
    sent.outbox(.broadcast(hash))
    #expect(sent.underWay.map(\.hash) == [hash.hex])
    sent.outbox(.settled(hash, block: 8, succeeded: true))
    #expect(sent.underWay.isEmpty)
    let handed = SentTransactions()
    handed.outbox(.signed(hash, nonce: 0, label: "a transfer"))
    handed.outbox(.declined(hash))
    #expect(handed.underWay.isEmpty)
    handed.outbox(.handedOver(hash, as: other, label: "a transfer"))
    #expect(handed.underWay.map(\.hash) == [other.hex])
  }

  @Test("is told with what an interrupted run had left and this one sent too, and what became of that")
  func rebroadcast() {
    let other = Keccak256.hash([2])
    let sent = SentTransactions()
    #expect(sent.rebroadcastLines(in: .english).isEmpty && sent.rebroadcastJSON == nil)
    sent.outbox(.rebroadcast(3, other, label: "an old one"))
    #expect(sent.rebroadcastLines(in: .english).map(\.plain).last?.contains("not known to be included yet") == true)
    sent.outbox(.settled(other, block: 8, succeeded: true))
    #expect(sent.rebroadcastLines(in: .english).map(\.plain).last == "  an old one  \(other.hex)  included")
    #expect(sent.rebroadcastJSON?[0]?["intent"] == 3 && sent.rebroadcastJSON?[0]?["state"] == "confirmed")
    #expect(sent.lines(in: .english).map(\.plain) == sent.rebroadcastLines(in: .english).map(\.plain))
  }

  @Test("waits for its price, and is told with the way to go on: by its number only if its row tells all")
  func waits() {
    let plain = text(after: .waits(7, label: "a transfer", isPlain: true))
    #expect(plain.contains("number 7") && plain.contains("lectures tx resume NUMBER"))
    let paid = text(after: .waits(7, label: "a transfer", isPlain: false))
    #expect(paid.contains("this command again") && !paid.contains("tx resume"))
    #expect(!text(after: .waits(7, label: "a transfer", isPlain: true), .waitsNoMore(7)).contains("number 7"))
  }
}
