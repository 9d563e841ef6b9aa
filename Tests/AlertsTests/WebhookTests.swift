import ChainSupport
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import Alerts

@Suite("Webhooks") struct WebhookTests {
  @Test func theSignatureIsHMACSHA256() throws {
    // RFC 4231, test cases 1, 2 and 6.
    #expect(
      try HMAC.sha256(key: Bytes(repeating: 0x0b, count: 20), message: Bytes("Hi There".utf8)).hex
        == "0xb0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      try HMAC.sha256(key: Bytes("Jefe".utf8), message: Bytes("what do ya want for nothing?".utf8)).hex
        == "0x5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      try HMAC.sha256(
        key: Bytes(repeating: 0xaa, count: 131),
        message: Bytes("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
      ).hex == "0x60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test func theBodySaysWhatCrossedAndWhatItIsAbout() async throws {
    let book = try RateBook()
    try await book.add(AlertChannel(.webhook, target: "http://127.0.0.1:1/"))
    let change = try AlertRule(Rate(), .change(percent: #require(ExactDecimal("2.5"))))
    _ = try await book.alerts.add(change, channels: [AlertChannel(.webhook, target: "http://127.0.0.1:1/")])
    try await book.record(1000, at: 90)
    let bodies = try await book.record(900, at: 100).map { String(decoding: try Webhook($0).body, as: UTF8.self) }
    let head = { (id: Int) in
      #"-\#(id)-1-1","alert":\#(id),"crossing":1,"time":100,"pair":"USD/UAH","side":"bid","#
    }
    try #require(bodies.count == 2)
    #expect(
      bodies[0].hasSuffix(
        head(1)
          + #""condition":"below","threshold":"1.000","price":"0.900","unit":"UAH","message":"USD/UAH below 900"}"#),
      "\(bodies[0])")
    #expect(
      bodies[1].hasSuffix(
        head(2)
          + #""condition":"change","percent":"2.5","reference":"1.000","price":"0.900","unit":"UAH","message":"USD/UAH change 900"}"#
      ), "\(bodies[1])")
  }

  @Test func aSecretIsReadWithCare() throws {
    let folder = try TemporaryFolder()
    let url = "https://example.org/hook"
    let secret = try folder.write("my secret\nmore", to: "secret")
    #expect(try AlertChannel(webhook: url, secretFile: secret, topic: Rate.topic).secretFile == secret)
    #expect(try WebhookSecret(in: secret, Rate.topic).bytes == Bytes("my secret".utf8))
    let empty = try folder.write("\n", to: "empty")
    let error = #expect(throws: AlertsError.self) {
      try AlertChannel(webhook: url, secretFile: empty, topic: Rate.topic)
    }
    #expect(error?.code == .invalidAlert && error?.subject == Rate.topic)
    #expect(throws: (any Error).self) {
      try AlertChannel(webhook: url, secretFile: folder.file("none"), topic: Rate.topic)
    }
    let hook = #expect(throws: NodeError.self) {
      try AlertChannel(webhook: "ftp://x", secretFile: nil, topic: Rate.topic)
    }
    #expect(hook?.message == "The webhook's address cannot be used." && hook?.advice?.contains("hook") == true)
  }

  @Test func pausesDoubleUpToAnHour() {
    #expect(
      (1...14).map { SignedPost.pause(after: $0) } == [
        1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600,
      ])
  }

  @Test func aReceiverThatFailsTwiceIsAskedAgainWithTheSameID() async throws {
    let folder = try TemporaryFolder()
    let receiver = try HostileServer(
      inTurn: [500, 503, 200].map { [.send(HTTPText.reply(Bytes("{}".utf8), status: $0))] })
    let book = try RateBook(folder.file("rates.sqlite"))
    let secret = try folder.write("my secret\n", to: "secret")
    try await book.add(AlertChannel(.webhook, target: receiver.url, secretFile: secret))
    try await book.record(900, at: 100)
    for time in [100, 100, 101, 102, 103, 104, 200] as [Int64] {
      try await DeliveryDispatcher(book: book.alerts, scope: "rates", terminal: { _ in }, clock: { time }).deliverDue()
    }
    let requests = receiver.requests
    #expect(requests.count == 3, "not before its time, and not after it was taken")
    let ids = Set(requests.map { $0.headers["x-lectures-delivery"] })
    #expect(ids.count == 1)
    for request in requests {
      let body = request.body
      #expect(
        request.headers["x-lectures-signature"]
          == (try WebhookSecret(Bytes("my secret".utf8)).signature(of: body)))
      let json = try JSON(parsing: body)
      #expect(json["id"]?.string == request.headers["x-lectures-delivery"])
      #expect(json["price"]?.string == "0.900")
    }
    let delivery = try #require(try await book.alerts.deliveries().first)
    #expect(delivery.state == .delivered)
    #expect(delivery.attempts == 3)
  }

  @Test("A post has the name of the request for whose sake it is, where there is one", arguments: [nil, "order-7"])
  func named(id: String?) async throws {
    let receiver = try HostileServer { _ in [.reply("{}")] }
    defer { receiver.stop() }
    let notice = SingleNotice(
      Rate(), id: "one", message: "It came.", over: AlertChannel(.webhook, target: receiver.url), at: 100)
    let problem = await RequestID.$current.withValue(id.flatMap { RequestID($0) }) { await notice.tell { _ in } }
    #expect(problem == nil && receiver.requests.map { $0.headers["x-request-id"] } == [id])
    #expect(receiver.requests.map { $0.headers["x-lectures-delivery"] } == ["one"])
  }

  @Test func aSingleNoticeIsToldUntilItIsTakenAndGivenUpInTheEnd() async throws {
    let receiver = try HostileServer(
      inTurn: [503, 400, 200].map { [.send(HTTPText.reply(Bytes("{}".utf8), status: $0))] })
    let channel = AlertChannel(.webhook, target: receiver.url)
    let pauses = Guarded<[Duration]>([])
    let pause = { @Sendable (pause: Duration) in pauses.withLock { $0.append(pause) } }
    let notice = SingleNotice(Rate(), id: "one", message: "It came.", over: channel, at: 100)
    #expect(await notice.tell(pause: pause) == nil)
    #expect(receiver.requests.map { $0.headers["x-lectures-delivery"] } == ["one", "one", "one"])
    #expect(pauses.withLock { $0 } == [.seconds(1), .seconds(2)])
    let refusing = try HostileServer { _ in [.send(HTTPText.reply(Bytes("{}".utf8), status: 400))] }
    let other = SingleNotice(
      Rate(), id: "two", message: "It came.", over: AlertChannel(.webhook, target: refusing.url), at: 100)
    #expect(await other.tell(pause: pause) == "HTTP status 400")
    #expect(refusing.requests.count == Int(SingleNotice<Rate>.mostAttempts))
  }

  @Test func aReceiverThatHangsKeepsNobodyElseWaiting() async throws {
    let folder = try TemporaryFolder()
    let hanging = try HostileServer { _ in [.hang] }
    let book = try RateBook(folder.file("rates.sqlite"))
    for _ in 0..<6 { try await book.add(AlertChannel(.webhook, target: hanging.url)) }
    try await book.add(AlertChannel(.terminal))
    try await book.record(900, at: 100)
    let told = Guarded(0)
    let dispatcher = DeliveryDispatcher(
      book: book.alerts, scope: "rates", terminal: { _ in told.withLock { $0 += 1 } }, clock: { 100 })
    let task = Task { try await dispatcher.deliverDue(isStaying: true) }
    for _ in 0..<6000 where told.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(told.withLock { $0 } == 1)
    // What comes later is told beside them, too.
    try await book.add(AlertChannel(.terminal))
    try await book.record(900, at: 100)
    for _ in 0..<6000 where told.withLock({ $0 }) == 1 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(told.withLock { $0 } == 2)
    task.cancel()
    _ = try? await task.value
    #expect(try await book.alerts.deliveryCount(.waiting) == 6, "they are told again, by the same id")
  }

  @Test func aReceiverThatRefusesIsAskedAgainForAWhile() async throws {
    let folder = try TemporaryFolder()
    let receiver = try HostileServer { _ in [.send(HTTPText.reply(Bytes("{}".utf8), status: 404))] }
    let book = try RateBook(folder.file("rates.sqlite"))
    try await book.add(AlertChannel(.webhook, target: receiver.url))
    try await book.record(900, at: 100)
    for turn in 0..<12 as Range<Int64> {
      try await DeliveryDispatcher(book: book.alerts, scope: "rates", terminal: { _ in }, clock: { 100 + turn * 3600 })
        .deliverDue()
    }
    #expect(receiver.requests.count == Int(DeliveryDispatcher<Rate>.mostRefusals))
    #expect(try await book.alerts.deliveries().first?.state == .failed)
  }

  @Test func aReceiverThatIsGoneIsNotAskedAgain() async throws {
    let folder = try TemporaryFolder()
    let receiver = try HostileServer(inTurn: [[.send(HTTPText.reply(Bytes("{}".utf8), status: 410))]])
    let book = try RateBook(folder.file("rates.sqlite"))
    try await book.add(AlertChannel(.webhook, target: receiver.url))
    try await book.record(900, at: 100)
    for time in [100, 9000] as [Int64] {
      try await DeliveryDispatcher(book: book.alerts, scope: "rates", terminal: { _ in }, clock: { time }).deliverDue()
    }
    #expect(receiver.requests.count == 1)
    #expect(try await book.alerts.deliveries().first?.state == .failed)
  }
}
