import NodeRPC
import StrictJSON

extension NodeErrors: CommandFailureDomain {
  static let subject = "node"

  static func status(of error: NodeError) -> ExitStatus {
    switch error.code {
    case .invalidEndpoint, .unsupportedScheme: .settings
    default: .nodeUnavailable
    }
  }

  static func details(of error: NodeError) -> JSONObject {
    var details: JSONObject = [:]
    if let method = error.method { details["method"] = .string(method) }
    if let endpoint = error.endpoint { details["endpoint"] = .string(endpoint) }
    if let httpStatus = error.httpStatus { details["httpStatus"] = .integer(httpStatus) }
    if let rpcCode = error.rpcCode { details["rpcCode"] = .integer(rpcCode) }
    if let rpcMessage = error.rpcMessage { details["rpcMessage"] = .string(rpcMessage) }
    return details
  }

  /// The message without the name of the method, which stands beside the address.
  private static func message(of error: NodeError, _ words: ErrorWords) -> String {
    guard let method = error.method, words.message.hasPrefix("\(method) failed") else { return words.message }
    let why = words.message.dropFirst("\(method) failed".count)
    return why.hasPrefix(": ") ? CommandFailure.capitalised(String(why.dropFirst(2))) : "The node could not be asked."
  }

  static func commandFailure(of error: NodeError) -> CommandFailure {
    if error.code == .cancelled { return CommandFailure(.interrupted, "Interrupted while waiting for a node.") }
    let words = error.words
    return CommandFailure(
      code(of: error), message(of: error, words), reason: words.reason, call: words.call,
      place: words.call == nil ? error.endpoint.map { "Address: \($0)" } : nil,
      advice: error.code == .tls
        ? "Is the address right, and this machine's clock? A school's own authority is given with --ca-file FILE."
        : words.advice,
      details: details(of: error))
  }
}
