/// HTTP/1.1 as far as the hostile server speaks it.
package enum HTTPText {
  package struct Head {
    package let method: String
    package let path: String
    package let headers: [String: String]
    package let body: [UInt8]
  }

  /// The next request on a connection; bytes of a later one stay in the buffer. Nil when the peer left.
  package static func read(from number: Int32, into buffer: inout [UInt8]) -> Head? {
    let mark = Array("\r\n\r\n".utf8)
    var end = position(of: mark, in: buffer)
    while end == nil {
      let more = RawSocket.receive(from: number)
      guard !more.isEmpty else { return nil }
      buffer += more
      end = position(of: mark, in: buffer)
    }
    guard let end else { return nil }
    let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    buffer.removeFirst(end + mark.count)
    while buffer.count < length {
      let more = RawSocket.receive(from: number)
      guard !more.isEmpty else { return nil }
      buffer += more
    }
    defer { buffer.removeFirst(length) }
    return Head(
      method: words.first.map { String($0) } ?? "", path: words.count > 1 ? String(words[1]) : "", headers: headers,
      body: Array(buffer[..<length]))
  }

  /// A whole reply with its length told.
  package static func reply(
    _ body: some Collection<UInt8>, status: Int = 200, headers: [String] = [], type: String = "application/json"
  ) -> [UInt8] {
    Array(head(status: status, headers: headers + ["Content-Type: \(type)", "Content-Length: \(body.count)"]).utf8)
      + Array(body)
  }

  /// The reply with `Connection: close`, after which the connection ends.
  static func closing(_ reply: [UInt8]) -> [UInt8] {
    guard let line = position(of: Array("\r\n".utf8), in: reply) else { return reply }
    return reply[..<line] + Array("\r\nConnection: close".utf8) + reply[line...]
  }

  package static func head(status: Int = 200, headers: [String]) -> String {
    (["HTTP/1.1 \(status) Whatever"] + headers).map { $0 + "\r\n" }.joined() + "\r\n"
  }

  private static func position(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= mark.count else { return nil }
    return (0...(bytes.count - mark.count)).first { bytes[$0..<($0 + mark.count)].elementsEqual(mark) }
  }
}

extension HostileServer.Act {
  /// A whole reply.
  package static func reply(
    _ body: String, status: Int = 200, headers: [String] = [], type: String = "application/json"
  ) -> HostileServer.Act {
    .send(HTTPText.reply(body.utf8, status: status, headers: headers, type: type))
  }

  /// A whole reply with a result for a single request.
  package static func result(_ json: String) -> HostileServer.Act {
    .reply("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\(json)}")
  }

  /// A whole reply with an error for a single request.
  package static func error(_ json: String, status: Int = 200) -> HostileServer.Act {
    .reply("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\(json)}", status: status)
  }
}
