import DatabaseSupport
import Testing

@testable import WalletBook

@Suite("Programs of earlier versions at the newest book of wallets")
struct EarlierVersionTests {
  @Test("go on, or are refused, as its steps say")
  func declared() throws { try EarlierPrograms(of: BookSchema.current).expectAsDeclared() }
}
