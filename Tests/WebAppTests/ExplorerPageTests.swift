import ChainSupport
import ContractClient
import Foundation
import Keys
import Keystores
import LectureKit
import Localization
import NodeDoubles
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Testing

@testable import WebApp

@Suite("The pages of the explorer")
struct ExplorerPageTests {
  /// Buys a lecture with a title.
  private func purchase(_ fixture: SiteFixture, _ title: String = "Soil") async throws -> CallReceipt {
    let number = try await fixture.openLecture(title)
    let student = try #require(fixture.keys["student"])
    return try await fixture.client.planPurchase(number, from: student.address).send(from: student)
  }

  @Test("blocks, a transaction with its call, events, calls and changes, and an account", arguments: Language.allCases)
  func wholeWay(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    let bought = try await purchase(fixture, "<b>\u{202E}")
    let browser = try await fixture.browser()
    let number = try #require(bought.receipt.blockNumber)
    let list = await browser.get("/explorer", language: language)
    #expect(list.status == 200 && list.text.contains("/explorer/block/\(number)"))
    let block = await browser.get("/explorer/block/\(number)", language: language)
    #expect(block.status == 200 && block.text.contains("/explorer/tx/\(bought.hash.hex)"))
    #expect(block.text.contains("purchaseLecture"))
    // In the unit that the pages of gas have.
    #expect(block.text.contains(" ston") && !block.text.contains("gwei"), "\(block.text)")
    let transaction = await browser.get("/explorer/tx/\(bought.hash.hex)", language: language)
    #expect(transaction.status == 200)
    #expect(transaction.text.contains("purchaseLecture(") && transaction.text.contains("PurchasingLecture("))
    #expect(transaction.text.contains(language[ExplorerPageText.succeeded]))
    #expect(transaction.text.contains("<ul class=\"calls\">"))
    #expect(!transaction.text.contains(language[ExplorerPageText.noTrace]))
    #expect(transaction.text.contains("10 KLAY"))
    let market = await browser.get("/explorer/address/\(fixture.client.market.address.checksummed)", language: language)
    #expect(market.status == 200 && !market.text.contains(language[ExplorerPageText.noCode]))
    let teacher = try #require(fixture.keys["teacher"]).address
    let account = await browser.get("/explorer/address/\(teacher.checksummed)", language: language)
    #expect(account.text.contains(language[ExplorerPageText.noCode]) && account.text.contains(">teacher<"))
  }

  @Test("the title of a lecture goes through the explorer as text")
  func hostileTitle() async throws {
    let fixture = try await SiteFixture.open()
    let teacher = try #require(fixture.keys["teacher"])
    let receipt = try await fixture.client.planCreate(
      price: try Price(klay: 1), title: "</code><script>x</script>\u{202E}", from: teacher.address
    ).send(from: teacher)
    let page = try await fixture.browser().get("/explorer/tx/\(receipt.hash.hex)")
    #expect(page.status == 200 && !page.text.contains("<script>x"))
    #expect(page.text.contains("&lt;script&gt;x"))
  }

  @Test("a search goes to what it names")
  func searching() async throws {
    let fixture = try await SiteFixture.open()
    let bought = try await purchase(fixture)
    let browser = try await fixture.browser()
    let block = try #require(try await fixture.chain.node.block(.number(1)))
    let teacher = try #require(fixture.keys["teacher"]).address.checksummed
    for (text, place) in [
      ("1", "/explorer/block/1"), (bought.hash.hex, "/explorer/tx/\(bought.hash.hex)"),
      (block.hash.hex, "/explorer/block/\(block.hash.hex)"), (teacher, "/explorer/address/\(teacher)"),
      ("teacher", "/explorer/address/\(teacher)"),
    ] {
      #expect(await browser.get("/explorer?q=\(text)").location == place)
    }
    #expect(await browser.get("/explorer/block/\(block.hash.hex)").status == 200)
    for text in ["0x12", "nobody", "%3Cscript%3E", "-1", "99999999999999999999999"] {
      let page = await browser.get("/explorer?q=\(text)")
      #expect(page.status == 422 && page.text.contains("href=\"#explorer-q\""))
    }
  }

  @Test(
    "what the node does not know is not found",
    arguments: [
      "block/999999", "block/x", "block/18446744073709551615", "tx/0x12", "address/0x12",
      "tx/0x0000000000000000000000000000000000000000000000000000000000000001",
    ])
  func unknown(path: String) async throws {
    let fixture = try await SiteFixture.open()
    #expect(try await fixture.browser().get("/explorer/\(path)").status == 404)
  }

  @Test("lists are pages of 25 blocks, down to the first")
  func pages() async throws {
    let fixture = try await SiteFixture.open()
    _ = try await fixture.chain.node.call("anvil_mine", ["0x3c"])
    let browser = try await fixture.browser()
    let height = try await fixture.chain.node.blockNumber()
    let newest = await browser.get("/explorer").text
    #expect(newest.contains("/explorer/block/\(height)\"") && newest.contains("/explorer/block/\(height - 24)\""))
    #expect(!newest.contains("/explorer/block/\(height - 25)\""))
    #expect(newest.contains("/explorer?before=\(height - 24)\""))
    let oldest = await browser.get("/explorer?before=3").text
    #expect(oldest.contains("/explorer/block/2\"") && oldest.contains("/explorer/block/0\""))
    #expect(!oldest.contains("/explorer/block/3\"") && !oldest.contains("before=0"))
    #expect(await browser.get("/explorer?before=0").status == 200)
  }

  @Test("a devnet is mined, its clock put forward, its state remembered and gone back to, each by a form alone")
  func devnet() async throws {
    let fixture = try await SiteFixture.open()
    let (node, browser) = (fixture.chain.node, try await fixture.browser())
    let start = try await node.blockNumber()
    #expect(await browser.get("/explorer/devnet/mine").status == 405)
    #expect(await browser.post("/explorer/devnet/snapshot").status == 303)
    #expect(await browser.post("/explorer/devnet/mine", ["blocks": "3"]).status == 303)
    #expect(try await node.blockNumber() == start + 3)
    let before = try #require(try await node.block(.latest)).timestamp
    #expect(await browser.post("/explorer/devnet/advance", ["hours": "24"]).status == 303)
    #expect(try #require(try await node.block(.latest)).timestamp > before + 86_000)
    let page = await browser.get("/explorer").text
    let mark = try #require(page.range(of: "name=\"snapshot\" value=\""))
    let id = String(page[mark.upperBound...].prefix { $0 != "\"" })
    #expect(await browser.post("/explorer/devnet/revert", ["snapshot": id], guarded: "x").status == 403)
    #expect(await browser.post("/explorer/devnet/revert", ["snapshot": id]).status == 303)
    #expect(try await node.blockNumber() == start)
    for blocks in ["", "0", "1001", "-1", "x"] {
      let answer = await browser.post("/explorer/devnet/mine", ["blocks": blocks])
      #expect(answer.status == 422 && answer.text.contains("href=\"#blocks\""))
    }
    #expect(try await node.blockNumber() == start)
  }

  @Test("a node that is no devnet has no controls, whatever is posted")
  func noDevnet() async throws {
    let stub = try StubNode {
      $0.answers["web3_clientVersion"] = StubNode.inTurn([.result("Klaytn/v1.0 <script> lectures/devnet")])
    }
    let fixture = try await SiteFixture.open(values: [.endpoint: [stub.url]])
    let browser = try await fixture.browser()
    #expect(await !browser.get("/explorer").text.contains("devnet/mine"))
    #expect(await browser.post("/explorer/devnet/mine", ["blocks": "1"]).status == 404)
    #expect(stub.calls(of: "anvil_mine").isEmpty)
  }

  @Test("a node without traces shows the rest, and says that it has none")
  func noTraces() async throws {
    let hash = "0x" + String(repeating: "ab", count: 32)
    let stub = try StubNode { chain in
      chain.answers["eth_getTransactionByHash"] = { call, chain in
        .result(chain.transaction(call.params.first?.string ?? ""))
      }
      chain.answers["eth_getTransactionReceipt"] = { call, chain in
        .result(chain.receipt(call.params.first?.string ?? "", 1))
      }
      chain.answers["debug_traceTransaction"] = StubNode.inTurn([.error(code: -32601, "no <b>such</b> method")])
    }
    let fixture = try await SiteFixture.open(values: [.endpoint: [stub.url]])
    let page = try await fixture.browser().get("/explorer/tx/\(hash)")
    #expect(page.status == 200, "\(page.text)")
    #expect(page.text.contains("No trace API: this node does not offer it."))
  }

  @Test("a node that is away is an answer at once, with a way to try again")
  func silent() async throws {
    let fixture = try await SiteFixture.open(values: [.endpoint: [try HostileServer.nobody()]])
    for path in ["/explorer", "/explorer/block/1", "/explorer/tx/0x" + String(repeating: "1", count: 64)] {
      let page = try await fixture.browser().get(path)
      #expect(page.status >= 500 && page.text.contains("href=\"\(path)\""))
    }
  }

  @Test("the greatest numbers that a node can tell are shown, or left out")
  func greatest() async throws {
    let (hash, most) = ("0x" + String(repeating: "ab", count: 32), JSON.string("0xffffffffffffffff"))
    let stub = try StubNode { chain in
      chain.answers["eth_blockNumber"] = StubNode.inTurn([.result(most)])
      chain.answers["eth_getTransactionByHash"] = { call, chain in
        .result(chain.transaction(call.params.first?.string ?? ""))
      }
      chain.answers["eth_getTransactionReceipt"] = { call, chain in
        .result(chain.receipt(call.params.first?.string ?? "", 1, block: 0))
      }
      chain.answers["eth_getTransactionCount"] = StubNode.inTurn([.result(most)])
    }
    let fixture = try await SiteFixture.open(values: [.endpoint: [stub.url]])
    let browser = try await fixture.browser()
    #expect(await browser.get("/explorer").text.contains("18,446,744,073,709,551,615"))
    #expect(await browser.get("/explorer?before=0").status == 200)
    #expect(await browser.get("/explorer/tx/\(hash)").text.contains("18,446,744,073,709,551,615 confirmations"))
    let account = await browser.get("/explorer/address/\(Address.zero.checksummed)")
    #expect(account.text.contains("18,446,744,073,709,551,615"))
  }

  @Test("a node that takes requests and never answers keeps no page waiting for ever")
  func hanging() async throws {
    let server = try HostileServer { _ in [.hang] }
    let fixture = try await SiteFixture.open(values: [.endpoint: [server.url]], patience: .seconds(2))
    let browser = try await fixture.browser()
    async let explorer = browser.get("/explorer")
    async let gas = browser.get("/gas")
    #expect(await explorer.status >= 500)
    #expect(await gas.text.contains("The node tells no prices now."))
  }

  @Test("calls are kept up to a number and a depth, however many a node tells")
  func boundedTree() throws {
    let leaf: JSON = ["type": "CALL", "from": .string(Address.zero.checksummed), "gasUsed": "0x1", "input": "0x"]
    let wide = try CallTree(["type": "CALL", "calls": .array(Array(repeating: leaf, count: 10_000))])
    #expect(wide.isCut && wide.root.calls.count == CallTree.mostCalls - 1)
    var deep = leaf
    for _ in 0..<60 { deep = ["type": "NONSENSE", "error": "\u{1B}[31mred", "calls": [deep]] }
    let tree = try CallTree(deep)
    #expect(tree.isCut && tree.root.kind == nil && tree.root.error?.contains("\u{1B}") == false)
    let long = "0x" + String(repeating: "f", count: 65)
    for wrong: JSON in [
      .null, [], "x", ["gasUsed": "-1"], ["to": "0x12"], ["value": .string(long)],
    ] {
      #expect(throws: (any Error).self) { try CallTree(wrong) }
    }
  }

  @Test("changes are read of both sides, words that begin or end as zero included")
  func changes() throws {
    let (account, slot, other) = ("0x" + String(repeating: "1", count: 40), Hash32(1).hex, Hash32(2).hex)
    func picture(_ balance: JSON, _ place: String, _ word: UInt256) -> JSON {
      let storage = JSON.object(JSONObject([(place, JSON.string(Hash32(word).hex))]))
      let picture: JSON = ["balance": balance, "storage": storage]
      return .object(JSONObject([(account, picture)]))
    }
    let changes = try StateChange.all(in: [
      "pre": picture("0x5", other, 7), "post": picture("0x3", slot, 9),
    ])
    #expect(changes.map(\.kind) == [.balance, .storage(Hash32(1)), .storage(Hash32(2))])
    #expect(changes.map { [$0.before, $0.after] } == [[5, 3], [0, 9], [7, 0]])
    #expect(throws: (any Error).self) { try StateChange.all(in: ["pre": [:]]) }
  }
}
