import ContractABI
import Primitives
import Testing

struct RevertTests {
  @Test func `Error(string) and Panic(uint256) are known without an ABI`() throws {
    #expect(ABIError.message.selector.hex == "0x08c379a0")
    #expect(ABIError.panic.selector.hex == "0x4e487b71")
    let text = try ABIError.message.encode([.string("not a student")])
    #expect(RevertReason(text) == .message("not a student"))
    #expect(RevertReason(text).readable == "not a student")
    #expect(
      RevertReason(try ABIError.panic.encode([.uint(0x11)])).readable == "arithmetic overflow or underflow (Panic 0x11)"
    )
    #expect(RevertReason(try ABIError.panic.encode([.uint(0x99)])).readable == "unknown panic (Panic 0x99)")
    for code in [0x00, 0x01, 0x11, 0x12, 0x21, 0x22, 0x31, 0x32, 0x41, 0x51] as [UInt256] {
      #expect(Panic(code: code).meaning != "unknown panic")
    }
    #expect(RevertReason([]) == .empty)
    #expect(RevertReason([]).readable == "reverted without a reason")
  }

  @Test func `custom errors are decoded by the ABI`() throws {
    let abi = try ContractABI(humanReadable: [
      "error NotEnough(uint256 paid, uint256 price)", "error NotStudent(address)",
    ])
    let data = try abi.error("NotEnough").encode([.uint(1), .uint(10)])
    #expect(abi.revertReason(data).readable == "NotEnough(paid: 1, price: 10)")
    #expect(RevertReason(data) == .unknown(data))
    #expect(abi.revertReason(Bytes(data.prefix(40))) == .unknown(Bytes(data.prefix(40))))
  }

  @Test func `data that only looks like a reason stays unknown, and prints safely`() throws {
    for hex in ["0x08c379a0", "0x08c379a0ff", "0x4e487b7100", "0x01", "0xdeadbeef"] {
      let data = try Bytes(hex: hex)
      #expect(RevertReason(data) == .unknown(data))
      #expect(RevertReason(data).readable.contains(hex))
    }
    let evil = try ABIError.message.encode([.string("\u{1b}[2Jpaid\r\n\u{202e}KLAY")])
    #expect(RevertReason(evil).readable == #"\u{1b}[2Jpaid\r\n\u{202e}KLAY"#)
    let long = try ABIError.message.encode([.string(String(repeating: "x", count: 100_000))])
    #expect(RevertReason(long).readable.count < 300)
  }
}
