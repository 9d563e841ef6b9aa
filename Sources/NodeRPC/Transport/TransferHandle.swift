import CCurl
import Primitives

/// A libcurl easy handle that is set up for one target and used for one transfer after another.
///
/// Not `Sendable`: it belongs to the engine's core and is touched only while that is locked.
final class TransferHandle {
  let easy: UnsafeMutableRawPointer
  private let curl: ccurl
  /// The transfer this handle carries now; the transfer keeps the handle in turn.
  var transfer: Transfer?
  private let maximumResponseBytes: Int
  private var headers: UnsafeMutablePointer<curl_slist>?
  private let errorText: UnsafeMutablePointer<CChar>
  private var request: UnsafeMutableRawPointer?
  private var requestCapacity = 0
  private var response: [UInt8] = []
  private var isTooLarge = false
  private var headerBytes = 0
  private var kept: [String: String] = [:]
  private var isFresh = false

  /// Nil when libcurl has no memory.
  init?(_ curl: ccurl, target: HTTPTarget, core: UnsafeMutableRawPointer) {
    guard let easy = curl.easy_init() else { return nil }
    (self.easy, self.curl) = (easy, curl)
    maximumResponseBytes = target.maximumResponseBytes
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    configure(target, core: core)
  }

  deinit {
    curl.easy_cleanup(easy)
    curl.slist_free_all(headers)
    errorText.deallocate()
    request?.deallocate()
  }

  /// The handle that libcurl's handle belongs to.
  static func of(_ easy: UnsafeMutableRawPointer, _ curl: ccurl) -> TransferHandle? {
    curl.get_private(easy).map { Unmanaged<TransferHandle>.fromOpaque($0).takeUnretainedValue() }
  }

  private func configure(_ target: HTTPTarget, core: UnsafeMutableRawPointer) {
    let endpoint = target.endpoint
    _ = curl.allow_only_http(easy)
    _ = curl.set_string(easy, CURLOPT_URL, endpoint.url)
    if let user = endpoint.user {
      _ = curl.set_long(easy, CURLOPT_HTTPAUTH, ccurl_basic_authentication())
      _ = curl.set_string(easy, CURLOPT_USERNAME, user)
      _ = curl.set_string(easy, CURLOPT_PASSWORD, endpoint.password ?? "")
    }
    // "Expect" without a value keeps libcurl from waiting for leave to send a large body.
    let isTyped = target.headers.contains { $0.lowercased().hasPrefix("content-type:") }
    let usual = isTyped ? ["Expect:"] : ["Content-Type: application/json", "Expect:"]
    for line in (target.isGet ? [] : usual) + target.headers {
      headers = curl.slist_append(headers, line) ?? headers
    }
    _ = curl.set_list(easy, CURLOPT_HTTPHEADER, headers)
    _ = curl.set_string(easy, CURLOPT_USERAGENT, "lectures")
    _ = curl.set_long(easy, target.isGet ? CURLOPT_HTTPGET : CURLOPT_POST, 1)
    _ = curl.set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    _ = curl.set_long(easy, CURLOPT_NOSIGNAL, 1)
    _ = curl.set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, target.connectTimeout)
    _ = curl.set_long(easy, CURLOPT_TIMEOUT_MS, target.requestTimeout)
    _ = curl.set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(target.maximumResponseBytes))
    _ = curl.set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    curl.leave_lookups_behind(easy)

    _ = curl.set_long(easy, CURLOPT_SSL_VERIFYPEER, 1)
    _ = curl.set_long(easy, CURLOPT_SSL_VERIFYHOST, 2)
    _ = curl.set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let file = target.authorityFile { _ = curl.set_string(easy, CURLOPT_CAINFO, file) }
    if endpoint.isSecure {
      // HTTP/2 if TLS negotiates it; then requests at once share a connection rather than open one each.
      _ = curl.set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
      _ = curl.set_long(easy, CURLOPT_PIPEWAIT, 1)
    } else {
      _ = curl.set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    }
    if endpoint.isLoopback {
      // No proxy, whatever the environment says.
      _ = curl.set_string(easy, CURLOPT_PROXY, "")
    } else {
      // Every encoding this libcurl can undo; over a loopback it would only cost time.
      _ = curl.set_string(easy, CURLOPT_ACCEPT_ENCODING, "")
    }

    _ = curl.set_write(
      easy,
      { bytes, size, count, context in
        guard let bytes, let context else { return 0 }
        let handle = Unmanaged<TransferHandle>.fromOpaque(context).takeUnretainedValue()
        return handle.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
      }, Unmanaged.passUnretained(self).toOpaque())
    _ = curl.set_header(
      easy, target.keepsHeaders ? Self.keepHeader : Self.countHeader, Unmanaged.passUnretained(self).toOpaque())
    _ = curl.set_pointer(easy, CURLOPT_PRIVATE, Unmanaged.passUnretained(self).toOpaque())
    _ = curl.set_socket_lifetime(easy, TransferCore.socketOpened, TransferCore.socketClosing, core)
  }

  /// Makes ready for a transfer.
  func load(_ transfer: Transfer) {
    self.transfer = transfer
    response = []
    isTooLarge = false
    headerBytes = 0
    kept = [:]
    errorText[0] = 0
    loadBody(of: transfer)
    // On a connection that was used before, libcurl sends a request again when the connection dies without an answer,
    // and nobody can tell whether the node saw it. What must not be sent twice gets a connection of its own.
    if isFresh == transfer.isReplayable {
      isFresh = !transfer.isReplayable
      _ = curl.set_long(easy, CURLOPT_FRESH_CONNECT, isFresh ? 1 : 0)
      _ = curl.set_long(easy, CURLOPT_FORBID_REUSE, isFresh ? 1 : 0)
    }
  }

  private func loadBody(of transfer: Transfer) {
    // To name a body, even an empty one, would make it a POST.
    guard !transfer.target.isGet else { return }
    let count = transfer.body.count
    if count > requestCapacity || request == nil {
      request?.deallocate()
      requestCapacity = max(512, count)
      request = .allocate(byteCount: requestCapacity, alignment: 16)
    }
    if let request {
      transfer.body.withUnsafeBytes {
        request.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(request), byteCount: count)
      }
    }
    _ = curl.set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(count))
    _ = curl.set_pointer(easy, CURLOPT_POSTFIELDS, request)
  }

  /// Takes what came; fewer bytes taken than given make libcurl end the transfer.
  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard bytes.count <= maximumResponseBytes - response.count else {
      isTooLarge = true
      return 0
    }
    response.append(contentsOf: bytes)
    return bytes.count
  }

  private static let countHeader: curl_write_callback = { _, size, count, context in
    guard let context else { return 0 }
    return Unmanaged<TransferHandle>.fromOpaque(context).takeUnretainedValue().receiveHeader(size * count)
  }

  private static let keepHeader: curl_write_callback = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    let handle = Unmanaged<TransferHandle>.fromOpaque(context).takeUnretainedValue()
    handle.keepHeader(String(decoding: UnsafeRawBufferPointer(start: bytes, count: size * count), as: UTF8.self))
    return handle.receiveHeader(size * count)
  }

  /// Keeps a line of the headers; a status line begins those of the next answer, after an interim one.
  private func keepHeader(_ line: String) {
    guard headerBytes <= TransferFailure.maximumHeaderBytes else { return }
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      if line.hasPrefix("HTTP/") { kept = [:] }
      return
    }
    kept[line[..<colon].lowercased()] = String(line[line.index(after: colon)...]).trimmed
  }

  /// Counts a line of the headers.
  private func receiveHeader(_ count: Int) -> Int {
    headerBytes += count
    return headerBytes <= TransferFailure.maximumHeaderBytes ? count : 0
  }

  /// The end of the transfer; gives the answer's bytes away.
  func outcome(_ code: CURLcode) -> TransferOutcome {
    let body = response
    response = []
    if requestCapacity > 1 << 20 {
      request?.deallocate()
      request = nil
      requestCapacity = 0
    }
    guard code == CURLE_OK else { return .failed(failure(code, received: body.count)) }
    var reply = HTTPReply(status: curl.get_long(easy, CURLINFO_RESPONSE_CODE), body: body)
    if reply.status != 200 {
      let wait = curl.get_offset(easy, CURLINFO_RETRY_AFTER)
      if wait > 0 { reply.retryAfter = Int(min(wait, HTTPReply.longestRetryAfter)) }
    }
    if reply.status != 200 || body.first != UInt8(ascii: "{") {
      reply.contentType = curl.get_string(easy, CURLINFO_CONTENT_TYPE).map { String(cString: $0) }
    }
    if !kept.isEmpty { reply.headers = kept }
    return .reply(reply)
  }

  private func failure(_ code: CURLcode, received: Int) -> TransferFailure {
    var text = String(cString: errorText)
    if text.isEmpty { text = curl.easy_strerror(code).map { String(cString: $0) } ?? "" }
    return TransferFailure(
      code: code.rawValue, text: text, systemError: Int32(truncatingIfNeeded: curl.get_long(easy, CURLINFO_OS_ERRNO)),
      nothingWasSent: curl.get_long(easy, CURLINFO_REQUEST_SIZE) == 0 && received == 0,
      wasConnected: curl.get_offset(easy, CURLINFO_PRETRANSFER_TIME_T) > 0,
      isTooLarge: isTooLarge || code == CURLE_FILESIZE_EXCEEDED,
      // A single line beyond its own bound libcurl calls a lack of memory; then no line was counted that ends the headers.
      hasTooLargeHeaders: headerBytes > TransferFailure.maximumHeaderBytes
        || (code == CURLE_OUT_OF_MEMORY && received == 0 && curl.get_long(easy, CURLINFO_REQUEST_SIZE) > 0))
  }
}
