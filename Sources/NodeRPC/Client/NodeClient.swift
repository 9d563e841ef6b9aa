import StrictJSON
import Synchronization

/// A client of one or several JSON-RPC 2.0 nodes of the same chain, over HTTP.
///
/// Connections are kept and shared by all clients of the process. A request that fails for a cause that passes is tried
/// again where that is harmless (``ReplayPolicy``), at the next endpoint if there is one. Every method can be called
/// from many tasks at once; a cancelled task gives its request up at once.
public final class NodeClient: Sendable {
  /// The nodes, the preferred one first.
  public let endpoints: [Endpoint]
  /// The nodes, each once.
  package var distinctEndpoints: [Endpoint] {
    endpoints.indices.filter { endpoints.firstIndex(of: endpoints[$0]) == $0 }.map { endpoints[$0] }
  }
  /// Timeouts, retries and limits, as the client was made with.
  public let options: Options
  let dispatcher: RequestDispatcher
  /// Whether a node was found to know the chain's number by Klaytn's oldest name alone: then all is asked by `klay_`.
  private let speaksKlaytn = Atomic(false)
  /// Whether a node was found to know a method of `kaia_` by its old name alone: then batches ask for those by `klay_`,
  /// since of a batch no part is tried by another name.
  private let knowsOldNames = Atomic(false)

  /// Makes a client; nothing is asked yet.
  ///
  /// - Throws: `NodeError` `.invalidEndpoint` if there is no endpoint.
  public init(endpoints: [Endpoint], options: Options = Options()) throws(NodeError) {
    guard !endpoints.isEmpty else { throw NodeError(.invalidEndpoint, detail: "No endpoint was given.", attempts: 0) }
    self.endpoints = endpoints
    self.options = options
    dispatcher = RequestDispatcher(endpoints: endpoints, options: options)
  }

  private init(_ endpoint: Endpoint, _ options: Options, _ dispatcher: RequestDispatcher) {
    (endpoints, self.options, self.dispatcher) = ([endpoint], options, dispatcher)
  }

  /// A client of one of the nodes, over the same connections. One that is silent is not waited for.
  ///
  /// - Throws: `NodeError` `.invalidEndpoint` for one that is none of them.
  package func asking(_ endpoint: Endpoint) throws(NodeError) -> NodeClient {
    guard let index = endpoints.firstIndex(of: endpoint) else {
      throw NodeError(.invalidEndpoint, detail: "It is none of the client's.", endpoint: endpoint.redacted, attempts: 0)
    }
    return NodeClient(endpoint, options, dispatcher.alone(index))
  }

  /// Makes a client of one node.
  ///
  /// - Throws: As `Endpoint.init(_:)`.
  public convenience init(_ url: String, options: Options = Options()) throws(NodeError) {
    try self.init(endpoints: [try Endpoint(url)], options: options)
  }

  /// Asks by a method's name and returns the result as it came, null included.
  ///
  /// - Throws: `NodeError`.
  public func call(_ method: String, _ params: [JSON] = []) async throws(NodeError) -> JSON {
    let body = Envelope.request(method, params)
    return try await dispatcher.deliver(body, label: method, count: 1, replay: .of(method)) {
      (reply) throws(NodeError) in try Envelope.result(of: reply)
    }
  }

  /// Asks a question; by `klay_` if the node knows only the old name: one by `kaia_`, and all of them once a node of Klaytn
  /// knew the chain's number by `klay_chainID` alone.
  ///
  /// - Throws: `NodeError`; `.badReply` with reason `badField` if the result is not what the method returns.
  public func send<Value>(_ request: NodeRequest<Value>) async throws(NodeError) -> Value {
    try await send(request, over: dispatcher)
  }

  func send<Value>(_ request: NodeRequest<Value>, over dispatcher: RequestDispatcher) async throws(NodeError) -> Value {
    let name =
      speaksKlaytn.load(ordering: .relaxed) ? RPCNamespace.klaytnName(of: request.method) : request.method
    let unknown: NodeError
    do throws(NodeError) {
      return try await send(request, by: name, over: dispatcher)
    } catch {
      unknown = error
    }
    // A node that does not know a method did nothing: none that may have carried it out is asked twice.
    guard unknown.isMethodMissing else { throw unknown }
    let isOfChain = name.hasSuffix("_chainId")
    for other in [RPCNamespace.oldName(of: name), isOfChain ? RPCNamespace.klaytnName(of: name) : nil] {
      guard let other else { continue }
      do throws(NodeError) {
        let value = try await send(request, by: other, over: dispatcher)
        if other == RPCNamespace.oldName(of: name) { knowsOldNames.store(true, ordering: .relaxed) }
        if isOfChain, other == RPCNamespace.klaytnName(of: name) { speaksKlaytn.store(true, ordering: .relaxed) }
        return value
      } catch {
        guard error.isMethodMissing else { throw error }
      }
    }
    throw unknown
  }

  /// The name by which the nodes know a method, as far as that was found out.
  func name(of method: String) -> String {
    if speaksKlaytn.load(ordering: .relaxed) { return RPCNamespace.klaytnName(of: method) }
    return knowsOldNames.load(ordering: .relaxed) ? RPCNamespace.oldName(of: method) ?? method : method
  }

  private func send<Value>(
    _ request: NodeRequest<Value>, by method: String, over dispatcher: RequestDispatcher
  ) async throws(NodeError) -> Value {
    let body = Envelope.request(method, request.params)
    return try await dispatcher.deliver(body, label: method, count: 1, replay: .of(method)) {
      (reply) throws(NodeError) in try request.value(of: try Envelope.result(of: reply))
    }
  }
}
