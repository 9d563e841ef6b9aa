import Primitives
import StrictJSON

/// A failure between a question to a node and its answer.
///
/// Two errors are equal when their codes are equal. The text has at most four lines: what failed, why, the call and
/// what to do next. No credential of an endpoint is in any field, and every text from outside is cleaned for a
/// terminal.
public struct NodeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure; open, so that later versions can add to them.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// The address of a node cannot be read, or a client was given none.
    public static let invalidEndpoint = Code("invalidEndpoint")
    /// The address is neither `http://` nor `https://`.
    public static let unsupportedScheme = Code("unsupportedScheme")
    /// No connection, or it broke before the whole answer was there; ``NodeError/reason`` says which.
    public static let unreachable = Code("unreachable")
    /// No whole answer in the time allowed.
    public static let timeout = Code("timeout")
    /// The TLS handshake failed, or the certificate is not to be trusted.
    public static let tls = Code("tls")
    /// An HTTP status that is no answer of a node.
    public static let httpStatus = Code("httpStatus")
    /// Something else than JSON, for example a web page.
    public static let notJSON = Code("notJSON")
    /// JSON that is no proper answer to the question; ``NodeError/reason`` says why.
    public static let badReply = Code("badReply")
    /// The answer is larger than the client takes.
    public static let tooLarge = Code("tooLarge")
    /// The node asks for fewer requests, and waiting longer is not allowed.
    public static let rateLimited = Code("rateLimited")
    /// The node answered with a JSON-RPC error.
    public static let rpc = Code("rpc")
    /// The task was cancelled.
    public static let cancelled = Code("cancelled")
  }

  /// A finer word for some codes; open as well.
  public struct Reason: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// `unreachable`: the host's name has no address.
    public static let nameNotFound = Reason("nameNotFound")
    /// `unreachable`: nothing listens there.
    public static let refused = Reason("refused")
    /// `unreachable`: there is no way to the host, or the connection cannot be made for another cause.
    public static let noConnection = Reason("noConnection")
    /// `unreachable`: the connection ended before the whole answer was there.
    public static let cutShort = Reason("cutShort")
    /// `unreachable`: the proxy named in the environment does not work.
    public static let proxy = Reason("proxy")
    /// `unreachable`: the headers of what came back are larger than allowed.
    public static let headersTooLarge = Reason("headersTooLarge")
    /// `unreachable`: what came back is not HTTP.
    public static let notHTTP = Reason("notHTTP")
    /// `timeout`: not even a connection.
    public static let connecting = Reason("connecting")
    /// `notJSON`: a web page.
    public static let webPage = Reason("webPage")
    /// `notJSON`: nothing at all.
    public static let empty = Reason("empty")
    /// `badReply`: the JSON ends in the middle.
    public static let truncated = Reason("truncated")
    /// `badReply`: text that is not UTF-8.
    public static let badUTF8 = Reason("badUTF8")
    /// `badReply`: JSON with a mistake in it, or one that is no JSON-RPC message.
    public static let malformed = Reason("malformed")
    /// `badReply`: an answer to another question.
    public static let wrongID = Reason("wrongID")
    /// `badReply`: neither a result nor an error.
    public static let missingResult = Reason("missingResult")
    /// `badReply`: a result and an error at once.
    public static let resultAndError = Reason("resultAndError")
    /// `badReply`: a batch's answers lack this one.
    public static let missingReply = Reason("missingReply")
    /// `badReply`: a batch's answers hold this one more than once.
    public static let duplicateReply = Reason("duplicateReply")
    /// `badReply`: the result is not what the method returns; ``NodeError/field`` says where.
    public static let badField = Reason("badField")
  }

  /// The kind of failure.
  public var code: Code { box.fields.code }
  /// Which of the kind, where there are several.
  public var reason: Reason? { box.fields.reason }
  /// Why, in a sentence or a few words, cleaned for a terminal.
  public var detail: String? { box.fields.detail }
  /// The JSON-RPC method asked for, or a word for several.
  public internal(set) var method: String? {
    get { box.fields.method }
    set { change { $0.method = newValue } }
  }
  /// The endpoint without its secrets.
  public internal(set) var endpoint: String? {
    get { box.fields.endpoint }
    set { change { $0.endpoint = newValue } }
  }
  /// The kind of peer that was asked, as texts call it: a node, a webhook.
  package var peer: String {
    get { box.fields.peer }
    set { change { $0.peer = newValue } }
  }
  /// How often the request was sent.
  public internal(set) var attempts: Int {
    get { box.fields.attempts }
    set { change { $0.attempts = newValue } }
  }
  /// The HTTP status, when there was one other than 200.
  public var httpStatus: Int? { box.fields.httpStatus }
  /// The code of a JSON-RPC error.
  public var rpcCode: Int? { box.fields.rpcCode }
  /// The message of a JSON-RPC error, cleaned for a terminal and cut at 4,000 characters.
  public var rpcMessage: String? { box.fields.rpcMessage }
  /// The data of a JSON-RPC error, as it was.
  public var rpcData: JSON? { box.fields.rpcData }
  /// Where in the result the mistake is, such as `logs[2].topics`.
  public var field: String? { box.fields.field }
  /// How many seconds the node asks to wait.
  public var retryAfter: Int? { box.fields.retryAfter }
  /// Whether it is sure that the node never saw the request, in the last attempt.
  var nothingWasSent: Bool { box.fields.nothingWasSent }
  /// Whether an attempt before the last one may have reached a node and brought no answer.
  var hadOpenAttempt: Bool {
    get { box.fields.hadOpenAttempt }
    set { if newValue != hadOpenAttempt { change { $0.hadOpenAttempt = newValue } } }
  }

  private var box: Box
  static let node = "node"

  /// Makes an error; callers of this module need it only for tests and stand-ins.
  public init(
    _ code: Code, reason: Reason? = nil, detail: String? = nil, method: String? = nil, endpoint: String? = nil,
    attempts: Int = 1, httpStatus: Int? = nil, rpcCode: Int? = nil, rpcMessage: String? = nil, rpcData: JSON? = nil,
    field: String? = nil, retryAfter: Int? = nil
  ) {
    self.init(
      code, reason: reason, detail: detail, method: method, endpoint: endpoint, attempts: attempts,
      httpStatus: httpStatus, rpcCode: rpcCode, rpcMessage: rpcMessage, rpcData: rpcData, field: field,
      retryAfter: retryAfter, nothingWasSent: false)
  }

  init(
    _ code: Code, reason: Reason? = nil, detail: String? = nil, method: String? = nil, endpoint: String? = nil,
    attempts: Int = 1, httpStatus: Int? = nil, rpcCode: Int? = nil, rpcMessage: String? = nil, rpcData: JSON? = nil,
    field: String? = nil, retryAfter: Int? = nil, nothingWasSent: Bool
  ) {
    box = Box(
      Fields(
        code: code, reason: reason, detail: detail.map { TerminalSafe.escape($0, limit: 400) },
        method: method.map { TerminalSafe.escape($0, limit: 100) }, endpoint: endpoint, attempts: attempts,
        httpStatus: httpStatus, rpcCode: rpcCode, rpcMessage: rpcMessage.map { TerminalSafe.escape($0, limit: 4_000) },
        rpcData: rpcData, field: field.map { TerminalSafe.escape($0, limit: 100) }, retryAfter: retryAfter,
        nothingWasSent: nothingWasSent))
  }

  public static func == (left: NodeError, right: NodeError) -> Bool { left.code == right.code }

  private struct Fields: Sendable {
    let code: Code
    let reason: Reason?
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

  /// Keeps the error one word wide: `Result`s of large batches stay small, and Swift 6.3 crashes in asynchronous
  /// functions with many parameters that throw a typed error too wide for registers.
  private final class Box: Sendable {
    let fields: Fields
    init(_ fields: Fields) { self.fields = fields }
  }

  private mutating func change(_ change: (inout Fields) -> Void) {
    var fields = box.fields
    change(&fields)
    box = Box(fields)
  }
}
