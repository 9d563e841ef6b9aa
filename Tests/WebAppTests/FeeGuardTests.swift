import ContractClient
import Keys
import LectureKit
import Operations
import Primitives
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
}
