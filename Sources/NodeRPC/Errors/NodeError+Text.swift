import Primitives

extension NodeErrors {
  /// The words of an error, made of its code and facts.
  public static func words(for error: NodeError) -> ErrorWords {
    ErrorWords(
      "\(error.method ?? "The \(error.peer)'s address") \(error.outcome)", reason: error.explanation,
      call: error.exchange, advice: error.remedy)
  }

  /// At most four lines: what failed, why, the call, what to do next.
  public static func text(of error: NodeError) -> String {
    let words = error.words
    let place = words.call.map { "Call: \($0)" } ?? error.endpoint.map { "Address: \($0)" }
    return [words.message, words.reason, place, words.advice].compactMap { $0 }.joined(separator: "\n")
  }
}

extension NodeError {
  fileprivate var outcome: String {
    switch code {
    case .invalidEndpoint, .unsupportedScheme: return "cannot be used."
    case .unreachable:
      switch kind {
      case .nameNotFound: return "failed: the \(peer)'s name cannot be found."
      case .refused: return "failed: the \(peer) refused the connection."
      case .cutShort: return "failed: the connection ended before the whole answer was there."
      case .proxy: return "failed: the proxy does not work."
      case .headersTooLarge: return "failed: the headers of the answer are larger than allowed."
      case .notHTTP: return "failed: what answers at this address does not speak HTTP."
      default: return "failed: no connection to the \(peer)."
      }
    case .timeout:
      return kind == .connecting ? "failed: no connection in time." : "failed: the \(peer) did not answer in time."
    case .tls: return "failed: no secure connection to the \(peer)."
    case .httpStatus: return "failed: the \(peer) answered with HTTP status \(httpStatus ?? 0)."
    case .notJSON:
      switch kind {
      case .webPage: return "failed: a web page came instead of JSON."
      case .empty: return "failed: the answer is empty."
      default: return "failed: the answer is not JSON."
      }
    case .badReply: return "failed: \(badReplyOutcome)."
    case .tooLarge: return "failed: the answer is larger than allowed."
    case .rateLimited: return "failed: the \(peer) asks for fewer requests."
    case .rpc: return "failed: the \(peer) answered with an error."
    case .cancelled: return "was cancelled."
    case .noLibrary: return "failed: no request can be made on this machine."
    default: return "failed."
    }
  }

  private var badReplyOutcome: String {
    switch kind {
    case .truncated: return "the answer ends in the middle of its JSON"
    case .badUTF8: return "the answer is not UTF-8"
    case .wrongID: return "the answer belongs to another question"
    case .missingResult: return "the answer has neither a result nor an error"
    case .resultAndError: return "the answer has a result and an error at once"
    case .missingReply: return "the batch's answers lack this one"
    case .duplicateReply: return "the batch's answers hold this one more than once"
    case .badField: return "the answer's \(field ?? "result") is not what it should be"
    default: return "the answer is no proper JSON-RPC message"
    }
  }

  /// Why, as far as it is known: the node's own words, and what the client has to add.
  fileprivate var explanation: String? {
    var parts: [String] = []
    if let rpcMessage {
      parts.append(
        "The \(peer) says: \(TerminalSafe.escape(rpcMessage, limit: 300))\(rpcCode.map { " (code \($0))" } ?? "")")
    } else if let rpcCode {
      parts.append("The \(peer) says only: code \(rpcCode)")
    }
    if let detail { parts.append(detail) }
    if code == .rateLimited, let retryAfter { parts.append("It asks to wait \(retryAfter) s.") }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The method and the endpoint, with what is notable about the exchange; nil when no method was called.
  fileprivate var exchange: String? {
    guard let method, let endpoint else { return nil }
    var notes: [String] = []
    if let httpStatus, code != .httpStatus { notes.append("HTTP \(httpStatus)") }
    if attempts > 1 { notes.append("\(attempts) attempts") }
    return "\(method) at \(endpoint)" + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
  }

  /// The next step to take, where there is one.
  fileprivate var remedy: String? {
    if code == .noLibrary { return "Is libcurl installed? apt-get install libcurl4" }
    if peer != Self.node { return otherAdvice }
    switch code {
    case .invalidEndpoint: return "Write it like http://127.0.0.1:8545 or https://public-en.node.kaia.io."
    case .unsupportedScheme: return "Most nodes that offer wss:// offer https:// at the same host."
    case .unreachable:
      switch kind {
      case .nameNotFound: return "Is the address right, and is this machine online?"
      case .refused: return "Does the node run, and is the port right?"
      case .proxy: return "Check http_proxy and https_proxy in the environment, or name the host in no_proxy."
      case .headersTooLarge: return "What answers there does not behave like a node: try another endpoint."
      case .notHTTP: return "Use the address of the node's HTTP JSON-RPC interface; often the port is another."
      default: return "Try again, or name another endpoint."
      }
    case .timeout: return "Try again, allow more time, or name another endpoint."
    case .tls: return "Is the address right, and this machine's clock? A private authority is given as a CA file."
    case .httpStatus: return statusAdvice
    case .notJSON: return "Use the address of the node's JSON-RPC interface, not that of a web page or an explorer."
    case .badReply: return "The node or something before it does not keep to JSON-RPC: try another endpoint."
    case .tooLarge: return "Ask for less at once, or allow larger answers."
    case .rateLimited: return "Wait, set a rate limit, or use an endpoint with a larger allowance."
    case .rpc: return isMethodMissing ? "This node does not offer the method: try another endpoint." : nil
    default: return nil
    }
  }

  /// For what is no node.
  private var otherAdvice: String? {
    switch code {
    case .invalidEndpoint, .unsupportedScheme: "Write it like https://example.org/hook or http://127.0.0.1:8080/."
    case .unreachable, .timeout: "Is the address right, and does the \(peer) run?"
    case .tls: "Is the address right, and this machine's clock?"
    default: nil
    }
  }

  private var statusAdvice: String {
    switch httpStatus ?? 0 {
    case 300..<400: return "The address moved, and a call does not follow: use the new address."
    case 401, 403, 407: return "Is the key or the password in the endpoint's address right, and still valid?"
    case 404, 405: return "Is the path in the endpoint's address right?"
    case 413: return "Ask for less at once."
    case 500...: return "The node or its gateway has trouble: try again later, or name another endpoint."
    default: return "Is the endpoint's address right?"
    }
  }
}
