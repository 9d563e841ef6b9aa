import Localization
import Operations
import Testing

@testable import LecturesCommand

@Suite("What a fee payer says of its refusal")
struct DelegationWordsTests {
  @Test("is the operator's to read, and a spent budget is told with the ways out", arguments: Language.allCases)
  func words(language: Language) {
    for code in [DelegationError.Code.budgetSpent, .refused] {
      let error = DelegationError(
        code, "It does not pay.", reason: "It begins anew tomorrow.", advice: "Pay it yourself.",
        facts: .words("10 KAIA a day."))
      let words = CommandFailure(error).words(in: language)
      #expect(words.reason?.contains("KAIA") == false, "\(words)")
      #expect(code == .refused || words.advice?.isEmpty == false, "\(words)")
    }
  }
}
