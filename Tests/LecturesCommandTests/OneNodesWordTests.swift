import ContractABI
import ContractClient
import Exchange
import Localization
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("Words for what not all nodes say") struct OneNodesWordTests {
  private static let reserves: [(Language, String)] = [
    (.english, "as this one node tells it"), (.korean, "이 노드 하나의 말로는"), (.ukrainian, "як каже лише цей один вузол"),
  ]

  private func failed(_ evidence: EvidenceLevel?) throws -> ContractError {
    let reply: JSON = [
      "transactionHash": .string(Hash32.zero.hex), "blockNumber": "0x8", "blockHash": .string(Hash32.zero.hex),
      "transactionIndex": "0x0", "from": .string(Address.zero.lowercaseHex), "to": .null, "contractAddress": .null,
      "status": "0x0", "gasUsed": "0x5208", "cumulativeGasUsed": "0x5208", "logs": [], "effectiveGasPrice": "0x1",
    ]
    return .failedOnChain(try Receipt(reply: reply), evidence: evidence, revert: nil, call: "buy(0)", unit: .klay)
  }

  @Test("A failure that one node alone tells has that reserve at its head and at the fee, in each language")
  func failure() throws {
    let (doubtful, proven) = (CommandFailure(try failed(nil)), CommandFailure(try failed(.agreed)))
    for (language, reserve) in Self.reserves {
      let words = doubtful.words(in: language)
      #expect(words.message.lowercased().hasPrefix(reserve), "\(words)")
      #expect(words.advice?.lowercased().hasPrefix(reserve) == true, "\(words)")
      #expect(!proven.words(in: language).allSentences.lowercased().contains(reserve))
      #expect(proven.words(in: language).advice != nil)
    }
  }

  @Test("A trade that failed has it as well where the fee is told")
  func trade() throws {
    let cause = try failed(nil)
    for (language, reserve) in Self.reserves.dropFirst() {
      let doubtful = CommandFailure(ExchangeError(.rounding, "English.", cause: cause)).words(in: language)
      #expect(doubtful.message.lowercased().contains(reserve), "\(doubtful)")
      let proven = CommandFailure(ExchangeError(.rounding, "English.", cause: try failed(.own))).words(in: language)
      #expect(!proven.message.lowercased().contains(reserve), "\(proven)")
    }
  }

  @Test("Endpoints that contradict each other are named, with the steps to look, in each language")
  func contradiction() {
    let names = ["https://a.example", "https://b.example"]
    let error = SendingError(
      .notConfirmed, "They contradict each other.", about: .zero, reason: names.joined(separator: " and "),
      facts: .contradiction(between: names, intent: 3))
    for language in Language.allCases {
      let words = CommandFailure(error).words(in: language)
      for text in names + ["lectures tx show \(Hash32.zero)", "lectures tx resume 3"] {
        #expect(words.allSentences.contains(text), "\(words)")
      }
    }
  }
}
