import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures demo exchange")
struct DemoExchangeTests {
  @Test("orders go over the relay, and every balance changes by what was traded and the fees, to the unit")
  func numbers() async throws {
    let run = await CommandRun(
      "demo exchange --json", environment: ["HOME": "/nonexistent", "LECTURES_TIMEOUT": "600"])
    #expect(run.status == .success, "\(run.errors)")
    let result = try #require(try JSON(parsing: run.output)["result"])
    func book(_ name: String) -> [String] {
      (result[name]?.array ?? []).map { entry in
        ["side", "protocol", "amount", "price", "total"].map { entry[$0]?.string ?? "?" }.joined(separator: " ")
      }
    }
    #expect(
      book("bookBefore") == [
        "ask v4 100 0.3 30", "ask v1 100 0.31 31", "ask v4 50 0.32 16", "ask v4 20 0.33 6.6", "bid v1 100 0.29 29",
      ])
    // One is filled, one cancelled, one expired, and of the first 40 of 100 are gone.
    #expect(book("bookAfter") == ["ask v4 60 0.3 18", "bid v1 100 0.29 29"])
    let trades = (result["trades"]?.array ?? []).map { trade in
      ["protocol", "amount", "total", "makerFee", "takerFee", "feeToken"].map { trade[$0]?.string ?? "?" }
        .joined(separator: " ")
    }
    #expect(trades == ["v4 40 12 0 0.03 TKB", "v1 100 31 1 2 CAMP"])
    let balances = (result["balances"]?.array ?? []).map { change in
      ["account", "token", "before", "after"].map { change[$0]?.string ?? "?" }.joined(separator: " ")
    }
    #expect(
      balances == [
        "maker 1 TKA 1000 960", "maker 1 TKB 1000 1012", "maker 1 CAMP 10 10",
        "maker 2 TKA 1000 900", "maker 2 TKB 1000 1031", "maker 2 CAMP 10 9",
        "taker TKA 0 140", "taker TKB 1000 956.97", "taker CAMP 10 8",
        "relay operator TKA 0 0", "relay operator TKB 0 0.03", "relay operator CAMP 0 3",
      ])
    #expect(result["steps"]?.array?.count == 3)
  }

  @Test("the demo without a name is the tour")
  func tour() async {
    let (short, full) = (await CommandRun("demo --help"), await CommandRun("demo tour --help"))
    #expect(short.status == .success && short.output.contains("exchange"))
    #expect(full.output.contains("--endpoint") && full.output.contains("settles a lecture"))
  }
}
