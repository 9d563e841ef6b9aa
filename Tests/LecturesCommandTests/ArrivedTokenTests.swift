import ChainSupport
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("What arrives of a trade, of a token that keeps a part of transfers", .timeLimit(.minutes(10)))
struct ArrivedTokenTests {
  @Test(
    "is told, in every language, and in JSON",
    .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
    arguments: [
      ("C.UTF-8", "Of it 36 TKA arrived"), ("ko_KR.UTF-8", "36 TKA만 도착"), ("uk_UA.UTF-8", "Надійшло 36 TKA"),
    ])
  func keptInPart(locale: String, words: String) async throws {
    let home = try await ExchangeHome(isAwkward: true)
    let made = try await home.json("exchange order TKA/WKLAY --sell 100 --price 0.3 --from teacher --yes")
    #expect(made["state"] == "posted", "\(made)")
    try await home.settle()
    let fee = await home.run(
      "contract send setFee(uint256) 10 --contract \(home.base.checksummed) --from teacher --yes")
    #expect(fee.status == .success, "\(fee.errors)")
    let line = "exchange buy TKA/WKLAY 40 --allow-fee-on-transfer --from student --yes"
    let bought = try await home.json(line)
    #expect(bought["received"]?["value"] == "40" && bought["arrived"]?["value"] == "36", "\(bought)")
    #expect(try await home.balance(home.base, home.student) == 36 * UInt256(1_000_000_000_000_000_000))
    // Asked again it is the trade that was made.
    let again = await home.run(line, language: locale)
    #expect(again.status == .success && again.output.contains(words), "\(again.output)\(again.errors)")
  }
}
