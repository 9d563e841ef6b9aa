import Database
import HummingbirdCore
import Listening
import Locking
import NIOCore
import NIOHTTP1
import NodeRPC
import OrderBook
import Orders
import Primitives

/// A relay on a port: the Standard Relayer API, version 0, and the order book API of version 4, over HTTP and
/// WebSocket.
///
/// ```swift
/// var options = RelayServer.Options(clock: clock)
/// options.onEvent = { print($0) }
/// let relay = try await RelayServer.start(rules: rules, node: node, store: "relay.sqlite", options)
/// await relay.run()
/// ```
///
/// It speaks plain HTTP: to be reached from other machines it belongs behind a server that speaks TLS. An order is
/// answered when it is on the disk; ``stop()`` loses none.
public final class RelayServer: Sendable {
  /// The URL under which it listens, such as `http://127.0.0.1:3000`.
  public let url: String
  /// The port on which it listens.
  public let port: UInt16
  let service: RelayService
  private let listener: Listener<Connections>
  private let work: WorkUnderWay
  private let options: Options
  private let following = Guarded<Task<Void, Never>?>(nil)
  private let stopping = Guarded<Task<Void, Never>?>(nil)

  private init(_ listener: Listener<Connections>, _ service: RelayService, _ work: WorkUnderWay, _ options: Options) {
    self.listener = listener
    self.service = service
    self.work = work
    self.options = options
    url = listener.url(host: options.host)
    port = listener.port
  }

  /// Opens the book and the port; when this returns requests are answered, and the book follows the chain.
  ///
  /// - Parameters:
  ///   - rules: The rules by which orders are taken.
  ///   - node: A client of a node of the chain.
  ///   - store: The file of the book, made if there is none; nil keeps it in memory.
  /// - Throws: `RelayError` `.wrongChain`, `.rules`, `.invalidProxy`, `.cannotListen`; `TokenError`, `OrderBookError`.
  public static func start(
    rules: RelayRules, node: NodeClient, store: String?, _ options: Options
  ) async throws -> RelayServer {
    try await start(rules: rules, node: node, at: store.map { .file($0) } ?? .memory, options)
  }

  /// Opens the book at any place, and the port, as by a file's path.
  ///
  /// - Throws: as by a file's path.
  package static func start(
    rules: RelayRules, node: NodeClient, at store: DatabasePlace, _ options: Options
  ) async throws -> RelayServer {
    let proxies = try options.trustedProxies.map { text throws(RelayError) in
      guard let prefix = NetworkPrefix(text) else {
        throw RelayError(
          .invalidProxy, "The servers in front cannot be told.", reason: "\(text) is no address and no range.")
      }
      return prefix
    }
    let rules = try await rules.withListedTokens()
    let book = try await RelayBook.open(store, rules, node) { choices in
      choices.confirmations = options.confirmations
      choices.now = options.clock
      choices.pollInterval = options.pollInterval
      (choices.sharingPause, choices.answerTime) = (options.sharingPause, options.answerTime)
    }
    let service = RelayService(
      book, rules, isReadOnly: options.isReadOnly, logger: options.logger ?? .silent, clock: options.clock)
    await service.feed.start()
    do {
      // Of a shared book the rules are the keeper's.
      if await book.keeps { try await service.applyRules() }
      let server = try await listen(service, rules.limits, TrustedProxies(proxies), options)
      options.onEvent(.listening(url: server.url))
      if options.follows { server.follow() }
      return server
    } catch {
      await service.feed.stop()
      try? await book.close()
      throw error
    }
  }

  private static func listen(
    _ service: RelayService, _ limits: RelayLimits, _ proxies: TrustedProxies, _ options: Options
  ) async throws -> RelayServer {
    var bounds = options.bounds
    bounds.most = limits.connectionsOfAll
    bounds.mostOfOneAddress = limits.connections
    let access = OriginPolicy(hosts: options.hosts, origins: options.origins, listening: options.host)
    let work = WorkUnderWay()
    let responder = RelayResponder(service: service, access: access, proxies: proxies, work: work)
    let webSockets = WebSocketService(
      bounds: bounds, limits: WebSocketLimits(waiting: options.waiting, total: Mailbox.Total()),
      takes: { RelayResponder.isWebSocket(path: String($0.uri.prefix { $0 != "?" })) },
      begin: { request, channel, mailbox in
        let client = proxies.client(at: channel.remoteAddress, forwarded: request.headers["x-forwarded-for"])
        return RelaySubscriber(service.feed, service.policy, service.meters, service.counters, client, mailbox)
      })
    let connections = Connections(
      access: access, bounds: bounds, webSockets: webSockets, isCounted: { !proxies.contains($0) }
    ) { request, writer, channel in try await responder.answer(request, writer, from: channel) }
    do {
      // A connection above the bound is taken, too: it makes another one close.
      let listener = try await Listener.open(
        connections, host: options.host, port: options.port, most: bounds.most + 1)
      return RelayServer(listener, service, work, options)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw RelayError(
        .cannotListen, "The relay can't listen on \(options.host):\(options.port).",
        reason: ListenFailure(error).words)
    }
  }

  // MARK: Running

  /// Returns when it was stopped.
  public func run() async { await listener.stopped() }

  /// Takes orders by other rules from now on; fees of the rules before are taken for ten minutes more, and orders that
  /// the new rules do not admit leave the book.
  ///
  /// Limits and tokens' least amounts stay as they were when it was started.
  ///
  /// - Throws: `RelayError` `.otherExchanges` for rules of another chain or other exchanges; `TokenError`;
  ///   `OrderBookError`.
  public func change(to rules: RelayRules) async throws {
    guard rules.chainID == service.policy.rules.chainID, rules.exchanges == service.policy.rules.exchanges else {
      throw RelayError(.otherExchanges, "Rules of other exchanges need another relay.")
    }
    service.policy.change(to: try await rules.withListedTokens(), at: options.clock())
    if await service.book.keeps { try await service.applyRules() }
  }

  /// Takes no new requests, finishes those in hand, closes port and book. All that was answered is on the disk.
  public func stop() async {
    let task = stopping.withLock { stopping in
      let task = stopping ?? Task { await self.end() }
      stopping = task
      return task
    }
    await task.value
  }

  private func end() async {
    options.onEvent(.stopping)
    // Posts in hand may have to be answered by this very keeper, or to be heard of another.
    await work.finish(within: options.farewellTime)
    let task = following.withLock { $0 }
    task?.cancel()
    await listener.stop()
    await task?.value
    await service.feed.stop()
    do throws(OrderBookError) {
      try await service.book.close()
    } catch { options.onEvent(.bookFailed(error)) }
    options.onEvent(.stopped)
  }

  // MARK: Following

  private func follow() {
    let follower = BookFollower(service, options)
    let task = Task {
      await withTaskGroup { group in
        group.addTask { await follower.follow() }
        if service.book.isShared { group.addTask { await follower.answer() } }
      }
    }
    following.withLock { $0 = task }
  }
}
