import Primitives
import Testing

@Suite("Amounts")
struct AmountTests {
  @Test("Units of both worlds")
  func units() throws {
    #expect(Amount.klay(10).wei == 10_000_000_000_000_000_000)
    #expect(Amount.kaia(1) == .klay(1))
    #expect(Amount.ether(1) == .klay(1))
    #expect(Amount.gwei(25) == .ston(25))
    #expect(Amount.peb(7) == .wei(7))
    #expect(Amount.wei(UInt256(7)) == Amount(wei: 7))
    let count = 3
    #expect(Amount.klay(count) == .klay(3))
    #expect(try Amount(3, unit: .klay) == .klay(3))
    #expect(throws: PrimitivesError.self) { try Amount(.max, unit: .klay) }
    for unit in Amount.Unit.all {
      #expect(try Amount.Unit(named: unit.name) == unit)
      #expect(try Amount.Unit(named: unit.symbol.uppercased()).decimals == unit.decimals)
    }
    #expect(try Amount.Unit(named: "ETH") == .ether)
    #expect(throws: PrimitivesError.self) { try Amount.Unit(named: "klax") }
    #expect(throws: PrimitivesError.self) { try Amount.Unit(name: "x", decimals: 78) }
    #expect(throws: PrimitivesError.self) { try Amount.Unit(name: "x", decimals: -1) }
  }

  @Test("Texts are read exactly")
  func reading() throws {
    #expect(try Amount(parsing: "1.5", unit: .klay).wei == 1_500_000_000_000_000_000)
    #expect(try Amount(parsing: "0.000000000000000001", unit: .klay).wei == 1)
    #expect(try Amount(parsing: "1.50000000000000000000000000", unit: .klay) == Amount(parsing: "1.5 klay"))
    #expect(try Amount(parsing: ".5", unit: .klay) == Amount(parsing: "0.5KLAY"))
    #expect(try Amount(parsing: "5.", unit: .wei).wei == 5)
    #expect(try Amount(parsing: "25 ston") == .ston(25))
    #expect(try Amount(parsing: "25   Gwei") == .gwei(25))
    #expect(try Amount(parsing: "0", unit: .klay) == .zero)
  }

  @Test(
    "What is no amount is refused with its reason",
    arguments: [
      ("", .empty), (".", .empty), ("-1", .badDigit), ("+1", .badDigit), ("1.2.3", .badDigit), ("1,5", .badDigit),
      ("1e18", .badDigit), (" 1", .badDigit), ("1 ", .badDigit), ("0x10", .badDigit), ("1_0", .badDigit),
      ("١", .badDigit),
      ("0.0000000000000000001", .tooManyDecimals), ("1.0000000000000000005", .tooManyDecimals),
      ("115792089237316195423570985008687907853269984665640564039458", .overflow),
    ] as [(String, PrimitivesError.Code)])
  func refused(text: String, expected: PrimitivesError.Code) {
    #expect(code { () throws(PrimitivesError) in try Amount(parsing: text, unit: .klay) } == expected)
  }

  @Test(
    "What is no amount with its unit is refused with its reason",
    arguments: [
      ("", .empty), ("klay", .badDigit), ("1", .unknownUnit), ("1.5", .unknownUnit), ("1 klax", .unknownUnit),
      ("1 klay klay", .unknownUnit), ("-1 klay", .badDigit), ("1.1 wei", .tooManyDecimals), ("1..1 klay", .badDigit),
      ("1é", .unknownUnit),
    ] as [(String, PrimitivesError.Code)])
  func refusedWithUnit(text: String, expected: PrimitivesError.Code) {
    #expect(code { () throws(PrimitivesError) in try Amount(parsing: text) } == expected)
  }

  @Test("Texts are written exactly, without zeros at the end")
  func writing() {
    #expect(Amount.klay(10).formatted(in: .klay) == "10")
    #expect(Amount.gwei(21000).formatted(in: .klay) == "0.000021")
    #expect(Amount.zero.formatted(in: .klay) == "0")
    #expect(Amount.wei(1).formatted(in: .klay) == "0.000000000000000001")
    #expect(Amount.wei(1).formatted(in: .wei) == "1")
    #expect(
      Amount(wei: .max).formatted(in: .klay)
        == "115792089237316195423570985008687907853269984665640564039457.584007913129639935")
    let amount = Amount.wei(1_999_999_999_999_999_999)
    #expect(amount.formatted(in: .klay, maximumFractionDigits: 4) == "1.9999")
    #expect(amount.formatted(in: .klay, maximumFractionDigits: 0) == "1")
    #expect(amount.formatted(in: .klay, maximumFractionDigits: -3) == "1")
    #expect(amount.formatted(in: .klay, maximumFractionDigits: 40) == "1.999999999999999999")
    #expect(Amount.klay(2).description == "2000000000000000000 wei")
  }

  @Test("What is written is read back the same, in every unit")
  func roundTrips() throws {
    var source = NumberSource(seed: 61)
    for _ in 0..<100 {
      let amount = Amount(wei: source.uint256())
      for unit in Amount.Unit.all {
        #expect(try Amount(parsing: amount.formatted(in: unit), unit: unit) == amount)
        #expect(try Amount(parsing: amount.formatted(in: unit) + " " + unit.name) == amount)
      }
      let signed = source.int256()
      #expect(try Amount.Unit.klay.parseSigned(Amount.Unit.klay.formatSigned(signed)) == signed)
    }
    #expect(throws: PrimitivesError.self) { try Amount.Unit.wei.parseSigned(UInt256.max.description) }
    #expect(try Amount.Unit.wei.parseSigned(Int256.min.description) == .min)
  }

  @Test("Arithmetic is checked")
  func arithmetic() throws {
    #expect(try Amount.klay(1).adding(.klay(2)) == .klay(3))
    #expect(try Amount.klay(3).subtracting(.klay(2)) == .klay(1))
    #expect(try Amount.klay(3).multiplied(by: 2) == .klay(6))
    #expect(throws: PrimitivesError.self) { try Amount(wei: .max).adding(.wei(1)) }
    #expect(throws: PrimitivesError.self) { try Amount.zero.subtracting(.wei(1)) }
    #expect(throws: PrimitivesError.self) { try Amount(wei: .max).multiplied(by: 2) }
    #expect(Amount.klay(1) < .klay(2))
  }

  private func code(_ body: () throws(PrimitivesError) -> Amount) -> PrimitivesError.Code? {
    do throws(PrimitivesError) {
      _ = try body()
      return nil
    } catch {
      return error.code
    }
  }
}
