import ChainSupport
import ContractClient
import DatabaseSupport
import HTTPTypes
import Keys
import LectureIndex
import LectureKit
import Locking
import NodeRPC
import Operations
import Primitives
import Sending
import StrictJSON
import Testing

@testable import WebApp

/// A platform over the chain of a site's fixture; several of them over one store are its processes.
struct PlatformFixture: Sendable {
  static let origin = "https://lectures.example"
  static let authority = "lectures.example"

  let own: SiteFixture
  let site: Site
  private let responder: WebResponder

  /// A process of a platform.
  ///
  /// - Parameters:
  ///   - path: The file of its store; nil is one in memory, for one process.
  ///   - index: The index out of which lists are read.
  ///   - values: Settings in the places of the site's.
  ///   - paysFees: Whether it pays for students, by a service that does not answer.
  ///   - most: The most that it pays in a day for one account, client and lecture.
  init(
    _ own: SiteFixture, storeAt path: String? = nil, hasExplorer: Bool = false, index: IndexReader? = nil,
    values: [SettingKey: [String]] = [:], paysFees: Bool = false, feesOfADay most: Amount = .kaia(1)
  ) throws {
    self.own = own
    let name = try #require(PublicName(Self.origin))
    var platform = Platform(name, try PlatformStore(at: TestDatabases.place(path), clock: own.site.options.clock))
    (platform.hasExplorer, platform.index) = (hasExplorer, index)
    if paysFees {
      let rules = PlatformFeePayer.Rules(
        contract: own.client.market.address, maxGasPrice: .kaia(1),
        budget: DelegationBudget(perSender: most, perClient: most, perLecture: most))
      let service = try FeeService("http://127.0.0.1:1")
      let payer = PlatformFeePayer(
        rules, signer: service, node: own.client.connection.node, purchases: own.client,
        book: platform.store.delegations, clock: own.site.options.clock)
      platform.fees = PlatformFees(payer, by: service)
    }
    let settings = own.site.settings
    site = Site(
      settings.with(settings.given.values.merging(values) { $1 }, file: settings.file),
      texts: { PlainTexts(settings: $0) },
      outboxes: OpenOutboxes(), options: own.site.options, platform: platform)
    responder = WebResponder(
      site: site, gate: RequestGate(publicOrigin: Self.origin, authority: Self.authority))
  }

  var store: PlatformStore { site.platform!.store }

  /// The answer to a request as a page of the platform sends it; headers replace the usual ones.
  func answer(
    _ method: String, _ target: String, headers: [(String, String)] = [], hosts: [String] = [authority],
    body: String = "", client: String = "192.0.2.7"
  ) async -> WebAnswer {
    var fields: HTTPFields = [:]
    if method != "GET" {
      fields[.origin] = Self.origin
      fields[.contentType] = "application/x-www-form-urlencoded"
    }
    for (name, value) in headers { fields[HTTPField.Name(name)!] = value.isEmpty ? nil : value }
    let request = WebRequest(
      HTTPRequest.Method(rawValue: method)!, target, hosts: hosts, headers: fields, body: Array(body.utf8),
      client: client)
    guard let request else { return .text(.badRequest, "malformed") }
    return await PageTimeout.$forNode.withValue(.seconds(120)) { await responder.answer(request).0 }
  }

  /// A browser that has a cookie and did not sign in.
  func stranger() async throws -> PlatformBrowser {
    let answer = await answer("GET", "/settings")
    let cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first)
    return PlatformBrowser(platform: self, cookie: String(cookie))
  }

  /// A browser whose wallet has the key of an account.
  func browser(of name: String) async throws -> PlatformBrowser {
    let stranger = try await stranger()
    let key = try #require(own.keys[name])
    let text = String(stranger.cookie.dropFirst("\(SessionCookie.name)=".count))
    let cookie = try await store.begin(key.address, inPlaceOf: text)
    return PlatformBrowser(platform: self, cookie: "\(SessionCookie.name)=\(cookie)")
  }
}

/// A browser without JavaScript that visits a platform.
struct PlatformBrowser: Sendable {
  let platform: PlatformFixture
  let cookie: String
  /// The address from which it comes.
  var client = "192.0.2.7"

  /// An answer that was read.
  struct Reading: Sendable {
    let status: Int
    let text: String
    let headers: HTTPFields

    var location: String? { headers[.location] }
    var json: JSON? { try? JSON(parsing: text) }

    /// The value of an attribute of the first element that has it.
    func attribute(_ name: String) -> String? {
      text.firstRange(of: "\(name)=\"").map { String(text[$0.upperBound...].prefix { $0 != "\"" }) }
    }
  }

  /// A fixture of one browser at another process of the platform.
  func at(_ other: PlatformFixture) -> PlatformBrowser { PlatformBrowser(platform: other, cookie: cookie) }

  func get(_ target: String, headers: [(String, String)] = []) async -> Reading {
    await ask("GET", target, headers: headers)
  }

  /// Sends a form with the secret of this browser's pages, or with another.
  func post(_ target: String, _ fields: [String: String] = [:], guarded: String? = nil) async -> Reading {
    await send(target, fields, guarded, accepting: "text/html")
  }

  /// Sends a form with fields that may have one name, written as in an address.
  func postAll(_ target: String, _ pairs: [String]) async -> Reading {
    let token = await get("/settings").attribute("name=\"guard\" value") ?? ""
    let body = (pairs + ["guard=\(PercentCoding.encoded(token))"]).joined(separator: "&")
    return await ask("POST", target, body: body)
  }

  /// Tells the platform something as the script of wallets does.
  func tell(_ target: String, _ fields: [String: String] = [:], guarded: String? = nil) async -> Reading {
    await send(target, fields, guarded, accepting: "application/json")
  }

  /// Hands in what a wallet signed for a proposal, for the platform to pay its fee.
  func pay(_ proposal: String, _ raw: String) async -> Reading {
    let token = await get("/settings").attribute("name=\"guard\" value") ?? ""
    let body: JSON = ["proposal": .string(proposal), "userSignedTx": ["raw": .string(raw)]]
    return await ask(
      "POST", "/api/v1/fee",
      headers: [("Accept", "application/json"), ("Content-Type", "application/json"), ("X-Form-Guard", token)],
      body: body.serialized())
  }

  private func send(
    _ target: String, _ fields: [String: String], _ guarded: String?, accepting type: String
  ) async -> Reading {
    let token = if let guarded { guarded } else { await get("/settings").attribute("name=\"guard\" value") ?? "" }
    let body = fields.merging(["guard": token]) { given, _ in given }.map { ($0.key, $0.value) }
      .map { "\(PercentCoding.encoded($0.0))=\(PercentCoding.encoded($0.1))" }.joined(separator: "&")
    return await ask("POST", target, headers: [("Accept", type)], body: body)
  }

  private func ask(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: String = ""
  ) async -> Reading {
    reading(
      await platform.answer(method, target, headers: [("Cookie", cookie)] + headers, body: body, client: client))
  }

  /// The answer, read.
  func reading(_ answer: WebAnswer) -> Reading {
    var text = ""
    if case .bytes(let bytes) = answer.body { text = String(decoding: bytes, as: UTF8.self) }
    return Reading(status: answer.status.code, text: text, headers: answer.headers)
  }
}

extension SiteFixture {
  /// The wallet's part: signs and sends what a review's page asks for, waits for its block, and gives the hash.
  func send(_ page: PlatformBrowser.Reading, by name: String, gas: UInt64? = nil) async throws -> Hash32 {
    try await broadcast(page, by: name, gas: gas).confirmed(SendOptions()).hash
  }

  /// Its part without the wait.
  func broadcast(_ page: PlatformBrowser.Reading, by name: String, gas: UInt64? = nil) async throws -> SentTransaction {
    let key = try #require(keys[name])
    let request = SendRequest(
      from: key.address, to: try Address(#require(page.attribute("data-to"))),
      value: Amount(wei: try UInt256(quantity: #require(page.attribute("data-value")))),
      data: try Bytes(hex: #require(page.attribute("data-data"))), label: "a wallet's transaction")
    let sender = client.connection.sender
    var options = SendOptions()
    options.gas.limit = gas
    let prepared = try await sender.pricer.price(
      request, at: try await sender.pricer.state(of: key.address, options: options), options: options)
    return try await sender.send(prepared, signer: key, options: options)
  }
}

/// A clock that goes on when a test says so.
final class TestClock: Sendable {
  private let time: Guarded<Int64>

  init(_ time: Int64) { self.time = Guarded(time) }

  var now: @Sendable () -> Int64 { { [time] in time.withLock { $0 } } }

  func advance(_ seconds: Int64) { time.withLock { $0 += seconds } }
}
