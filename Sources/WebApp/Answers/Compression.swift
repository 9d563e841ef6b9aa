internal import CZlib
import HTTPTypes

// The compression of answers (gzip, RFC 1952). Secrets of forms are written anew into each page, so that the size of a
// page tells nothing of them.
extension WebAnswer {
  /// Smaller bodies are sent as they are.
  private static let leastBytes = 1000

  /// The types of bodies that become smaller.
  private static let types = ["text/", "image/svg+xml", "application/json"]

  private var isCompressible: Bool {
    guard let type = headers[.contentType], type != "text/event-stream", headers[.contentEncoding] == nil else {
      return false
    }
    return Self.types.contains { type.hasPrefix($0) }
  }

  /// The answer for a client that accepts some codings.
  ///
  /// - Parameter accepted: `Accept-Encoding` of the request (RFC 9110, 12.5.3); nil accepts none.
  func encoded(for accepted: String?) -> WebAnswer {
    isCompressible && Self.takesGzip(accepted) ? compressed(level: 5) : self
  }

  /// The answer compressed, if that makes it smaller.
  ///
  /// - Parameter level: 1 is fast, 9 is small.
  func compressed(level: Int32) -> WebAnswer {
    guard case .bytes(let bytes) = body, bytes.count >= Self.leastBytes,
      let smaller = Gzip.compressed(bytes, level: level), smaller.count < bytes.count
    else { return self }
    var answer = self
    answer.body = .bytes(smaller)
    answer.headers[.contentEncoding] = "gzip"
    answer.headers[.contentLength] = "\(smaller.count)"
    return answer
  }

  /// Whether a list of codings has gzip, or any, without refusing it.
  static func takesGzip(_ accepted: String?) -> Bool {
    var takesAny = false
    for item in (accepted ?? "").lowercased().split(separator: ",").prefix(20) {
      let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      let isTaken = parts.dropFirst().allSatisfy { part in
        !part.hasPrefix("q=") || part.dropFirst(2).contains { $0 != "0" && $0 != "." }
      }
      if parts.first == "gzip" { return isTaken }
      if parts.first == "*" { takesAny = isTaken }
    }
    return takesAny
  }
}

/// zlib's compression.
private enum Gzip {
  /// Bytes as one member of a gzip file; nil where zlib has no memory.
  static func compressed(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    var stream = z_stream()
    // 15 is the largest window, 16 more ask for gzip's header; 8 is the usual memory.
    guard
      deflateInit2_(
        &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var source = bytes
    return source.withUnsafeMutableBufferPointer { source -> [UInt8]? in
      let room = Int(deflateBound(&stream, UInt(source.count)))
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      var isWhole = false
      let written = [UInt8](unsafeUninitializedCapacity: room) { target, count in
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(room)
        isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = room - Int(stream.avail_out)
      }
      return isWhole ? written : nil
    }
  }
}
