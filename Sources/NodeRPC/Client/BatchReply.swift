import StrictJSON

/// The reply of a node to a batch.
enum BatchReply: Sendable {
  /// An answer for each request, in the order of the requests; some may be errors.
  case answers([Result<JSON, NodeError>])
  /// One error for the whole batch.
  case refused(NodeError)

  /// Sorts the answers by their ids, whatever their order.
  ///
  /// An answer that is missing, or there more than once, fails its own request only; one with an id that was not asked
  /// for is passed over.
  init(_ reply: HTTPReply, methods: ArraySlice<String>) throws(NodeError) {
    switch try Envelope.json(of: reply) {
    case .array(let messages): self.init(messages, methods: methods)
    case .object(let object):
      guard let error = Envelope.error(in: object) else {
        throw NodeError(.badReply, kind: .malformed, detail: "It is a single object where a batch's answers are due.")
      }
      self = .refused(Envelope.error(error, httpStatus: reply.unusualStatus))
    default: throw NodeError(.badReply, kind: .malformed, detail: "It is neither an array nor an object.")
    }
  }

  private init(_ messages: [JSON], methods: ArraySlice<String>) {
    var found: [Result<JSON, NodeError>?] = Array(repeating: nil, count: methods.count)
    var withoutID: NodeError?
    for message in messages {
      guard case .object(let object) = message else { continue }
      guard let id = object["id"]?.int, (1...max(1, methods.count)).contains(id), !methods.isEmpty else {
        if let error = Envelope.error(in: object) { withoutID = withoutID ?? Envelope.error(error) }
        continue
      }
      if found[id - 1] != nil {
        found[id - 1] = .failure(NodeError(.badReply, kind: .duplicateReply, detail: "The id \(id) is there twice."))
      } else {
        found[id - 1] = Result { () throws(NodeError) in try Envelope.result(in: object, id: id) }
      }
    }
    if let withoutID, found.allSatisfy({ $0 == nil }) {
      self = .refused(withoutID)
      return
    }
    // geth answers a batch that is too large with an array of one error, which has the first request's id; others say the
    // same to each request.
    let refusals = found.compactMap { answer -> NodeError? in
      guard case .failure(let error) = answer, error.concernsBatches else { return nil }
      return error
    }
    if methods.count > 1, refusals.count == messages.count, let first = refusals.first {
      self = .refused(first)
      return
    }
    self = .answers(
      zip(methods, found).map { method, result in
        if let result, case .success = result { return result }
        let missing = NodeError(
          .badReply, kind: .missingReply, detail: "\(messages.count) answers came to \(methods.count) requests.")
        return (result ?? .failure(withoutID ?? missing)).mapError { error in
          var named = error
          named.facts?.method = method
          return named
        }
      })
  }
}

extension NodeError {
  /// Whether an error speaks of batches as such: that they are too large, or not taken.
  var concernsBatches: Bool {
    guard code == .rpc || code == .rateLimited else { return false }
    let text = (rpcMessage ?? "").lowercased()
    return text.contains("batch")
  }

  /// Whether fewer requests at once, or a smaller answer, may be taken.
  var wantsSmallerBatch: Bool {
    if code == .tooLarge || httpStatus == 413 { return true }
    guard code == .rpc || code == .rateLimited else { return false }
    let text = (rpcMessage ?? "").lowercased()
    if text.contains("response too large") || text.contains("response size") || text.contains("request too large")
      || text.contains("entity too large")
    {
      return true
    }
    return text.contains("batch") && ["large", "limit", "size", "exceed", "many", "max"].contains { text.contains($0) }
  }
}
