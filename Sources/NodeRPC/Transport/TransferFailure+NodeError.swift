import CCurl
import Platform

extension TransferFailure {
  /// The failure as an error of this module.
  func nodeError(at target: HTTPTarget) -> NodeError {
    let (errorCode, reason, detail) = kind(at: target)
    return NodeError(
      errorCode, kind: reason, detail: hidingHost(of: target.endpoint, in: detail),
      endpoint: target.endpoint.redacted,
      nothingWasSent: nothingWasSent)
  }

  private func kind(at target: HTTPTarget) -> (NodeError.Code, NodeErrors.Kind?, String) {
    if isTooLarge {
      return (.tooLarge, nil, "It has more than \(target.maximumResponseBytes) bytes; the rest was not received.")
    }
    if hasTooLargeHeaders {
      return (
        .unreachable, .headersTooLarge,
        "They have more than \(Self.maximumHeaderBytes) bytes; the rest was not received."
      )
    }
    switch CURLcode(rawValue: code) {
    case CURLE_COULDNT_RESOLVE_HOST: return (.unreachable, .nameNotFound, "No address is known for the host's name.")
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
      return (.unreachable, .proxy, text)
    // libcurl names the host it could not connect to; if it is not the node's, it is a proxy's.
    case CURLE_COULDNT_CONNECT where text.hasPrefix("Failed to connect to ") && !names(target.endpoint.host):
      return (.unreachable, .proxy, "\(text).")
    case CURLE_COULDNT_CONNECT:
      switch systemError {
      case ECONNREFUSED: return (.unreachable, .refused, "Nothing listens at this address (connection refused).")
      case 0: return (.unreachable, .noConnection, text)
      default: return (.unreachable, .noConnection, "The system says: \(String(cString: strerror(systemError))).")
      }
    case CURLE_OPERATION_TIMEDOUT:
      return wasConnected
        ? (.timeout, nil, "No whole answer came within \(seconds(target.requestTimeout)).")
        : (
          .timeout, .connecting,
          "No connection came about within \(seconds(min(target.connectTimeout, target.requestTimeout)))."
        )
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_SSL_CRL_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
      CURLE_USE_SSL_FAILED, CURLE_SSL_SHUTDOWN_FAILED:
      return (.tls, nil, text)
    case CURLE_GOT_NOTHING: return (.unreachable, .cutShort, "The node closed the connection without an answer.")
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      return (.unreachable, .cutShort, text)
    case CURLE_HTTP2, CURLE_HTTP2_STREAM: return (.unreachable, .cutShort, text)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP_RETURNED_ERROR, CURLE_BAD_CONTENT_ENCODING:
      return (.unreachable, .notHTTP, text)
    default: return (.unreachable, .noConnection, text)
    }
  }

  private func names(_ host: String) -> Bool { text.lowercased().contains(host) }

  private func seconds(_ milliseconds: Int) -> String {
    milliseconds.isMultiple(of: 1_000) ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }

  /// libcurl names the host; if the redacted address hides it, so must the error.
  private func hidingHost(of endpoint: Endpoint, in text: String) -> String {
    endpoint.redacted.contains(endpoint.host) ? text : text.replacing(endpoint.host, with: "***")
  }
}
