import NIOCore
import NIOWebSocket

/// Makes messages of a client's frames, and holds it to RFC 6455.
struct MessageAssembly {
  /// The outcome of a frame: a whole message, or a ping to answer.
  enum Outcome {
    case message(ByteBuffer)
    case ping(ByteBuffer)
  }

  /// The connection ends with this code: the client broke the protocol, or says farewell itself.
  struct End: Error {
    /// Nil if the client gave none.
    let code: WebSocketErrorCode?
  }

  /// The most bytes of a message.
  let mostBytes: Int
  private var kind: Kind?
  private var buffer = ByteBuffer()

  private enum Kind { case text, binary }

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// Takes the next frame; nil if it asks for nothing yet.
  ///
  /// - Throws: `End`.
  mutating func add(_ frame: WebSocketFrame) throws(End) -> Outcome? {
    guard frame.maskKey != nil, frame.reservedBits.isEmpty else { throw End(code: .protocolError) }
    switch frame.opcode {
    case .text: return try begin(.text, frame)
    case .binary: return try begin(.binary, frame)
    case .continuation:
      guard let kind else { throw End(code: .protocolError) }
      return try append(kind, frame)
    case .ping: return .ping(frame.unmaskedData)
    case .pong: return nil
    case .connectionClose: throw End(code: try Self.farewell(frame.unmaskedData))
    default: throw End(code: .protocolError)
    }
  }

  private mutating func begin(_ kind: Kind, _ frame: WebSocketFrame) throws(End) -> Outcome? {
    guard self.kind == nil else { throw End(code: .protocolError) }
    return try append(kind, frame)
  }

  private mutating func append(_ kind: Kind, _ frame: WebSocketFrame) throws(End) -> Outcome? {
    guard frame.length <= mostBytes - buffer.readableBytes else { throw End(code: .messageTooLarge) }
    var data = frame.unmaskedData
    buffer.writeBuffer(&data)
    self.kind = frame.fin ? nil : kind
    guard frame.fin else { return nil }
    let message = buffer
    buffer = ByteBuffer()
    guard kind == .binary || Self.isUTF8(message) else { throw End(code: .dataInconsistentWithMessage) }
    return .message(message)
  }

  /// The code of a close frame; the reason after it must be text.
  private static func farewell(_ payload: ByteBuffer) throws(End) -> WebSocketErrorCode? {
    var payload = payload
    guard payload.readableBytes > 0 else { return nil }
    guard let code = payload.readInteger(as: UInt16.self) else { throw End(code: .protocolError) }
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: break
    default: throw End(code: .protocolError)
    }
    guard isUTF8(payload) else { throw End(code: .dataInconsistentWithMessage) }
    return WebSocketErrorCode(codeNumber: Int(code))
  }

  private static func isUTF8(_ buffer: ByteBuffer) -> Bool {
    String(validating: buffer.readableBytesView, as: UTF8.self) != nil
  }
}
