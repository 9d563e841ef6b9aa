// Buys the lecture with number 0 of a contract on the local devnet, for a throw-away account, and reads its average.

// snippet.show
import ContractClient
import Keys
import Keystores
import LectureKit
import NodeRPC
import Primitives
import Sending

let node = try NodeClient(endpoints: [Endpoint("http://127.0.0.1:8545")])
let sender = TransactionSender(node: node, chainID: try await node.chainID())
let address = try Address(CommandLine.arguments[1])
let market = LectureMarket(address: address, connection: ContractConnection(sender: sender))

let keystores = try KeystoreManager(directory: "Keystores")
let key = try await keystores.unlock("student1", password: SecretBytes(utf8: "lectures"))
let receipt = try await market.purchaseLecture(lectureNumber: 0, value: .klay(10)).send(from: key)
let average = try await market.calculateEvaluationAveragePoint(lectureNumber: 0).call()
// snippet.hide
print("\(receipt.call) in \(receipt.hash): the average is \(average)")
