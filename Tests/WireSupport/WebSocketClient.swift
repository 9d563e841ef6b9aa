import StrictJSON

/// A client of WebSocket that can also do it wrong.
package struct WebSocketClient {
  /// A frame of the server.
  package struct Frame {
    package let opcode: UInt8
    package let isLast: Bool
    package let payload: [UInt8]

    package var json: JSON? { opcode == 1 ? try? JSON(parsing: payload) : nil }
    /// The code of a farewell.
    package var code: Int? {
      opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
    }
  }

  /// The server didn't switch protocols.
  package struct Refused: Error {}

  package var conversation: Conversation

  package init(_ port: UInt16, path: String = "/") async throws {
    conversation = try Conversation(port)
    guard let reply = try await conversation.upgrade(path: path), reply.status == 101 else { throw Refused() }
  }

  /// The bytes of a frame, masked as a client's are.
  package static func frame(
    _ opcode: UInt8, _ payload: [UInt8], isLast: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0,
    length: UInt64? = nil
  ) -> [UInt8] {
    var bytes: [UInt8] = [(isLast ? 0x80 : 0) | reserved << 4 | opcode]
    let mask: UInt8 = isMasked ? 0x80 : 0
    let length = length ?? UInt64(payload.count)
    switch length {
    case 0..<126: bytes.append(mask | UInt8(length))
    case 126..<65_536: bytes += [mask | 126, UInt8(length >> 8), UInt8(length & 255)]
    default:
      bytes.append(mask | 127)
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(length >> UInt64(shift) & 255)) }
    }
    guard isMasked else { return bytes + payload }
    let key: [UInt8] = [0x12, 0x34, 0x56, 0x78]
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
  }

  package func send(_ text: String) async { await conversation.wire.send(Self.frame(1, Array(text.utf8))) }

  /// The next frame; nil if the server closed the connection.
  package mutating func frame() async throws -> Frame? {
    guard let head = try await conversation.take(2) else { return nil }
    var length = Int(head[1] & 0x7f)
    if length > 125 {
      guard let more = try await conversation.take(length == 126 ? 2 : 8) else { return nil }
      length = more.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let payload = try await conversation.take(length) else { return nil }
    return Frame(opcode: head[0] & 15, isLast: head[0] & 0x80 != 0, payload: payload)
  }

  /// The next message of JSON; nil at the end.
  package mutating func message() async throws -> JSON? { try await frame()?.json }

  /// Asks and gives the answer, which must be the next message.
  package mutating func ask(_ method: String, _ parameters: JSON...) async throws -> JSON? {
    await send(Conversation.call(method, .array(parameters)))
    return try await message()
  }
}

extension Conversation {
  /// Asks for WebSocket, right or wrong, and gives the answer of HTTP.
  package mutating func upgrade(
    path: String = "/",
    _ headers: [String] = ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"]
  ) async throws -> Reply? {
    await wire.send(
      Self.request("", method: "GET", path: path, headers: ["Upgrade: websocket", "Connection: Upgrade"] + headers))
    return try await reply()
  }
}
