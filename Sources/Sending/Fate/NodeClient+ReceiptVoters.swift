import NodeRPC
import Primitives

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

extension TransactionSender {
  /// Whether a second endpoint knows a transaction; where there is one only, whether that shows it.
  func isSeen(_ hash: Hash32, within patience: Duration) async -> Bool {
    let request = NodeRequest.transaction(hash, namespace: node.options.namespace).map { $0 != nil }
    let answers = await node.answers(to: request, within: patience)
    return answers.count { $0.result == .success(true) } >= min(2, node.endpoints.count)
  }
}
