import DatabaseSupport
import HTTPTypes
import Localization
import Operations
import StrictJSON
import Testing

@testable import LecturesCommand
@testable import Rates
@testable import WebApp

/// The pages over a home of the commands, with the same settings, outbox and wallets, and a browser that entered them.
struct HomePages: Sendable {
  private static let authority = "w-test.localhost:7788"
  private let responder: WebResponder
  private let host: String
  private let cookie: String

  /// The pages of one person.
  ///
  /// - Parameters:
  ///   - environment: That of the home.
  ///   - account: The account that acts; nil is the one that the settings name.
  init(_ environment: [String: String], account: String? = nil) async throws {
    let (settings, context) = try Self.context(environment, account: account)
    let site = Site(
      settings, texts: PageTexts.following(context), outboxes: context.outbox.open,
      options: Site.Options(clock: LocalTime.now))
    host = Self.authority
    responder = WebResponder(site: site, gate: RequestGate(authority: host))
    let entrance = try await Self.answer(responder, host, "/enter?t=\(site.entryLinks.make())", [])
    cookie = String(try #require(entrance.headers[.setCookie]?.split(separator: ";").first))
  }

  /// The pages of a platform over a store in memory.
  init(platform environment: [String: String]) async throws {
    let (settings, context) = try Self.context(environment, account: nil)
    let name = try #require(PublicName("https://lectures.example"))
    let store = try PlatformStore(at: TestDatabases.place(nil), clock: LocalTime.now)
    let site = Site(
      settings, texts: PageTexts.following(context, isPublic: true), outboxes: context.outbox.open,
      options: Site.Options(clock: LocalTime.now), platform: Platform(name, store))
    (host, cookie) = ("lectures.example", "")
    responder = WebResponder(site: site, gate: RequestGate(publicOrigin: "https://\(host)", authority: host))
  }

  private static func context(
    _ environment: [String: String], account: String?
  ) throws -> (Settings, CommandContext) {
    var given = GivenSettings(profile: nil, path: nil, naming: { $0.name })
    if let account { given.values = [.account: [account]] }
    let settings = try Settings(given, environment: environment)
    return (settings, try .ofPages(settings))
  }

  private static func answer(
    _ responder: WebResponder, _ host: String, _ target: String, _ headers: [(HTTPField.Name, String)],
    sending form: String? = nil
  ) async throws -> WebAnswer {
    var fields: HTTPFields = [:]
    for (name, value) in headers { fields[name] = value }
    let request = try #require(
      WebRequest(form == nil ? .get : .post, target, hosts: [host], headers: fields, body: Array((form ?? "").utf8)))
    // The machine may be busy with other tests.
    return await PageTimeout.$forNode.withValue(.seconds(120)) { await responder.answer(request).0 }
  }

  private func text(_ target: String) async throws -> String {
    let answer = try await Self.answer(
      responder, host, target,
      [(.acceptLanguage, Language.english.rawValue)] + (cookie.isEmpty ? [] : [(.cookie, cookie)]))
    guard answer.status == .ok, case .bytes(let bytes) = answer.body else {
      throw CommandFailure(.other, "\(target) has status \(answer.status)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A page in English, read again while it says that it is refreshed.
  func page(_ target: String) async throws -> PagePart {
    for _ in 0..<2_000 {
      let html = try await text(target)
      guard html.contains("http-equiv=\"refresh\"") else { return PagePart(html) }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw CommandFailure(.other, "\(target) does not end")
  }

  /// The review to which a form without fields leads one person.
  func review(of target: String) async throws -> PagePart {
    let settings = try await text("/settings")
    let guarding = try #require(settings.firstMatch(of: /name="guard" value="([^"]+)"/)?.output.1)
    let answer = try await Self.answer(
      responder, host, target,
      [
        (.acceptLanguage, Language.english.rawValue), (.cookie, cookie), (.origin, "http://\(host)"),
        (.contentType, "application/x-www-form-urlencoded"),
      ], sending: "guard=\(guarding)")
    return try await page(try #require(answer.headers[.location]))
  }

  /// An answer for programs.
  func json(_ target: String) async throws -> JSON { try JSON(parsing: try await text(target)) }
}

/// A page or a part of one, as a reader sees it.
struct PagePart: Sendable, CustomStringConvertible {
  private let html: String
  /// The visible text with single blanks.
  let description: String

  init(_ html: String) {
    self.html = html
    description = HTMLText.text(of: html).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The cards of its lists.
  var cards: [PagePart] { parts("<li class=\"card\"", "</li>") }

  /// The rows of its tables, without those of the heads.
  var rows: [PagePart] { parts("<tr", "</tr>").filter { !$0.html.contains("scope=\"col\"") } }

  private func parts(_ start: String, _ end: String) -> [PagePart] {
    html.split(separator: start, omittingEmptySubsequences: false).dropFirst().map { part in
      PagePart(start + (part.firstRange(of: end).map { part[..<$0.lowerBound] } ?? part))
    }
  }

  /// Whether it shows words or a number, not as a part of longer ones.
  func shows(_ words: String) -> Bool {
    var rest = description[...]
    while let place = rest.firstRange(of: words) {
      let before = description[..<place.lowerBound].last
      let next = description[place.upperBound...].prefix(2)
      let goesOn = next.first.map { Self.isPart($0) } ?? false
      // A point ends a sentence, but not in a number.
      let isFraction = next.count == 2 && (next.first == "." || next.first == ",") && next.last?.isNumber == true
      if before.map({ Self.isPart($0) || $0 == "." }) != true, !goesOn, !isFraction { return true }
      rest = description[place.upperBound...]
    }
    return false
  }

  private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// Whether an address or a hash stands in it, whole or shortened with the whole of it for who copies it.
  func names(_ hex: String) -> Bool { html.contains("title=\"\(hex)\"") || html.contains(">\(hex)</code>") }

  /// Whether a form in it offers a value to choose.
  func offers(_ value: String) -> Bool { html.contains("value=\"\(value)\"") }

  /// Whether it leads to another page.
  func leads(to path: String) -> Bool { html.contains("href=\"\(path)\"") }
}

extension PagePart {
  /// Whether it shows an amount of a command's JSON, with all of its digits.
  func shows(amount: JSON?) -> Bool {
    guard let value = amount?["value"]?.string, let symbol = amount?["symbol"]?.string else { return false }
    return shows("\(value) \(symbol)")
  }
}
