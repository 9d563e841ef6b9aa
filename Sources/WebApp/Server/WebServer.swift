import HummingbirdCore
import Listening
import Logging
import NIOCore
import Platform

/// A site on an open port: for the one person who started it, or a platform for everybody.
package final class WebServer: Sendable {
  /// The port on which it listens; 0 for a socket on the disk.
  package let port: UInt16
  private let gate: RequestGate
  private let site: Site
  private let listeners: [Listener<HTTP1Channel>]
  private let work: [Task<Void, Never>]

  private init(_ site: Site, _ gate: RequestGate, port: UInt16, _ listeners: [Listener<HTTP1Channel>]) {
    (self.site, self.gate, self.port, self.listeners) = (site, gate, port, listeners)
    let beating = Task { [events = site.events] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(15))
        // Keeps connections open that nothing happens on; no page listens for it.
        events.tell("beat", "0")
      }
    }
    work = [beating] + (site.platform.map { [PlatformEventReader(store: $0.store, events: site.events).start()] } ?? [])
  }

  // MARK: One person's pages

  /// Opens a port of this machine for the person who started it; when this returns pages are answered.
  ///
  /// It listens on the loopback addresses alone and answers under a host name of its own, `w-….localhost`, which
  /// browsers resolve to this machine by themselves: cookies of other programs' pages are kept apart from its own.
  ///
  /// - Parameters:
  ///   - port: 0 takes any free one.
  ///   - isPlain: Whether it answers as `127.0.0.1`, for browsers that do not know `.localhost`.
  ///   - limits: Those of connections, all of which come from this machine: for one more than may be, the one that has
  ///     been idle longest is closed.
  ///   - logger: Gets a line for each answer, at the level `info`; nil for none.
  /// - Throws: `WebError` `.cannotListen`.
  package static func start(
    _ site: Site, port: UInt16, isPlain: Bool = false,
    limits: ConnectionLimits = ConnectionLimits(requestTime: .seconds(10), ofOneAddress: .max),
    logger: Logger? = nil
  ) async throws -> WebServer {
    let host = isPlain ? "127.0.0.1" : "w-\(hostName()).localhost"
    let responders = ResponderSlot()
    let connections = connections(to: responders, limits, SecurityHeaders())
    let first = try await listen(on: port) {
      try await Listener.open(connections, host: "127.0.0.1", port: port, most: limits.ofAll + 1)
    }
    // Browsers try the newer addresses first, and some machines have none of them.
    let second = try? await Listener.open(connections, host: "::1", port: first.port, most: limits.ofAll + 1)
    let gate = RequestGate(authority: "\(host):\(first.port)")
    responders.set(WebResponder(site: site, gate: gate, logger: logger))
    return WebServer(site, gate, port: first.port, [first] + (second.map { [$0] } ?? []))
  }

  // MARK: A platform

  /// The place where a platform is reached by the server in front of it.
  package enum Place: Sendable, Hashable {
    /// An address of this machine and a port; 0 takes any free one.
    case port(UInt16, host: String)
    /// A socket on the disk, which its owner and the owner's group may open.
    case socket(String)

    /// The address; of a socket that of this machine.
    var host: String { if case .port(_, let host) = self { host } else { "127.0.0.1" } }
  }

  /// The limits of a platform: streams of events stay open, and a thousand connections are left for pages.
  ///
  /// Those of one address are not counted: it is reached through a server in front, or from this machine, and that
  /// server bounds them. Streams are, by the address that it names.
  package static let limitsOfPlatform = ConnectionLimits(
    requestTime: .seconds(10), ofAll: EventHub.most + 1000, ofOneAddress: .max)

  /// Opens a platform; when this returns pages are answered.
  ///
  /// - Parameters:
  ///   - limits: Those of connections.
  ///   - logger: Gets a line for each answer, at the level `info`, and why the store cannot be used; nil for none.
  /// - Throws: `WebError` `.cannotListen`.
  package static func start(
    _ site: Site, _ platform: Platform, at place: Place, limits: ConnectionLimits = limitsOfPlatform,
    logger: Logger? = nil
  ) async throws -> WebServer {
    let responders = ResponderSlot()
    let connections = connections(to: responders, limits, SecurityHeaders(isPublic: platform.name.isSecure))
    let gate = RequestGate(publicOrigin: platform.name.origin, authority: platform.name.authority)
    responders.set(WebResponder(site: site, gate: gate, listening: place.host, logger: logger))
    switch place {
    case .port(let port, let host):
      let listener = try await listen(on: port) {
        try await Listener.open(connections, host: host, port: port, most: limits.ofAll + 1)
      }
      return WebServer(site, gate, port: listener.port, [listener])
    case .socket(let path):
      let listener = try await listen(on: path) {
        try await Listener.open(connections, socket: path, most: limits.ofAll + 1)
      }
      guard chmod(path, 0o660) == 0 else {
        await listener.stop()
        throw WebError(.cannotListen, "The socket for pages cannot be kept from others.", reason: path)
      }
      return WebServer(site, gate, port: 0, [listener])
    }
  }

  /// The most bytes of a request before its body.
  private static let mostHeadBytes = 32 << 10

  private static func connections(
    to responders: ResponderSlot, _ limits: ConnectionLimits, _ headers: SecurityHeaders
  ) -> HTTP1Channel {
    let counts = ConnectionCounts(most: limits.ofOneAddress)
    let limiter = ConnectionLimiter(most: limits.ofAll)
    return HTTP1Channel(
      responder: { request, writer, channel in
        try await responders.answer(request, from: channel.remoteAddress, writer)
      },
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [
          TargetHost.Place(),
          ConnectionLimitHandler(counts, requestTime: TimeAmount(limits.requestTime), limiter: limiter),
          UnreadAnswers { headers.add(to: &$0) },
        ],
        idleTimeout: TimeAmount(limits.idleTime),
        httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
          maxHeaderFieldSize: mostHeadBytes, maxHeaderListSize: mostHeadBytes)))
  }

  private static func listen(
    on place: some CustomStringConvertible & Sendable, _ open: () async throws -> Listener<HTTP1Channel>
  ) async throws -> Listener<HTTP1Channel> {
    do {
      return try await open()
    } catch let error as CancellationError {
      throw error
    } catch {
      throw WebError(
        .cannotListen, "The pages cannot be served on \(place is String ? "" : "port ")\(place).",
        reason: ListenFailure(error).words)
    }
  }

  private static func hostName() -> String {
    RandomToken.bytes(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  // MARK: While it runs

  /// The obstacle that keeps it from serving now, in words for its operator; nil where there is none.
  package func obstacle() async -> String? { await site.obstacle }

  /// The address of the pages.
  package var url: String { gate.origin }

  /// A new address by which one browser can enter, once and within five minutes.
  package func entrance() -> String { "\(gate.origin)\(RequestGate.entrance)?t=\(site.entryLinks.make())" }

  /// Returns when it was stopped.
  package func run() async { for listener in listeners { await listener.stopped() } }

  /// Closes port and connections. What was reserved in the outbox goes on from there at the next start.
  package func stop() async {
    for task in work { task.cancel() }
    site.events.close()
    site.heads.close()
    for listener in listeners { await listener.stop() }
  }
}

/// Tells the pages of this process what any process of the platform wrote down.
struct PlatformEventReader: Sendable {
  let store: PlatformStore
  let events: EventHub

  /// Begins; it reads once a second while somebody listens, and ends when its task is cancelled.
  func start() -> Task<Void, Never> {
    Task {
      var last = (try? await store.newestEvent()) ?? 0
      while !Task.isCancelled {
        for fact in (try? await store.facts(after: last)) ?? [] {
          events.tell(fact.kind, fact.subject)
          last = fact.number
        }
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }
}
