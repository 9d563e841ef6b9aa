import HummingbirdCore
import Listening
import NIOCore

/// A site on a port of this machine, for the one person who started it.
///
/// It listens on the loopback addresses alone and answers under a host name of its own, `w-….localhost`, which browsers
/// resolve to this machine by themselves: cookies of other programs' pages are kept apart from its own.
package final class WebServer: Sendable {
  /// The port on which it listens.
  package let port: UInt16
  private let gate: RequestGate
  private let site: Site
  private let listeners: [Listener<HTTP1Channel>]
  private let beating: Task<Void, Never>

  private init(_ site: Site, _ gate: RequestGate, port: UInt16, _ listeners: [Listener<HTTP1Channel>]) {
    (self.site, self.gate, self.port, self.listeners) = (site, gate, port, listeners)
    beating = Task { [events = site.events] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(15))
        events.beat()
      }
    }
  }

  /// Opens a port; when this returns pages are answered.
  ///
  /// - Parameters:
  ///   - port: 0 takes any free one.
  ///   - isPlain: Whether it answers as `127.0.0.1`, for browsers that do not know `.localhost`.
  ///   - log: Gets a line for each answer: its name, method, route, status, bytes and milliseconds.
  /// - Throws: `WebError` `.cannotListen`.
  package static func start(
    _ site: Site, port: UInt16, isPlain: Bool = false, log: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> WebServer {
    let host = isPlain ? "127.0.0.1" : "w-\(hostName()).localhost"
    let limits = ConnectionLimits(requestTime: .seconds(10), ofOneAddress: 256)
    let counts = ConnectionCounts(most: limits.ofOneAddress)
    let responders = ResponderSlot()
    let connections = HTTP1Channel(
      responder: { request, writer, _ in try await responders.answer(request, writer) },
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionWarden(counts, requestTime: TimeAmount(limits.requestTime))],
        idleTimeout: TimeAmount(limits.idleTime)))
    let first: Listener<HTTP1Channel>
    do {
      first = try await Listener.open(connections, host: "127.0.0.1", port: port, most: limits.ofAll)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw WebError(
        .cannotListen, "The pages cannot be served on port \(port).", reason: error.inOneLine,
        advice: "Perhaps another program uses the port: choose another one, or 0 for any that is free.")
    }
    // Browsers try the newer addresses first, and some machines have none of them.
    let second = try? await Listener.open(connections, host: "::1", port: first.port, most: limits.ofAll)
    let gate = RequestGate(authority: "\(host):\(first.port)")
    responders.set(WebResponder(site: site, gate: gate, log: log))
    return WebServer(site, gate, port: first.port, [first] + (second.map { [$0] } ?? []))
  }

  private static func hostName() -> String {
    RandomToken.bytes(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// The address of the pages, for who entered before.
  package var url: String { gate.origin }

  /// A new address by which one browser can enter, once and within five minutes.
  package func entrance() -> String { "\(gate.origin)\(RequestGate.entrance)?t=\(site.entryLinks.make())" }

  /// Returns when it was stopped.
  package func run() async { for listener in listeners { await listener.stopped() } }

  /// Closes port and connections. What was reserved in the outbox goes on from there at the next start.
  package func stop() async {
    beating.cancel()
    site.events.close()
    site.heads.close()
    for listener in listeners { await listener.stop() }
  }
}
