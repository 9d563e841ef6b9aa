import Exchange
import HTTPTypes
import LectureKit
import Localization
import Operations
import Orders
import Outbox
import Primitives
import StrictJSON
import Testing
import Tokens

@testable import WebApp

extension SiteFixture {
  /// A visit of somebody who entered, for what no page shows.
  func visit(
    _ path: String = "/", values: [String: String] = [:], in language: Language = .english
  ) throws -> Visit {
    let request = try #require(WebRequest(.get, path, hosts: [Self.authority]))
    return Visit(
      site: site, request: request, values: values, session: WebSession(clock: site.options.clock), language: language,
      assets: Assets())
  }
}

extension SiteFixture {
  /// Waits until a node took so many attempts of the newest transaction.
  ///
  /// - Returns: Its number in the outbox.
  @discardableResult
  func untilOffered(_ count: Int, after number: Int64 = 0) async throws -> Int64 {
    for _ in 0..<3_000 {
      if let intent = try await site.outbox().intents().first, intent.id > number, intent.attempts.count >= count,
        intent.state == .broadcast || intent.state == .seen
      {
        return intent.id
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("no node took the transaction")
    return 0
  }
}

extension TestBrowser {
  /// Sends fields as they are written, of which some may come more than once.
  func postRaw(_ target: String, _ body: String) async -> Reading {
    let token = await get("/settings").formGuard
    let answer = await fixture.answer(
      "POST", target, headers: [("Cookie", cookie)], body: "\(body)&guard=\(PercentCoding.encoded(token))")
    var text = ""
    if case .bytes(let bytes) = answer.body { text = String(decoding: bytes, as: UTF8.self) }
    return Reading(
      status: answer.status.code, text: text, location: answer.headers[.location], headers: answer.headers)
  }
}

/// The words of orders as the libraries have them.
extension PlainTexts {
  func json(of lectures: [Lecture], on network: Network) async -> JSON {
    ["ok": true, "lectures": .array(lectures.map { ["number": .number("\($0.number)"), "title": .string($0.title)] })]
  }

  func facts(of lectures: [Lecture], on network: Network) -> JSON {
    ["lectures": .array(lectures.map { facts(of: $0, on: network) })]
  }

  func facts(of own: OwnLectures, on network: Network) -> JSON {
    [
      "credit": .string(network.text(own.credit)),
      "lectures": .array(own.lectures.map { facts(of: $0.lecture, on: network) }),
    ]
  }

  func facts(of own: OwnTeaching, on network: Network) -> JSON {
    [
      "credit": .string(network.text(own.credit)),
      "teaching": .array(own.teaching.entries.map { facts(of: $0.lecture, on: network) }),
    ]
  }

  private func facts(of lecture: Lecture, on network: Network) -> JSON {
    ["number": .number("\(lecture.number)"), "price": lecture.price.map { .string(network.text($0.amount)) } ?? .null]
  }

  func lines<Value>(of reading: AgreedReading<Value>, in language: Language) -> [TextLine] {
    [TextLine("", "agreed by \(reading.endpointEvidence.agreeingEndpoints) of \(reading.endpointEvidence.asked)")]
      + reading.dissent.map { TextLine("", "contradicted: \($0.name.place)", isWarning: true) }
  }

  func lines(of check: CheckedReceipt, on network: Network, in language: Language) -> [TextLine] {
    check.answers.flatMap(\.value).map { TextLine("", "\($0)", isWarning: true) }
      + [TextLine("Evidence", check.endpointEvidence.level?.rawValue ?? "told")]
  }

  func lines(of plan: LimitOrderPlan, by account: ActingAccount, in language: Language) -> [TextLine] {
    [TextLine("Gives", plan.gives.text), TextLine("Gets", plan.wants.text)]
  }

  func question(_ plan: LimitOrderPlan, in language: Language) -> String { "sign \(plan.gives.text)?" }
  func lines(of run: DealRun, as deal: ReviewedDeal, in language: Language) -> [TextLine] {
    [TextLine("", "\(run.extent): \(run.paid) for \(run.received), of which \(run.arrived?.description ?? "?")")]
  }

  func state(of order: OwnOrder, in language: Language) -> String { order.order.state.rawValue }
  func farFromBook(_ share: Fraction, in language: Language) -> String { "far from the best" }
  func unknownCode(of exchange: Address, in language: Language) -> String { "unknown code" }
}
