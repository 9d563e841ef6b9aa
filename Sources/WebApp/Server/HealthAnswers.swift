import Database
import HTTPTypes
import Listening
import NodeRPC
import Operations

/// The health checks of a platform for its operator: whether its process lives, and whether it can serve. They hold no
/// data, and are given under the platform's name, and under the addresses and names of the machine that it listens on.
struct HealthAnswers: Sendable {
  let site: Site
  let log: RequestLog
  private let access: OriginPolicy

  /// The answers of a site.
  ///
  /// - Parameter host: Where it listens.
  init(site: Site, log: RequestLog, listening host: String) {
    (self.site, self.log) = (site, log)
    let name = site.platform?.name
    access = OriginPolicy(
      hosts: Set(name.map { [$0.host] } ?? []), origins: Set(name.map { [$0.origin] } ?? []), listening: host)
  }

  /// The answer to a request; nil for one that asks for a page, and for one that is for another host.
  func answer(to request: WebRequest) async -> WebAnswer? {
    guard request.isReading,
      access.verdict(hosts: request.hosts, origins: request.headers[values: .origin]) == .admitted
    else { return nil }
    switch request.path {
    case "/healthz": return .text(.ok, "alive")
    case "/readyz": return await ready
    case "/metrics":
      guard isWatching(request) else { return nil }
      return .text(.ok, (log.metrics + (await site.platform?.index?.metrics ?? [])).text)
    default: return nil
    }
  }

  /// Whether a request is from the process's operator, and did not come through the server in front.
  private func isWatching(_ request: WebRequest) -> Bool {
    request.hosts.first != site.platform?.name.authority && request.headers[values: Platform.forwardedFor].isEmpty
  }

  private var ready: WebAnswer {
    get async {
      let obstacle = await site.obstacle
      return .text(obstacle == nil ? .ok : .serviceUnavailable, obstacle ?? "ready")
    }
  }
}

extension Site {
  /// The obstacle that keeps it from serving now, in words for its operator; nil where there is none.
  var obstacle: String? {
    get async {
      if let store = platform?.store {
        let unwritable = "The store cannot be written."
        do {
          guard try await PageTimeout.store({ try await store.check() }) != nil else { return unwritable }
        } catch { return error.callForRestart.map { "\(unwritable) \($0)" } ?? unwritable }
      }
      do {
        let node = try await connection(for: WebSession(clock: options.clock)).node
        _ = try await PageTimeout.node { try await node.blockNumber() }
      } catch {
        return "No node answers."
      }
      return nil
    }
  }
}
