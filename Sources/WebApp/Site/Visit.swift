import HTTPTypes
import LectureKit
import Localization
import Markup
import Operations
import Primitives

/// One request of somebody who entered, with all that answers it.
struct Visit: Sendable {
  let site: Site
  let request: WebRequest
  /// The values in the path, by their names in the route.
  let values: [String: String]
  let session: WebSession
  let language: Language
  let assets: Assets

  /// The secret that a form carries, in a form with a file too.
  var guardField: String? {
    if let value = request.form[Element.guardField] { return value }
    return multipart?[Element.guardField]
  }

  /// The form with a file; nil for another request.
  var multipart: MultipartForm? {
    request.headers[.contentType].flatMap { MultipartForm(request.body, type: $0) }
  }

  /// The text of a phrase in the visitor's language.
  func text<Words: Phrase>(_ phrase: Words) -> String where Words.Text == String { language[phrase] }

  /// A value in the path.
  ///
  /// - Throws: ``WebRefusal/notFound`` where the route has none of this name.
  func value(_ name: String) throws(WebRefusal) -> String {
    guard let value = values[name] else { throw .notFound }
    return value
  }

  /// A number in the path.
  func number(_ name: String) throws(WebRefusal) -> UInt256 {
    guard let number = try? UInt256(parsing: try value(name)) else { throw .notFound }
    return number
  }

  /// The connection to the network in use.
  func connection() async throws -> Connection { try await site.connection(for: session) }

  /// The lecture contract of the network in use.
  func lectureClient() async throws -> (LectureClient, Connection) { try await site.lectureClient(for: session) }

  /// The account that acts; nil where none is chosen and there is not exactly one.
  func account() async -> ActingAccount? { try? await site.account(of: session) }

  /// The money of a network, in the visitor's language.
  func money(of network: Network) async -> any MoneyTexts { await site.texts.money(of: network, in: language) }

  /// Whether the visitor may send and change.
  var mayWrite: Bool { !site.options.isReadOnly }
}
