import Dispatch
import Locking
import StrictJSON

extension FaultProxy {
  /// A node in this process.
  package static func node(_ answer: @escaping @Sendable (JSON) async -> JSON?) -> Node {
    { body in
      guard let message = try? JSON(parsing: body) else { return nil }
      let (told, done) = (Guarded<JSON?>(nil), DispatchSemaphore(value: 0))
      // The connection's thread is nobody else's: it may wait.
      Task.detached {
        let answer = await answer(message)
        told.withLock { $0 = answer }
        done.signal()
      }
      done.wait()
      return told.withLock { $0 }?.serializedBytes()
    }
  }

  /// A further node of a chain, which changes its answers to a method.
  ///
  /// - Parameter url: Of the chain's node, on the loopback.
  package static func node(
    beside url: String, to method: String = "eth_none", tells forged: @escaping @Sendable (String) -> String = { $0 }
  ) throws -> FaultProxy {
    let honest = node(port: url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0)
    return try FaultProxy { body in
      guard let answer = honest(body) else { return nil }
      guard String(decoding: body, as: UTF8.self).contains("\"\(method)\"") else { return answer }
      return Array(forged(String(decoding: answer, as: UTF8.self)).utf8)
    }
  }

  /// A further node of a chain, which tells another number wherever a contract returns a certain one.
  ///
  /// Only whole words are changed: an address that begins with the number's digits is another thing.
  ///
  /// - Parameter url: Of the chain's node, on the loopback.
  package static func node(beside url: String, tells forged: UInt8, for number: UInt8) throws -> FaultProxy {
    let (forged, number) = (word(forged), word(number))
    return try node(beside: url, to: "eth_call") { answer in
      answer.replacing(#/[0-9a-f]{64}/#) { $0.output == number ? forged : String($0.output) }
    }
  }

  /// A number as a word of the ABI, in hexadecimal.
  private static func word(_ number: UInt8) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 64 - digits.count) + digits
  }

  /// A node that listens on a port of the loopback.
  package static func node(port: UInt16) -> Node {
    { body in
      guard let number = try? RawSocket.connect(port: port) else { return nil }
      defer { RawSocket.end(number) }
      let head = [
        "POST / HTTP/1.1", "Host: 127.0.0.1:\(port)", "Content-Type: application/json",
        "Content-Length: \(body.count)", "Connection: close", "", "",
      ].joined(separator: "\r\n")
      guard RawSocket.send(Array(head.utf8) + body, to: number) else { return nil }
      var buffer: [UInt8] = []
      return HTTPText.read(from: number, into: &buffer)?.body
    }
  }
}
