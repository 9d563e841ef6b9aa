import Failures
import HTTPTypes
import Locking
import Logging
import Testing

@testable import Listening

@Suite("The log of a service")
struct RequestLogTests {
  private let lines = Guarded<[String]>([])

  private func logger(_ level: Logger.Level = .info) -> Logger {
    .lines("test", level: level) { [lines] line in lines.withLock { $0.append(line) } }
  }

  @Test("names each request by letters and digits of its own")
  func names() {
    let names = (0..<200).map { _ in RequestID.random().description }
    #expect(Set(names).count == 200)
    #expect(names.allSatisfy { $0.utf8.count == 12 && RequestID($0) != nil })
  }

  @Test(
    "takes the name that a request brought",
    arguments: ["a", "7", "A.b_c-9", String(repeating: "x", count: 64)])
  func taken(name: String) {
    #expect(RequestID(of: [.requestID: name]).description == name)
  }

  @Test(
    "replaces what is no name",
    arguments: ["", " ", "a b", "a\nb", "a\u{1B}[2J", "ä", "a=b", "\"a\"", "a/b", String(repeating: "x", count: 65)])
  func replaced(name: String) {
    #expect(RequestID(name) == nil)
    var fields: HTTPFields = [:]
    fields.append(HTTPField(name: .requestID, value: name))
    #expect(RequestID(of: fields).description != name)
  }

  @Test("replaces a name that is given twice")
  func twice() {
    var fields: HTTPFields = [.requestID: "a"]
    fields.append(HTTPField(name: .requestID, value: "b"))
    #expect(!["a", "b"].contains(RequestID(of: fields).description))
  }

  @Test("has a message in one line, its values in order and quoted where they are more than a word, and the text last")
  func line() async throws {
    let id = try #require(RequestID("order-7"))
    RequestID.$current.withValue(id) {
      logger().notice("Nothing is signed", metadata: ["z": "1", "a": "two words", "quote": "x\"y", "empty": ""])
    }
    logger().debug("not heard")
    #expect(
      lines.withLock { $0 } == [
        #"notice test a="two words" empty="" quote="x\"y" request=order-7 z=1: Nothing is signed"#
      ])
  }

  @Test("cannot be forged by text from outside")
  func forged() {
    let text = "x\r\nwarning test: The key is lost\u{2028}\u{85}\u{1B}[2J\u{202E}\0"
    logger().notice("\(text)", metadata: ["value": "\(text)", "a\nb=c": "d", "word": "a status=200: answered"])
    let all = lines.withLock { $0 }
    #expect(all.count == 1)
    let scalars = all.joined().unicodeScalars
    #expect(scalars.allSatisfy { (0x20...0x7e).contains($0.value) }, "\(all)")
    #expect(all.first?.hasPrefix("notice test ") == true)
    #expect(all.first?.contains(#" word="a status=200: answered": x"#) == true, "\(all)")
  }

  @Test("counts answers by route and status, and no method that a client made up")
  func figures() async throws {
    let log = RequestLog("lectures_test", logger())
    for method in ["GET", "GET", "MADEUP", "OTHER"] {
      let (answer, id) = await log.answering(try #require(HTTPRequest.Method(method)), [.requestID: "a.b"]) {
        RequestLog.LoggedAnswer(RequestID.current, route: "/x", status: 200, bytes: 3)
      }
      #expect(answer == id && id == RequestID("a.b"))
    }
    let text = log.metrics.text
    for line in [
      "lectures_test_answers_total{method=\"GET\",route=\"/x\",status=\"200\"} 2",
      "lectures_test_answers_total{method=\"other\",route=\"/x\",status=\"200\"} 2",
      "# TYPE lectures_test_answer_seconds histogram", "lectures_test_answer_seconds_count 4",
      "lectures_test_requests_under_way 0",
    ] { #expect(text.contains(line + "\n"), "\(text)") }
    #expect(lines.withLock { $0 }.count == 4)
    #expect(lines.withLock { $0 }.allSatisfy { $0.hasPrefix("info test bytes=3 method=") && !$0.contains("MADEUP") })
  }
}
