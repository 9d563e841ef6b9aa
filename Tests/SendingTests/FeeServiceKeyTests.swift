import Sending
import Testing

@Suite("The API key of a fee delegation service")
struct FeeServiceKeyTests {
  @Test("goes by TLS or stays on this machine; without a key any address will do")
  func privacy() throws {
    for address in ["https://fees.example", "http://127.0.0.1:8090", "http://localhost:8090"] {
      _ = try FeeService(address, key: "school-key")
    }
    _ = try FeeService("http://fees.example")
    let error = #expect(throws: SendingError.self) { try FeeService("http://fees.example/", key: "school-key") }
    #expect(error?.code == .noFeeDelegation && error?.message.contains("http://fees.example") == true)
    #expect(error?.message.contains("school-key") == false)
  }
}
