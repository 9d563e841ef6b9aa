import NodeRPC

extension NodeClient {
  /// The answers of all endpoints within some time; one that is silent so long has the error `.cancelled`.
  ///
  /// An endpoint that hangs must not hold up what the others know already.
  func answers<Value: Sendable>(
    to request: NodeRequest<Value>, within patience: Duration
  ) async -> [(endpoint: Endpoint, result: Result<Value, NodeError>)] {
    let asking = Task { await sendToAll(request) }
    let limit = Task {
      try await Task.sleep(for: patience)
      asking.cancel()
    }
    defer { limit.cancel() }
    return await withTaskCancellationHandler {
      await asking.value
    } onCancel: {
      asking.cancel()
    }
  }
}
