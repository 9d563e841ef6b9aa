import JSONFields
import Keys
import NodeRPC
import Primitives
import StrictJSON

/// A node's result, read as everything it could be; what is read has what the types promise.
func fuzzReply(_ bytes: Bytes) {
  guard let json = try? JSON(parsing: bytes) else { return }
  read("a receipt", json) { (json) throws(JSONFieldProblem) in
    let receipt = try Receipt(reply: json)
    require(receipt.raw == json, "a receipt that is not as the node gave it")
    require(receipt.logs.allSatisfy { $0.topics.count <= 4 }, "a log with too many topics")
    require(receipt.status == nil || receipt.root == nil, "a receipt with status and root")
    _ = receipt.fee
  }
  read("a log", json) { (json) throws(JSONFieldProblem) in
    let log = try Log(reply: json)
    require(log.topics.count <= 4, "a log with too many topics")
  }
  read("a block", json) { (json) throws(JSONFieldProblem) in
    let block = try Block(reply: json)
    require(block.raw == json, "a block that is not as the node gave it")
    require(block.transactions.map { $0.map(\.hash) == block.transactionHashes } ?? true, "a block's transactions")
    require(block.isPending == (json["hash"]?.isNull ?? true), "a pending block")
  }
  read("a transaction", json) { (json) throws(JSONFieldProblem) in
    let transaction = try RPCTransaction(reply: json)
    require(transaction.raw == json, "a transaction that is not as the node gave it")
  }
  read("a fee history", json) { (json) throws(JSONFieldProblem) in
    let history = try FeeHistory(reply: json)
    require(history.gasUsedRatio.allSatisfy { $0 >= 0 && $0.isFinite }, "a ratio of gas")
  }
  read("an account", json) { (json) throws(JSONFieldProblem) in _ = try KaiaAccount(reply: json) }
  read("an account key", json) { (json) throws(JSONFieldProblem) in
    guard let key = try? AccountKey(json: json) else { throw JSONFieldProblem("is no account key") }
    require((try? AccountKey(json: key.json)) == key, "an account key as JSON: \(json)")
    require((try? AccountKey(decoding: key.encoded)) == key, "an account key as bytes: \(json)")
  }
  read("Kaia's parameters", json) { (json) throws(JSONFieldProblem) in _ = try KaiaParameters(reply: json) }
  read("a quantity", json) { (json) throws(JSONFieldProblem) in
    let number = try JSONReader<UInt256>.quantity(json)
    require((try? JSONReader<UInt256>.quantity(.string(number.quantity))) == number, "the quantity \(json)")
  }
  read("data", json) { (json) throws(JSONFieldProblem) in
    let data = try JSONReader<Bytes>.bytes(json)
    require((try? JSONReader<Bytes>.bytes(.string(data.hex))) == data, "the data \(json)")
  }
  read("a word", json) { (json) throws(JSONFieldProblem) in
    let word = try JSONReader<Hash32>.word(json)
    require((try? JSONReader<Hash32>.word(.string(word.hex))) == word, "the word \(json)")
  }
  read("a list", json) { (json) throws(JSONFieldProblem) in
    _ = try JSONReader<[Log]>.listOrNull(of: JSONReader(Log.init(reply:)))(json)
  }
  checkError(json)
}

private func read(_ what: String, _ json: JSON, _ body: (JSON) throws(JSONFieldProblem) -> Void) {
  do throws(JSONFieldProblem) { try body(json) } catch { requirePresentable(error, of: what) }
}

/// An error object: its text is presentable, and its revert data is found without a trap.
private func checkError(_ json: JSON) {
  let error = NodeError(
    .rpc, method: "eth_call", rpcCode: json["code"]?.int, rpcMessage: json["message"]?.string, rpcData: json["data"])
  _ = error.revertData
  requirePresentable(error, of: "an error of a node")
}
