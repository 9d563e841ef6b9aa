import Foundation

/// An HTTP server on the loopback interface that gives every request the same answer: for what a node should not say.
public final class CannedServer: Sendable {
  /// Where it listens.
  public let url: String
  private let listener: Int32

  /// - Parameters:
  ///   - status: Code and reason: `200 OK`.
  ///   - contentType: For example `text/html`.
  public init(status: String = "200 OK", contentType: String = "text/html", body: String) throws {
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    listener = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let listens = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard listens else { throw Command.Failure(description: "no port for a server: error \(errno)") }
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    let answer =
      "HTTP/1.1 \(status)\r\nContent-Type: \(contentType)\r\nContent-Length: \(body.utf8.count)\r\n"
      + "Connection: close\r\n\r\n\(body)"
    Thread.detachNewThread { Self.serve(listener, Array(answer.utf8)) }
  }

  // Wakes the thread in accept, which then ends.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func serve(_ listener: Int32, _ answer: [UInt8]) {
    defer { close(listener) }
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      var request: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 65_536)
      repeat {
        let count = read(client, &part, part.count)
        guard count > 0 else { break }
        request += part[..<count]
      } while !isWhole(request)
      _ = answer.withUnsafeBytes { send(client, $0.baseAddress, $0.count, 0) }
      close(client)
    }
  }

  /// Whether the body that the head announces is there.
  private static func isWhole(_ request: [UInt8]) -> Bool {
    let text = String(decoding: request, as: UTF8.self)
    guard let head = text.range(of: "\r\n\r\n") else { return false }
    let announced = text[..<head.lowerBound].split(separator: "\r\n")
      .first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst("content-length:".count).filter { $0 != " " }) }
    return text[head.upperBound...].utf8.count >= (announced ?? 0)
  }
}
