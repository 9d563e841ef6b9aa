import GasPrices
import Outbox
import Primitives
import StrictJSON

/// An oracle's answer: prices that are in order, or an error that can be shown and does not repeat the key.
func fuzzOracle(_ bytes: Bytes) {
  guard let json = try? JSON(parsing: bytes) else { return }
  let key = "SECRETKEY"
  do throws(GasPricesError) {
    let quote = try OracleReply(json, hiding: key).quote
    require(quote.tiers.map(\.speed) == FeeSpeed.allCases, "the tiers of an oracle")
    require(zip(quote.tiers, quote.tiers.dropFirst()).allSatisfy { $0.price <= $1.price }, "tiers out of order")
    require(quote.tiers.allSatisfy { $0.price <= $0.maximum && $0.tip <= $0.maximum }, "a price above its ceiling")
    require(quote.fullness.allSatisfy { $0 >= 0 && $0 <= 1 }, "a block that is fuller than full")
    let sample = GasSample(quote, time: 0)
    require(sample.slow <= sample.standard && sample.standard <= sample.fast, "a sample out of order")
  } catch {
    requirePresentable(error, of: "an answer of an oracle")
    require(Array("\(error)".utf8).firstRange(of: Array(key.utf8)) == nil, "the key in an error: \(error)")
  }
}
