import Exchange
import Testing

@Suite struct BindingTests {
  @Test func `The exchange's interface is generated from its artifact`() {
    #expect(ExchangeV1.abi.functions.contains { $0.name == "fillOrdersUpTo" })
  }
}
