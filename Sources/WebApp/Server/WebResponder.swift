import HTTPTypes
import HummingbirdCore
import Listening
import Localization
import Locking
import Logging
import Markup
import NIOCore
import Primitives

/// Reads requests off HTTP, judges and routes them, and writes the answers.
struct WebResponder: Sendable {
  /// The routes on whose pages pictures of wallets are shown.
  private static let walletPages: Set = ["/sign-in", "/proposals/:id"]

  /// The pattern of the files that pages load.
  private static let assets = "/assets"

  private let site: Site
  private let gate: RequestGate
  private let log: RequestLog
  private let router: Router
  private let assets = Assets()
  private let health: HealthAnswers
  /// Nil on one person's pages, where the person reads the reason itself.
  private let failures: PlatformFailures?
  private let usual: SecurityHeaders
  /// Nil where nothing is kept: for one person, and where the contract is asked each time.
  private let pageCache: PageCache?

  /// A responder of a site.
  ///
  /// - Parameters:
  ///   - host: The address that it listens on: health checks may use it as the host.
  ///   - logger: Gets a line for each answer, at the level `info`, and why a platform's store or who pays its
  ///     fees does not serve; nil for none.
  init(site: Site, gate: RequestGate, listening host: String = "127.0.0.1", logger: Logger? = nil) {
    let logger = logger ?? .silent
    (self.site, self.gate, log) = (site, gate, RequestLog("lectures_http", logger))
    failures = site.platform.map { _ in
      PlatformFailures(clock: site.options.clock) { logger.warning("\($0)") }
    }
    health = HealthAnswers(site: site, log: log, listening: host)
    usual = SecurityHeaders(isPublic: site.platform?.name.isSecure ?? false)
    router = Router(Pages.routes(of: site))
    pageCache = site.platform?.index.map { PageCache($0) { await site.index() != nil } }
  }

  // MARK: HTTP

  func answer(_ request: Request, from peer: SocketAddress?, _ writer: consuming ResponseWriter) async throws {
    let (head, body) = await responseApart(to: request, from: peer)
    switch body {
    case .bytes where request.method == .head || head.status == .notModified: try await writer.writeResponse(head)
    case .bytes(let bytes):
      try await writer.write(response: head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    case .stream(let stream):
      try await writer.write(
        response: head,
        body: ResponseBody { body in
          for await piece in stream { try await body.write(ByteBuffer(bytes: piece)) }
          try await body.finish(nil)
        })
    }
  }

  /// The answer to a request as it is written, made in a task of its own that is gone on return.
  ///
  /// A connection's task keeps the memory of its deepest call until its end, and streams stay open for hours.
  private func responseApart(
    to request: Request, from peer: SocketAddress?
  ) async -> (HTTPResponse, WebAnswer.Body) {
    async let made = response(to: request, from: peer)
    return await made
  }

  /// The answer to a request as it is written.
  private func response(to request: Request, from peer: SocketAddress?) async -> (HTTPResponse, WebAnswer.Body) {
    let ((answer, pattern), id) = await log.answering(request.method, request.headers) {
      let (plain, pattern) = await answered(request, from: peer)
      let answer = plain.encoded(for: request.headers[.acceptEncoding])
      return RequestLog.LoggedAnswer((answer, pattern), route: pattern, status: answer.status.code, bytes: answer.size)
    }
    var headers = answer.headers
    headers[.requestID] = id.description
    security(of: pattern).add(to: &headers)
    // An asset is the same for everybody.
    if pattern == Self.assets { headers[.vary] = "Accept-Encoding" }
    return (HTTPResponse(status: answer.status, headerFields: headers), answer.body)
  }

  /// The headers that keep a route's pages, which are nearly always the same.
  private func security(of pattern: String) -> SecurityHeaders {
    let (hasCamera, isEntrance) = (pattern == "/scan", pattern == RequestGate.entrance)
    let hasWallets = Self.walletPages.contains(pattern)
    guard hasCamera || isEntrance || hasWallets else { return usual }
    return SecurityHeaders(
      hasCamera: hasCamera, hasWallets: hasWallets, isEntrance: isEntrance,
      isPublic: site.platform?.name.isSecure ?? false)
  }

  /// The answer to a request, and the pattern of its route.
  private func answered(_ request: Request, from peer: SocketAddress?) async -> (WebAnswer, String) {
    func read(_ body: [UInt8] = []) -> WebRequest? {
      WebRequest(
        request.method, request.head.path ?? "", hosts: request.hosts, headers: request.headers, body: body,
        client: site.platform?.client(of: request.headers, at: peer).description ?? "")
    }
    let malformed = (WebAnswer.text(.badRequest, "The request is malformed."), RequestLog.noRoute)
    guard let head = read() else { return malformed }
    var body: [UInt8] = []
    do {
      let buffer = try await request.body.collect(upTo: mostBytes(of: head))
      body = Array(buffer.readableBytesView)
    } catch {
      let answer = GateDocuments.refused(
        head, language(of: head), .contentTooLarge, .tooLarge, "The form is too large.")
      return (answer, RequestLog.noRoute)
    }
    guard let whole = body.isEmpty ? head : read(body) else {
      let answer = GateDocuments.refused(head, language(of: head), .badRequest, .malformed, "The request is malformed.")
      return (answer, RequestLog.noRoute)
    }
    return await answer(whole)
  }

  /// The most bytes that the form of a request may have, by its route.
  private func mostBytes(of request: WebRequest) -> Int {
    var bodyLimit = Route.BodyLimit.fields
    if !request.isReading, case .found(let route, _) = router.match(request.method, request.pieces) {
      bodyLimit = route.bodyLimit
    }
    return bodyLimit.most(isPublic: site.platform != nil)
  }

  // MARK: Judging and routing

  /// The answer to a request that was read, and the pattern of its route.
  func answer(_ request: WebRequest) async -> (WebAnswer, String) {
    let (answer, pattern) = await whole(request)
    return (answer.ifOther(for: request), pattern)
  }

  /// The answer, whatever the browser has of it already.
  private func whole(_ request: WebRequest) async -> (WebAnswer, String) {
    let language = language(of: request)
    if site.platform != nil, let answer = await health.answer(to: request) { return (answer, request.path) }
    switch gate.verdict(on: request) {
    case .admitted: break
    case .misdirected: return (WebAnswer(.misdirectedRequest, "text/plain"), RequestLog.noRoute)
    case .foreign:
      // A browser names the page's site whenever it sends something; a program has to learn that it is required.
      let isUnnamed = !request.isReading && request.headers[values: .origin].isEmpty
      let words = isUnnamed ? "The header Origin is missing: it has to name this site." : "Another page sent this."
      let answer = GateDocuments.refused(request, language, .forbidden, isUnnamed ? .unnamed : .foreign, words)
      return (answer, RequestLog.noRoute)
    case .followedLink: return (GateDocuments.goOn(request, language), RequestLog.noRoute)
    case .method:
      var answer = WebAnswer.text(.methodNotAllowed, "GET and POST are answered.")
      answer.headers[.allow] = "GET, HEAD, POST"
      return (answer, RequestLog.noRoute)
    case .mediaType:
      // A page that takes no form is refused as such, whatever was sent.
      if case .otherMethod = router.match(request.method, request.pieces) { break }
      let expected = request.pieces.first == "api" ? "JSON is expected." : "A form is expected."
      let answer = GateDocuments.refused(request, language, .unsupportedMediaType, .noForm, expected)
      return (answer, RequestLog.noRoute)
    }
    if request.pieces.first == "assets", request.pieces.count == 2 {
      let isCompressed = WebAnswer.takesGzip(request.headers[.acceptEncoding])
      let asset = assets.answer(to: request.pieces[1], isCompressed: isCompressed)
      return (asset ?? .text(.notFound, "There is no such file."), Self.assets)
    }
    let cookie = request.cookie(SessionCookie.name)
    if let platform = site.platform { return await answer(request, platform, cookie, language) }
    if request.path == RequestGate.entrance { return (enter(request, language), RequestGate.entrance) }
    guard let session = site.sessions.session(cookie) else { return (noSession(language), RequestLog.noRoute) }
    return await answer(request, session, language)
  }

  /// The answer of a platform. Who has no cookie gets one, for the guard of forms; it is known only once somebody signs
  /// in.
  private func answer(
    _ request: WebRequest, _ platform: Platform, _ cookie: String?, _ language: Language
  ) async -> (WebAnswer, String) {
    let known = cookie.flatMap { RandomToken.isText($0) ? $0 : nil }
    let text = known ?? RandomToken.text()
    func session(of visitor: Address?) -> WebSession {
      WebSession(visitor, cookie: text, platform.store.formGuard(of: text), clock: site.options.clock)
    }
    let visitor: Address?
    do {
      visitor =
        if let known { try await SessionCheck(site: site, store: platform.store).account(of: known) } else { nil }
    } catch {
      let visit = Visit(
        site: site, request: request, values: [:], session: session(of: nil), language: language, assets: assets)
      return (await failed(visit, error, RequestLog.noRoute), RequestLog.noRoute)
    }
    if visitor == nil, let answer = await shared(request, language) { return answer }
    let session = session(of: visitor)
    var (answer, pattern) = await answer(request, session, language)
    if known == nil, answer.headers[.setCookie] == nil, answer.headers[.contentType]?.hasPrefix("text/html") == true {
      answer.headers.append(HTTPField(name: .setCookie, value: SessionCookie.platform(text)))
    }
    return (answer, pattern)
  }

  /// The answer with a page that is the same for every visitor without a session; nil for any other request.
  ///
  /// The writing knows nothing of the visitor: neither cookie nor address nor any other header of the browser.
  private func shared(_ request: WebRequest, _ language: Language) async -> (WebAnswer, String)? {
    guard let pageCache, !request.wantsJSON,
      case .found(let route, let values) = router.match(request.method, request.pieces),
      route.isShared(request.query)
    else { return nil }
    let key = PageCache.Key(
      pieces: request.pieces, query: request.query, language: language, theme: request.theme,
      isCompressed: WebAnswer.takesGzip(request.headers[.acceptEncoding]))
    let answer = await pageCache.answer(key) { [self] in
      let visit = Visit(
        site: site, request: request.ofAnybody, values: values, session: WebSession(clock: site.options.clock),
        language: language, assets: assets)
      do { return try await route.answer(visit) } catch { return await failed(visit, error, route.pattern) }
    }
    return (answer, route.pattern)
  }

  private func answer(_ request: WebRequest, _ session: WebSession, _ language: Language) async -> (WebAnswer, String) {
    func visit(_ values: [String: String] = [:]) -> Visit {
      Visit(site: site, request: request, values: values, session: session, language: language, assets: assets)
    }
    switch router.match(request.method, request.pieces) {
    case .none: return (await FailureAnswer(visit()).answer(WebRefusal.notFound), RequestLog.noRoute)
    case .otherMethod:
      var answer = await FailureAnswer(visit()).answer(WebRefusal.otherMethod)
      answer.headers[.allow] = request.isReading ? "POST" : "GET, HEAD"
      return (answer, RequestLog.noRoute)
    case .found(let route, let values):
      let visit = visit(values)
      do {
        if !request.isReading {
          let isGuarded = route.access == .signed || session.formGuard.admits(visit.guardField)
          guard isGuarded else { throw WebRefusal.foreignForm }
          if route.access == .writing, site.options.isReadOnly { throw WebRefusal.readOnly }
        }
        return (try await route.answer(visit), route.pattern)
      } catch {
        return (await failed(visit, error, route.pattern), route.pattern)
      }
    }
  }

  /// The answer to a visit that failed.
  private func failed(_ visit: Visit, _ error: any Error, _ pattern: String) async -> WebAnswer {
    let request = "\(visit.request.method.rawValue) \(pattern)"
    return await FailureAnswer(visit).answer(failures?.told(error, by: request) ?? error)
  }

  private func noSession(_ language: Language) -> WebAnswer {
    GateDocuments.noSession(language, .newLink, linkBy: site.options.linkCommand)
  }

  /// Opens a session for a visitor with a link from the terminal.
  private func enter(_ request: WebRequest, _ language: Language) -> WebAnswer {
    guard request.method == .get, let token = request.query["t"] else { return noSession(language) }
    switch site.entryLinks.redeem(token) {
    case .admitted: break
    case .tooOld: return GateDocuments.noSession(language, .tooOld, linkBy: site.options.linkCommand)
    case .unknown: return noSession(language)
    }
    return GateDocuments.entered(language, cookie: SessionCookie.personal(site.sessions.begin()))
  }

  /// The language that a browser asks for: by its cookie, else by its settings.
  private func language(of request: WebRequest) -> Language {
    if let chosen = request.cookie("lang").flatMap({ Language($0) }) { return chosen }
    let wanted = (request.headers[.acceptLanguage] ?? "").split(separator: ",").prefix(20).compactMap { item in
      let parts = item.split(separator: ";")
      let name = parts.first.map { $0.filter { $0 != " " } } ?? ""
      let weight = parts.dropFirst().first { $0.contains("q=") }.flatMap {
        Double($0.filter { "0123456789.".contains($0) })
      }
      return Language(name).map { ($0, weight ?? 1) }
    }
    return wanted.max { $0.1 < $1.1 }?.0 ?? site.options.language
  }
}

/// The place for the responder, which knows the port only once that is open.
final class ResponderSlot: Sendable {
  private let responder = Guarded<WebResponder?>(nil)

  func set(_ responder: WebResponder) { self.responder.withLock { $0 = responder } }

  func answer(_ request: Request, from peer: SocketAddress?, _ writer: consuming ResponseWriter) async throws {
    guard let responder = responder.withLock({ $0 }) else {
      return try await writer.writeResponse(HTTPResponse(status: .serviceUnavailable))
    }
    try await responder.answer(request, from: peer, writer)
  }
}
