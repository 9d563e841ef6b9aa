import ContractABI
import Primitives
import Testing

@testable import Rates

@Suite("The table of price feeds")
struct PriceFeedTests {
  @Test("Every row of the table can be read, and no source has a pair twice on a chain")
  func table() {
    #expect(PriceFeed.known(on: 8217).count == 8)
    #expect(PriceFeed.known(on: 1001).count == 5)
    #expect(PriceFeed.known(on: 1).count == 2)
    #expect(PriceFeed.known.count == 15 && PriceFeed.known(on: 31337).isEmpty)
    #expect(Set(PriceFeed.known.map { "\($0.source) \($0.pair)" }).count == 15)
    #expect(PriceFeed.known.allSatisfy { $0.heartbeat >= 3600 && $0.heartbeat <= 43_200 })
  }

  @Test("A contract of one pair is asked by its selectors alone")
  func aggregator() throws {
    let feed = try #require(PriceFeed.known(on: 1).first)
    #expect(feed.latestRound == ABISelector(signature: "latestRoundData()").bytes)
    #expect(feed.decimals == ABISelector(signature: "decimals()").bytes)
    #expect(feed.description == ABISelector(signature: "description()").bytes)
  }

  @Test("A router is asked for a pair by its name there")
  func router() throws {
    let feed = try #require(PriceFeed.known(on: 1001).last { $0.pair == CurrencyPair(.kaia, .krw) })
    #expect(feed.contract == .router(name: "KAIA-KRW"))
    let name = try ABICoder.encode([.string("KAIA-KRW")], as: [.string])
    #expect(feed.latestRound == ABISelector(signature: "latestRoundData(string)").bytes + name)
    #expect(feed.decimals == ABISelector(signature: "decimals(string)").bytes + name)
    #expect(feed.description == nil)
  }

  @Test("A feed that somebody names stands in the place of those that are known of its pair")
  func named() throws {
    let text = "KAIA/USDT=router:0x653078F0D3a230416A59aA6486466470Db0190A2"
    let own = try #require(FeedAddress(text.lowercased().replacing("kaia/usdt", with: "KAIA/USDT")))
    #expect(own.description.lowercased() == text.lowercased())
    let feeds = ChainFeeds(knownOn: 8217, besides: [own]).feeds
    #expect(feeds.filter { $0.pair == own.pair }.map(\.source) == ["own-8217"])
    #expect(feeds.first?.contract == .router(name: "KAIA-USDT") && feeds.first?.address == own.address)
    #expect(feeds.count == PriceFeed.known(on: 8217).count)
  }
}
