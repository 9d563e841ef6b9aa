import HTTPTypes
import Localization
import Markup
import NIOCore
import StrictJSON

/// An answer to a browser.
struct WebAnswer: Sendable {
  /// The body of an answer.
  enum Body: Sendable {
    case bytes([UInt8])
    /// Pieces that come as they happen, until the stream or the connection ends.
    case stream(AsyncStream<[UInt8]>)
  }

  var status: HTTPResponse.Status
  var headers: HTTPFields
  var body: Body
  /// The state of the index that all of it follows from; nil where it has more than that.
  var moment: IndexSnapshot?

  /// The number of bytes of its body; nil for a stream.
  var size: Int? { if case .bytes(let bytes) = body { bytes.count } else { nil } }

  /// An answer with a body of some type, which nobody keeps.
  init(_ status: HTTPResponse.Status, _ type: String, _ body: [UInt8] = [], headers: HTTPFields = [:]) {
    (self.status, self.body) = (status, .bytes(body))
    self.headers = [.contentType: type, .contentLength: "\(body.count)", .cacheControl: "no-store"]
    for field in headers { self.headers[field.name] = field.value }
  }

  /// A plain sentence.
  static func text(_ status: HTTPResponse.Status, _ text: String) -> WebAnswer {
    WebAnswer(status, "text/plain; charset=utf-8", Array((text + "\n").utf8))
  }

  /// A value for a program.
  static func json(_ value: JSON, _ status: HTTPResponse.Status = .ok, cookies: [String] = []) -> WebAnswer {
    var answer = WebAnswer(status, "application/json", value.serializedBytes())
    for cookie in cookies { answer.headers.append(HTTPField(name: .setCookie, value: cookie)) }
    return answer
  }

  /// A document.
  static func document(_ element: Element, _ status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:])
    -> WebAnswer
  {
    WebAnswer(
      status, "text/html; charset=utf-8", Array("<!doctype html>\n\(element.text(.html))\n".utf8), headers: headers)
  }

  /// Another page is to be read now (303), as after a form.
  static func redirect(to link: Link, cookies: [String] = []) -> WebAnswer {
    var answer = WebAnswer.text(.seeOther, link.text)
    answer.headers[.location] = link.text
    for cookie in cookies { answer.headers.append(HTTPField(name: .setCookie, value: cookie)) }
    return answer
  }

  /// A file of this program, which never changes under its name.
  static func asset(_ bytes: [UInt8], type: String) -> WebAnswer {
    WebAnswer(
      .ok, type, bytes,
      headers: [.cacheControl: "public, max-age=31536000, immutable", .eTag: EntityTag(of: bytes).text])
  }

  /// A picture or a file that is made for this request.
  static func file(_ bytes: [UInt8], type: String, named name: String? = nil) -> WebAnswer {
    var answer = WebAnswer(.ok, type, bytes)
    // Names of ours, without a letter that means something in a header.
    if let name { answer.headers[.contentDisposition] = "attachment; filename=\"\(name)\"" }
    return answer
  }

  /// Events as they happen (WHATWG HTML, 9.2).
  static func events(_ stream: AsyncStream<[UInt8]>) -> WebAnswer {
    WebAnswer(
      status: .ok,
      headers: [
        .contentType: "text/event-stream", .cacheControl: "no-store", HTTPField.Name("X-Accel-Buffering")!: "no",
      ], body: .stream(stream))
  }

  private init(status: HTTPResponse.Status, headers: HTTPFields, body: Body) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
