import DevnetServer
import NodeRPC
import Primitives

extension DevnetBenchmark {
  /// Purchases through a port, each student's one after another and all students at once.
  func purchasesByHTTP() async throws -> Row {
    let duel = try await Duel.run(rounds: 3) {
      let market = try await DevnetMarket(lectures: 100)
      let server = try await DevnetServer.start(market.devnet, port: 0)
      let client = try NodeClient(server.url)
      let time = try await seconds(each: market.purchases) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for student in market.students {
            group.addTask {
              for lecture in 0..<market.lectures {
                _ = try await client.sendRawTransaction(market.purchase(lecture, by: student))
              }
            }
          }
          try await group.waitForAll()
        }
      }
      await server.stop()
      try await market.checkSold()
      return time
    } peer: {
      1 / 1_000
    }
    return Row(
      "purchaseLecture by HTTP", peer: "what is asked for", .rate, duel, bound: 1,
      limit: "the devnet, which is one actor; client and server share the processors",
      remarks: ["nine students at once through NodeRPC; signed, sent, verified, executed and mined within the time"])
  }
}
