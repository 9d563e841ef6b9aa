import NodeRPC
import Testing

@testable import Sending

@Suite("The operators of endpoints")
struct OperatorTests {
  @Test(
    "One node under several names is one, and so is one network of addresses",
    arguments: [
      (["one=http://127.0.0.1:8545", "two=http://127.0.0.1:8545"], 1),
      (["one=http://127.0.0.1:8545", "two=http://localhost:8545/", "three=http://[::1]:8545"], 1),
      (["one=http://127.0.0.1:8545", "http://127.0.0.1:8545"], 1),
      (["http://127.0.0.1:8545", "http://127.0.0.1:8546"], 1),
      (["one=http://127.0.0.1:8545", "two=http://127.0.0.1:8546"], 2),
      (["one=https://a.example", "two=https://a.example./v2"], 1),
      (["one=https://a.example", "two=https://b.example"], 2), (["https://a.example", "https://b.example"], 1),
      (["one=https://a.example", "one=https://b.example"], 1),
      (["one=https://203.0.113.5", "two=https://203.0.113.77"], 1),
      (["one=https://203.0.113.5", "two=https://203.0.114.5"], 2),
      (["one=https://[2001:db8::1]", "two=https://[2001:db8:0:5::2]"], 1),
      (["one=https://[2001:db8::1]", "two=https://[2001:db8:1::1]"], 2),
      (["one=https://[::ffff:203.0.113.5]", "two=https://203.0.113.9"], 1),
    ] as [([String], Int)])
  func groups(urls: [String], count: Int) throws {
    #expect(TrustPolicy().groups(of: try urls.map { try Endpoint($0) }).count == count, "\(urls)")
  }
}
