import Operations
import Primitives
import Sending
import Testing

@testable import WebApp

/// The fees that a platform pays, on its owner's page.
@Suite struct FeePayerViewTests {
  @Test("the owner sees what was spent and is told where the payer is silent; nobody else sees it")
  func ownerAlone() async throws {
    let own = try await SiteFixture.open()
    let platform = try PlatformFixture(own, paysFees: true)
    let page = await (try await platform.browser(of: "owner")).get("/mine/owner").text
    #expect(page.contains("Fees paid for students") && page.contains("Spent today, for 0 transactions"), "\(page)")
    #expect(page.contains("does not tell its balance") && !page.contains("Balance of the account"))
    #expect(await !(try await platform.browser(of: "student")).get("/mine/owner").text.contains("Fees paid"))
    let without = try PlatformFixture(own)
    #expect(await !(try await without.browser(of: "owner")).get("/mine/owner").text.contains("Fees paid"))
  }

  @Test("the payer is called low where it has no more than was spent today, and empty where it pays no more")
  func warnings() {
    func warning(_ balance: UInt256, spent: UInt256, isEnough: Bool = true) -> OwnerPageText? {
      FeePayerView.warning(
        .init(balance: Amount(wei: balance), isEnough: isEnough),
        DelegationTotal(count: 1, cost: Amount(wei: spent)))
    }
    #expect(warning(5, spent: 4) == nil)
    #expect(warning(5, spent: 5) == .feesLow)
    #expect(warning(5, spent: 4, isEnough: false) == .feesEmpty)
    #expect(FeePayerView.warning(nil, nil) == .feesSilent)
  }
}
