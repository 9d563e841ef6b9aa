import StrictJSON

extension NodeClient {
  /// Asks many questions of one kind in as few round trips as the node allows.
  ///
  /// A batch with more than `maximumBatchSize` requests, or one the node finds too large, is split; if the node refuses
  /// batches altogether, its requests are sent one by one. A batch is sent again only if each of its methods may be.
  ///
  /// - Returns: For each request its result, in order. A single request fails without the others.
  /// - Throws: `NodeError` if not one of the requests was answered, because no node could be reached or none of what
  ///   came
  ///   was an answer.
  public func batch<Value>(
    _ requests: [NodeRequest<Value>]
  ) async throws(NodeError) -> [Result<Value, NodeError>] {
    let results = try await BatchDispatcher(dispatcher, options).deliver(
      requests.map { (name(of: $0.method), $0.params) })
    return zip(requests, results).map { request, result in
      result.flatMap { json in
        Result { () throws(NodeError) in try request.value(of: json) }
      }
    }
  }

  /// Asks many questions by their methods' names; as ``batch(_:)-([NodeRequest<Value>])``, with the results as they
  /// came.
  public func batch(
    _ calls: [(method: String, params: [JSON])]
  ) async throws(NodeError) -> [Result<JSON, NodeError>] {
    try await BatchDispatcher(dispatcher, options).deliver(calls)
  }

  /// Asks several questions of different kinds in one round trip.
  ///
  ///     let (balance, nonce) = try await client.send(together: .balance(of: account), .transactionCount(of: account))
  ///
  /// - Throws: `NodeError`: the first failure, in order.
  public func send<First, each Other>(
    together first: NodeRequest<First>, _ others: repeat NodeRequest<each Other>
  ) async throws(NodeError) -> (First, repeat each Other) {
    var calls: [(method: String, params: [JSON])] = [(name(of: first.method), first.params)]
    for other in repeat each others { calls.append((name(of: other.method), other.params)) }
    let results = try await BatchDispatcher(dispatcher, options).deliver(calls)
    let reader = ResultReader(results)
    return (try reader.next(first), repeat try reader.next(each others))
  }
}

/// Hands out results in order.
private final class ResultReader {
  private var results: ArraySlice<Result<JSON, NodeError>>

  init(_ results: [Result<JSON, NodeError>]) { self.results = results[...] }

  func next<Value>(_ request: NodeRequest<Value>) throws(NodeError) -> Value {
    guard let result = results.popFirst() else {
      throw NodeError(.badReply, kind: .missingReply, method: request.method)
    }
    return try request.value(of: try result.get())
  }
}
