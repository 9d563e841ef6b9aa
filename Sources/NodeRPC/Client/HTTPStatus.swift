import StrictJSON

/// Replies whose HTTP status is no success.
enum HTTPStatus {
  /// Statuses that a gateway before the node gives: about the key, the rate, the node's health.
  static func isGateways(_ status: Int) -> Bool {
    (300..<400).contains(status) || [401, 403, 407, 408, 413, 429, 502, 503, 504].contains(status)
  }

  /// - Parameter rpcError: The JSON-RPC error in the body, if there is one; its words go into the error.
  static func error(of reply: HTTPReply, rpcError: JSON?) -> NodeError {
    let said = rpcError.map { Envelope.error($0) }
    let detail = said == nil ? NotJSON.summary(of: reply) : nil
    let isLimit = reply.status == 429 || (said?.code == .rateLimited && reply.status != 401)
    return NodeError(
      isLimit ? .rateLimited : .httpStatus, detail: detail, httpStatus: reply.status, rpcCode: said?.rpcCode,
      rpcMessage: said?.rpcMessage, rpcData: said?.rpcData, retryAfter: reply.retryAfter)
  }
}
