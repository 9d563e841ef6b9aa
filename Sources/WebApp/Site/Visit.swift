import HTTPTypes
import LectureKit
import Localization
import Markup
import Operations
import Primitives
import StrictJSON

/// One request with a session, and all that answers it.
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
    if let value = Self.guardHeader.flatMap({ request.headers[$0] }) { return value }
    return multipart?[Element.guardField]
  }

  /// The header in which scripts send it beside what is no form.
  private static let guardHeader = HTTPField.Name("X-Form-Guard")

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

  /// The run of a lecture in the path, from 0.
  func run() throws(WebRefusal) -> UInt64 {
    guard let run = UInt64(exactly: try number("run")) else { throw .notFound }
    return run
  }

  /// The connection to the network in use.
  func connection() async throws -> Connection { try await site.connection(for: session) }

  /// The connection to the network in use, where a lecture contract is set: without one no node has to be asked, and
  /// who is new is told of the invitation that is missing, and not of a node.
  ///
  /// - Throws: `SettingsError` `.noContract`.
  func schoolConnection() async throws -> Connection {
    _ = try site.settings(of: session).contract()
    return try await connection()
  }

  /// The lecture contract of the network in use.
  func lectureClient() async throws -> (LectureClient, Connection) { try await site.lectureClient(for: session) }

  /// The reader of the chain's state on the network in use: at the node, or at each endpoint where several have to
  /// agree.
  func reader() async throws -> AgreedStateReader { try await site.reader(for: session) }

  /// Reads the lecture contract of the network in use, as ``Operations/AgreedStateReader/readLectures(facts:_:)``.
  ///
  /// - Parameter facts: The facts by which contradictions are shown, of money as it is on the network.
  /// - Throws: ``WebRefusal/notFound`` where there is no such lecture or run of it.
  func readLectures<Value: Sendable & Hashable>(
    facts: (Value, Network) -> JSON, _ read: (LectureClient) async throws -> Value
  ) async throws -> AgreedReading<ContractReading<Value>> {
    let network = try await schoolConnection().network
    do {
      return try await reader().readLectures(facts: { facts($0, network) }, read)
    } catch let error as LectureError where [.unknownLecture, .unknownRun].contains(error.code) {
      throw WebRefusal.notFound
    }
  }

  /// The account that acts; nil where none is chosen and there is not exactly one.
  func account() async -> ActingAccount? { try? await site.account(of: session) }

  /// The money of a network, in the visitor's language.
  func money(of network: Network) async -> any MoneyTexts { await site.texts.money(of: network, in: language) }

  /// Whether a program asks, which reads no page: always where there is no page.
  var wantsJSON: Bool {
    let pieces = request.pieces
    return request.wantsJSON || pieces.first == "api" || [["session"], ["session", "nonce"]].contains(pieces)
  }

  /// The platform that is visited.
  ///
  /// - Throws: ``WebRefusal/notHere`` on the pages of one person.
  func platform() throws(WebRefusal) -> Platform {
    guard let platform = site.platform else { throw .notHere }
    return platform
  }

  /// Counts something that one session, and one address, may do so often in a minute on a platform.
  ///
  /// - Throws: ``WebRefusal/tooOften(_:)``.
  func limit(_ name: String, most: Int64) async throws {
    guard let store = site.platform?.store else { return }
    // Many people may come from one address: a school has one.
    for (who, most) in [(session.cookie, most), (request.client, 20 * most)] where !who.isEmpty {
      if let seconds = try await store.count("\(name) \(who)", most: most) { throw WebRefusal.tooOften(seconds) }
    }
  }

  /// Whether the visitor may send.
  var mayWrite: Bool { !site.options.isReadOnly }

  /// Whether the visitor may trade: with a key of this machine, or with a wallet elsewhere.
  var mayTrade: Bool { mayWrite }

  /// Whether the visitor may change what is kept on this machine, such as alerts and orders, and sign with its keys.
  var mayKeep: Bool { mayWrite && site.platform == nil }
}
