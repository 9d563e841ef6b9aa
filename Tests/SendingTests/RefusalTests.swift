import NodeDoubles
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

@Suite("What a node says to a raw transaction")
struct RefusalTests {
  @Test(
    "That it has it already is a success",
    arguments: [
      "already known", "known transaction: 0x12", "Transaction is already imported", "AlreadyKnown",
      "transaction already exists", "Known transaction", "already in mempool",
    ])
  func alreadyKnown(words: String) async throws {
    let counter = try Counter { $0.refusal = words }
    let sent = try await counter.send()
    #expect(sent.nonce == 0)
    #expect(counter.journal.steps == ["will 0 a transfer", "did"])
  }

  @Test(
    "A refusal is told by its kind, in the words of every node",
    arguments: [
      ("transaction underpriced", .underpriced), ("replacement transaction underpriced", .underpriced),
      ("FeeTooLow, Gas price too low", .underpriced), ("max fee per gas less than block base fee", .underpriced),
      ("Gas price below configured minimum gas price, fee too low", .underpriced),
      ("insufficient funds for gas * price + value", .notEnoughForGas), ("insufficient balance", .notEnoughForGas),
      ("InsufficientFunds, Account balance: 0", .notEnoughForGas),
      ("sender doesn't have enough funds, not enough funds", .notEnoughForGas),
      ("exceeds block gas limit", .refused), ("intrinsic gas too low", .refused), ("invalid sender", .refused),
      ("unknown transaction type", .refused),
    ] as [(String, SendingError.Code)])
  func refused(words: String, code: SendingError.Code) async throws {
    let counter = try Counter { $0.refusal = words }
    let error = try await counter.refusal()
    #expect(error.code == code)
    #expect(!error.message.contains("nothing was sent") && error.call == "a transfer")
    #expect(error.transactionHash != nil && error.cause is NodeError)
    #expect(counter.journal.steps.last == "refused")
  }

  @Test(
    "A used nonce has many words", arguments: ["nonce too low", "OldNonce", "tx nonce is too low", "NONCE_TOO_LOW"])
  func nonceUsed(words: String) async throws {
    let counter = try Counter { $0.refusal = words }
    var options = SendOptions()
    options.intent.nonce = 0
    #expect(try await counter.refusal(options).code == .nonceUsed)
  }

  @Test(
    "What leaves it open is told as open, with the hash, and not as refused",
    arguments: [
      .error("request timed out"), .error(code: -32603, "Internal error"), .error("please try again"),
      .acts([.close]), .acts([.reply("", status: 502)]), .acts([.reply("<html>Bye</html>", type: "text/html")]),
      .result("not a hash"), .error("header not found"), .error(""), .error("missing trie node"),
    ] as [StubNode.Answer])
  func open(answer: StubNode.Answer) async throws {
    let counter = try Counter { $0.answers["eth_sendRawTransaction"] = { _, _ in answer } }
    let error = try await counter.refusal()
    #expect(error.code == .outcomeUnknown)
    let hash = try #require(error.transactionHash)
    #expect(error.description.contains(hash.hex))
    #expect(counter.journal.steps == ["will 0 a transfer"])
  }

  @Test(
    "What leaves it open is a success once the node knows the transaction", arguments: ["timeout", "nonce too low"])
  func foundAgain(words: String) async throws {
    let counter = try Counter {
      $0.refusal = words
      $0.answers["eth_getTransactionByHash"] = { call, chain in
        .result(chain.transaction(call.params[0].string ?? ""))
      }
    }
    #expect(try await counter.send().nonce == 0)
    #expect(counter.journal.steps == ["will 0 a transfer", "did"])
  }

  @Test("Another transaction in place of the one asked for proves nothing")
  func otherTransaction() async throws {
    let counter = try Counter {
      $0.refusal = "timeout"
      $0.answers["eth_getTransactionByHash"] = { _, chain in .result(chain.transaction(Hash32.zero.hex)) }
    }
    #expect(try await counter.refusal().code == .outcomeUnknown)
  }
}
