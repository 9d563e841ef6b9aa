import NodeRPC
import Orders
import Platform
import Primitives
import StrictJSON

/// A client of one interface of a relay, for the orders of one exchange contract; it believes nothing that it can
/// check.
///
/// Of every order the hash is computed here, and exchange, chain and signature are checked; what does not stand that is
/// named and not used. Nothing is asked without TLS, but of this machine.
///
/// ```swift
/// let relay = try RelayClient("https://relay.example", .v4, for: exchange)
/// let book = try await relay.book(of: pair)
/// if let invalid = book.findings.invalidOrder { throw invalid }
/// ```
public struct RelayClient: Sendable {
  /// Asks somebody to be believed, as the user's own node, whether an account may sign for a maker (v4); nil for no
  /// answer.
  public typealias SignerCheck = @Sendable (_ signer: Address, _ maker: Address) async -> Bool?

  /// The relay's address, without its secrets.
  public let address: String
  /// The interface that it is asked by.
  public let api: RelayAPI
  /// The contract whose orders are looked for.
  public let exchange: ExchangeContract
  /// The bounds of what is taken.
  public let limits: RelayReadingLimits
  let routes: RelayRoutes
  let check: OrderCheck
  private let authorityFile: String?

  static let noun = "relay"
  /// The header lines of each request, with the name of the one for whose sake it is made.
  private static var headers: [String] { ["Accept: application/json"] + RequestID.headerLines }

  /// A client of a relay.
  ///
  /// - Parameters:
  ///   - url: The relay's address, to which the interface's paths are added unless it ends with them.
  ///   - authorityFile: The PEM file of the certificate authorities that it is trusted by; nil for the system's.
  ///   - signerCheck: Asked about orders of version 4 that another account than the maker signed, fifty times at most
  ///     for an answer; without it they are not used.
  ///   - clock: The time in seconds since 1970, by which orders are over.
  /// - Throws: `invalidAddress`.
  public init(
    _ url: String, _ api: RelayAPI, for exchange: ExchangeContract, limits: RelayReadingLimits = RelayReadingLimits(),
    authorityFile: String? = nil, signerCheck: SignerCheck? = nil,
    clock: @escaping @Sendable () -> UInt64 = { UInt64(max(0, time(nil))) }
  ) throws(RelayClientError) {
    let endpoint: Endpoint
    do throws(NodeError) {
      endpoint = try Endpoint(url, of: Self.noun)
    } catch {
      throw RelayClientError(
        .invalidAddress, "This is no address of a relay.", reason: error.words.reason ?? error.message, cause: error)
    }
    guard endpoint.isPrivate else {
      throw RelayClientError(
        .invalidAddress, "This is no address of a relay.", about: endpoint.redacted,
        reason: "Only https:// is asked, but for this machine.")
    }
    guard !url.contains("?") else {
      throw RelayClientError(
        .invalidAddress, "This is no address of a relay.", about: endpoint.redacted, reason: "It has a query.")
    }
    address = endpoint.redacted
    self.api = api
    self.exchange = exchange
    self.limits = limits
    self.authorityFile = authorityFile
    routes = RelayRoutes(url, api)
    check = OrderCheck(api: api, exchange: exchange, signerCheck: signerCheck, clock: clock)
  }

  /// Asks by GET, and again after a pause where no answer of a relay's comes; nil for a thing that the relay reports it
  /// does not have.
  ///
  /// - Parameters:
  ///   - end: Nil for what the limits allow from now on.
  ///   - mostBytes: Nil for as much.
  func get(
    _ url: String, until end: ContinuousClock.Instant? = nil, mostBytes: Int? = nil
  ) async throws(RelayClientError) -> RelayAnswer? {
    let end = end ?? .now.advanced(by: limits.totalTime)
    var pause = Duration.milliseconds(200)
    for _ in 0..<max(0, limits.retries) {
      do throws(RelayClientError) {
        return try await getOnce(url, until: end, mostBytes)
      } catch {
        guard error.code == .unreachable, ContinuousClock.now.advanced(by: pause) < end,
          (try? await Task.sleep(for: pause)) != nil
        else { throw error }
        pause *= 2
      }
    }
    return try await getOnce(url, until: end, mostBytes)
  }

  private func getOnce(
    _ url: String, until end: ContinuousClock.Instant, _ mostBytes: Int?
  ) async throws(RelayClientError) -> RelayAnswer? {
    let answer: HTTPExchange.Answer
    do throws(NodeError) {
      answer = try await http(max(.milliseconds(1), ContinuousClock.now.duration(to: end)), mostBytes).get(
        Endpoint(url, of: Self.noun), headers: Self.headers)
    } catch { throw failure(error) }
    if answer.status == 404 { return nil }
    return try read(answer)
  }

  /// Asks by GET for a thing that every relay has.
  func getExisting(
    _ url: String, until end: ContinuousClock.Instant? = nil, mostBytes: Int? = nil
  ) async throws(RelayClientError) -> RelayAnswer {
    guard let answer = try await get(url, until: end, mostBytes: mostBytes) else {
      throw RelayClientError(
        .unreachable, "The relay does not answer as it should.", about: address,
        reason: "It answers with HTTP status 404: it has no such interface.",
        facts: .exchange(status: 404, leavesOutcomeOpen: false))
    }
    return answer
  }

  /// Asks by POST, once.
  func post(_ body: JSON, to url: String) async throws(RelayClientError) -> HTTPExchange.Answer {
    do throws(NodeError) {
      return try await http(nil, nil).post(
        body.serializedBytes(), to: Endpoint(url, of: Self.noun), headers: Self.headers)
    } catch { throw failure(error) }
  }

  /// Reads the JSON of an answer with status 200.
  func read(_ answer: HTTPExchange.Answer) throws(RelayClientError) -> RelayAnswer {
    guard answer.status == 200 else { throw refusal(answer) }
    do throws(JSONError) {
      return RelayAnswer(answer, try JSON(parsing: answer.body, limits: RelayAnswer.limits(limits)))
    } catch { throw RelayClientError.malformed(address, "It is no JSON: \(error.inOneLine)") }
  }

  /// The error of an answer that is no success.
  ///
  /// A gateway may have passed on what it answers with a status of 500 or more, or 408; a relay's own words of these
  /// are 501, and 503 with a reason, by which it is busy as by 429.
  func refusal(_ answer: HTTPExchange.Answer) -> RelayClientError {
    let json = try? JSON(parsing: answer.body, limits: RelayAnswer.limits(limits))
    let refusal = RelayErrorAnswer(status: answer.status, json: json, retryAfter: answer.retryAfter)
    if answer.status == 429 || answer.status == 503 && refusal.reason != nil {
      return RelayClientError(
        .busy, "The relay is busy; it did not do what was asked.", about: address, reason: refusal.sentence,
        facts: .refusal(refusal))
    }
    if answer.status == 501 || (400..<500).contains(answer.status) && answer.status != 408 {
      return RelayClientError(
        .refused, "The relay refuses.", about: address, reason: refusal.sentence, facts: .refusal(refusal))
    }
    return RelayClientError(
      .unreachable, "The relay does not answer as it should.", about: address, reason: refusal.sentence,
      facts: .exchange(status: answer.status, leavesOutcomeOpen: !(300..<400).contains(answer.status)))
  }

  private func http(_ timeout: Duration?, _ mostBytes: Int?) -> HTTPExchange {
    HTTPExchange(
      of: Self.noun, timeout: min(timeout ?? limits.timeout, limits.timeout),
      mostBytes: min(mostBytes ?? limits.answerBytes, limits.answerBytes), authorityFile: authorityFile)
  }

  private func failure(_ error: NodeError) -> RelayClientError {
    let words = error.words
    let reason = [words.message, words.reason].compactMap { $0 }.joined(separator: " ")
    switch error.code {
    case .cancelled: return RelayClientError(.cancelled, "The relay was not waited for.", about: address, cause: error)
    case .tooLarge:
      return RelayClientError(
        .tooLarge, "The relay's answer is too large.", about: address, reason: reason,
        facts: .bound(limits.answerBytes), cause: error)
    default:
      return RelayClientError(
        .unreachable, "The relay cannot be reached.", about: address, reason: reason,
        facts: .exchange(status: nil, leavesOutcomeOpen: error.leavesOutcomeOpen), cause: error)
    }
  }
}

/// An answer of a relay with status 200: its JSON and the headers that mean something.
struct RelayAnswer: Sendable {
  let json: JSON
  let bytes: Int
  /// The number that grows with each change of the relay's books.
  let sequence: UInt64?
  /// Whether the header `Link` names a next page; nil without the header.
  let hasNext: Bool?
  /// The state that the relay reports for the order asked for, cleaned for a terminal.
  let state: String?

  fileprivate init(_ answer: HTTPExchange.Answer, _ json: JSON) {
    self.json = json
    bytes = answer.body.count
    sequence = answer.headers["x-book-sequence"].flatMap { UInt64($0) }
    hasNext = answer.headers["link"].map { $0.contains(#"rel="next""#) || $0.contains("rel=next") }
    state = answer.headers["x-order-state"].map { TerminalSafe.escape($0, limit: 40) }
  }

  fileprivate static func limits(_ limits: RelayReadingLimits) -> JSON.Limits {
    JSON.Limits(depth: 8, bytes: limits.answerBytes)
  }
}
