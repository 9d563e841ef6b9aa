import Listening
import Primitives
import Testing

@testable import FeePayer

@Suite("The figures of a fee payer", .overEachLedger)
struct FigureTests {
  @Test("have the money of the account that pays, as the node tells it")
  func balance() async throws {
    let service = try await ServiceFixture().open()
    let balance = try await service.chain.balance(of: service.feePayer).wei
    let text = await service.metrics().text
    #expect(text.contains("\nlectures_fee_payer_balance_peb \(balance)\n"), "\(text)")
  }
}
