import Primitives
import Testing

@Suite("Hexadecimal text")
struct HexTests {
  @Test("Every byte and every length is written and read back", arguments: 0..<70)
  func roundTrip(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
    let text = Hex.encode(bytes)
    #expect(text == "0x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    #expect(Hex.encode(bytes, prefix: false) == String(text.dropFirst(2)))
    #expect(bytes.hex == text)
    #expect(try Bytes(hex: text) == bytes)
    #expect(try Bytes(hex: text.uppercased()) == bytes)
    #expect(try Bytes(hex: String(text.dropFirst(2))) == bytes)
    #expect(Hex.encode(bytes[...]) == text)
    #expect(Hex.encode(AnySequence(bytes)) == text)
  }

  @Test("Any byte that is no digit is refused with its position, wherever it stands")
  func badDigits() {
    let digits = Set("0123456789abcdefABCDEF".utf8)
    for byte in UInt8(0)..<128 where !digits.contains(byte) {
      for position in [0, 1, 17, 38, 39] {
        var text = Bytes(repeating: 0x61, count: 40)
        text[position] = byte
        // "0x" at the very beginning is no error, but "0" does not stand there.
        let error = failure(String(decoding: text, as: UTF8.self))
        #expect(error?.code == .badDigit)
        #expect(error?.position == position)
      }
    }
    #expect(failure("0x0x")?.position == 3)
    #expect(failure("0xé0")?.position == 2)
    #expect(failure("0xé0")?.message.contains("\"é\"") == true)
    #expect(failure("0x0😀")?.code == .badDigit)
    #expect(failure("0x\u{0}\u{1b}[31m")?.message.contains("\u{1b}") == false)
  }

  @Test("An odd count of digits is refused", arguments: ["0", "0x0", "abc", "0xabc"])
  func odd(text: String) {
    #expect(failure(text)?.code == .badLength)
  }

  @Test("Nothing is no bytes", arguments: ["", "0x", "0X"])
  func empty(text: String) throws {
    #expect(try Hex.decode(text) == [])
  }

  private func failure(_ text: String) -> PrimitivesError? {
    do throws(PrimitivesError) {
      _ = try Hex.decode(text)
      return nil
    } catch {
      return error
    }
  }
}
