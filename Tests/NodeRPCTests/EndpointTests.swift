import NodeRPC
import Testing

@Suite("Endpoints")
struct EndpointTests {
  @Test(
    "addresses that are read",
    arguments: [
      ("http://127.0.0.1:8545", "http://127.0.0.1:8545", true),
      ("HTTP://LocalHost", "http://localhost", true),
      ("http://[::1]:8545/rpc", "http://[::1]:8545/rpc", true),
      ("http://node.localhost/", "http://node.localhost/", true),
      ("https://public-en.node.kaia.io", "https://public-en.node.kaia.io", false),
      ("https://kaia.blockpi.network/v1/rpc/public", "https://kaia.blockpi.network/v1/rpc/public", false),
      ("https://klaytn.api.onfinality.io/public", "https://klaytn.api.onfinality.io/public", false),
      ("https://archive-en-kairos.node.kaia.io:443/?", "https://archive-en-kairos.node.kaia.io:443/?", false),
      ("http://10.0.0.7:8551/ext/bc/C/rpc", "http://10.0.0.7:8551/ext/bc/C/rpc", false),
      ("http://xn--9d0bm53a.example", "http://xn--9d0bm53a.example", false),
    ])
  func accepted(text: String, shown: String, loopback: Bool) throws {
    let endpoint = try Endpoint(text)
    #expect(endpoint.redacted == shown)
    #expect(endpoint.isLoopback == loopback)
    #expect(endpoint.isSecure == shown.hasPrefix("https"))
    #expect(endpoint.isPrivate == (loopback || shown.hasPrefix("https")))
  }

  @Test(
    "addresses that are refused as such",
    arguments: [
      "", "localhost:8545", "127.0.0.1", "http://", "http:///rpc", "http:// host", "http://host name", "http://host:0",
      "http://host:65536", "http://host:", "http://host:8a", "http://host:+80", "http://[::1", "http://[zz]",
      "http://[::1]x",
      "http://host/#top", "http://h\u{f6}st", "http://127.1", "http://0x7f000001", "http://256.1.1.1",
      "http://1.2.3.4.5",
      "http://-a.example", "http://a..b", "http://host/%zz", "http://host/%0", "http://host/%00", "http://a@b@c",
      "http://host/a\u{0}b", "http://host/\n", "http://host/\"x\"", "http://user:pa%ss@host", "http://host\\evil",
      "//host",
      "http:/host", "http:host", "http://" + String(repeating: "a", count: 9_000),
    ])
  func refused(text: String) {
    do throws(NodeError) {
      _ = try Endpoint(text)
      Issue.record("read \(text)")
    } catch {
      #expect(error.code == .invalidEndpoint)
      #expect(error.description.split(separator: "\n").count <= 4)
    }
  }

  @Test("WebSocket addresses are refused with a sentence", arguments: ["ws://h", "wss://h:1/x?key=secret", "WSS://h"])
  func webSocket(text: String) {
    let error = #expect(throws: NodeError.self) { try Endpoint(text) }
    #expect(error?.code == .unsupportedScheme)
    #expect(
      error?.description.contains(
        "WebSocket endpoints are not supported: use the http:// or https:// address of the node.") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test(
    "other schemes are refused",
    arguments: ["ftp://h", "file:///etc/passwd", "gopher://h", "unix://x", "javascript://x"])
  func otherScheme(text: String) {
    let error = #expect(throws: NodeError.self) { try Endpoint(text) }
    #expect(error?.code == .unsupportedScheme)
  }

  @Test(
    "secrets are hidden",
    arguments: [
      ("https://user:hunter2@node.example", "https://***@node.example"),
      ("https://hunter2@node.example/x", "https://***@node.example/x"),
      ("https://mainnet.infura.io/v3/0123456789abcdef0123456789abcdef", "https://mainnet.infura.io/v3/***"),
      (
        "https://eth-mainnet.g.alchemy.com/v2/Ab3_dEfGh1jKlmNoPqRsTuVwXyZ-0123",
        "https://eth-mainnet.g.alchemy.com/v2/***"
      ),
      ("https://rpc.example/v1/hunter2-hunter", "https://rpc.example/v1/***"),
      ("https://x.quiknode.pro/0123456789abcdef0123456789abcdef01234567/", "https://x.quiknode.pro/***/"),
      ("https://0123456789abcdef0123456789abcdef.eth.rpc.example/", "https://***.eth.rpc.example/"),
      ("https://rpc.example/?apikey=hunter2&chain=8217", "https://rpc.example/?apikey=***&chain=***"),
      ("https://rpc.example/rpc?hunter2hunter2", "https://rpc.example/rpc?***"),
      ("https://rpc.example/123e4567-e89b-12d3-a456-426614174000", "https://rpc.example/***"),
      ("https://rpc.example/abcdefghijklmnopqrstuvwxyz", "https://rpc.example/***"),
      ("https://rpc.example/klaytn-mainnet-archive/public", "https://rpc.example/klaytn-mainnet-archive/public"),
    ])
  func redaction(text: String, shown: String) throws {
    let endpoint = try Endpoint(text)
    #expect(endpoint.redacted == shown)
    var dumped = ""
    dump(endpoint, to: &dumped)
    for text in ["\(endpoint)", String(reflecting: endpoint), dumped] {
      #expect(!text.contains("hunter2"))
      #expect(!text.contains("0123456789abcdef"))
    }
  }

  @Test("the error does not repeat the address")
  func errorHidesAddress() {
    let error = #expect(throws: NodeError.self) { try Endpoint("https://user:hunter2@host:99999/v3/hunter2") }
    #expect(error?.description.contains("hunter2") == false)
  }
}
