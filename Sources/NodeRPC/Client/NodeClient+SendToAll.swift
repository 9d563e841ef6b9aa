extension NodeClient {
  /// Asks every endpoint the same question, each by itself and all at once.
  ///
  /// Each endpoint gets its own retries, time limits and rate, as the client's options have them; none stands in for
  /// another. What is still under way when an answer is enough goes on in the background, within those limits.
  ///
  /// - Parameters:
  ///   - request: The question.
  ///   - isEnough: Whether with this answer the others need not be waited for; none is unless given.
  /// - Returns: The answers so far, in the order they came, the one that was enough last. When the task is cancelled,
  ///   endpoints that have not answered yet have the error `.cancelled`.
  public func sendToAll<Value>(
    _ request: NodeRequest<Value>,
    until isEnough: @Sendable (Result<Value, NodeError>) -> Bool = { _ in false }
  ) async -> [(endpoint: Endpoint, result: Result<Value, NodeError>)] {
    guard endpoints.count > 1 else { return [(endpoints[0], await answer(request, over: dispatcher))] }
    // A stream and not a task group: a group would wait for the slowest.
    let (answers, sink) = AsyncStream.makeStream(of: (Int, Result<Value, NodeError>).self)
    let tasks = endpoints.indices.map { index in
      Task { sink.yield((index, await answer(request, over: dispatcher.alone(index)))) }
    }
    return await withTaskCancellationHandler {
      var told: [(endpoint: Endpoint, result: Result<Value, NodeError>)] = []
      var silent = Set(endpoints.indices)
      for await (index, result) in answers {
        silent.remove(index)
        told.append((endpoints[index], result))
        if silent.isEmpty || isEnough(result) { return told }
      }
      // The stream ends early only when this task is cancelled.
      for index in silent.sorted() {
        let error = NodeError(.cancelled, method: request.method, endpoint: endpoints[index].redacted)
        told.append((endpoints[index], .failure(error)))
      }
      return told
    } onCancel: {
      for task in tasks { task.cancel() }
    }
  }

  private func answer<Value>(_ request: NodeRequest<Value>, over dispatcher: RequestDispatcher) async -> Result<
    Value, NodeError
  > {
    do throws(NodeError) {
      return .success(try await send(request, over: dispatcher))
    } catch {
      return .failure(error)
    }
  }
}
