import HTTPTypes
import NodeRPC
import Operations

/// The answers to who watches a platform: whether its process lives, and whether it can serve. They hold no data, and are
/// given under any host name, for who watches knows only an address.
struct HealthAnswers: Sendable {
  let site: Site

  /// The answer to a request; nil for one that asks for a page.
  func answer(to request: WebRequest) async -> WebAnswer? {
    guard request.isReading else { return nil }
    switch request.path {
    case "/healthz": return .text(.ok, "alive")
    case "/readyz": return await ready
    default: return nil
    }
  }

  private var ready: WebAnswer {
    get async {
      do {
        _ = try await site.platform?.store.newestFact()
      } catch {
        return .text(.serviceUnavailable, "The store does not answer.")
      }
      do {
        let session = WebSession(clock: site.options.clock)
        let node = try await site.connection(for: session).node
        _ = try await Patience.node { try await node.blockNumber() }
      } catch {
        return .text(.serviceUnavailable, "No node answers.")
      }
      return .text(.ok, "ready")
    }
  }
}
