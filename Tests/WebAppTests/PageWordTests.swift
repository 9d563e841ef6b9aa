import Localization
import Testing

@testable import WebApp

@Suite("The words of pages")
struct PageWordTests {
  @Test(
    "show a number as their language writes it",
    arguments: [(Language.english, "1,234.5"), (.korean, "1,234.5"), (.ukrainian, "1 234,5")])
  func numbers(language: Language, number: String) throws {
    let hint = language[ExchangeFormText.amountHint]
    #expect(hint.hasSuffix(number))
    #expect(try TypedNumber(number).plain == "1234.5")
  }

  @Test("call the owner of the contract by one name")
  func owner() {
    let texts = [MinePageText.asOwner.korean, OwnerPageText.notOwner.korean, StudentsPageText.notYours.korean]
    #expect(texts.allSatisfy { $0.contains("소유자") && !$0.contains("운영자") })
  }

  @Test(
    "say of a rating that it is there or not yet, where a yes would need its question", arguments: Language.allCases)
  func rated(language: Language) {
    let words = [language[StudentsPageText.yes], language[StudentsPageText.no]]
    #expect(Set(words).isDisjoint(with: ["yes", "no", "예", "아니요", "так", "ні"]))
  }
}
