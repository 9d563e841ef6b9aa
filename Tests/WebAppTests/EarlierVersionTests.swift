import DatabaseSupport
import Testing

@testable import WebApp

@Suite("Platforms of earlier versions at the newest tables", .overEachEngine)
struct EarlierVersionTests {
  @Test("go on, or are refused, as its steps say")
  func declared() throws { try EarlierPrograms(of: .platform).expectAsDeclared() }
}
