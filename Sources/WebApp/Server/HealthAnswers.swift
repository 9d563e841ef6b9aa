import HTTPTypes
import Listening
import NodeRPC
import Operations

/// The answers to who watches a platform: whether its process lives, and whether it can serve. They hold no data, and are
/// given under any host name, for who watches knows only an address.
struct HealthAnswers: Sendable {
  let site: Site
  let log: RequestLog

  /// The answer to a request; nil for one that asks for a page.
  func answer(to request: WebRequest) async -> WebAnswer? {
    guard request.isReading else { return nil }
    switch request.path {
    case "/healthz": return .text(.ok, "alive")
    case "/readyz": return await ready
    case "/metrics": return isWatching(request) ? .text(.ok, log.metrics.text) : nil
    default: return nil
    }
  }

  /// Whether a request is from who watches the process, and did not come through the server in front.
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
  /// The obstacle that keeps it from serving now, in words for who watches it; nil where there is none.
  var obstacle: String? {
    get async {
      if let store = platform?.store {
        let isWritable = try? await Patience.store { () -> Bool in
          try await store.check()
          return true
        }
        guard isWritable == true else { return "The store cannot be written." }
      }
      do {
        let node = try await connection(for: WebSession(clock: options.clock)).node
        _ = try await Patience.node { try await node.blockNumber() }
      } catch {
        return "No node answers."
      }
      return nil
    }
  }
}
