import Synchronization

/// Where a client's requests to one endpoint go, and how: everything that stays the same from request to request.
final class HTTPTarget: Sendable {
  let endpoint: Endpoint
  /// Milliseconds to make a connection, TLS included.
  let connectTimeout: Int
  /// Milliseconds for a whole exchange.
  let requestTimeout: Int
  /// The most bytes of an answer, after unzipping.
  let maximumResponseBytes: Int
  /// A file of certificates to trust instead of the system's.
  let authorityFile: String?
  /// Header lines beside the usual ones, as in `Authorization: Bearer …`.
  let headers: [String]
  /// Whether it is asked by GET, without a body.
  let isGet: Bool
  /// Whether answers come with their headers.
  let keepsHeaders: Bool
  /// Names the pool of transfer handles that are set up for this target; never given twice.
  let serial: Int
  /// Whether a whole answer ever came from here: a next request finds, most likely, an open connection.
  let isWarm = Atomic<Bool>(false)

  /// From −8 to 8: rises with each answer that came within ``nearness`` and falls by two with each that did not.
  private let nearnessScore = Atomic<Int>(0)
  /// Nanoseconds in which a node on this machine answers a simple question.
  static let nearness: UInt64 = 500_000

  /// Whether an answer may be expected at once.
  var isNear: Bool { nearnessScore.load(ordering: .relaxed) > 0 }

  /// Notes how long an answer took.
  func note(nanoseconds: UInt64) {
    let score = nearnessScore.load(ordering: .relaxed)
    nearnessScore.store(nanoseconds <= HTTPTarget.nearness ? min(8, score + 1) : max(-8, score - 2), ordering: .relaxed)
  }

  private static let serials = Atomic<Int>(0)

  init(
    endpoint: Endpoint, connectTimeout: Int, requestTimeout: Int, maximumResponseBytes: Int, authorityFile: String?,
    headers: [String] = [], isGet: Bool = false, keepsHeaders: Bool = false
  ) {
    self.endpoint = endpoint
    self.connectTimeout = connectTimeout
    self.requestTimeout = requestTimeout
    self.maximumResponseBytes = maximumResponseBytes
    self.authorityFile = authorityFile
    self.headers = headers
    self.isGet = isGet
    self.keepsHeaders = keepsHeaders
    serial = HTTPTarget.serials.add(1, ordering: .relaxed).newValue
  }

  /// The target of questions that have only so long.
  func within(_ limit: Duration) -> HTTPTarget {
    HTTPTarget(
      endpoint: endpoint, connectTimeout: min(connectTimeout, limit.milliseconds), requestTimeout: limit.milliseconds,
      maximumResponseBytes: maximumResponseBytes, authorityFile: authorityFile, headers: headers, isGet: isGet,
      keepsHeaders: keepsHeaders)
  }

  deinit { TransferEngine.retire(serial) }
}

/// An answer over HTTP, whatever its status.
struct HTTPReply: Sendable {
  let status: Int
  let body: [UInt8]
  /// From the header `Retry-After`, in seconds from now, a week at most; only looked at when the status is not 200.
  var retryAfter: Int?
  var contentType: String?
  /// By their names in small letters, of a target that keeps them; of those with one name the last.
  var headers: [String: String] = [:]

  /// The longest wait that is told, in seconds: any number may stand in the header.
  static let longestRetryAfter = 604_800
}

/// Why there is no answer.
struct TransferFailure: Sendable {
  /// libcurl's code.
  let code: UInt32
  /// libcurl's words, without the address.
  let text: String
  /// The system's `errno` of the connection, or 0.
  let systemError: Int32
  /// Whether no byte of the request left this machine.
  let nothingWasSent: Bool
  /// Whether there was a connection.
  let wasConnected: Bool
  /// Whether the answer was larger than allowed.
  let isTooLarge: Bool
  /// Whether the answer's headers were larger than ``maximumHeaderBytes``.
  let hasTooLargeHeaders: Bool

  /// The most bytes of an answer's headers, those of interim answers and trailers among them.
  static let maximumHeaderBytes = 64 << 10
}

/// The end of a transfer.
enum TransferOutcome: Sendable {
  case reply(HTTPReply)
  case failed(TransferFailure)
  case cancelled
  /// libcurl cannot be opened.
  case noLibrary(reason: String)
}
