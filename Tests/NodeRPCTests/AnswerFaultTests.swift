import NodeDoubles
import NodeRPC
import StrictJSON
import Testing

@Suite("Answers of a node that are none, told apart")
struct AnswerFaultTests {
  @Test("a web page")
  func webPage() async throws {
    let error = try await fault(
      .reply(
        "<!DOCTYPE html>\n<html><head><TITLE lang=en>\n Sign\u{1b}[31m in\n to  the\u{202e} Wi-Fi </TITLE></head></html>",
        type: "text/html"))
    #expect(error.code == .notJSON && error.kind == .webPage)
    #expect(error.description.contains(#"a web page with the title "Sign\u{1b}[31m in to the\u{202e} Wi-Fi""#))
    #expect(!error.description.contains("\u{1b}"))
  }

  @Test("a web page without a title")
  func webPageUntitled() async throws {
    let error = try await fault(.reply("<html><title></title>", type: "application/json"))
    #expect(error.code == .notJSON && error.kind == .webPage)
  }

  @Test("plain text")
  func plainText() async throws {
    let error = try await fault(.reply("Only POST\r\nis\tallowed", type: "text/plain"))
    #expect(error.code == .notJSON && error.kind == nil)
    #expect(error.description.contains(#"It begins with "Only POST is allowed"."#))
  }

  @Test("an empty answer", arguments: ["", " \r\n "])
  func empty(body: String) async throws {
    let error = try await fault(.reply(body))
    #expect(error.code == .notJSON && error.kind == .empty)
  }

  @Test("no content")
  func noContent() async throws {
    let error = try await fault(.send(Array(HTTPText.head(status: 204, headers: []).utf8)))
    #expect(error.code == .notJSON && error.kind == .empty)
    #expect(error.httpStatus == 204)
  }

  @Test("text that is not UTF-8")
  func badUTF8() async throws {
    let body = Array(#"{"jsonrpc":"2.0","id":1,"result":""#.utf8) + [0xff, 0xfe] + Array("\"}".utf8)
    let error = try await fault(.send(HTTPText.reply(body)))
    #expect(error.code == .badReply && error.kind == .badUTF8)
  }

  @Test(
    "JSON that is no answer to the question",
    arguments: [
      (#"{"jsonrpc":"2.0","id":2,"result":"0x1"}"#, NodeErrors.Kind.wrongID),
      (#"{"jsonrpc":"2.0","id":"1","result":"0x1"}"#, .wrongID),
      (#"{"jsonrpc":"2.0","id":null,"result":"0x1"}"#, .wrongID),
      (#"{"jsonrpc":"2.0","result":"0x1"}"#, .wrongID),
      (#"{"jsonrpc":"2.0","id":1.0,"result":"0x1"}"#, .wrongID),
      (#"{"jsonrpc":"2.0","id":1}"#, .missingResult),
      (#"{"jsonrpc":"2.0","id":1,"error":null}"#, .missingResult),
      (#"{"jsonrpc":"2.0","id":1,"result":"0x1","error":{"code":1,"message":"x"}}"#, .resultAndError),
      (#"{"jsonrpc":"1.0","id":1,"result":"0x1"}"#, .malformed),
      (#"[{"jsonrpc":"2.0","id":1,"result":"0x1"}]"#, .malformed),
      (#"{"jsonrpc":"2.0","id":1,"result":"0x1","result":"0x2"}"#, .malformed),
      (#"{"jsonrpc":"2.0","id":1,"result":"0x1"} trailing"#, .malformed),
      (#"{"jsonrpc":"2.0","id":1,"result":"0x1",}"#, .malformed),
      (#"{"jsonrpc":"2.0","id":1,"result":[[[["#, .truncated),
      (#"{"jsonrpc":"2.0","id":1,"result":null}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":"latest"}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":"0x01"}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":-1}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":1.5}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":1e3}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":"0x10000000000000000"}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#, .badField),
    ])
  func badReply(body: String, reason: NodeErrors.Kind) async throws {
    let error = try await fault(.reply(body))
    #expect(error.code == .badReply)
    #expect(error.kind == reason)
    if reason == .badField { #expect(error.field == "result") }
  }

  @Test("a bare string or number is no message", arguments: ["\"0x1\"", "7", "true", "null"])
  func scalar(body: String) async throws {
    let error = try await fault(.reply(body))
    #expect(error.code == .badReply && error.kind == .malformed)
  }

  @Test("answers of JSON-RPC 1.0 and whole numbers are taken")
  func lenient() async throws {
    for body in [
      #"{"id":1,"result":"0x2a","error":null}"#, #"{"jsonrpc":"2.0","id":1,"result":42}"#,
      " \n{\"result\":\"0x2a\",\"extra\":[1],\"id\":1}\n",
    ] {
      let server = try HostileServer { _ in [.reply(body)] }
      defer { server.stop() }
      #expect(try await client(server).blockNumber() == 42)
    }
  }

  @Test("nesting beyond measure")
  func deep() async throws {
    let error = try await fault(
      .reply(
        #"{"jsonrpc":"2.0","id":1,"result":"# + String(repeating: "[", count: 200_000)
          + String(repeating: "]", count: 200_000) + "}"))
    #expect(error.code == .badReply && error.kind == .malformed)
  }

  @Test("too large by its own word")
  func tooLargeAnnounced() async throws {
    let error = try await fault(.send(Array(HTTPText.head(headers: ["Content-Length: 99999999999"]).utf8)), .hang)
    #expect(error.code == .tooLarge)
  }

  @Test("too large without end")
  func tooLargeEndless() async throws {
    let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 65_536) + Array("\r\n".utf8)
    let error = try await fault(
      .send(Array(HTTPText.head(headers: ["Transfer-Encoding: chunked"]).utf8)),
      .send(Array(repeating: chunk, count: 64).flatMap { $0 }),
      .hang
    ) { $0.maximumResponseBytes = 1 << 20 }
    #expect(error.code == .tooLarge)
    #expect(error.description.contains("more than 1048576 bytes"))
  }

  @Test("a JSON-RPC error, also with HTTP status 500 or 400", arguments: [200, 400, 500])
  func rpcError(status: Int) async throws {
    let error = try await fault(
      .error(#"{"code":-32000,"message":"nonce\u001b[2J too\nlow","data":{"a":[1]}}"#, status: status))
    #expect(error.code == .rpc)
    #expect(error.rpcCode == -32000)
    #expect(error.rpcMessage == #"nonce\u{1b}[2J too\nlow"#)
    #expect(error.rpcData == ["a": [1]])
    #expect(error.httpStatus == (status == 200 ? nil : status))
    #expect(error.description.contains(#"The node says: nonce\u{1b}[2J too\nlow (code -32000)"#))
  }

  @Test("an error without an id, and errors of odd shapes")
  func oddErrors() async throws {
    let unreadable = try await fault(
      .reply(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}"#))
    #expect(unreadable.code == .rpc && unreadable.rpcCode == -32700)
    let text = try await fault(.error(#""project id required""#))
    #expect(text.code == .rpc && text.rpcMessage == "project id required")
    let bare = try await fault(.error("{}"))
    #expect(bare.code == .rpc && bare.rpcMessage == "{}")
    let huge = try await fault(
      .error("{\"code\":99999999999999999999999,\"message\":\"\(String(repeating: "x", count: 100_000))\"}"))
    #expect(huge.code == .rpc && huge.rpcCode == nil)
    #expect(huge.description.utf8.count < 1_000)
  }

  @Test("an answer that is longer than it says is cut there")
  func excess() async throws {
    let server = try HostileServer { _ in
      [
        .send(
          Array(
            (HTTPText.head(headers: ["Content-Length: 38"]) + #"{"jsonrpc":"2.0","id":1,"result":"0x1"}GARBAGE"#).utf8))
      ]
    }
    defer { server.stop() }
    let client = try client(server)
    // 38 bytes lack the closing brace; what follows must not leak into the next answer.
    #expect(try await failure { try await client.blockNumber() }.kind == .truncated)
    #expect(try await failure { try await client.blockNumber() }.kind == .truncated)
  }
}
