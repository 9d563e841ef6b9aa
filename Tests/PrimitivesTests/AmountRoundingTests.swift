import Primitives
import Testing

@Suite("Amounts in lists")
struct AmountRoundingTests {
  @Test(
    "are rounded to six significant digits and grouped",
    arguments: [
      ("0", "0"), ("10", "10"), ("1000", "1,000"), ("999", "999"), ("100000", "100,000"), ("123456", "123,456"),
      ("1234567", "1,234,570"), ("1234565", "1,234,570"), ("1234564.999999999999999999", "1,234,560"),
      ("999999.4", "999,999"), ("999999.5", "1,000,000"), ("0.9999996", "1"), ("9.9999949", "9.99999"),
      ("447.0004", "447"), ("447.0005", "447.001"), ("447.123456789", "447.123"), ("1234.5678", "1,234.57"),
      ("0.000000000000000001", "0.000000000000000001"), ("0.000041538000000021", "0.000041538"),
      ("0.0000415386789", "0.0000415387"), ("1.000000000000000001", "1"),
    ])
  func nearest(exact: String, shown: String) throws {
    #expect(try Amount(parsing: exact, unit: .klay).rounded(in: .klay) == shown)
  }

  @Test("are rounded up where they are a maximum")
  func up() throws {
    let maximum = try Amount(parsing: "0.00004153800000001", unit: .klay)
    #expect(maximum.rounded(in: .klay, .up) == "0.0000415381")
    #expect(try Amount(parsing: "9.99999000000001", unit: .klay).rounded(in: .klay, .up) == "10")
    #expect(Amount.klay(1_234_560).rounded(in: .klay, .up) == "1,234,560")
    #expect(Amount.zero.rounded(in: .klay, .up) == "0")
  }

  @Test("have no largest and no unit that they do not fit")
  func extremes() throws {
    let largest = Amount(wei: .max)
    #expect(largest.rounded(in: .wei).hasPrefix("115,792,000,000,000,"))
    #expect(largest.rounded(in: .wei, .up).hasPrefix("115,793,000,000,000,"))
    #expect(largest.rounded(in: .wei).filter { $0 != "," }.count == 78)
    #expect(
      largest.rounded(in: .klay)
        == "115,792" + String(repeating: ",000", count: 18))
    #expect(largest.rounded(in: try Amount.Unit(name: "x", decimals: 77)) == "1.15792")
    #expect(Amount.wei(1).rounded(in: .klay, significantDigits: 0) == "0.000000000000000001")
    #expect(Amount.wei(15).rounded(in: .wei, significantDigits: 1) == "20")
  }

  @Test("differ from the exact amount by less than half of the sixth digit, and by nothing where six digits say it")
  func distance() throws {
    var source = NumberSource(seed: 62)
    for shift in 0..<250 {
      let amount = Amount(wei: source.uint256() >> UInt256(shift))
      for unit in [Amount.Unit.wei, .gwei, .klay] {
        let shown = amount.rounded(in: unit).filter { $0 != "," }
        let digits = amount.wei.description.utf8.count
        guard let value = try? Amount(parsing: shown, unit: unit) else { continue }
        let difference = max(value.wei, amount.wei) - min(value.wei, amount.wei)
        var half: UInt256 = digits > 6 ? 5 : 0
        for _ in 7..<max(7, digits) { half *= 10 }
        #expect(difference <= half, "\(amount) as \(shown)")
        #expect(amount == .zero || value > .zero)
      }
    }
  }
}
