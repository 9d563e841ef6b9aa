import Primitives
import Testing

@Suite("UInt256 as text")
struct UInt256TextTests {
  @Test("What is written is read back the same, in every form")
  func roundTrips() throws {
    var source = NumberSource(seed: 31)
    for _ in 0..<300 {
      let value = source.uint256()
      #expect(try UInt256(parsing: value.description) == value)
      #expect(try UInt256(parsing: value.quantity) == value)
      #expect(try UInt256(quantity: value.quantity) == value)
      #expect(value.quantity == "0x" + String(value, radix: 16))
      #expect(UInt256(value.description, radix: 10) == value)
    }
    #expect(UInt256.zero.description == "0")
    #expect(UInt256.zero.quantity == "0x0")
    #expect(UInt256(26).quantity == "0x1a")
    let powers = (0..<78).map { count in (0..<count).reduce(into: UInt256(1)) { value, _ in value *= 10 } }
    for (count, power) in powers.enumerated() {
      #expect(power.description == "1" + String(repeating: "0", count: count))
      #expect((power - 1).description == (count == 0 ? "0" : String(repeating: "9", count: count)))
    }
  }

  @Test("Decimal and hexadecimal numbers are read, leading zeros and all")
  func reading() throws {
    #expect(try UInt256(parsing: "0") == 0)
    #expect(try UInt256(parsing: "000") == 0)
    #expect(try UInt256(parsing: "0x0") == 0)
    #expect(try UInt256(parsing: "0X00fF") == 255)
    #expect(try UInt256(parsing: String(repeating: "0", count: 1000) + "7") == 7)
    #expect(try UInt256(parsing: "0x" + String(repeating: "0", count: 1000) + "7") == 7)
    let largest = "115792089237316195423570985008687907853269984665640564039457584007913129639935"
    #expect(try UInt256(parsing: largest) == .max)
  }

  @Test(
    "What is no number is refused with its reason",
    arguments: [
      ("", .empty), ("0x", .empty), ("x", .badDigit), ("-1", .badDigit), ("+1", .badDigit), (" 1", .badDigit),
      ("1 ", .badDigit), ("1_000", .badDigit), ("1,000", .badDigit), ("1e3", .badDigit), ("0xg", .badDigit),
      ("0x 1", .badDigit), ("٣", .badDigit), ("１", .badDigit), ("1\0", .badDigit), ("é", .badDigit), ("👩‍👩‍👧", .badDigit),
      ("115792089237316195423570985008687907853269984665640564039457584007913129639936", .overflow),
      ("99999999999999999999999999999999999999999999999999999999999999999999999999999999", .overflow),
      ("0x10000000000000000000000000000000000000000000000000000000000000000", .overflow),
    ] as [(String, PrimitivesError.Code)])
  func refused(text: String, expected: PrimitivesError.Code) {
    #expect(code { () throws(PrimitivesError) in try UInt256(parsing: text) } == expected)
  }

  @Test(
    "Quantities are strict",
    arguments: [
      ("", .missingPrefix), ("1", .missingPrefix), ("0X1", .missingPrefix), ("x1", .missingPrefix), ("0x", .empty),
      ("0x00", .leadingZeros), ("0x01", .leadingZeros), ("0xg", .badDigit), ("0x1g", .badDigit), ("0x-1", .badDigit),
      ("0x1 ", .badDigit), ("0x1" + String(repeating: "0", count: 64), .overflow),
    ] as [(String, PrimitivesError.Code)])
  func strictQuantities(text: String, expected: PrimitivesError.Code) {
    #expect(code { () throws(PrimitivesError) in try UInt256(quantity: text) } == expected)
  }

  @Test("An enormous text is refused, fast, and not repeated whole in the error")
  func enormous() throws {
    for text in [String(repeating: "9", count: 10_000_000), "0x" + String(repeating: "f", count: 10_000_000)] {
      do throws(PrimitivesError) {
        _ = try UInt256(parsing: text)
      } catch {
        #expect(error.code == .overflow)
        #expect(error.message.utf8.count < 500)
      }
    }
  }

  @Test("An error tells the position")
  func position() {
    do throws(PrimitivesError) {
      _ = try UInt256(parsing: "00123x5")
    } catch {
      #expect(error.position == 5)
      #expect(error.message.contains("position 5"))
    }
  }

  private func code(_ body: () throws(PrimitivesError) -> UInt256) -> PrimitivesError.Code? {
    do throws(PrimitivesError) {
      _ = try body()
      return nil
    } catch {
      return error.code
    }
  }
}
