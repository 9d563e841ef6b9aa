@_exported import Failures
import Primitives
import StrictJSON

/// A failure between a question to a node and its answer.
///
/// No credential of an endpoint is in any field, and every text from outside is cleaned for a terminal.
public typealias NodeError = DomainError<NodeErrors>

/// The domain of ``NodeError``.
public enum NodeErrors: ErrorDomain {
  /// A finer word for some codes; open as well.
  public typealias Kind = ErrorCode<Kinds>

  /// The domain of ``Kind``.
  public enum Kinds {}

  /// The exchange with a node, as far as it went.
  public struct Facts: Sendable {
    let kind: Kind?
    let detail: String?
    var method: String?
    var endpoint: String?
    var attempts: Int
    let httpStatus: Int?
    let rpcCode: Int?
    let rpcMessage: String?
    let rpcData: JSON?
    let field: String?
    let retryAfter: Int?
    let nothingWasSent: Bool
    var hadOpenAttempt = false
    var peer = NodeError.node
  }
}

extension ErrorCode<NodeErrors> {
  /// The address of a node cannot be read, or a client was given none.
  public static var invalidEndpoint: Self { Self("invalidEndpoint") }
  /// The address is neither `http://` nor `https://`.
  public static var unsupportedScheme: Self { Self("unsupportedScheme") }
  /// No connection, or it broke before the whole answer was there; ``DomainError/kind`` says which.
  public static var unreachable: Self { Self("unreachable") }
  /// No whole answer in the time allowed.
  public static var timeout: Self { Self("timeout") }
  /// The TLS handshake failed, or the certificate is not to be trusted.
  public static var tls: Self { Self("tls") }
  /// An HTTP status that is no answer of a node.
  public static var httpStatus: Self { Self("httpStatus") }
  /// Something else than JSON, for example a web page.
  public static var notJSON: Self { Self("notJSON") }
  /// JSON that is no proper answer to the question; ``DomainError/kind`` says why.
  public static var badReply: Self { Self("badReply") }
  /// The answer is larger than the client takes.
  public static var tooLarge: Self { Self("tooLarge") }
  /// The node asks for fewer requests, and waiting longer is not allowed.
  public static var rateLimited: Self { Self("rateLimited") }
  /// The node answered with a JSON-RPC error.
  public static var rpc: Self { Self("rpc") }
  /// The task was cancelled.
  public static var cancelled: Self { Self("cancelled") }
  /// libcurl, which carries all requests, cannot be opened.
  public static var noLibrary: Self { Self("noLibrary") }
}

extension ErrorCode<NodeErrors.Kinds> {
  /// `unreachable`: the host's name has no address.
  public static var nameNotFound: Self { Self("nameNotFound") }
  /// `unreachable`: nothing listens there.
  public static var refused: Self { Self("refused") }
  /// `unreachable`: there is no way to the host, or the connection cannot be made for another cause.
  public static var noConnection: Self { Self("noConnection") }
  /// `unreachable`: the connection ended before the whole answer was there.
  public static var cutShort: Self { Self("cutShort") }
  /// `unreachable`: the proxy named in the environment does not work.
  public static var proxy: Self { Self("proxy") }
  /// `unreachable`: the headers of what came back are larger than allowed.
  public static var headersTooLarge: Self { Self("headersTooLarge") }
  /// `unreachable`: what came back is not HTTP.
  public static var notHTTP: Self { Self("notHTTP") }
  /// `timeout`: not even a connection.
  public static var connecting: Self { Self("connecting") }
  /// `notJSON`: a web page.
  public static var webPage: Self { Self("webPage") }
  /// `notJSON`: nothing at all.
  public static var empty: Self { Self("empty") }
  /// `badReply`: the JSON ends in the middle.
  public static var truncated: Self { Self("truncated") }
  /// `badReply`: text that is not UTF-8.
  public static var badUTF8: Self { Self("badUTF8") }
  /// `badReply`: JSON with a mistake in it, or one that is no JSON-RPC message.
  public static var malformed: Self { Self("malformed") }
  /// `badReply`: an answer to another question.
  public static var wrongID: Self { Self("wrongID") }
  /// `badReply`: neither a result nor an error.
  public static var missingResult: Self { Self("missingResult") }
  /// `badReply`: a result and an error at once.
  public static var resultAndError: Self { Self("resultAndError") }
  /// `badReply`: a batch's answers lack this one.
  public static var missingReply: Self { Self("missingReply") }
  /// `badReply`: a batch's answers hold this one more than once.
  public static var duplicateReply: Self { Self("duplicateReply") }
  /// `badReply`: the result is not what the method returns; ``DomainError/field`` says where.
  public static var badField: Self { Self("badField") }
}

extension NodeError {
  /// Which of the code's failures it is, where there are several.
  public var kind: NodeErrors.Kind? { facts?.kind }
  /// Why, in a sentence or a few words, cleaned for a terminal.
  public var detail: String? { facts?.detail }
  /// The JSON-RPC method asked for, or a word for several.
  public var method: String? { facts?.method }
  /// The endpoint without its secrets.
  public var endpoint: String? { facts?.endpoint }
  /// The kind of peer that was asked, as texts call it: a node, a webhook.
  package var peer: String {
    get { facts?.peer ?? Self.node }
    set { facts?.peer = newValue }
  }
  /// The number of times that the request was sent.
  public var attempts: Int { facts?.attempts ?? 1 }
  /// The HTTP status, when there was one other than 200.
  public var httpStatus: Int? { facts?.httpStatus }
  /// The code of a JSON-RPC error.
  public var rpcCode: Int? { facts?.rpcCode }
  /// The message of a JSON-RPC error, cleaned for a terminal and cut at 4,000 characters.
  public var rpcMessage: String? { facts?.rpcMessage }
  /// The data of a JSON-RPC error, as it was.
  public var rpcData: JSON? { facts?.rpcData }
  /// Where in the result the mistake is, such as `logs[2].topics`.
  public var field: String? { facts?.field }
  /// The number of seconds that the node asks to wait.
  public var retryAfter: Int? { facts?.retryAfter }
  /// Whether it is sure that the node never saw the request, in the last attempt.
  var nothingWasSent: Bool { facts?.nothingWasSent ?? false }
  /// Whether an attempt before the last one may have reached a node and brought no answer.
  var hadOpenAttempt: Bool {
    get { facts?.hadOpenAttempt ?? false }
    set { if newValue != hadOpenAttempt { facts?.hadOpenAttempt = newValue } }
  }

  static var node: String { "node" }

  /// libcurl cannot be opened.
  ///
  /// - Parameter reason: The system's words for it.
  init(noLibrary reason: String) {
    self.init(.noLibrary, detail: "libcurl cannot be opened: \(reason)", nothingWasSent: true)
  }

  /// Makes an error; callers of this module need it only for tests and stand-ins.
  ///
  /// - Parameter nothingWasSent: Whether it is sure that the node never saw the request.
  public init(
    _ code: Code, kind: NodeErrors.Kind? = nil, detail: String? = nil, method: String? = nil, endpoint: String? = nil,
    attempts: Int = 1, httpStatus: Int? = nil, rpcCode: Int? = nil, rpcMessage: String? = nil, rpcData: JSON? = nil,
    field: String? = nil, retryAfter: Int? = nil, nothingWasSent: Bool = false
  ) {
    self.init(
      code, words: nil,
      facts: Facts(
        kind: kind, detail: detail.map { TerminalSafe.escape($0, limit: 400) },
        method: method.map(TerminalSafe.name), endpoint: endpoint, attempts: attempts,
        httpStatus: httpStatus, rpcCode: rpcCode, rpcMessage: rpcMessage.map { TerminalSafe.escape($0, limit: 4_000) },
        rpcData: rpcData, field: field.map(TerminalSafe.name), retryAfter: retryAfter,
        nothingWasSent: nothingWasSent))
  }
}
