import Files
import LectureKit
import NodeRPC
import Primitives
import StrictJSON

/// A platform's site as a program asks it: it keeps descriptions and the links for buyers.
///
/// Of what it answers nothing is believed but what the teacher signed.
package struct DescriptionSite: Sendable {
  /// The site's origin, as in `https://lectures.example`.
  package let origin: String
  private let timeout: Duration
  private let authorityFile: String?
  private static let noun = "site"
  private static let longestTimeout = Duration.seconds(10)

  /// A site by its origin.
  ///
  /// - Parameter authorityFile: The certificate authorities that it is trusted by; nil for the system's.
  package init(_ origin: String, timeout: Duration, authorityFile: String? = nil) {
    (self.origin, self.timeout, self.authorityFile) = (origin, min(timeout, Self.longestTimeout), authorityFile)
  }

  /// The site of the settings; nil where none is set.
  package init?(_ settings: Settings, timeout: Duration? = nil) throws(SettingsError) {
    guard let origin = try settings.site() else { return nil }
    let patience = if let timeout { timeout } else { try settings.timeout() }
    self.init(origin, timeout: patience, authorityFile: try settings.checkedAuthorityFile())
  }

  /// The newest description of a lecture's run that it shows; nil for none.
  ///
  /// - Parameter run: Nil where the contract tells no run.
  /// - Throws: `LectureError` `.siteFailed`, `.invalidDescription`.
  package func description(of lecture: UInt256, run: UInt64?) async throws(LectureError) -> SignedDescription? {
    let query = run.map { "?run=\($0)" } ?? ""
    let answer = try await failing { () throws(NodeError) in
      let place = "\(origin)/api/v1/lectures/\(lecture)/description\(query)"
      return try await http.get(Endpoint(place, of: Self.noun), headers: Self.headers)
    }
    if answer.status == 404 { return nil }
    guard answer.status == 200 else { throw refusal(answer) }
    return try SignedDescription(parsing: answer.body)
  }

  /// Publishes a description, with the link whose hash it has.
  ///
  /// - Throws: `LectureError` `.siteFailed`.
  package func publish(_ signed: SignedDescription, _ link: BuyersLink?) async throws(LectureError) {
    var members: [(String, JSON)] = [("description", signed.json)]
    if let link { members += [("link", .string(link.url)), ("salt", .string(link.salt.hex))] }
    _ = try await post(.object(JSONObject(members)), to: "/api/v1/descriptions")
  }

  /// Asks for the buyers' link of a run.
  ///
  /// - Throws: `LectureError` `.siteFailed`; `.invalidDescription` for a link that is none.
  package func link(_ request: SignedLinkRequest) async throws(LectureError) -> BuyersLink {
    let json = try await post(request.json, to: "/api/v1/links")
    guard let url = json["link"]?.string, let salt = json["salt"]?.string.flatMap({ try? Hash32($0) }) else {
      throw failed("does not answer as it should", "It gives no link.")
    }
    return try BuyersLink(url: url, salt: salt)
  }

  // MARK: HTTP

  private static let headers = ["Accept: application/json"]
  private static let mostBytes = 2 * SignedDescription.mostBytes

  private var http: HTTPExchange {
    HTTPExchange(of: Self.noun, timeout: timeout, mostBytes: Self.mostBytes, authorityFile: authorityFile)
  }

  private func post(_ body: JSON, to path: String) async throws(LectureError) -> JSON {
    // A platform accepts requests with its own origin.
    let headers = Self.headers + ["Origin: \(origin)"]
    let answer = try await failing { () throws(NodeError) in
      try await http.post(body.serializedBytes(), to: Endpoint(origin + path, of: Self.noun), headers: headers)
    }
    guard answer.status == 200 else { throw refusal(answer) }
    guard let json = Self.json(answer) else {
      throw failed("does not answer as it should", "It answers no JSON.")
    }
    return json
  }

  private static func json(_ answer: HTTPExchange.Answer) -> JSON? {
    try? JSON(parsing: answer.body, limits: JSON.Limits(depth: 8, bytes: mostBytes))
  }

  private func failing<Value>(_ body: () async throws(NodeError) -> Value) async throws(LectureError) -> Value {
    do throws(NodeError) {
      return try await body()
    } catch {
      throw failed("cannot be reached", error.message, cause: error)
    }
  }

  /// The error of an answer that is no success; the site's own words are foreign text, cut and cleaned.
  private func refusal(_ answer: HTTPExchange.Answer) -> LectureError {
    let error = Self.json(answer)?["error"]
    let told = [error?["message"]?.string, error?["reason"]?.string].compactMap(\.self)
      .map { TerminalSafe.escape($0, limit: 200) }.joined(separator: " ")
    return failed("refuses", told.isEmpty ? "It answers with HTTP status \(answer.status)." : told)
  }

  private func failed(_ verb: String, _ reason: String, cause: (any Error)? = nil) -> LectureError {
    LectureError(
      .siteFailed, "The site \(origin) \(verb).", reason: reason, facts: .site(origin), cause: cause)
  }
}
