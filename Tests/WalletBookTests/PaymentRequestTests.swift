import Primitives
import Testing

@testable import WalletBook

@Suite("Requests to pay (EIP-681)")
struct PaymentRequestTests {
  private static let school = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB"
  private static let token = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
  private let school: Address
  private let token: Address

  init() throws {
    school = try Address(Self.school)
    token = try Address(Self.token)
  }

  @Test("are read back as they were written")
  func roundTrip() throws {
    let amounts: [UInt256?] = [nil, 0, 1, 1_500_000_000_000_000_000, .max]
    for amount in amounts {
      for chainID in [nil, 1, 8217, .max] as [UInt256?] {
        for token in [nil, token] {
          let request = PaymentRequest(to: school, token: token, amount: amount, chainID: chainID)
          #expect(try PaymentRequest(parsing: request.text) == request, "\(request.text)")
        }
      }
    }
  }

  @Test(
    "are read in all the ways that the standard writes them",
    arguments: [
      (school, PaymentRequest(to: try! Address(school))),
      ("ethereum:\(school)", PaymentRequest(to: try! Address(school))),
      ("ETHEREUM:pay-\(school.lowercased())", PaymentRequest(to: try! Address(school))),
      (
        "ethereum:\(school)?value=2.014e18", PaymentRequest(to: try! Address(school), amount: 2_014_000_000_000_000_000)
      ),
      (
        "ethereum:\(school)@8217?value=1E3&gas=21000",
        PaymentRequest(to: try! Address(school), amount: 1000, chainID: 8217)
      ),
      ("ethereum:\(school)@0xa?value=1", PaymentRequest(to: try! Address(school), amount: 1, chainID: 10)),
      ("ethereum:\(school)@0X2019", PaymentRequest(to: try! Address(school), chainID: 8217)),
      ("ethereum:\(school)?value=+7&gasPrice=1e9&gasLimit=5", PaymentRequest(to: try! Address(school), amount: 7)),
      (
        "ethereum:\(token)/transfer?uint256=1.50e1&address=\(school)",
        PaymentRequest(to: try! Address(school), token: try! Address(token), amount: 15)
      ),
      (
        "ethereum:\(token)@1/transfer?address=\(school)",
        PaymentRequest(to: try! Address(school), token: try! Address(token), chainID: 1)
      ),
    ])
  func spellings(text: String, request: PaymentRequest) throws {
    #expect(try PaymentRequest(parsing: text) == request)
  }

  @Test("have notes that change nothing")
  func notes() throws {
    let request = try PaymentRequest(parsing: "ethereum:\(Self.school)?label=School%20fee&value=1&message=hello")
    #expect(request.notes.map(\.name) == ["label", "message"])
    #expect(request.notes.first?.value == "School%20fee")
    #expect(request.notes.first?.text == "School fee")
  }

  @Test(
    "have notes whose percent-encoding is undone where that gives a text",
    arguments: [
      ("%EA%B0%80+b", "가+b"), ("100%", "100%"), ("%zz%2", "%zz%2"), ("%+1", "%+1"), ("%ff%20", "%ff%20"),
      ("%1b%5b2J", "\u{1B}[2J"),
    ])
  func decoded(value: String, text: String) throws {
    #expect(try PaymentRequest(parsing: "ethereum:\(Self.school)?label=\(value)").notes.first?.text == text)
  }

  @Test(
    "that are none are refused",
    arguments: [
      "", "hello", "ethereum:", "0x12", "ethereum:0x12", "\(school.dropLast())C", "ethereum:\(school.dropLast())A",
      "ethereum:\(school)?value=1.5", "ethereum:\(school)?value=1e-3", "ethereum:\(school)?value=-1",
      "ethereum:\(school)?value=1.23e1", "ethereum:\(school)?value=1e78", "ethereum:\(school)?value=1e",
      "ethereum:\(school)?value=", "ethereum:\(school)?value=.", "ethereum:\(school)?value=1e99999999999",
      "ethereum:\(school)?value=0x10", "ethereum:\(school)?value=1&value=2", "ethereum:\(school)?value",
      "ethereum:\(school)?=1",
      "ethereum:\(school)?", "ethereum:\(school)?value=1&", "ethereum:\(school)@?value=1", "ethereum:\(school)@0",
      "ethereum:\(school)@-1", "ethereum:\(school)@1x", "ethereum:\(school)@0x", "ethereum:\(school)@0x0",
      "ethereum:\(school)@0xg", "ethereum:\(school)@a", "ethereum:\(school)@1@2", "ethereum:\(school) ?value=1",
      "ethereum:\(school)?value=1\u{0}", "ethereum:\(token)/transfer?uint256=1",
      "ethereum:\(token)/transfer?address=0x12",
      "ethereum:\(school)?value=115792089237316195423570985008687907853269984665640564039457584007913129639936",
      "ethereum:\(school)?label=\(String(repeating: "x", count: 3000))",
    ])
  func bad(text: String) {
    #expect(throws: WalletBookError(.badRequest, "")) { try PaymentRequest(parsing: text) }
  }

  @Test(
    "that want more than a transfer are refused",
    arguments: [
      "bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=1", "ethereum:vitalik.eth?value=1",
      "ethereum:\(school)?value=1&req-memo=1", "ethereum:\(school)?uint256=5", "ethereum:\(school)?address=\(token)",
      "ethereum:\(token)/approve?address=\(school)&uint256=1",
      "ethereum:\(token)/transfer?address=\(school)&uint256=1&value=1",
      "ethereum:\(token)/transfer?address=\(school)&uint256=1&bytes=00",
      "ethereum:\(token)/transfer?address=\(school)&uint8[]=1",
      "ethereum:\(school)?amount=5", "ethereum:\(school)?Value=5", "ethereum:\(school)?REQ-memo=1",
      "ethereum:\(school)?chainId=5", "ethereum:\(school)?data=0x00", "ethereum:\(school)?UINT256=5",
      "ethereum:\(token)/?address=\(school)", "ethereum:pay-school?value=1", "ethereum:foo-\(school)",
    ])
  func unsupported(text: String) {
    #expect(throws: WalletBookError(.unsupportedRequest, "")) { try PaymentRequest(parsing: text) }
  }
}
