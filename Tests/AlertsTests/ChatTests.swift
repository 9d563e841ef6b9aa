import ChainSupport
import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import Alerts

@Suite("Messages to services of chats") struct ChatTests {
  private static func body(_ format: AlertChannel.Format, _ message: String) throws -> String {
    String(decoding: try #require(ChatEncoding(format, message)).bytes, as: UTF8.self)
  }

  @Test("Each service gets the body that it wants, and no command that the line has for it")
  func bodies() throws {
    let line = "Gas <!channel> & \"@everyone\" é"
    #expect(try Self.body(.slack, line) == #"{"text":"Gas &lt;!channel&gt; &amp; \"@everyone\" é"}"#)
    #expect(
      try Self.body(.discord, line)
        == #"{"content":"Gas <!channel> & \"@everyone\" é","allowed_mentions":{"parse":[]}}"#)
    #expect(
      try Self.body(.telegram(chat: "-100123"), line)
        == #"{"chat_id":"-100123","text":"Gas <!channel> & \"@everyone\" é"}"#)
    #expect(try Self.body(.ntfy, line) == line)
    #expect(ChatEncoding(.full, line) == nil)
  }

  @Test("A line longer than a service takes is cut, between characters")
  func long() throws {
    let family = "👨‍👩‍👧‍👦"
    let text = try #require(
      try JSON(parsing: Bytes(try Self.body(.discord, String(repeating: family, count: 500)).utf8))["content"]?.string)
    #expect(text.utf16.count <= 2000 && text.hasSuffix(family + "…"))
    let exact = String(repeating: "a", count: 2000)
    #expect(try JSON(parsing: Bytes(try Self.body(.discord, exact).utf8))["content"]?.string == exact)
  }

  @Test("A chat of Telegram's is a number or a name, and a format is read as it was written")
  func formats() {
    for chat in ["42", "-1001234567890", "@my_channel7"] {
      let format = AlertChannel.Format(name: "telegram", chat: chat)
      #expect(format == .telegram(chat: chat))
      #expect(format.flatMap { AlertChannel.Format(stored: $0.stored) } == format)
    }
    for chat in ["", "@", "-", "my channel", "a", "1;2", "@a b", "1\n2", String(repeating: "1", count: 65)] {
      #expect(AlertChannel.Format(name: "telegram", chat: chat) == nil, "\(chat)")
    }
    for name in ["full", "slack", "discord", "ntfy"] {
      #expect(AlertChannel.Format(name: name)?.stored == name)
    }
    for name in ["", "Slack", "telegram", "teams"] { #expect(AlertChannel.Format(name: name) == nil) }
  }

  @Test("A receiver gets the body, the header lines of its kind, and the id of the delivery")
  func sent() async throws {
    let receiver = try HostileServer(
      inTurn: (0..<4).map { _ in [.send(HTTPText.reply(Bytes("ok".utf8), status: 200))] })
    let book = try RateBook()
    for format in [.slack, .discord, .telegram(chat: "7"), .ntfy] as [AlertChannel.Format] {
      try await book.add(AlertChannel(.webhook, target: receiver.url, format: format))
    }
    let crossed = try await book.record(900, at: 100)
    #expect(crossed.map(\.channel.format) == [.slack, .discord, .telegram(chat: "7"), .ntfy])
    try await DeliveryDispatcher(book: book.alerts, scope: "rates", terminal: { _ in }, clock: { 100 }).deliverDue()
    let requests = receiver.requests
    #expect(try await book.alerts.deliveryCount(.delivered) == 4)
    #expect(Set(requests.map { $0.headers["x-lectures-delivery"] }).count == 4)
    let plain = requests.filter { $0.headers["title"] != nil }
    #expect(plain.count == 1 && plain.first?.headers["title"] == Rate.topic.title)
    #expect(plain.first?.headers["content-type"] == "text/plain; charset=utf-8")
    #expect(plain.first.map { String(decoding: $0.body, as: UTF8.self) } == "USD/UAH below 900")
    let chats = requests.filter { $0.headers["title"] == nil }
    #expect(chats.allSatisfy { $0.headers["content-type"] == "application/json" })
    for member in ["text", "content", "chat_id"] {
      #expect(chats.contains { (try? JSON(parsing: $0.body))?[member] != nil }, "\(member)")
    }
  }
}
