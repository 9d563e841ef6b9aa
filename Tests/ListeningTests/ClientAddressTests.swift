import Listening
import NIOCore
import Testing

@Suite("Addresses of clients")
struct ClientAddressTests {
  private func peer(_ text: String) throws -> SocketAddress { try SocketAddress(ipAddress: text, port: 1) }

  @Test(
    "a client is an address of IPv4 or a network of IPv6",
    arguments: [
      ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
      ("2001:db8::1", "2001:db8:0:0"), ("::1", "0:0:0:0"),
    ])
  func networks(text: String, client: String) throws {
    #expect(ClientAddress(text)?.description == client)
    #expect(ClientAddress(try peer(text)) == ClientAddress(text))
  }

  @Test(
    "a text that is no address is nobody's", arguments: ["", "localhost", "1.2.3", "1.2.3.4:80", "[::1]", "1.2.3.4 "])
  func noAddress(text: String) { #expect(ClientAddress(text) == nil) }

  @Test("the header is ignored unless a trusted server sent it")
  func untrusted() throws {
    let nobody = TrustedProxies([])
    #expect(nobody.client(at: try peer("192.0.2.1"), forwarded: ["192.0.2.9"]).description == "192.0.2.1")
    let proxies = TrustedProxies([try #require(NetworkPrefix("10.0.0.0/8"))])
    #expect(proxies.client(at: try peer("192.0.2.1"), forwarded: ["192.0.2.9"]).description == "192.0.2.1")
    #expect(proxies.client(at: try peer("10.9.9.9"), forwarded: ["192.0.2.9"]).description == "192.0.2.9")
  }

  @Test("the client is the last address that is no trusted server's; those before it anybody may have written")
  func chain() throws {
    let proxies = TrustedProxies([try #require(NetworkPrefix("10.0.0.0/8")), try #require(NetworkPrefix("fd00::/8"))])
    let near = try peer("10.0.0.1")
    #expect(proxies.client(at: near, forwarded: ["1.1.1.1, 192.0.2.9, 10.2.2.2"]).description == "192.0.2.9")
    #expect(proxies.client(at: near, forwarded: ["1.1.1.1", "192.0.2.9", "fd00::5"]).description == "192.0.2.9")
    #expect(proxies.client(at: near, forwarded: ["192.0.2.9, unknown"]).description == "10.0.0.1")
    #expect(proxies.client(at: near, forwarded: []).description == "10.0.0.1")
  }

  @Test(
    "a range needs an address and as many bits as it has",
    arguments: ["", "x/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129"])
  func badRanges(text: String) { #expect(NetworkPrefix(text) == nil) }

  @Test("a range has the addresses that begin like it")
  func ranges() throws {
    let half = try #require(NetworkPrefix("10.0.0.128/25"))
    #expect(try half.contains(peer("10.0.0.255")))
    #expect(try !half.contains(peer("10.0.0.127")))
    #expect(try !half.contains(peer("fd00::1")))
    #expect(try half.contains(peer("::ffff:10.0.0.200")))
    let all = try #require(NetworkPrefix("0.0.0.0/0"))
    #expect(try all.contains(peer("203.0.113.5")))
    #expect(!all.contains(nil))
  }
}
