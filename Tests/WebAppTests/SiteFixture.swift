import Alerts
import ChainSupport
import ContractClient
import Exchange
import Foundation
import GasPrices
import HTTPTypes
import Keys
import Keystores
import LectureKit
import Localization
import NodeDoubles
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import Testing
import WalletBook

@testable import WebApp

/// A site over a chain of its own, with a lecture contract and accounts, and a browser that entered it.
final class SiteFixture: Sendable {
  static let authority = "w-test.localhost:7788"
  static let password = "open sesame"

  let chain: Chain
  let client: LectureClient
  let site: Site
  let folder: TemporaryFolder
  /// The keys of the accounts by their names.
  let keys: [String: PrivateKey]
  /// The time that pages wait for the node.
  private let patience: Duration
  private let responder: WebResponder

  /// A site with these accounts, all of which have money; the first acts.
  ///
  /// - Parameters:
  ///   - isKaia: Whether the chain has Kaia's transactions, whose fee another can pay.
  ///   - values: Settings beside the usual ones, or in their places.
  static func open(
    _ names: [String] = ["student", "teacher"], isKaia: Bool = false, isReadOnly: Bool = false,
    values: [SettingKey: [String]] = [:], patience: Duration = .seconds(120),
    clock: @escaping @Sendable () -> Int64 = { 1_800_000_000 }
  ) async throws -> SiteFixture {
    let chain = try await Chain.start(kaia: isKaia)
    let folder = try TemporaryFolder()
    let owner = try await chain.account()
    let session = Session(endpoints: chain.node.endpoints, chainID: chain.chainID)
    let connection = try session.connect()
    let market = try await LectureMarket.deploy(connection: connection).send(from: owner).contract
    let manager = try KeystoreManager(directory: folder.file("keys"))
    var keys = ["owner": owner]
    for name in Set(names + ["owner"]).sorted() {
      let key = if name == "owner" { owner } else { try await chain.account() }
      keys[name] = key
      _ = try await manager.importKey(key, name: name, password: SecretBytes(utf8: password), kdf: .light)
    }
    var given = GivenSettings(profile: nil, path: nil, naming: { $0.name })
    given.values = [
      .network: ["local"], .endpoint: [chain.url], .contract: [market.address.checksummed],
      .keystoreDirectory: [folder.file("keys")], .account: [names[0]], .ratesMirror: [try HostileServer.nobody()],
    ]
    given.values.merge(values) { $1 }
    let settings = try Settings(given, environment: ["HOME": folder.path])
    var options = Site.Options(clock: clock)
    options.isReadOnly = isReadOnly
    let site = Site(settings, texts: { PlainTexts(settings: $0) }, outboxes: OpenOutboxes(), options: options)
    var own = session
    own.contract = market.address
    return SiteFixture(
      chain, try await LectureClient.connect(own, over: connection), site, folder, keys, patience,
      WebResponder(site: site, gate: RequestGate(authority: authority)))
  }

  private init(
    _ chain: Chain, _ client: LectureClient, _ site: Site, _ folder: TemporaryFolder, _ keys: [String: PrivateKey],
    _ patience: Duration, _ responder: WebResponder
  ) {
    (self.chain, self.client, self.site, self.folder) = (chain, client, site, folder)
    (self.keys, self.patience, self.responder) = (keys, patience, responder)
  }

  /// The pages of the same person where no node answers.
  func withoutNode() -> SiteFixture { over(["http://127.0.0.1:1"]) }

  /// The pages of the same person over other nodes, of which so many have to agree.
  func over(_ endpoints: [String], quorum: Int = 1) -> SiteFixture {
    var values = site.settings.given.values
    (values[.endpoint], values[.quorum]) = (endpoints, ["\(quorum)"])
    let other = Site(
      site.settings.with(values, file: site.settings.file), texts: { PlainTexts(settings: $0) },
      outboxes: OpenOutboxes(),
      options: site.options)
    return SiteFixture(
      chain, client, other, folder, keys, patience,
      WebResponder(site: other, gate: RequestGate(authority: Self.authority)))
  }

  /// Opens a lecture of the account `teacher`.
  func openLecture(_ title: String, price: UInt256 = 10, by name: String = "teacher") async throws -> UInt256 {
    let teacher = try #require(keys[name])
    let receipt = try await client.planCreate(price: try Price(klay: price), title: title, from: teacher.address)
      .send(from: teacher)
    return try #require(try client.createdNumber(in: receipt))
  }

  // MARK: Browsers

  /// A browser that entered by a link.
  func browser() async throws -> TestBrowser {
    let answer = await answer("GET", "/enter?t=\(site.entryLinks.make())")
    let cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first)
    return TestBrowser(fixture: self, cookie: String(cookie))
  }

  /// The answer to a request as this server's own pages send it; headers replace the usual ones.
  func answer(
    _ method: String, _ target: String, headers: [(String, String)] = [], hosts: [String] = [authority],
    body: String = "", bytes: [UInt8]? = nil
  ) async -> WebAnswer {
    var fields: HTTPFields = [:]
    if method != "GET" {
      fields[.origin] = "http://\(Self.authority)"
      fields[.contentType] = "application/x-www-form-urlencoded"
    }
    for (name, value) in headers { fields[HTTPField.Name(name)!] = value.isEmpty ? nil : value }
    let request = WebRequest(
      HTTPRequest.Method(rawValue: method)!, target, hosts: hosts, headers: fields, body: bytes ?? Array(body.utf8))
    guard let request else { return .text(.badRequest, "malformed") }
    // The machine may be busy with other tests.
    return await PageTimeout.$forNode.withValue(patience) { await responder.answer(request).0 }
  }
}

/// A browser without JavaScript, as far as a server sees one: it keeps its cookie and sends forms as pages have them.
struct TestBrowser: Sendable {
  let fixture: SiteFixture
  let cookie: String

  /// A page that was read.
  struct Reading: Sendable {
    let status: Int
    let text: String
    let location: String?
    let headers: HTTPFields
  }

  func get(_ target: String, language: Language = .english) async -> Reading {
    reading(
      await fixture.answer(
        "GET", target, headers: [("Cookie", cookie), ("Accept-Language", language.rawValue)]))
  }

  /// Sends a form with the secret that the pages of this session have, or another.
  func post(_ target: String, _ fields: [String: String] = [:], guarded: String? = nil) async -> Reading {
    let token =
      if let guarded { guarded } else { await get("/settings").formGuard }
    // As the first showing of a review has it.
    let usual = ["guard": token, "shown": "0"]
    let body = fields.merging(usual) { given, _ in given }.map { ($0.key, $0.value) }
      .map { "\(PercentCoding.encoded($0.0))=\(PercentCoding.encoded($0.1))" }.joined(separator: "&")
    return reading(await fixture.answer("POST", target, headers: [("Cookie", cookie)], body: body))
  }

  /// Sends a form with a file, and other fields beside it.
  func upload(_ target: String, _ name: String, _ file: [UInt8], _ fields: [String: String] = [:]) async -> Reading {
    let token = await get("/settings").formGuard
    var body: [UInt8] = []
    for (field, value) in fields.merging(["guard": token], uniquingKeysWith: { $1 }) {
      body += Array("--X\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n\(value)\r\n".utf8)
    }
    body += Array("--X\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"f\"\r\n\r\n".utf8)
    body += file + Array("\r\n--X--\r\n".utf8)
    let headers = [("Cookie", cookie), ("Content-Type", "multipart/form-data; boundary=X")]
    return reading(await fixture.answer("POST", target, headers: headers, bytes: body))
  }

  /// Sends a form and reads the page that it leads to, again while that says that work is under way.
  func follow(_ target: String, _ fields: [String: String] = [:]) async throws -> Reading {
    let answer = await post(target, fields)
    guard let location = answer.location else { return answer }
    return try await settled(location)
  }

  /// A page, read again until it is not refreshed by itself any more.
  func settled(_ target: String, language: Language = .english) async throws -> Reading {
    for _ in 0..<2_000 {
      let page = await get(target, language: language)
      guard page.text.contains("http-equiv=\"refresh\"") else { return page }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("\(target) does not end")
    return await get(target, language: language)
  }

  private func reading(_ answer: WebAnswer) -> Reading {
    var text = ""
    if case .bytes(let bytes) = answer.body { text = String(decoding: bytes, as: UTF8.self) }
    return Reading(
      status: answer.status.code, text: text, location: answer.headers[.location], headers: answer.headers)
  }
}

extension TestBrowser.Reading {
  /// The secret in the first form of a page.
  var formGuard: String {
    guard let start = text.range(of: "name=\"guard\" value=\"") else { return "" }
    return String(text[start.upperBound...].prefix { $0 != "\"" })
  }
}

/// The words of errors and reviews as the libraries have them: the program's own are not in these tests.
struct PlainTexts: ProgramTexts {
  /// The settings with which the pages asked for them.
  let settings: Settings

  func failure(_ error: any Error, in language: Language) -> FailureText {
    // As the program names those on which pages decide.
    let code =
      switch error {
      case let error as KeystoreError where error.code == .wrongPassword: "keystore.wrongPassword"
      case let error as LectureError: "lecture.\(error.code)"
      case let error as ExchangeError: "exchange.\(error.code)"
      case let error as SendingError where [.notEnoughForValue, .notEnoughForGas].contains(error.code):
        "sending.\(error.code)"
      case is ReadingError: "readingDisputed"
      case let error as OperationError where [.noAccount, .severalAccounts].contains(error.code): "\(error.code)"
      case let error as SettingsError where error.code == .noContract: "settings.\(error.code)"
      default: "failed"
      }
    let told = (error as? ReadingError).map { error in
      error.disputed.map { fact in
        let answers = fact.answers.map {
          "\($0.value.exact) (\($0.agreeingEndpoints.map(\.hostAndPort).joined(separator: ", ")))"
        }
        return "\(fact.name.place): \(answers.joined(separator: "; "))"
      }.joined(separator: "\n")
    }
    return FailureText(
      code: code, message: "\(error)", reason: told, call: nil, advice: nil,
      kind: told != nil
        ? .node
        : error is LectureError || error is ExchangeError || code.hasPrefix("sending.") ? .refused : .other,
      run: (error as? LectureError)?.facts?.wantedRun)
  }

  func lines(of review: Review, by account: ActingAccount, on network: Network, in language: Language) async
    -> [TextLine]
  {
    var lines = [TextLine("Pays", network.text(review.value)), TextLine("Call", review.call)]
    if case .purchase(_, _, let runs) = review.action, !runs.isEmpty {
      lines.append(TextLine("Bought before", "\(runs)"))
    }
    return lines
  }

  func question(_ review: Review, on network: Network, in language: Language) -> String { review.title + "?" }
  func warning(_ warning: ReviewWarning, in language: Language) -> String { "\(warning)" }
  func ledger(_ payments: AccountPayments, on network: Network, in language: Language) -> LedgerLines {
    let ledger = payments.ledger
    let received = ledger.sum(of: [.transfer, .internal], gained: true)
    return LedgerLines(
      title: "Blocks \(ledger.start) to \(ledger.reach.block)",
      payments: payments.shown.map { ($0.kind.rawValue, ($0.isGain ? "+" : "-") + "\($0.units)") },
      sums: [
        TextLine("", "Received \(network.text(received))."),
        TextLine("", "Unexplained: \(ledger.unexplained.map { network.text($0.amount) } ?? "nothing")."),
      ])
  }
  func weakness(_ weakness: PasswordWeakness, in language: Language) -> String { "Weak: \(weakness)." }
  func label(of intent: Intent, in language: Language) -> String { intent.label }
  func label(of review: Review, in language: Language) -> String { review.title }
  func state(of intent: Intent, in language: Language) -> String { intent.state.rawValue }
  func lines(of intent: Intent, in language: Language) -> [TextLine] { [TextLine("Label", intent.label)] }
  func evidence(_ level: EvidenceLevel?, in language: Language) -> String { level?.rawValue ?? "told" }
  func score(_ index: Int, in language: Language) -> String { Scores.questions[index] }
  func money(of network: Network, in language: Language) async -> any MoneyTexts { PlainMoney(network: network) }
  func time(_ seconds: Int64, in language: Language) -> String { "\(seconds)" }
  func zone(at seconds: Int64) -> (name: String, offset: Int) { ("KST", 32_400) }
  func rates(_ rates: RatesOperations, at seconds: Int64, in language: Language) -> any RatesTexts {
    PlainRates(language: language, now: seconds)
  }
  func line(of alert: Alert<GasSubject>, in language: Language) -> AlertLine {
    AlertLine(
      rule: "\(alert.rule.condition) \(alert.rule.note ?? "")", state: alert.state.phase.rawValue,
      channels: alert.channels.map(\.kind.rawValue).joined(separator: ", "))
  }
}

/// Amounts with their symbol, without a worth.
struct PlainMoney: MoneyTexts {
  let network: Network

  func text(_ amount: Amount) -> String { network.text(amount) }
  func roundedText(_ amount: Amount) -> String { network.roundedText(amount) }
  func worth(_ amount: Amount) -> String? { nil }
  var rateText: String? { nil }
}
