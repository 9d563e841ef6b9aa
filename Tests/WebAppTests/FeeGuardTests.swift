import ContractClient
import Keys
import LectureKit
import Operations
import Primitives
import StrictJSON
import Testing

@testable import WebApp

/// The actions whose fee a platform pays.
@Suite struct FeeGuardTests {
  @Test("the platform pays no fee of a trade, whatever bytes come; of what students do it looks at them")
  func feeGuard() async throws {
    let own = try await SiteFixture.open()
    let platform = try PlatformFixture(own, paysFees: true)
    let browser = try await platform.browser(of: "student")
    let student = try #require(own.keys["student"])
    func answer(to action: WalletAction) async throws -> PlatformBrowser.Reading {
      let terms = WalletProposal.Terms(
        contract: own.client.market.address, value: .zero, data: [], gas: 100_000)
      let proposal = WalletProposal(
        action, of: student.address, on: own.client.session.chainID, terms, back: Link("lectures"),
        next: Link("lectures"), made: own.site.options.clock())
      try await platform.store.add(proposal)
      return await browser.pay(proposal.id, "0x31c0")
    }
    // The very same terms: the kind of the action alone makes the difference.
    for action in [WalletAction.trade(.wrapping(5)), .trade(.unwrapping(5)), .lecture(.settlement(0))] {
      let refused = try await answer(to: action)
      #expect(refused.status == 400 && refused.text.contains("web.badForm"), "\(refused.text)")
    }
    let looked = try await answer(to: .lecture(.purchase(0)))
    #expect(looked.status != 400 && !looked.text.contains("web.badForm"), "\(looked.text)")
  }

  @Test("an account whose budget is spent is not promised a paid fee again, but told to pay it or to come back")
  func spent() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own, paysFees: true)
    let browser = try await platform.browser(of: "student")
    let student = try #require(own.keys["student"]).address
    let fees = try #require(platform.site.platform?.fees)
    fees.spent.note(student, at: platform.site.options.clock())
    let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    for _ in 0..<2 {
      let page = await browser.get(review)
      #expect(page.text.contains("come back after 0:00 UTC") && page.attribute("data-fee") == "own", "\(page.text)")
      #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true])
    }
  }

  @Test("a budget that its own record shows to be too small for a proposal is told before anybody signs")
  func spentBeforehand() async throws {
    let own = try await SiteFixture.open(isKaia: true)
    let lecture = try await own.openLecture("Soil, year one")
    for (most, fee) in [(Amount(wei: 1), "own"), (.kaia(1), "platform")] {
      let platform = try PlatformFixture(own, paysFees: true, feesOfADay: most)
      let browser = try await platform.browser(of: "student")
      let answer = await browser.post("/lectures/\(lecture)/buy")
      let review = try #require(answer.location, "\(answer.text)")
      let id = review.dropFirst("/proposals/".count)
      let proposal = try #require(await browser.get("/api/v1/proposals/\(id)").json?["proposal"])
      #expect(proposal["fee"] == .string(fee), "\(proposal)")
      #expect(proposal["feeRefusal"] == (fee == "own" ? "delegation.budgetSpent" : nil), "\(proposal)")
      let page = await browser.get(review)
      #expect(page.attribute("data-fee") == fee, "\(page.text)")
      #expect(page.text.contains("come back after 0:00 UTC") == (fee == "own"), "\(page.text)")
    }
  }

  @Test("a spent budget is remembered for ten minutes, and not beyond the day")
  func remembered() {
    let (spent, day) = (ExhaustedFeeBudgets(), Int64(20_000 * 86_400))
    spent.note(.zero, at: day + 1_000)
    #expect(spent.contains(.zero, at: day + 1_599) && !spent.contains(.zero, at: day + 1_600))
    spent.note(.zero, at: day + 86_399)
    #expect(spent.contains(.zero, at: day + 86_399) && !spent.contains(.zero, at: day + 86_400))
    #expect(!spent.contains(Address(truncating: 1), at: day))
  }
}
