import Alerts
import Primitives
import Testing

@Suite("A change of a value") struct ValueChangeTests {
  @Test(
    "It has a direction, and per cent with three digits that count",
    arguments: [
      (1000, 1030, true, "3"), (1000, 975, false, "2.5"), (300, 400, true, "33.3"), (400, 300, false, "25"),
      (1_179_909_623, 81_166_400_000, true, "6779"), (1000, 0, false, "100"), (100_000, 100_001, true, "0.001"),
      (0, 7, true, nil),
    ] as [(UInt256, UInt256, Bool, String?)])
  func words(origin: UInt256, value: UInt256, isRise: Bool, percent: String?) {
    let change = ValueChange(from: origin, to: value)
    #expect(change.isRise == isRise && change.percent == percent, "\(change)")
  }
}
