import Keys
import Primitives
import Testing

@testable import Operations

@Suite("The message of a sign-in")
struct SignInMessageTests {
  /// 2026-11-22T10:00:00Z.
  static let issuedAt: Int64 = 1_795_341_600

  /// A message as the vectors of eth-account have it.
  static func message(
    of address: Address = SignInVector.address, chainID: UInt256 = 8217, issuedAt: Int64 = issuedAt
  ) throws -> SignInMessage {
    try SignInMessage(
      to: SignInSite(publicURL: "https://lectures.example"), as: address, on: chainID,
      nonce: SignInNonce("4f2K9sQ0aZ7bX1cY3dW5eV8u"), issuedAt: issuedAt)
  }

  @Test("it is that of EIP-4361, to the byte")
  func text() throws {
    #expect(try Self.message().text == SignInVector.text)
  }

  @Test("it counts for ten minutes, and not before it was made")
  func time() throws {
    let message = try Self.message()
    #expect(message.isInForce(at: Self.issuedAt) && message.isInForce(at: Self.issuedAt + 599))
    #expect(!message.isInForce(at: Self.issuedAt - 1) && !message.isInForce(at: Self.issuedAt + 600))
    for time in [Int64.min, -1, 253_402_300_200, Int64.max] {
      #expect(throws: SignInError(.time, "")) { try Self.message(issuedAt: time) }
    }
    let last = try Self.message(issuedAt: 253_402_300_199).text
    #expect(last.hasSuffix("Issued At: 9999-12-31T23:49:59Z\nExpiration Time: 9999-12-31T23:59:59Z"))
  }

  @Test(
    "the site is named as browsers name it",
    arguments: [
      ("https://lectures.example", "lectures.example"), ("https://lectures.example/", "lectures.example"),
      ("http://127.0.0.1:7789", "127.0.0.1:7789"), ("https://[2001:db8::1]:8443", "[2001:db8::1]:8443"),
      ("https://xn--bcher-kva.example", "xn--bcher-kva.example"), ("http://localhost:443", "localhost:443"),
    ])
  func site(_ url: String, _ domain: String) throws {
    let site = try SignInSite(publicURL: url)
    #expect(site.domain == domain)
    #expect(site.uri == (url.hasSuffix("/") ? url + "session" : url + "/session"))
  }

  @Test(
    "what is no origin is no site",
    arguments: [
      "", "lectures.example", "ftp://lectures.example", "https://", "https:///", "https://Lectures.example",
      "https://lectures.example/app", "https://lectures.example?a", "https://lectures.example#a",
      "https://me@lectures.example", "https://lectures.example:443", "http://lectures.example:80",
      "https://lectures.example:0", "https://lectures.example:065", "https://lectures.example:65536",
      "https://lectures.example:", "https://lectures..example", "https://-a.example", "https://a\n.example",
      "https://[::1", "https://[]", "https://[::1]a", "https://лекції.example", "https://a.example\u{301}",
    ])
  func noSite(_ url: String) {
    #expect(throws: SignInError(.publicURL, "")) { try SignInSite(publicURL: url) }
  }

  @Test("a nonce has 24 letters and digits, all equally likely")
  func nonces() throws {
    var counts: [Character: Int] = [:]
    var seen: Set<SignInNonce> = []
    for _ in 0..<5_000 {
      let nonce = SignInNonce.random()
      #expect(try SignInNonce(nonce.text) == nonce && seen.insert(nonce).inserted)
      for letter in nonce.text { counts[letter, default: 0] += 1 }
    }
    // 120,000 draws of 62: 1,935 each, and ten standard deviations are 436.
    #expect(counts.count == 62 && counts.values.allSatisfy { (1_499...2_371).contains($0) })
    for text in ["", "4f2K9sQ0aZ7bX1cY3dW5eV8", "4f2K9sQ0aZ7bX1cY3dW5eV8u0", "4f2K9sQ0aZ7bX1cY3dW5eV8-"] {
      #expect(throws: SignInError(.nonce, "")) { try SignInNonce(text) }
    }
  }
}

/// A message that eth-account signed, with both prefixes; siwe for Python reads the text.
enum SignInVector {
  static let address = Address(
    truncating: try! UInt256(parsing: "0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b"))
  static let text = """
    lectures.example wants you to sign in with your Ethereum account:
    0xa94f5374Fce5edBC8E2a8697C15331677e6EbF0B

    Sign in to lectures. This costs nothing and sends nothing.

    URI: https://lectures.example/session
    Version: 1
    Chain ID: 8217
    Nonce: 4f2K9sQ0aZ7bX1cY3dW5eV8u
    Issued At: 2026-11-22T10:00:00Z
    Expiration Time: 2026-11-22T10:10:00Z
    """
  static let signatures = [
    PersonalMessage.Prefix.ethereum:
      "0xb6e01ed7fb34d77814bc872d100db46a5f9d32eb0d78d4c14a0dc4a21df9ae2154e7d2509e44f9ac15d3e38e981c9eb44627f0de17a5d5c76dc12af2f004d08d1b",
    .klaytn:
      "0x5dc1a6984aa1739db199cf442fb0e07cc54c43bf2be7c82199ecc32eea71b7e5054d30a7c82201f455a64718dcb8306145ce6acc2632cc2e56926cda101ddfcd1b",
  ]
}
