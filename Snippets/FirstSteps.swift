// Buys the lecture with number 0 of a contract on the local devnet, for a throw-away account, rates it and reads its average.

// snippet.show
import Keys
import Keystores
import LectureKit
import NodeRPC
import Outbox
import Primitives

do {
  let session = Session(
    endpoints: [try Endpoint("http://127.0.0.1:8545")], chainID: 31337,
    contract: try Address(CommandLine.arguments.last ?? ""))
  let lectures = try await LectureClient.connect(session, outbox: Outbox(path: "outbox.sqlite"))
  let keystores = try KeystoreManager(directory: "Keystores")
  let student = try await keystores.unlock("student1", password: SecretBytes(utf8: "lectures"))

  let purchase = try await lectures.purchase(0, for: Price(klay: 10), by: student)
  let rating = try await lectures.evaluate(0, scores: Scores([100, 80, 34, 77, 99]), by: student)
  print("Bought in \(purchase.hash), rated in \(rating.hash)")
  let average = try await lectures.average(0)
  print("Average: \(average.map { "\($0)" } ?? "nobody rated it yet")")
} catch {
  print(error)
}
