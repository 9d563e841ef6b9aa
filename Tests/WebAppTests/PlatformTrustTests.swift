import ChainSupport
import DatabaseSupport
import NodeDoubles
import Operations
import Primitives
import StrictJSON
import Testing

@testable import WebApp

/// A platform whose nodes lie about what a wallet sent: nothing counts as done that did not happen.
@Suite(.overEachEngine) struct PlatformTrustTests {
  /// A lie about a transaction or its receipt.
  struct Lie: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let method: String
    let change: @Sendable (inout JSONObject) -> Void

    static let success = Lie(testDescription: "the receipt says that it succeeded", method: "eth_getTransactionReceipt")
    {
      $0["status"] = "0x1"
    }
    static let failure = Lie(testDescription: "the receipt says that it failed", method: "eth_getTransactionReceipt") {
      $0["status"] = "0x0"
    }
    static let block = Lie(testDescription: "the receipt is of another block", method: "eth_getTransactionReceipt") {
      $0["blockHash"] = .string(Hash32(UInt256(7)).hex)
    }
    static let value = Lie(testDescription: "the transaction has another value", method: "eth_getTransactionByHash") {
      $0["value"] = "0x1"
    }
    static let call = Lie(testDescription: "the transaction has other calldata", method: "eth_getTransactionByHash") {
      $0["input"] = "0x12345678"
    }
    static let sender = Lie(testDescription: "the transaction is another account's", method: "eth_getTransactionByHash")
    {
      $0["from"] = "0x00000000000000000000000000000000000000aa"
    }
  }

  /// A node in front of a chain's that tells lies.
  static func liar(_ own: SiteFixture, _ lies: [Lie]) throws -> FaultProxy {
    let honest = FaultProxy.node(port: try #require(own.chain.url.split(separator: ":").last.flatMap { UInt16($0) }))
    return try FaultProxy({ body in
      guard let message = try? JSON(parsing: body), let told = honest(body), let answer = try? JSON(parsing: told)
      else {
        return nil
      }
      let requests = message.array ?? [message]
      let answers = (answer.array ?? [answer]).map { answer in
        var answer = answer.object ?? [:]
        let method = requests.first { $0["id"] == answer["id"] }?["method"]?.string
        for lie in lies where lie.method == method {
          guard var result = answer["result"]?.object else { continue }
          lie.change(&result)
          answer["result"] = .object(result)
        }
        return JSON.object(answer)
      }
      return (message.array == nil ? answers[0] : .array(answers)).serializedBytes()
    })
  }

  /// A purchase that a wallet made and told, seen by a platform over some nodes.
  private func bought(
    _ own: SiteFixture, over endpoints: [String], quorum: Int = 1, hash other: Hash32? = nil
  ) async throws -> (page: PlatformBrowser.Reading, browser: PlatformBrowser, review: String) {
    let lecture = try await own.openLecture("Soil, year one")
    let path = own.folder.file("platform.sqlite")
    let honest = try await PlatformFixture(own, storeAt: path).browser(of: "student")
    let review = try #require(await honest.post("/lectures/\(lecture)/buy").location)
    let page = await honest.get(review)
    _ = await honest.tell("\(review)/asked", ["shown": "0"])
    let hash = try await own.send(page, by: "student")
    _ = await honest.tell("\(review)/sent", ["hash": (other ?? hash).hex])
    let platform = try PlatformFixture(
      own, storeAt: path, values: [.endpoint: endpoints, .quorum: ["\(quorum)"]])
    let browser = honest.at(platform)
    return (await browser.get(review), browser, review)
  }

  /// The page of a review once it has some words: nodes on a busy machine may answer too late to be heard together.
  private func page(_ review: String, of browser: PlatformBrowser, saying words: String) async throws
    -> PlatformBrowser.Reading
  {
    for _ in 0..<100 {
      let page = await browser.get(review)
      if page.text.contains(words) { return page }
      try await Task.sleep(for: .milliseconds(100))
    }
    return await browser.get(review)
  }

  @Test("by one node's word, and says so")
  func oneNode() async throws {
    let own = try await SiteFixture.open()
    let page = try await bought(own, over: [own.chain.url]).page
    #expect(page.text.contains("It is done") && page.text.contains("Evidence") && page.text.contains("told"))
  }

  @Test("by nodes of two operators, and says so")
  func twoNodes() async throws {
    let own = try await SiteFixture.open()
    let second = try Self.liar(own, [])
    let seen = try await bought(own, over: [own.chain.url, "other=\(second.url)"], quorum: 2)
    let page = try await page(seen.review, of: seen.browser, saying: "It is done")
    #expect(page.text.contains("It is done") && page.text.contains("agreed"))
  }

  @Test(
    "is not done while one node of two lies about the receipt",
    arguments: [Lie.failure, Lie.block])
  func receipts(_ lie: Lie) async throws {
    let own = try await SiteFixture.open()
    let liar = try Self.liar(own, [lie])
    let seen = try await bought(own, over: [liar.url, "other=\(own.chain.url)"], quorum: 2)
    let page = try await page(seen.review, of: seen.browser, saying: "contradict each other")
    #expect(page.text.contains("on its way") && page.text.contains("contradict each other"), "\(page.text)")
    #expect(!page.text.contains("It is done") && !page.text.contains("It failed"))
  }

  @Test(
    "is shown as what its hash says, not as what a node says of it",
    arguments: [Lie.value, Lie.call, Lie.sender])
  func transactions(_ lie: Lie) async throws {
    let own = try await SiteFixture.open()
    let liar = try Self.liar(own, [lie])
    let page = try await bought(own, over: [liar.url]).page
    // The lie is no transaction of that hash: nothing is known of it, and nothing is made of it.
    #expect(page.text.contains("no node knows yet") && !page.text.contains("something else"), "\(page.text)")
  }

  @Test("that failed is not done because one node of two says so")
  func turnedAround() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let path = own.folder.file("platform.sqlite")
    let honest = try await PlatformFixture(own, storeAt: path).browser(of: "student")
    let review = try #require(await honest.post("/lectures/\(lecture)/buy").location)
    let page = await honest.get(review)
    _ = await honest.tell("\(review)/asked", ["shown": "0"])
    // The wallet's transaction comes too late: the lecture was bought before.
    _ = try await own.send(page, by: "student")
    let hash = try await own.send(page, by: "student", gas: 300_000)
    _ = await honest.tell("\(review)/sent", ["hash": hash.hex])
    let liar = try Self.liar(own, [.success])
    let two = try PlatformFixture(
      own, storeAt: path, values: [.endpoint: [liar.url, "other=\(own.chain.url)"], .quorum: ["2"]])
    let doubted = try await self.page(review, of: honest.at(two), saying: "contradict each other")
    #expect(doubted.text.contains("contradict each other") && !doubted.text.contains("It is done"))
    let failed = await honest.get(review).text
    #expect(failed.contains("It failed") && failed.contains("As this one node tells it: The contract refused it"))
  }

  @Test("told by a wrong hash is found on the chain after a while")
  func wrongHash() async throws {
    let clock = TestClock(1_800_000_000)
    let own = try await SiteFixture.open(clock: clock.now)
    let seen = try await bought(own, over: [own.chain.url], hash: Hash32(UInt256(9)))
    #expect(seen.page.text.contains("It may have been sent") && seen.page.text.contains("no node knows yet"))
    clock.advance(181)
    #expect(await seen.browser.get(seen.review).text.contains("It is done"))
  }
}
