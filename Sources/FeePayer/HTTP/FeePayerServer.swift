import HummingbirdCore
import Listening
import Logging
import NIOCore

/// A port on which a fee payer is asked over HTTP.
///
/// It serves until ``stop()``. It speaks plain HTTP: to be reached from other machines it belongs behind a server that
/// speaks TLS.
public final class FeePayerServer: Sendable {
  /// The URL under which it listens, such as `http://127.0.0.1:8090`.
  public let url: String
  private let listener: Listener<HTTP1Channel>
  private let gate: DrainGate

  private init(_ listener: Listener<HTTP1Channel>, _ gate: DrainGate, host: String) {
    self.listener = listener
    self.gate = gate
    url = listener.url(host: host)
  }

  /// Opens a port; when this returns it takes connections.
  ///
  /// - Parameters:
  ///   - port: 0 takes any free one.
  ///   - forwarded: Whether callers are distinguished by the last address in `X-Forwarded-For`: only behind a server
  ///     that writes it.
  ///   - hosts: Names under which it may be addressed, beside `localhost` and, if it listens for other machines, the
  ///     machine's own, as that of the server in front; `*` allows all. Addresses always may.
  ///   - origins: Pages of other sites that may use it, such as `https://app.example.org`; `*` allows all.
  ///   - logger: Gets a line for each answer, at the level `info`; nil for none.
  /// - Throws: `FeePayerError` `.cannotListen`.
  public static func start(
    _ service: FeePayerService, host: String = "127.0.0.1", port: UInt16 = 8090, forwarded: Bool = false,
    hosts: Set<String> = [], origins: Set<String> = [], logger: Logger? = nil
  ) async throws -> FeePayerServer {
    // Behind another server all connections are that server's.
    let limits = ConnectionLimits(ofOneAddress: forwarded ? .max : ConnectionLimits().ofOneAddress)
    return try await start(
      service, host: host, port: port, forwarded: forwarded,
      access: OriginPolicy(hosts: hosts, origins: origins, listening: host), limits: limits, logger: logger)
  }

  static func start(
    _ service: FeePayerService, host: String = "127.0.0.1", port: UInt16, forwarded: Bool = false,
    access: OriginPolicy = OriginPolicy(hosts: [], origins: [], listening: "127.0.0.1"), limits: ConnectionLimits,
    logger: Logger? = nil
  ) async throws -> FeePayerServer {
    let counts = ConnectionCounts(most: limits.ofOneAddress)
    let limiter = ConnectionLimiter(most: limits.ofAll)
    let gate = DrainGate()
    let answers = FeePayerAnswers(
      service: service, forwarded: forwarded, access: access, gate: gate,
      log: RequestLog("lectures_fee_payer", logger ?? .silent))
    let connections = HTTP1Channel(
      responder: { request, writer, channel in try await answers.answer(request, writer, from: channel) },
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [
          ConnectionLimitHandler(counts, requestTime: TimeAmount(limits.requestTime), limiter: limiter)
        ],
        idleTimeout: TimeAmount(limits.idleTime)))
    do {
      return FeePayerServer(
        try await Listener.open(connections, host: host, port: port, most: limits.ofAll + 1), gate, host: host)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw FeePayerError(
        .cannotListen, "The service can't listen on \(host):\(port).",
        reason: ListenFailure(error).words)
    }
  }

  /// Takes no requests any more, which it answers so, and waits for those under way, though not longer than a time.
  ///
  /// - Returns: Whether all of them were answered.
  @discardableResult
  public func drain(within time: Duration) async -> Bool { await gate.drain(within: time) }

  /// Closes the port and every connection. Signed transactions are in the journal, answered or not.
  public func stop() async { await listener.stop() }
}
