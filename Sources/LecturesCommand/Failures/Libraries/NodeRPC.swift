import NodeRPC
import StrictJSON

extension NodeError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    if code == .cancelled { return CommandFailure(.interrupted, "Interrupted while waiting for a node.") }
    var details: JSONObject = [:]
    if let method { details["method"] = .string(method) }
    if let endpoint { details["endpoint"] = .string(endpoint) }
    if let httpStatus { details["httpStatus"] = .integer(httpStatus) }
    if let rpcCode { details["rpcCode"] = .integer(rpcCode) }
    if let rpcMessage { details["rpcMessage"] = .string(rpcMessage) }
    return CommandFailure(
      .init("node.\(code)", status), message, reason: explanation, call: call,
      place: call == nil ? endpoint.map { "Address: \($0)" } : nil, advice: advice, details: details)
  }

  private var status: ExitStatus {
    switch code {
    case .invalidEndpoint, .unsupportedScheme: .settings
    default: .nodeUnavailable
    }
  }
}
